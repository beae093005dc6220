//! Converts the payments of a contract to yes-or-no questions for the solver, each with a weight.

use crate::easy;
use crate::solver::Question;
use ulti_rules::{
    Board, BookEntry, BySeat, CardSet, Game, Rank, RuleSet, Seat, Side, SilentHundredPayment, Suit, Trump,
    View,
};

use super::worlds::World;

/// A yes-or-no question for the solver, weighted by the points that a "yes" is worth to the declarer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WeightedQuestion {
    /// The game that the question is about. It is one of the games of the contract.
    pub(super) game: Game,
    /// `true` if the answer to this question decides whether the game is won.
    ///
    /// `false` if the question is only about a larger or smaller margin, or about a silent hundred (100
    /// points that were not bid).
    pub(super) decides: bool,
    pub(super) question: Question,
    /// Declarer's gain if the answer is "yes" minus the gain if it is "no", in points per defender.
    pub(super) weight: f32,
    /// For a question about a silent hundred (100 points that were not bid), the side that would score it.
    /// Otherwise `None`.
    ///
    /// The answer is "yes" if the declarer scores the hundred, or prevents the defenders from scoring it.
    pub(super) silent: Option<Side>,
}

impl WeightedQuestion {
    /// Returns the declarer's gain in points from a silent hundred (100 points that were not bid).
    ///
    /// `made` is `true` if the solver answers the question with "yes". The gain is negative if the defenders
    /// score the silent hundred.
    pub(super) fn silent_worth(&self, made: bool) -> f32 {
        match (self.silent, made) {
            (Some(Side::Declarer), true) => self.weight,
            (Some(Side::Defence), false) => -self.weight,
            _ => 0.0,
        }
    }
}

/// State of a contract during play: the points that the declarer has won in tricks, the games already lost,
/// the kontra (doubling) multipliers and the announced marriages.
#[derive(Debug, Clone, Copy)]
pub(super) struct ContractState<'a> {
    pub(super) entry: &'a BookEntry,
    pub(super) rules: &'a RuleSet,
    pub(super) declarer: Seat,
    pub(super) trump: Trump,
    /// Points that the declarer has won in tricks so far.
    taken: u32,
    /// Games of the contract that the declarer can no longer win.
    lost: ulti_rules::Games,
    /// Kontra (doubling) multiplier of each game, averaged over both defenders.
    multipliers: [f32; Game::ALL.len()],
    /// Cards that the declarer has played.
    played: CardSet,
    /// Points for the marriages (king and over of one suit) that each seat has announced.
    ///
    /// `None` for a seat that has not played a card yet.
    announced: BySeat<Option<u32>>,
}

impl<'a> ContractState<'a> {
    /// Creates the state of a contract before the first card is led, with no games doubled.
    pub(super) fn fresh(entry: &'a BookEntry, rules: &'a RuleSet, declarer: Seat, trump: Trump) -> Self {
        Self {
            entry,
            rules,
            declarer,
            trump,
            taken: 0,
            lost: ulti_rules::Games::empty(),
            multipliers: [1.0; Game::ALL.len()],
            played: CardSet::EMPTY,
            announced: BySeat::default(),
        }
    }

    /// Derives the state of a contract from the tricks, kontras (doublings) and announced marriages on the
    /// board.
    pub(super) fn of(entry: &'a BookEntry, view: &'a View, board: &Board) -> Self {
        let mut state = Self::fresh(entry, view.book.rules(), board.declarer, board.trump);
        if view.is_required_marriage_missing() {
            state.lost |= Game::FortyHundred | Game::TwentyHundred;
        }
        for (place, (trick, winner)) in board.tricks.iter().enumerate() {
            if *winner == board.declarer {
                state.taken += trick.cards().points() + if place == 9 { 10 } else { 0 };
            } else {
                if easy::contains_rank(trick.cards(), Rank::Ace) {
                    state.lost |= Game::FourAces;
                }
                if easy::contains_rank(trick.cards(), Rank::Ten) {
                    state.lost |= Game::FourTens;
                }
                state.lost |= Game::Durchmars;
            }
        }
        let tricks = board.tricks.iter().map(|(trick, _)| trick).chain([&board.current]);
        state.played = tricks.filter_map(|trick| trick.card_of(board.declarer)).collect();
        for game in entry.contract.games() {
            let both = board.declarer.others().map(|defender| board.kontra.multiplier(game, defender));
            #[allow(clippy::cast_precision_loss)] // at most 128
            let average = (both[0] + both[1]) as f32 / 2.0;
            state.multipliers[game as usize] = average;
        }
        let begun = |seat| !board.tricks.is_empty() || board.current.card_of(seat).is_some();
        state.announced = BySeat::from_fn(|seat| {
            begun(seat)
                .then(|| board.announced[seat].iter().map(|suit| marriage_worth(suit, board.trump)).sum())
        });
        state
    }

