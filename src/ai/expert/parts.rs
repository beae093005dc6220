//! What is at stake, as questions that the solver answers.

use crate::ai::solver::Question;
use crate::rules::{
    Board, BySeat, Card, CardSet, Entry, Game, Hundred, Rank, RuleSet, Seat, Side, Suit, Trump,
};

use super::worlds::World;

/// A question whose answer is worth something to the declarer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Part {
    /// The game it belongs to.
    pub(super) game: Game,
    /// Whether it is the game itself, or only more or less of it.
    pub(super) decides: bool,
    pub(super) question: Question,
    /// What each defender pays more for a yes than for a no.
    pub(super) weight: f32,
    /// Which side's silent hundred hangs on it.
    pub(super) silent: Option<Side>,
}

impl Part {
    /// What a silent hundred brings the declarer by this answer.
    pub(super) fn silent_worth(&self, made: bool) -> f32 {
        match (self.silent, made) {
            (Some(Side::Declarer), true) => self.weight,
            (Some(Side::Defence), false) => -self.weight,
            _ => 0.0,
        }
    }
}

/// A contract being played, or about to be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting<'a> {
    pub(super) entry: &'a Entry,
    pub(super) rules: &'a RuleSet,
    pub(super) declarer: Seat,
    pub(super) trump: Trump,
    /// The tens that the declarer has won in tricks.
    taken: u32,
    /// Games that can't be made any more.
    lost: crate::rules::Games,
    /// What each game's value is multiplied by.
    multipliers: [f32; Game::ALL.len()],
    /// The cards that the declarer has played.
    laid: CardSet,
    /// Marriages that were made known; `None` for a seat that has not come to it.
    announced: BySeat<Option<u32>>,
}

impl<'a> Setting<'a> {
    /// A contract before the first lead.
    pub(super) fn fresh(entry: &'a Entry, rules: &'a RuleSet, declarer: Seat, trump: Trump) -> Self {
        Self {
            entry,
            rules,
            declarer,
            trump,
            taken: 0,
            lost: crate::rules::Games::empty(),
            multipliers: [1.0; Game::ALL.len()],
            laid: CardSet::EMPTY,
            announced: BySeat::default(),
        }
    }

    /// A contract in the middle of the play.
    pub(super) fn of(entry: &'a Entry, rules: &'a RuleSet, board: &Board) -> Self {
        let mut setting = Self::fresh(entry, rules, board.declarer, board.trump);
        for (place, (trick, winner)) in board.tricks.iter().enumerate() {
            if *winner == board.declarer {
                setting.taken += trick.cards().points() + if place == 9 { 10 } else { 0 };
            } else {
                let has = |rank| trick.cards().iter().any(|card| card.rank() == rank);
                if has(Rank::Ace) {
                    setting.lost |= Game::FourAces;
                }
                if has(Rank::Ten) {
                    setting.lost |= Game::FourTens;
                }
                setting.lost |= Game::Durchmars;
            }
        }
        let tricks = board.tricks.iter().map(|(trick, _)| trick).chain([&board.current]);
        setting.laid = tricks.filter_map(|trick| trick.card_of(board.declarer)).collect();
        for game in entry.contract.games() {
            let both = board.declarer.others().map(|defender| board.kontra.multiplier(game, defender));
            #[allow(clippy::cast_precision_loss)] // at most 128
            let average = (both[0] + both[1]) as f32 / 2.0;
            setting.multipliers[game as usize] = average;
        }
        let begun = |seat| !board.tricks.is_empty() || board.current.card_of(seat).is_some();
        setting.announced = BySeat::from_fn(|seat| {
            begun(seat).then(|| board.announced[seat].iter().map(|suit| worth(suit, board.trump)).sum())
        });
        setting
    }

    /// The questions in this world.
    pub(super) fn parts(&self, world: &World) -> Vec<Part> {
        let mut parts = Vec::new();
        let possible = self.entry.contract.games() - self.lost;
        for game in possible.iter().filter(|game| self.has_marriage_for(*game, world)) {
            let stake = self.entry.stake(game);
            #[allow(clippy::cast_precision_loss)] // stakes are small
            let weight =
                (stake.won + stake.lost) as f32 * self.multipliers[game as usize] + stake.again as f32;
            let part = |question| Part { game, decides: true, question, weight, silent: None };
            match game {
                Game::Parti => self.add_parti(&mut parts, world, weight),
                Game::FortyHundred => self.add_points(&mut parts, game, 60, weight),
                Game::TwentyHundred => self.add_points(&mut parts, game, 80, weight),
                Game::Ulti => parts.push(part(Question::Ulti)),
                Game::Betli => parts.push(part(Question::Betli)),
                Game::Durchmars => parts.push(part(Question::Durchmars)),
                // One in the talon is in no trick (`RULES §4`).
                Game::FourAces if lies(world.talon, Rank::Ace) => {}
                Game::FourTens if lies(world.talon, Rank::Ten) => {}
                Game::FourAces => parts.push(part(Question::FourAces)),
                Game::FourTens => parts.push(part(Question::FourTens)),
            }
        }
        parts
    }

