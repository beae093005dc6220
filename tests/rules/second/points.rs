//! Points of the sides, and which games were made (`RULES §4`, `§6`).

use super::cards::Paper;
use super::deal::Deal;

impl Deal {
    /// The seats of a side.
    pub(super) fn side(&self, declarers: bool) -> Vec<usize> {
        if declarers { vec![self.declarer().expect("a bid")] } else { self.defenders().to_vec() }
    }

    pub(super) fn tricks_of(&self, seats: &[usize]) -> usize {
        self.tricks.iter().filter(|trick| seats.contains(&trick.winner)).count()
    }

    /// The cards in a side's tricks.
    pub(super) fn won_by(&self, seats: &[usize]) -> Vec<Paper> {
        let own = self.tricks.iter().filter(|trick| seats.contains(&trick.winner));
        own.flat_map(|trick| trick.cards.iter().map(|(_, card)| *card)).collect()
    }

    /// A and X in tricks, and the last trick.
    pub(super) fn trick_points(&self, seats: &[usize]) -> i32 {
        let cards: i32 = self.won_by(seats).iter().map(|card| card.grease()).sum();
        let last = self.tricks.get(9).is_some_and(|trick| seats.contains(&trick.winner));
        cards + if last { 10 } else { 0 }
    }

    /// The suits of which a seat held king and over when play began.
    pub(crate) fn married(&self, seat: usize) -> Vec<char> {
        let holds = |suit: char, rank: char| self.held[seat].contains(&Paper { suit, rank });
        "ALHB".chars().filter(|suit| holds(*suit, 'K') && holds(*suit, 'O')).collect()
    }

    /// Whether marriages are announced with this bid.
    pub(crate) fn announces(&self) -> bool {
        let by_table = self.rules.is("silent_hundred", "table") && self.row_hundred() != "none";
        self.bid().has("parti") || by_table
    }

    /// What the table says of a silent hundred; `none` without a table.
    pub(super) fn row_hundred(&self) -> &str {
        let row = self.rules.rows().find(self.bid(), self.rules.all_suits());
        row.map_or("none", |row| row.hundred.as_str())
    }

    /// The values of a side's announced marriages.
    pub(super) fn marriages(&self, declarers: bool) -> Vec<i32> {
        let suits = self.side(declarers).into_iter().flat_map(|seat| self.married(seat));
        let worth = |suit: char| if Some(suit) == self.trump { 40 } else { 20 };
        if self.announces() { suits.map(worth).collect() } else { Vec::new() }
    }

    /// §6.
    pub(super) fn points(&self, declarers: bool) -> i32 {
        let seats = self.side(declarers);
        let in_tricks = self.trick_points(&seats);
        if self.tricks_of(&seats) == 0 || (self.rules.yes("parti_needs_points") && in_tricks == 0) {
            return 0;
        }
        let marriages: i32 = self.marriages(declarers).iter().sum();
        let talon: i32 = self.talon.iter().map(|card| card.grease()).sum();
        in_tricks + marriages.min(self.rules.number("marriages_at_most")) + if declarers { 0 } else { talon }
    }

    /// Who played the trump VII to the last trick, and whether it won.
    pub(super) fn last_seven(&self) -> Option<(usize, bool)> {
        let trick = self.tricks.get(9)?;
        let seven = Paper { suit: self.trump?, rank: '7' };
        let (seat, _) = trick.cards.iter().find(|(_, card)| *card == seven)?;
        Some((*seat, *seat == trick.winner))
    }

    fn has_all(&self, seats: &[usize], rank: char) -> bool {
        self.won_by(seats).iter().filter(|card| card.rank == rank).count() == 4
    }

    /// Whether a seat, or a side, has all four aces in its tricks.
    pub(super) fn has_aces(&self, seats: &[usize]) -> bool {
        self.has_all(seats, 'A')
    }

    /// Whether the declarer made a game, named by its kind.
    pub(super) fn made(&self, game: &str) -> bool {
        let declarer = self.declarer().expect("a bid");
        let own = [declarer];
        let (married, points) = (self.married(declarer), self.trick_points(&own));
        match game {
            "parti" => self.points(true) > self.points(false),
            "40-100" => points >= 60 && married.iter().any(|suit| Some(*suit) == self.trump),
            "20-100" => points >= 80 && married.iter().any(|suit| Some(*suit) != self.trump),
            "ulti" => self.last_seven() == Some((declarer, true)),
            "betli" => self.tricks_of(&own) == 0,
            "durchmars" => self.tricks_of(&own) == 10,
            "four-aces" => self.has_all(&own, 'A'),
            "four-tens" => self.has_all(&own, 'X'),
            other => panic!("no game: {other}"),
        }
    }
}
