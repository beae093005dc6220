//! What a deal moved, line by line.

use crate::rules::{Game, Item, Scored, Seat, Settlement, Side};

use super::{Look, words};

/// Points with their sign, `+4`, `−4`, `0`.
pub fn signed(points: impl Into<i64>) -> String {
    match points.into() {
        0 => "0".to_owned(),
        points @ 1.. => format!("+{points}"),
        points => format!("−{}", points.unsigned_abs()),
    }
}

/// What a seat gains or pays: `Anna: +10`.
pub fn payment(look: impl Into<Look>, name: &str, points: i32) -> String {
    look.into().text().with("result-payment", &[("name", name.into()), ("points", signed(points).into())])
}

/// The lines of a settlement: every item, what each seat gains, and what went into or came out of the
/// window.
pub fn results(
    look: impl Into<Look>,
    settlement: &Settlement,
    declarer: Seat,
    names: &dyn Fn(Seat) -> String,
) -> Vec<String> {
    let look = look.into();
    let text = look.text();
    let mut lines: Vec<String> =
        settlement.items.iter().map(|one| item(look, one, declarer, names)).collect();
    let payments: Vec<String> =
        settlement.payments.iter().map(|(seat, points)| payment(look, &names(seat), *points)).collect();
    lines.push(text.with("result-payments", &[("payments", payments.join(" · ").into())]));
    let points = settlement.window.abs().into();
    match settlement.window {
        0 => {}
        1.. => lines.push(text.with("result-window-in", &[("points", points)])),
        _ => lines
            .push(text.with("result-window-out", &[("points", points), ("name", names(declarer).into())])),
    }
    lines
}

/// One line: what was made or lost, how it is worked out, and who pays whom.
pub fn item(look: impl Into<Look>, item: &Item, declarer: Seat, names: &dyn Fn(Seat) -> String) -> String {
    let look = look.into();
    let (lang, text) = (look.lang, look.text());
    let gains = item.seat.unwrap_or(declarer);
    let who = match (item.seat, item.side) {
        (None, Side::Defence) => words::side(lang, Side::Defence),
        _ => names(gains),
    };
    let against: Vec<String> = item.against.iter().map(|seat| names(*seat)).collect();
    let against = words::list(lang, &against);
    let (from, to) = if item.points < 0 { (names(gains), against) } else { (against, names(gains)) };
    let key = match (item.game, item.points) {
        (_, 0) => "result-item-nothing",
        (Scored::Renonsz, _) => "result-item-renonsz",
        (_, _) => "result-item",
    };
    text.with(
        key,
        &[
            ("game", words::scored(lang, item.game).into()),
            ("who", who.into()),
            ("made", item.made.into()),
            ("sum", sum(item).into()),
            ("points", item.points.unsigned_abs().into()),
            ("payer", from.into()),
            ("payee", to.into()),
        ],
    )
}

/// How the points come about: `4 × 2 = 8`, `4 × 2 + 4 = 12` for a lost ulti, `4` where nothing is
/// worked out.
pub fn sum(item: &Item) -> String {
    let points = item.points.abs();
    let doubled = item.value * item.kontra;
    let times = if item.kontra == 1 { String::new() } else { format!(" × {}", item.kontra) };
    match (item.game, points - doubled) {
        (Scored::Renonsz, _) => format!("2 × {}{times} = {points}", item.value),
        (_, 0) if item.kontra == 1 => points.to_string(),
        (_, 0) => format!("{}{times} = {points}", item.value),
        (Scored::Game(Game::Ulti), again) if again > 0 => {
            format!("{}{times} + {again} = {points}", item.value)
        }
        _ => points.to_string(),
    }
}