    /// Whether the declarer held the marriage without which the game is lost (`RULES §4`).
    fn has_marriage_for(&self, game: Game, world: &World) -> bool {
        let hand = world.hands[self.declarer] | self.laid;
        let has = |suit| is_married(hand, suit);
        match game {
            Game::FortyHundred => self.trump.is_some_and(has),
            Game::TwentyHundred => Suit::ALL.into_iter().any(|suit| Some(suit) != self.trump && has(suit)),
            _ => true,
        }
    }

    /// So many points in tricks, and a little for coming nearer, or further.
    fn add_points(&self, parts: &mut Vec<Part>, game: Game, needed: i64, weight: f32) {
        let from_here = needed - i64::from(self.taken);
        for (more, share) in [(0, 1.0), (10, 0.06), (-10, 0.06), (-20, 0.03)] {
            if let Ok(points) = u32::try_from(from_here + more)
                && points > 0
                && points <= 90
            {
                parts.push(Part {
                    game,
                    decides: more == 0,
                    question: Question::AtLeast(points),
                    weight: weight * share,
                    silent: None,
                });
            }
        }
    }

    /// Whether the tricks taken so far are enough for a game that points decide.
    pub(super) fn is_won(&self, game: Game, world: &World) -> bool {
        if !self.has_marriage_for(game, world) {
            return false;
        }
        let needed = match game {
            Game::Parti => self.needed(world),
            Game::FortyHundred => 60,
            Game::TwentyHundred => 80,
            _ => return false,
        };
        i64::from(self.taken) >= needed
    }

    /// How many points in tricks win the parti: the smallest number of tens for which
    /// 2 × won > 90 + theirs - mine.
    fn needed(&self, world: &World) -> i64 {
        let [mine, theirs] = self.marriages(world);
        ((90 + theirs - mine).div_euclid(20) * 10 + 10).max(10)
    }

    /// More points than the defenders, and a hundred, for either side (`RULES §6`, `§8`).
    fn add_parti(&self, parts: &mut Vec<Part>, world: &World, weight: f32) {
        let [mine, theirs] = self.marriages(world);
        self.add_points(parts, Game::Parti, self.needed(world), weight);
        let hundred = match self.entry.silent_hundred {
            Hundred::None => return,
            // Twice the parti, and never multiplied.
            Hundred::Item => weight / self.multipliers[Game::Parti as usize],
            Hundred::DoublesParti | Hundred::Multiplied => weight / 2.0,
        };
        let silent = |side: Side, points: i64| {
            let points =
                u32::try_from(points - i64::from(self.taken)).ok().filter(|points| (1..=90).contains(points));
            points.map(|points| Part {
                game: Game::Parti,
                decides: false,
                question: Question::AtLeast(points),
                weight: hundred,
                silent: Some(side),
            })
        };
        if mine > 0 {
            parts.extend(silent(Side::Declarer, 100 - mine));
        }
        if theirs > 0 {
            // The defenders' hundred is kept from them by all but so many points.
            parts.extend(silent(Side::Defence, theirs));
        }
    }

    /// The marriages of the declarer and of the defenders.
    fn marriages(&self, world: &World) -> [i64; 2] {
        if !self.entry.counts_marriages() {
            return [0, 0];
        }
        let of = |seat: Seat| {
            let known = self.announced[seat];
            i64::from(known.unwrap_or_else(|| held(world.hands[seat], self.trump)))
        };
        let [one, other] = self.declarer.others();
        let most = i64::from(self.rules.marriages_at_most);
        [of(self.declarer).min(most), (of(one) + of(other)).min(most)]
    }
}

const fn worth(suit: Suit, trump: Trump) -> u32 {
    match trump {
        Some(trump) if trump as u8 == suit as u8 => 40,
        _ => 20,
    }
}

fn lies(talon: CardSet, rank: Rank) -> bool {
    talon.iter().any(|card| card.rank() == rank)
}

fn held(hand: CardSet, trump: Trump) -> u32 {
    Suit::ALL.into_iter().filter(|suit| is_married(hand, *suit)).map(|suit| worth(suit, trump)).sum()
}

fn is_married(hand: CardSet, suit: Suit) -> bool {
    hand.contains(Card::new(suit, Rank::King)) && hand.contains(Card::new(suit, Rank::Over))
}
