//! Silent games: results that are paid although they were not bid (`RULES §8`).

use super::deal::Deal;
use super::pay::Line;
use super::points::belongs;

impl Deal {
    /// Returns `true` if the row of this bid satisfies the condition.
    ///
    /// Also returns `true` if the rules have no table of silent games.
    fn table_allows(&self, allows: impl Fn(&super::table::Row) -> bool) -> bool {
        let rows = self.rules.rows();
        rows.is_empty() || rows.find(self.bid(), self.rules.all_suits()).is_some_and(allows)
    }

    fn silent_value(&self, name: &str) -> i32 {
        self.rules.silent_value(name, self.bid(), self.trump)
    }

    /// Returns the highest factor of any game towards any defender.
    fn highest_factor(&self) -> i32 {
        let highest = self.doubling.as_ref().expect("deal is in play").highest_of_all();
        2_i32.pow(highest.unsigned_abs())
    }

    /// Returns the factor that kontra (doubling) applies to a silent ulti, durchmars and four aces.
    fn silent_factor(&self) -> i32 {
        if self.rules.is("silent_kontra", "highest") { self.highest_factor() } else { 1 }
    }

    pub(super) fn silent_lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        lines.extend(self.parti_again());
        lines.extend(self.hundred_line());
        lines.extend(self.ulti_line());
        lines.extend(self.durchmars_line());
        lines.extend(self.aces_line());
        lines
    }

    /// Returns the side with at least 100 points: `true` for the declarer, `false` for the defenders.
    fn hundred(&self) -> Option<bool> {
        [true, false].into_iter().find(|side| self.points(*side) >= 100)
    }

    /// Returns the side that won all ten tricks: `true` for the declarer, `false` for the defenders.
    ///
    /// Returns `None` if neither side won them all or if no silent durchmars is possible.
    fn silent_durchmars(&self) -> Option<bool> {
        [true, false]
            .into_iter()
            .find(|side| self.can_be_silent_durchmars() && self.tricks_of(&self.side(*side)) == 10)
    }

    fn can_be_silent_durchmars(&self) -> bool {
        let bid = self.bid();
        !bid.has("betli") && !bid.has("durchmars") && self.table_allows(|row| row.durchmars)
    }

    /// Returns the additional payment if a silent game doubles or triples the parti.
    fn parti_again(&self) -> Option<Line> {
        if !self.bid().has("parti") || self.spares_parti() {
            return None;
        }
        let again = |name, times| self.between(name, |defender| times * self.played_gain("parti", defender));
        if self.rules.is("silent_durchmars", "triples_parti") && self.silent_durchmars().is_some() {
            return Some(again("silent-durchmars", 2));
        }
        let doubles = match self.rules.word("silent_hundred") {
            "doubles_parti" => self.table_allows(|row| row.hundred != "none"),
            "table" => self.row_hundred() == "parti",
            _ => false,
        };
        if doubles && self.hundred().is_some() { Some(again("silent-100", 1)) } else { None }
    }

    /// Returns the payment for a silent hundred that is a separate item.
    fn hundred_line(&self) -> Option<Line> {
        let declarers = self.hundred()?;
        let value = match self.rules.word("silent_hundred") {
            "item" if self.bid().has("parti") && self.table_allows(|row| row.hundred != "none") => {
                let one_twenty = self.marriages(declarers) == [20];
                self.silent_value(if one_twenty { "silent-20-100" } else { "silent-100" })
            }
            "table" if self.row_hundred() == "max" => self.silent_value("silent-100") * self.highest_factor(),
            _ => return None,
        };
        Some(self.between("silent-100", |_| if declarers { value } else { -value }))
    }

    /// Returns the seat that played the seven of trumps to the last trick, and `true` if it won the trick.
    ///
    /// Returns `None` if no silent ulti is possible.
    fn silent_seven(&self) -> Option<(usize, bool)> {
        let counts = !self.rules.is("silent_ulti", "none")
            && !self.bid().has("ulti")
            && self.table_allows(|row| row.ulti);
        if counts { self.last_seven() } else { None }
    }

    fn ulti_line(&self) -> Option<Line> {
        let (seat, won) = self.silent_seven()?;
        let value = self.silent_value("silent-ulti");
        let once = value * self.silent_factor();
        let again = if self.rules.yes("lost_silent_ulti_again") { value } else { 0 };
        let gain = if won { once } else { -(once + again) };
        if self.rules.is("silent_ulti", "alone") {
            return Some(Self::alone("silent-ulti", seat, gain));
        }
        let own = self.declarer() == Some(seat);
        Some(self.between("silent-ulti", |_| if own { gain } else { -gain }))
    }

    /// Returns `true` if a parti bid alone is not paid because it was doubled and a silent ulti was made.
    pub(super) fn spares_parti(&self) -> bool {
        self.rules.yes("silent_ulti_spares_parti")
            && self.bid().games == ["parti"]
            && self.doubling.as_ref().expect("deal is in play").highest("parti") > 0
            && self.silent_seven().is_some_and(|(_, won)| won)
    }

    fn durchmars_line(&self) -> Option<Line> {
        if !self.rules.is("silent_durchmars", "item") {
            return None;
        }
        let value = self.silent_durchmars_gain()?;
        Some(self.between("silent-durchmars", |_| value))
    }

    /// Returns the points that the declarer receives for a silent durchmars that was made, or lost in the
    /// last trick.
    fn silent_durchmars_gain(&self) -> Option<i32> {
        let value = || self.silent_value("silent-durchmars") * self.silent_factor();
        if let Some(declarers) = self.silent_durchmars() {
            return Some(if declarers { value() } else { -value() });
        }
        if !self.can_be_silent_durchmars()
            || !self.rules.yes("silent_durchmars_lost")
            || self.tricks.len() < 10
        {
            return None;
        }
        let loser = [true, false].into_iter().find(|side| {
            let seats = self.side(*side);
            self.tricks_of(&seats) == 9 && !belongs(self.tricks[9].winner, &seats)
        })?;
        Some(if loser { -value() } else { value() })
    }

    fn aces_line(&self) -> Option<Line> {
        if !self.rules.yes("silent_four_aces") || self.trump.is_none() {
            return None;
        }
        let value = self.silent_value("silent-four-aces") * self.silent_factor();
        let bid = self.bid();
        if self.has_aces(&self.side(true)) {
            let silent = !bid.has("four-aces") && !bid.has("durchmars");
            return silent.then(|| self.between("silent-four-aces", |_| value));
        }
        let alone = self.defenders().into_iter().any(|seat| self.has_aces(&[seat]));
        alone.then(|| self.between("silent-four-aces", |_| -value))
    }
}
