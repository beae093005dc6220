//! Kontra (doubling, `RULES §7`): the level of each game for each defender, and the seats that may double
//! again.

use super::bid::{Bid, kind};
use super::rules::Rules;

/// The kontra level (number of doublings) of one game for one defender.
#[derive(Debug, Clone)]
struct Line {
    game: String,
    defender: usize,
    level: i32,
}

/// Kontra levels of a deal.
#[derive(Debug, Clone)]
pub(crate) struct Doubling {
    declarer: usize,
    lines: Vec<Line>,
    /// Games for which a kontra (doubling) applies only to the defender who announces it.
    individual: Vec<String>,
    /// Groups of games that are doubled together.
    items: Vec<Vec<String>>,
    /// Games that a seat can no longer raise.
    declined: Vec<(String, usize)>,
    limit: i32,
}

impl Doubling {
    pub(crate) fn new(declarer: usize, bid: &Bid, trump: Option<char>, rules: &Rules) -> Self {
        let games: Vec<String> = bid.all_games().iter().map(|game| kind(game).to_owned()).collect();
        let mut lines = Vec::new();
        for game in &games {
            for defender in [(declarer + 1) % 3, (declarer + 2) % 3] {
                lines.push(Line { game: game.clone(), defender, level: 0 });
            }
        }
        let alone = match rules.word("individual_kontra") {
            "betli_and_durchmars" => true,
            "no_trump_games" => trump.is_none(),
            _ => false,
        };
        let individual = games.iter().filter(|game| alone && ["betli", "durchmars"].contains(&game.as_str()));
        let individual = individual.cloned().collect();
        let items = if rules.is("kontra_items", "ulti_and_rest") {
            let (ulti, rest): (Vec<_>, Vec<_>) = games.into_iter().partition(|game| game == "ulti");
            vec![ulti, rest]
        } else {
            games.into_iter().map(|game| vec![game]).collect()
        };
        let limit = rules.number("kontra_limit");
        Self { declarer, lines, individual, items, declined: Vec::new(), limit }
    }

    /// Returns the kontra level of a game for a defender.
    pub(crate) fn level(&self, game: &str, defender: usize) -> i32 {
        let line = self.lines.iter().find(|line| line.game == game && line.defender == defender);
        line.map_or(0, |line| line.level)
    }

    /// Returns the higher of the two defenders' kontra levels of a game.
    pub(crate) fn highest(&self, game: &str) -> i32 {
        self.lines.iter().filter(|line| line.game == game).map(|line| line.level).max().unwrap_or(0)
    }

    /// Returns the highest kontra level of all games.
    pub(crate) fn highest_of_all(&self) -> i32 {
        self.lines.iter().map(|line| line.level).max().unwrap_or(0)
    }

    /// Returns `true` if the seat may double the game again now.
    ///
    /// `before_playing` must be `true` if the seat is a defender who is about to play to the first trick.
    fn may_raise(&self, line: &Line, seat: usize, before_playing: bool) -> bool {
        if line.level >= self.limit || self.declined.contains(&(line.game.clone(), seat)) {
            return false;
        }
        if seat == self.declarer {
            return line.level % 2 == 1;
        }
        line.defender == seat
            && if before_playing { line.level == 0 } else { line.level > 0 && line.level % 2 == 0 }
    }

    /// Returns the games that the seat may double.
    pub(crate) fn open_to(&self, seat: usize, before_playing: bool) -> Vec<String> {
        let games = self.items.concat();
        let is_open = |game: &String| {
            self.lines.iter().any(|line| line.game == *game && self.may_raise(line, seat, before_playing))
        };
        games.into_iter().filter(is_open).collect()
    }

    /// Returns the games that the seat may double, in groups that are always doubled together.
    pub(crate) fn items_open_to(&self, seat: usize, before_playing: bool) -> Vec<Vec<String>> {
        let open = self.open_to(seat, before_playing);
        let of = |item: &Vec<String>| item.iter().filter(|game| open.contains(game)).cloned().collect();
        self.items.iter().map(of).filter(|item: &Vec<String>| !item.is_empty()).collect()
    }

    /// Doubles all groups of games that contain one of these games.
    pub(crate) fn say(&mut self, seat: usize, games: &[String], before_playing: bool) {
        let items = self.items_open_to(seat, before_playing);
        for item in items.iter().filter(|item| item.iter().any(|game| games.contains(game))) {
            for game in item {
                self.raise(seat, game, before_playing);
            }
        }
    }

    fn raise(&mut self, seat: usize, game: &str, before_playing: bool) {
        let alone = self.individual.iter().any(|own| own == game);
        let allowed: Vec<bool> =
            self.lines.iter().map(|line| self.may_raise(line, seat, before_playing)).collect();
        for (line, allowed) in self.lines.iter_mut().zip(allowed) {
            if line.game == game && (allowed || !alone) {
                line.level += 1;
            }
        }
    }

    /// Removes the seat's right to double the games that it has not doubled.
    pub(crate) fn let_go(&mut self, seat: usize, before_playing: bool) {
        for game in self.open_to(seat, before_playing) {
            self.declined.push((game, seat));
        }
    }

    /// Returns the next seat after `after` that may double a game again.
    pub(crate) fn next_offer(&self, after: usize) -> Option<usize> {
        (1..=3).map(|step| (after + step) % 3).find(|seat| !self.open_to(*seat, false).is_empty())
    }
}
