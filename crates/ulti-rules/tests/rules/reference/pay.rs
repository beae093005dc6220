//! Payments (`RULES §8`).

use std::collections::BTreeMap;

use super::bid::{Bid, kind};
use super::deal::{Deal, End, Stage};
use super::rules::Rules;

/// The payments of a deal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Outcome {
    /// Total points that each seat receives, including payments to and from the window (the table's pot).
    pub(crate) payments: [i32; 3],
    /// Points that are added to the window (the table's pot).
    pub(crate) window: i32,
    /// Points that each seat receives for each game.
    pub(crate) games: BTreeMap<String, [i32; 3]>,
}

/// Points that each seat receives for one game.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) game: String,
    pub(super) gains: [i32; 3],
}

/// Returns the cost of a lost game before any kontra (doubling). `game` may have a prefix, as in
/// `open-betli`.
fn lost_value(rules: &Rules, bid: &Bid, game: &str) -> i32 {
    let value = rules.game_value(game, bid);
    let doubled = match kind(game) {
        "betli" => false,
        "parti" => bid.games == ["parti"],
        _ => bid.games != ["four-aces"],
    };
    if doubled && rules.is("lost", "double") { 2 * value } else { value }
}

/// Returns the cost of a lost game with the given kontra (doubling) factor.
pub(super) fn loss(rules: &Rules, bid: &Bid, game: &str, factor: i32) -> i32 {
    if game == "ulti" && rules.yes("lost_ulti_again") {
        let value = rules.game_value(game, bid);
        return value * factor + value;
    }
    lost_value(rules, bid, game) * factor
}

impl Deal {
    /// Creates a payment between the declarer and each defender.
    ///
    /// `gain` returns the points that the declarer receives from a defender.
    pub(super) fn between(&self, game: &str, gain: impl Fn(usize) -> i32) -> Line {
        let mut gains = [0; 3];
        for defender in self.defenders() {
            gains[self.declarer().expect("bid was made")] += gain(defender);
            gains[defender] -= gain(defender);
        }
        Line { game: game.to_owned(), gains }
    }

    /// Creates a payment from each of the other two seats to `seat`.
    pub(super) fn alone(game: &str, seat: usize, gain: i32) -> Line {
        let mut gains = [-gain; 3];
        gains[seat] = 2 * gain;
        Line { game: game.to_owned(), gains }
    }

    fn factor(&self, game: &str, defender: usize) -> i32 {
        2_i32.pow(self.doubling.as_ref().map_or(0, |doubling| doubling.level(game, defender)).unsigned_abs())
    }

    /// Returns the points that the declarer receives from a defender for a game that was played.
    pub(super) fn played_gain(&self, game: &str, defender: usize) -> i32 {
        let factor = self.factor(kind(game), defender);
        if self.made(kind(game)) {
            self.rules.game_value(game, self.bid()) * factor
        } else {
            -loss(&self.rules, self.bid(), game, factor)
        }
    }

    fn played_lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for game in self.bid().all_games() {
            if game != "parti" || !self.spares_parti() {
                lines.push(self.between(kind(&game), |defender| self.played_gain(&game, defender)));
            }
        }
        lines.extend(self.silent_lines());
        lines
    }

    fn folded_lines(&self) -> Vec<Line> {
        let word = self.rules.word("fold");
        if word == "kontra_lost" && self.bid().games == ["parti"] {
            return Vec::new();
        }
        let price = |game: &str| match word {
            "kontra_lost" => loss(&self.rules, self.bid(), game, 2),
            _ => 2 * self.rules.game_value(game, self.bid()),
        };
        let games = self.bid().all_games();
        games.iter().map(|game| self.between(kind(game), |_| -price(game))).collect()
    }

    /// Returns the penalty for leaving the deal.
    ///
    /// It is twice the value of the contract with its highest kontras, or of the weakest contract before the
    /// first bid. Under some rules, a declarer who leaves pays twice what the lost contract costs.
    fn leaving_penalty(&self, seat: usize) -> i32 {
        let Some((bidder, bid)) = &self.last else { return 2 * self.book.entries[0].points };
        let kontra = |game: &str| self.doubling.as_ref().map_or(0, |doubling| doubling.highest(kind(game)));
        let price = |game: &String| {
            let factor = 2_i32.pow(kontra(game).unsigned_abs());
            if self.rules.yes("renonsz_lost") && *bidder == seat {
                loss(&self.rules, bid, game, factor)
            } else {
                self.rules.game_value(game, bid) * factor
            }
        };
        2 * bid.all_games().iter().map(price).sum::<i32>()
    }

    fn left_lines(&self, seat: usize) -> Vec<Line> {
        if !self.rules.yes("renonsz") {
            return Vec::new();
        }
        let price = self.leaving_penalty(seat);
        let defends = self.declarer().is_some_and(|declarer| declarer != seat);
        let mut lines = vec![Self::alone("renonsz", seat, -price)];
        if defends && self.rules.yes("renonsz_partner") {
            let partner = self.defenders().into_iter().find(|other| *other != seat).expect("other defender");
            lines.push(Self::alone("renonsz", partner, -price));
        }
        lines
    }

    /// Computes the payments of a finished deal.
    ///
    /// After a concession, the seven as the last trump counts unless it would make the declarer better off.
    pub(crate) fn settle(&self) -> Outcome {
        let counted = self.settle_once();
        if self.last_trump.is_none() {
            return counted;
        }
        let declarer = self.declarer().expect("bid was made");
        let open = Self { last_trump: None, ..self.clone() }.settle_once();
        if open.payments[declarer] < counted.payments[declarer] { open } else { counted }
    }

    fn settle_once(&self) -> Outcome {
        let lines = match self.stage {
            Stage::Over(End::Played | End::Conceded) => self.played_lines(),
            Stage::Over(End::Folded) => self.folded_lines(),
            Stage::Over(End::Left(seat)) => self.left_lines(seat),
            _ => panic!("the deal is not over"),
        };
        let mut outcome = Outcome::default();
        for line in &lines {
            let of_game = outcome.games.entry(line.game.clone()).or_default();
            for (seat, gain) in line.gains.iter().enumerate() {
                outcome.payments[seat] += gain;
                of_game[seat] += gain;
            }
        }
        if self.rules.yes("window") {
            self.use_window(&lines, &mut outcome);
        }
        outcome
    }

    /// Updates the window (the table's pot) at the end of a deal.
    ///
    /// If games were paid but the payments cancel out, every seat pays points into the window. A declarer who
    /// makes an ulti in hearts receives the points in the window.
    fn use_window(&self, lines: &[Line], outcome: &mut Outcome) {
        if outcome.payments == [0; 3] && !lines.is_empty() {
            let declarer = self.declarer().expect("bid was made");
            let won =
                |line: &Line| line.gains[declarer].max(0) / if self.by_a_defender(line) { 1 } else { 2 };
            let winnings: i32 = lines.iter().map(won).sum();
            outcome.payments = [-winnings; 3];
            outcome.window = 3 * winnings;
        }
        let played = matches!(self.stage, Stage::Over(End::Played | End::Conceded));
        if played && self.bid().suit == Some('H') && self.bid().has("ulti") && self.made("ulti") {
            outcome.payments[self.declarer().expect("bid was made")] += self.window;
            outcome.window -= self.window;
        }
    }

    /// Returns `true` if one defender alone made or lost the game.
    fn by_a_defender(&self, line: &Line) -> bool {
        let [one, two] = self.defenders();
        line.gains[one].signum() * line.gains[two].signum() < 0
    }
}