    /// Returns the questions to ask the solver about the rest of the deal.
    ///
    /// The answers determine how many points the declarer gains if the cards are distributed as in `world`.
    pub(super) fn questions(&self, world: &World) -> Vec<WeightedQuestion> {
        let mut questions = Vec::new();
        let possible = self.entry.contract.games() - self.lost;
        for game in possible.iter().filter(|game| self.has_marriage_for(*game, world)) {
            let stake = self.entry.stake(game);
            #[allow(clippy::cast_precision_loss)] // stakes are small
            let weight =
                (stake.won + stake.lost) as f32 * self.multipliers[game as usize] + stake.again as f32;
            let part = |question| WeightedQuestion { game, decides: true, question, weight, silent: None };
            match game {
                Game::Parti => self.add_parti(&mut questions, world, weight),
                Game::FortyHundred => self.add_points(&mut questions, game, 60, weight),
                Game::TwentyHundred => self.add_points(&mut questions, game, 80, weight),
                Game::Ulti => questions.push(part(Question::Ulti)),
                Game::Betli => questions.push(part(Question::Betli)),
                Game::Durchmars => questions.push(part(Question::Durchmars)),
                // A card in the talon is won in no trick (`RULES §4`).
                Game::FourAces if easy::contains_rank(world.talon, Rank::Ace) => {}
                Game::FourTens if easy::contains_rank(world.talon, Rank::Ten) => {}
                Game::FourAces => questions.push(part(Question::FourAces)),
                Game::FourTens => questions.push(part(Question::FourTens)),
            }
        }
        questions
    }

    /// Returns `true` if the declarer held the marriage (king and over of one suit) that the game requires
    /// (`RULES §4`).
    ///
    /// Always returns `true` for games that require no marriage.
    fn has_marriage_for(&self, game: Game, world: &World) -> bool {
        let hand = world.hands[self.declarer] | self.played;
        let has = |suit| easy::marriage(hand, suit);
        match game {
            Game::FortyHundred => self.trump.is_some_and(has),
            Game::TwentyHundred => Suit::ALL.into_iter().any(|suit| Some(suit) != self.trump && has(suit)),
            _ => true,
        }
    }

    /// Adds a question that asks whether the declarer reaches a total of `needed` points in tricks.
    ///
    /// The total includes points already won. Questions about slightly higher and lower totals are added with
    /// small weights, so that the solver prefers better margins.
    fn add_points(&self, questions: &mut Vec<WeightedQuestion>, game: Game, needed: i64, weight: f32) {
        let from_here = needed - i64::from(self.taken);
        for (more, share) in [(0, 1.0), (10, 0.06), (-10, 0.06), (-20, 0.03)] {
            if let Ok(points) = u32::try_from(from_here + more)
                && points > 0
                && points <= 90
            {
                questions.push(WeightedQuestion {
                    game,
                    decides: more == 0,
                    question: Question::AtLeast(points),
                    weight: weight * share,
                    silent: None,
                });
            }
        }
    }

    /// Returns `true` if the game is decided by points and the declarer already has enough points to win it.
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

    /// Returns the points in tricks that the declarer needs to win the *parti* (more points than the
    /// defenders).
    ///
    /// This is the smallest positive multiple of ten that exceeds `(90 + theirs - mine) / 2`. `mine` and
    /// `theirs` are the points that the declarer and the defenders score for marriages.
    fn needed(&self, world: &World) -> i64 {
        let [mine, theirs] = self.marriages(world);
        ((90 + theirs - mine).div_euclid(20) * 10 + 10).max(10)
    }

    /// Adds the questions about the *parti* and about each side's silent hundred (`RULES §6`, `§8`).
    ///
    /// The side with more points wins the parti. A silent hundred is 100 points that were not bid.
    fn add_parti(&self, questions: &mut Vec<WeightedQuestion>, world: &World, weight: f32) {
        let [mine, theirs] = self.marriages(world);
        self.add_points(questions, Game::Parti, self.needed(world), weight);
        let hundred = match self.entry.silent_hundred {
            SilentHundredPayment::None => return,
            // The item pays twice the parti and is not multiplied by kontra.
            SilentHundredPayment::Item => weight / self.multipliers[Game::Parti as usize],
            SilentHundredPayment::DoublesParti | SilentHundredPayment::Multiplied => weight / 2.0,
        };
        let silent = |side: Side, points: i64| {
            let points =
                u32::try_from(points - i64::from(self.taken)).ok().filter(|points| (1..=90).contains(points));
            points.map(|points| WeightedQuestion {
                game: Game::Parti,
                decides: false,
                question: Question::AtLeast(points),
                weight: hundred,
                silent: Some(side),
            })
        };
        if mine > 0 {
            questions.extend(silent(Side::Declarer, 100 - mine));
        }
        if theirs > 0 {
            // The declarer prevents the defenders' hundred by winning at least `theirs` points in tricks.
            questions.extend(silent(Side::Defence, theirs));
        }
    }

    /// Returns the declarer's and the defenders' points for marriages, in that order.
    fn marriages(&self, world: &World) -> [i64; 2] {
        if !self.entry.counts_marriages() {
            return [0, 0];
        }
        let of = |seat: Seat| {
            let known = self.announced[seat];
            i64::from(known.unwrap_or_else(|| marriage_points(world.hands[seat], self.trump)))
        };
        let [one, other] = self.declarer.others();
        let most = i64::from(self.rules.marriages_at_most);
        [of(self.declarer).min(most), (of(one) + of(other)).min(most)]
    }
}

const fn marriage_worth(suit: Suit, trump: Trump) -> u32 {
    match trump {
        Some(trump) if trump as u8 == suit as u8 => 40,
        _ => 20,
    }
}

fn marriage_points(hand: CardSet, trump: Trump) -> u32 {
    Suit::ALL
        .into_iter()
        .filter(|suit| easy::marriage(hand, *suit))
        .map(|suit| marriage_worth(suit, trump))
        .sum()
}
