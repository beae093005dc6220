//! Points of the sides, and the games made (`RULES §4`, `§6`).

use super::cards::PlainCard;
use super::deal::{Deal, End, Stage, TOGETHER};

/// Returns `true` if a trick counts for these seats. Conceded tricks count for both defenders together.
pub(super) fn belongs(winner: usize, seats: &[usize]) -> bool {
    seats.contains(&winner) || (winner == TOGETHER && seats.len() == 2)
}

impl Deal {
    /// Returns the declarer's seat if `declarers` is `true`, otherwise the seats of the defenders.
    pub(super) fn side(&self, declarers: bool) -> Vec<usize> {
        if declarers { vec![self.declarer().expect("bid was made")] } else { self.defenders().to_vec() }
    }

    pub(super) fn tricks_of(&self, seats: &[usize]) -> usize {
        self.tricks.iter().filter(|trick| belongs(trick.winner, seats)).count()
    }

    /// Returns the cards in the tricks of these seats.
    pub(super) fn won_by(&self, seats: &[usize]) -> Vec<PlainCard> {
        let own = self.tricks.iter().filter(|trick| belongs(trick.winner, seats));
        own.flat_map(|trick| trick.cards.iter().map(|(_, card)| *card)).collect()
    }

    /// Returns the points of aces and tens in tricks, and of the last trick.
    pub(super) fn trick_points(&self, seats: &[usize]) -> i32 {
        let cards: i32 = self.won_by(seats).iter().map(|card| card.points_in_trick()).sum();
        let last = self.tricks.get(9).is_some_and(|trick| belongs(trick.winner, seats));
        cards + if last { 10 } else { 0 }
    }

    /// Returns the suits in which a seat held the king and the over when play began.
    pub(crate) fn married(&self, seat: usize) -> Vec<char> {
        let holds = |suit: char, rank: char| self.held[seat].contains(&PlainCard { suit, rank });
        "ALHB".chars().filter(|suit| holds(*suit, 'K') && holds(*suit, 'O')).collect()
    }

    /// Returns the suits of the marriages that a seat announces with its first card.
    pub(crate) fn announced(&self, seat: usize) -> Vec<char> {
        self.announced_with(seat, self.married(seat))
    }

    /// Returns the suits of the marriages that a seat would announce if it had marriages in these suits.
    pub(super) fn announced_with(&self, seat: usize, married: Vec<char>) -> Vec<char> {
        let bid = self.bid();
        if self.counts_marriages() {
            married
        } else if !self.rules.yes("hundred_announced") || self.declarer() != Some(seat) {
            Vec::new()
        } else if bid.has("40-100") {
            married.into_iter().filter(|suit| self.trump == Some(*suit)).collect()
        } else if bid.has("20-100") {
            married.into_iter().find(|suit| self.trump != Some(*suit)).into_iter().collect()
        } else {
            Vec::new()
        }
    }

    /// Returns `true` if marriages score points in this contract.
    pub(crate) fn counts_marriages(&self) -> bool {
        let by_table = self.rules.is("silent_hundred", "table") && self.row_hundred() != "none";
        self.bid().has("parti") || by_table
    }

    /// Returns how the silent table pays a silent 100 for this bid. Returns `none` if the table has no row
    /// for the bid.
    pub(super) fn row_hundred(&self) -> &str {
        let row = self.rules.rows().find(self.bid(), self.rules.all_suits());
        row.map_or("none", |row| row.hundred.as_str())
    }

    /// Returns the values of one side's marriages that score points: the declarer's if `declarers` is
    /// `true`, otherwise the defenders'.
    pub(super) fn marriages(&self, declarers: bool) -> Vec<i32> {
        let seats = self.side(declarers).into_iter().filter(|seat| self.scores_marriages(*seat));
        let suits = seats.flat_map(|seat| self.married(seat));
        let worth = |suit: char| if Some(suit) == self.trump { 40 } else { 20 };
        if self.counts_marriages() { suits.map(worth).collect() } else { Vec::new() }
    }

    /// Returns `true` if the marriages of a seat count. Conceded tricks belong to both defenders.
    fn scores_marriages(&self, seat: usize) -> bool {
        let is_own = |winner: usize| winner == seat || (winner == TOGETHER && self.declarer() != Some(seat));
        !self.rules.yes("marriage_needs_trick") || self.tricks.iter().any(|trick| is_own(trick.winner))
    }

    /// Returns the card points (`RULES §6`) of the declarer if `declarers` is `true`, otherwise of the
    /// defenders.
    pub(super) fn points(&self, declarers: bool) -> i32 {
        let seats = self.side(declarers);
        let in_tricks = self.trick_points(&seats);
        if self.tricks_of(&seats) == 0 || (self.rules.yes("parti_needs_points") && in_tricks == 0) {
            return 0;
        }
        let marriages: i32 = self.marriages(declarers).iter().sum();
        let talon: i32 = self.talon.iter().map(|card| card.points_in_trick()).sum();
        in_tricks + marriages.min(self.rules.number("marriages_at_most")) + if declarers { 0 } else { talon }
    }

    /// Returns the seat that played the seven of trumps to the last trick, and `true` if it won the trick.
    pub(super) fn last_seven(&self) -> Option<(usize, bool)> {
        if let Some(seat) = self.last_trump {
            return Some((seat, true));
        }
        let trick = self.tricks.get(9).filter(|trick| trick.winner != TOGETHER)?;
        let seven = PlainCard { suit: self.trump?, rank: '7' };
        let (seat, _) = trick.cards.iter().find(|(_, card)| *card == seven)?;
        Some((*seat, *seat == trick.winner))
    }

    fn has_all(&self, seats: &[usize], rank: char) -> bool {
        self.won_by(seats).iter().filter(|card| card.rank == rank).count() == 4
    }

    /// Returns `true` if the tricks of these seats contain all four aces.
    pub(super) fn has_aces(&self, seats: &[usize]) -> bool {
        self.has_all(seats, 'A') || self.all_aces.is_some_and(|seat| seats == [seat])
    }

    /// Returns `true` if the declarer made the game. `game` is a name without the prefix `open-` or `re-`.
    pub(super) fn made(&self, game: &str) -> bool {
        let declarer = self.declarer().expect("bid was made");
        let own = [declarer];
        let (married, points) = (self.married(declarer), self.trick_points(&own));
        match game {
            "parti" => self.points(true) > self.points(false),
            "40-100" => points >= 60 && married.iter().any(|suit| Some(*suit) == self.trump),
            "20-100" => points >= 80 && married.iter().any(|suit| Some(*suit) != self.trump),
            "ulti" => self.last_seven() == Some((declarer, true)),
            "betli" => self.tricks_of(&own) == 0 && self.stage != Stage::Over(End::Conceded),
            "durchmars" => self.tricks_of(&own) == 10,
            "four-aces" => self.has_all(&own, 'A'),
            "four-tens" => self.has_all(&own, 'X'),
            other => panic!("unknown game {other}"),
        }
    }
}
