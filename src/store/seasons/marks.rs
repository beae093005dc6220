//! Statistics entries (marks) of a deal: the contracts, kontras (doublings) and silent games of its players.

use ulti_rules::{Action, Contract, Record, ScoredGame, Seat, Side};

/// The type of a statistics entry. It determines what counts as a success.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CountedThing {
    /// A contract that the player played as declarer.
    ///
    /// Counted as successful if the declarer won every game of the contract.
    Contract,
    /// A game that the player doubled as a defender (kontra).
    ///
    /// Counted as successful if the declarer lost the game.
    Kontra,
    /// A game that the player redoubled as the declarer (rekontra).
    ///
    /// Counted as successful if the declarer won the game.
    Rekontra,
    /// A silent game, which is paid although the player's side did not bid it.
    ///
    /// Counted as successful if that side won the game.
    Silent,
}

impl CountedThing {
    const ALL: [Self; 4] = [Self::Contract, Self::Kontra, Self::Rekontra, Self::Silent];

    /// Returns the name under which the type is stored in the database.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Contract => "contract",
            Self::Kontra => "kontra",
            Self::Rekontra => "rekontra",
            Self::Silent => "silent",
        }
    }
}

impl TryFrom<String> for CountedThing {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|thing| thing.name() == name);
        found.ok_or_else(|| format!("invalid type '{name}' of a statistics entry"))
    }
}

/// A contract, kontra or silent game to count in the statistics of the player at `seat`. `good` is `true` if
/// it was successful.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) seat: Seat,
    pub(crate) what: CountedThing,
    pub(crate) name: String,
    pub(crate) good: bool,
}

/// Returns the contract's name without its suit. Statistics are grouped by this name.
pub(crate) fn kind(contract: Contract) -> String {
    contract.without_suit().to_string()
}

/// Returns `true` if the declarer won every game of the contract.
pub(crate) fn was_made(record: &Record) -> bool {
    let mut games = record.result.items.iter().filter(|item| is_of_contract(item)).peekable();
    games.peek().is_some() && games.all(|item| item.made)
}

/// Returns `true` if the payment is for a game of the contract and involves both defenders.
///
/// A payment between the declarer and only one defender is excluded.
fn is_of_contract(item: &ulti_rules::Item) -> bool {
    matches!(item.game, ScoredGame::Game(_)) && item.side == Side::Declarer && item.seat.is_none()
}

/// Returns what a deal adds to its players' statistics: the declarer's contract, and all kontras and silent
/// games.
///
/// Returns an empty list if the deal has no contract.
pub(crate) fn marks(record: &Record, declarer: Option<Seat>, contract: Option<Contract>) -> Vec<Mark> {
    let (Some(declarer), Some(contract)) = (declarer, contract) else { return Vec::new() };
    let what = CountedThing::Contract;
    let mut marks = vec![Mark { seat: declarer, what, name: kind(contract), good: was_made(record) }];
    marks.extend(raises(record, declarer));
    marks.extend(silent(record, declarer));
    marks
}

/// Returns one statistics entry for each game that a player doubled or redoubled (kontra, rekontra and so
/// on).
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

/// Returns the statistics entries for all silent games (results that are paid although they were not bid).
///
/// If the payment for a silent game names a seat, the game is counted for that seat. Otherwise, it is counted
/// for the declarer or for both defenders.
fn silent(record: &Record, declarer: Seat) -> Vec<Mark> {
    let silent =
        |game| !matches!(game, ScoredGame::Game(_) | ScoredGame::Renonsz | ScoredGame::RenonszSupplement);
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
