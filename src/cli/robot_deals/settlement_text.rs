//! Describes a finished deal as plain English text.

use crate::player_names::Numbers;
use ulti_rules::{Deal, DealEnd, Item, Seat, Side, Stage};

/// The names of the players at the three seats, with unsafe characters removed.
pub(crate) struct SeatNames(Vec<String>);

impl SeatNames {
    /// Creates sanitized names from the player names in an untrusted file.
    ///
    /// Removes control characters and bidirectional formatting, truncates long names, and numbers names that
    /// look alike.
    pub(crate) fn new(players: &[String]) -> Self {
        let is_unsafe = |char: &char| {
            char.is_control()
                || matches!(char, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        let numbers = Numbers::of(players.iter().map(String::as_str).enumerate());
        let legible = |(seat, raw): (usize, &String)| {
            numbers.name(&seat, raw).chars().filter(|char| !is_unsafe(char)).take(LONGEST).collect()
        };
        Self(players.iter().enumerate().map(legible).collect())
    }

    /// Returns the name of the player at a seat, or `?` if the name is unknown.
    pub(crate) fn of(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("?", String::as_str)
    }
}

/// Maximum length of a displayed name, in characters.
const LONGEST: usize = 64;

/// Describes a finished deal as lines of text.
///
/// The lines contain the contract, the result of each game and the payments. Returns an empty list if the
/// deal is not over.
pub(crate) fn lines(deal: &Deal, names: &SeatNames) -> Vec<String> {
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

fn headline(deal: &Deal, names: &SeatNames, end: DealEnd) -> String {
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
        DealEnd::Played => String::new(),
        DealEnd::Claimed => ", claims the rest".to_owned(),
        DealEnd::Folded => ", folds".to_owned(),
        DealEnd::Conceded => ", concedes".to_owned(),
        DealEnd::Left(seat) => format!("; {} leaves for good", names.of(seat)),
    };
    format!("{played}{trump}{end}")
}

fn item_line(item: &Item, names: &SeatNames) -> String {
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
    fn control_characters_are_removed_from_player_names() {
        let names = SeatNames::new(&["\u{1b}[2J\u{202e}A\nna\u{7}".to_owned(), "á".repeat(1000)]);
        assert_eq!((names.of(Seat::Zero), names.of(Seat::One)), ("[2JAna", "á".repeat(64).as_str()));
        assert_eq!(names.of(Seat::Two), "?");
    }
}
