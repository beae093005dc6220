//! Consistency checks for the outcome of a deal.

use enumset::EnumSet;

use crate::scoring::outcome::Outcome;
use crate::scoring::settlement::{ScoredGame, Side};
use crate::{Contract, Game, Seat};

/// Returns two results that cannot occur in the same deal, or `None` if all results can occur together.
pub(super) fn contradiction(
    outcome: Outcome,
    contract: Contract,
    declarer: Seat,
) -> Option<(ScoredGame, ScoredGame)> {
    let implications: Vec<Implied> = outcome.implications(&contract, declarer).collect();
    for (place, one) in implications.iter().enumerate() {
        for other in &implications[place + 1..] {
            if one.excludes(*other) {
                return Some((one.game, other.game));
            }
        }
    }
    None
}

impl Outcome {
    /// Returns what each result in the outcome implies about the tricks, points and aces of the two sides.
    fn implications(&self, contract: &Contract, declarer: Seat) -> impl Iterator<Item = Implied> {
        use Side::{Declarer, Defence};
        let side_of = |seat| if seat == declarer { Declarer } else { Defence };
        let games = contract.games().iter().map(|game| Implied::of_game(game, self.made.contains(game)));
        let hundred = self
            .hundred
            .map(|reached| Implied::new(ScoredGame::SilentHundred, reached.side, Fact::Points | Fact::Some));
        // If the declarer's VII loses, a defender wins the trick. If a defender's VII loses, either side
        // may win.
        let last = |side| Implied::new(ScoredGame::SilentUlti, side, Fact::Last | Fact::Some);
        let seven = self.seven.and_then(|(seat, won)| match (side_of(seat), won) {
            (side, true) => Some(last(side)),
            (Declarer, false) => Some(last(Defence)),
            (Defence, false) => None,
        });
        let tricks = self.tricks.map(|(side, all)| {
            let won = if all { Fact::All | Fact::Last | Fact::Points } else { Fact::Some.into() };
            let mut implied = Implied::new(ScoredGame::SilentDurchmars, side, won);
            if !all {
                implied.facts[1 - side as usize] = Fact::Last | Fact::Some;
            }
            implied
        });
        let four_aces = self
            .four_aces
            .map(|seat| Implied::new(ScoredGame::SilentFourAces, side_of(seat), Fact::Some | Fact::Aces));
        let aces = self
            .made
            .contains(Game::FourAces)
            .then(|| Implied::new(ScoredGame::Game(Game::FourAces), Declarer, Fact::Aces.into()));
        games.chain([hundred, seven, tricks, four_aces, aces].into_iter().flatten())
    }
}

/// A result of a deal, with the facts about each side that follow from it.
///
/// For example, a declarer who made an ulti has won the last trick.
#[derive(Debug, Clone, Copy)]
struct Implied {
    game: ScoredGame,
    /// Facts that must be true of the declarer, followed by facts that must be true of the defence.
    facts: [EnumSet<Fact>; 2],
}

/// Something that must be true of one side of a deal, such as having won the last trick.
#[derive(Debug, enumset::EnumSetType)]
enum Fact {
    /// The side won the last trick.
    Last,
    /// The side won all tricks.
    All,
    /// The side won at least one trick.
    Some,
    /// The side has more points than the other side.
    Points,
    /// The side (declarer or defenders) won all four aces.
    Aces,
}

impl Implied {
    fn new(game: ScoredGame, side: Side, about_side: EnumSet<Fact>) -> Self {
        let mut facts = [EnumSet::empty(); 2];
        facts[side as usize] = about_side;
        Self { game, facts }
    }

    /// Returns what a won or lost game implies about each side. For example, a lost *parti* implies that the
    /// defence has more points.
    fn of_game(game: Game, made: bool) -> Self {
        let implied = |side, facts| Self::new(ScoredGame::Game(game), side, facts);
        match game {
            Game::Parti if made => implied(Side::Declarer, Fact::Points.into()),
            Game::Parti => implied(Side::Defence, Fact::Points.into()),
            Game::Ulti if made => implied(Side::Declarer, Fact::Last | Fact::Some),
            Game::Betli if made => implied(Side::Defence, Fact::Last | Fact::All),
            Game::Durchmars if made => implied(Side::Declarer, Fact::Last | Fact::All),
            Game::Durchmars => implied(Side::Defence, Fact::Some.into()),
            Game::Betli => implied(Side::Declarer, Fact::Some.into()),
            _ if made => implied(Side::Declarer, Fact::Some.into()),
            _ => implied(Side::Declarer, EnumSet::empty()),
        }
    }

    fn excludes(self, other: Self) -> bool {
        let ([mine, theirs], [other_mine, other_theirs]) = (self.facts, other.facts);
        conflict(mine, other_theirs) || conflict(theirs, other_mine)
    }
}

/// Checks whether two sets of facts about opposing sides contradict each other.
///
/// Returns `true` if `one` cannot hold for one side while `other` holds for the other side. For example, only
/// one side can win the last trick.
fn conflict(one: EnumSet<Fact>, other: EnumSet<Fact>) -> bool {
    let leaves_none = |all: EnumSet<Fact>, rest: EnumSet<Fact>| {
        all.contains(Fact::All) && !(rest & (Fact::Some | Fact::Points)).is_empty()
    };
    // Both sides can win a trick, but no other fact is true of both.
    !((one & other) - Fact::Some).is_empty() || leaves_none(one, other) || leaves_none(other, one)
}
