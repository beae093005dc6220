//! A finished deal in plain English lines.

use crate::rules::{Deal, End, Item, Seat, Side, Stage};

/// The names at the seats, for sentences.
pub(super) struct Names(Vec<String>);

impl Names {
    /// Whoever made a file may have called people what they liked: nothing in a name steers the terminal
    /// or turns the line around.
    pub(super) fn new(players: &[String]) -> Self {
        let steers = |sign: &char| {
            sign.is_control()
                || matches!(sign, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        let legible = |raw: &String| raw.chars().filter(|sign| !steers(sign)).take(LONGEST).collect();
        Self(players.iter().map(legible).collect())
    }

    pub(super) fn of(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("?", String::as_str)
    }
}

/// The longest name that is told.
const LONGEST: usize = 64;

/// What was played, line by line what was won and lost, and who got what.
pub(super) fn lines(deal: &Deal, names: &Names) -> Vec<String> {
    let (Some(settlement), Stage::Over { end, .. }) = (deal.settlement(), deal.view(None).stage) else {
        return Vec::new();
    };
    let mut lines = vec![headline(deal, names, end)];
    lines.extend(settlement.items.iter().map(|item| format!("  {}", item_line(item, names))));
    let payments: Vec<String> =
        settlement.payments.iter().map(|(seat, points)| format!("{} {points:+}", names.of(seat))).collect();
    let window =
        if settlement.window == 0 { String::new() } else { format!("; the window {:+}", settlement.window) };
    lines.push(format!("  points: {}{window}", payments.join(", ")));
    lines
}

fn headline(deal: &Deal, names: &Names, end: End) -> String {
    let played = match deal.contract() {
        Some((declarer, contract)) => format!("{} plays {contract}", names.of(declarer)),
        None => "nothing was bid".to_owned(),
    };
    let trump = match deal.view(None).board().map(|board| board.trump) {
        Some(Some(suit)) => format!(", {suit} trumps"),
        Some(None) => ", no trumps".to_owned(),
        None => String::new(),
    };
    let end = match end {
        End::Played => String::new(),
        End::Claimed => ", claims the rest".to_owned(),
        End::Folded => ", folds".to_owned(),
        End::Left(seat) => format!("; {} leaves for good", names.of(seat)),
    };
    format!("{played}{trump}{end}")
}

fn item_line(item: &Item, names: &Names) -> String {
    let who = match (item.seat, item.side) {
        (Some(seat), _) => names.of(seat).to_owned(),
        (None, Side::Declarer) => "the declarer".to_owned(),
        (None, Side::Defence) => "the defence".to_owned(),
    };
    let made = if item.made { "made" } else { "lost" };
    let against: Vec<&str> = item.against.iter().map(|seat| names.of(*seat)).collect();
    let view = if item.seat.is_some() { who.as_str() } else { "the declarer" };
    format!(
        "{}: {made} by {who}, worth {} × {}: {view} {:+} from each of {}",
        item.game.name(),
        item.value,
        item.kontra,
        item.points,
        against.join(" and "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_steers_no_terminal() {
        let names = Names::new(&["\u{1b}[2J\u{202e}A\nna\u{7}".to_owned(), "á".repeat(1000)]);
        assert_eq!((names.of(Seat::Zero), names.of(Seat::One)), ("[2JAna", "á".repeat(64).as_str()));
        assert_eq!(names.of(Seat::Two), "?");
    }
}
