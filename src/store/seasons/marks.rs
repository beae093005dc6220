//! Marks: the contracts, kontras and silent games that a deal adds to the players' tallies.

use crate::store::StoreError;
use ulti_rules::{Action, Contract, Record, ScoredGame, Seat, Side};

/// The category of a tally.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CountedThing {
    /// Contracts that the player declared, by kind. A contract is successful if every one of its games was
    /// made.
    Contract,
    /// Kontras and later raises by a defender, per game. A raise is successful if the declarer lost the game.
    Kontra,
    /// Rekontras and later raises by the declarer, per game. A raise is successful if the game was made.
    Rekontra,
    /// Silent games attempted by the declarer or the defence, per game. A silent game is successful if it was
    /// made.
    Silent,
}

impl CountedThing {
    const ALL: [Self; 4] = [Self::Contract, Self::Kontra, Self::Rekontra, Self::Silent];

    /// Returns the name of the category as stored in the database.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Contract => "contract",
            Self::Kontra => "kontra",
            Self::Rekontra => "rekontra",
            Self::Silent => "silent",
        }
    }

    pub(crate) fn from_name(name: &str) -> Result<Self, StoreError> {
        Self::ALL
            .into_iter()
            .find(|counted| counted.name() == name)
            .ok_or_else(|| StoreError::Damaged(format!("invalid tally '{name}'")))
    }
}

/// One contract, kontra or silent game that is added to the tallies of the player at a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) seat: Seat,
    pub(crate) what: CountedThing,
    pub(crate) name: String,
    pub(crate) good: bool,
}

/// Returns the kind of a contract, which is the contract's name without the suit.
pub(crate) fn kind(contract: Contract) -> String {
    contract.without_suit().to_string()
}

/// Returns `true` if the declarer made every game of the contract.
pub(crate) fn was_made(record: &Record) -> bool {
    let mut games = record.result.items.iter().filter(|item| is_of_contract(item)).peekable();
    games.peek().is_some() && games.all(|item| item.made)
}

/// Returns `true` if an item of the result is a game of the declarer's contract that is settled between the
/// two sides. Games that are settled separately for one defender are excluded.
fn is_of_contract(item: &ulti_rules::Item) -> bool {
    matches!(item.game, ScoredGame::Game(_)) && item.side == Side::Declarer && item.seat.is_none()
}

/// Returns all marks of a deal, which are the entries that it adds to the players' tallies.
pub(crate) fn marks(record: &Record, declarer: Option<Seat>, contract: Option<Contract>) -> Vec<Mark> {
    let (Some(declarer), Some(contract)) = (declarer, contract) else { return Vec::new() };
    let what = CountedThing::Contract;
    let mut marks = vec![Mark { seat: declarer, what, name: kind(contract), good: was_made(record) }];
    marks.extend(raises(record, declarer));
    marks.extend(silent(record, declarer));
    marks
}

/// Returns the marks (tally entries) for kontras and later raises.
fn raises(record: &Record, declarer: Seat) -> Vec<Mark> {
    let steps = record.steps().filter_map(Result::ok);
    let raises = steps.filter_map(|step| match step.action {
        Action::Kontra(games) => Some((step.seat, games)),
        _ => None,
    });
    let mark = |seat: Seat, game| {
        let mut items = record.result.items.iter().filter(|item| is_of_contract(item));
        let made = items.find(|item| item.game == ScoredGame::Game(game)).map(|item| item.made);
        let alone = seat == declarer;
        let what = if alone { CountedThing::Rekontra } else { CountedThing::Kontra };
        Mark { seat, what, name: game.name().to_owned(), good: made == Some(alone) }
    };
    raises.flat_map(|(seat, games)| games.iter().map(move |game| mark(seat, game))).collect()
}

/// Returns the marks (tally entries) for silent games.
fn silent(record: &Record, declarer: Seat) -> Vec<Mark> {
    let silent = |game| !matches!(game, ScoredGame::Game(_) | ScoredGame::Renonsz);
    let mut marks = Vec::new();
    for item in record.result.items.iter().filter(|item| silent(item.game)) {
        let seats = match (item.seat, item.side) {
            (Some(seat), _) => vec![seat],
            (None, Side::Declarer) => vec![declarer],
            (None, Side::Defence) => declarer.others().to_vec(),
        };
        let mark = |seat| Mark {
            seat,
            what: CountedThing::Silent,
            name: item.game.name().to_owned(),
            good: item.made,
        };
        marks.extend(seats.into_iter().map(mark));
    }
    marks
}
