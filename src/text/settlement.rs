//! Text lines that describe the payments of a deal.

use ulti_rules::{Game, Item, ScoredGame, Seat, Settlement, Side};

use super::{Appearance, args, names};

/// Formats a number of points with a plus or minus sign, such as `+4` or `−4`. Zero has no sign.
pub fn signed(points: impl Into<i64>) -> String {
    match points.into() {
        0 => "0".to_owned(),
        points @ 1.. => format!("+{points}"),
        points => format!("−{}", points.unsigned_abs()),
    }
}

/// Formats the points that a player won or lost, such as `Anna: +10`.
pub fn payment(appearance: Appearance, name: &str, points: i32) -> String {
    appearance.formatter().with("result-payment", args![name, points = signed(points)])
}

/// Returns the lines of text that describe the payments of a deal.
///
/// Each paid game or penalty has its own line. The next line contains the points that each player won or
/// lost. If points were paid into or out of the window (the table's pot), the last line shows them. `names`
/// returns the name of the player at a seat.
pub fn results(
    appearance: Appearance,
    settlement: &Settlement,
    declarer: Seat,
    names: &dyn Fn(Seat) -> String,
) -> Vec<String> {
    let text = appearance.formatter();
    let mut lines: Vec<String> =
        settlement.items.iter().map(|one| item(appearance, one, declarer, names)).collect();
    let payments: Vec<String> =
        settlement.payments.iter().map(|(seat, points)| payment(appearance, &names(seat), *points)).collect();
    lines.push(text.with("result-payments", args![payments = payments.join(" · ")]));
    let points = settlement.window.abs().into();
    match settlement.window {
        0 => {}
        1.. => lines.push(text.with("score-window-in", &[("points", points)])),
        _ => {
            lines
                .push(text.with("score-window-out", &[("points", points), ("name", names(declarer).into())]));
        }
    }
    lines
}

/// Returns the line of text that describes one payment of a deal.
///
/// The line contains the game, its result, the calculation, and the players who pay and receive points.
pub fn item(appearance: Appearance, item: &Item, declarer: Seat, names: &dyn Fn(Seat) -> String) -> String {
    let (lang, text) = (appearance.lang, appearance.formatter());
    let gains = item.seat.unwrap_or(declarer);
    let who = match (item.seat, item.side) {
        (None, Side::Defence) => names::side(lang, Side::Defence),
        _ => names(gains),
    };
    let against: Vec<String> = item.against.iter().map(|seat| names(*seat)).collect();
    let against = names::list(lang, &against);
    let (from, to) = if item.points < 0 { (names(gains), against) } else { (against, names(gains)) };
    let key = match (item.game, item.points) {
        (_, 0) => "result-item-nothing",
        (ScoredGame::Renonsz | ScoredGame::RenonszSupplement, _) => "result-item-renonsz",
        (_, _) => "result-item",
    };
    text.with(
        key,
        args![
            game = names::scored(lang, item.game),
            who,
            made = item.made,
            sum = sum(item),
            points = item.points.unsigned_abs(),
            payer = from,
            payee = to
        ],
    )
}

/// Formats the calculation of a payment, such as `4 × 2 = 8`, or `4 × 2 + 4 = 12` for a lost ulti.
///
/// A player who leaves pays twice the amount. If there is nothing to calculate, returns only the amount, such
/// as `4`.
pub fn sum(item: &Item) -> String {
    let points = item.points.abs();
    let doubled = item.value * item.kontra;
    let times = if item.kontra == 1 { String::new() } else { format!(" × {}", item.kontra) };
    match (item.game, points - doubled) {
        (ScoredGame::Renonsz, _) if 2 * doubled == points => format!("2 × {}{times} = {points}", item.value),
        (ScoredGame::Renonsz, _) => {
            format!("2 × ({}{times} + {}) = {points}", item.value, points / 2 - doubled)
        }
        (_, 0) if item.kontra == 1 => points.to_string(),
        (_, 0) => format!("{}{times} = {points}", item.value),
        (ScoredGame::Game(Game::Ulti), again) if again > 0 => {
            format!("{}{times} + {again} = {points}", item.value)
        }
        _ => points.to_string(),
    }
}
