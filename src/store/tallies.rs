//! What people do by kind: contracts, kontras, silent games, and how often each went well.

use sqlx::SqliteConnection;

use super::ids::to_sql;
use super::people::Going;
use super::rows::{Binding, Rows};
use super::{SeasonId, StoreError};
use crate::rules::{Action, Contract, Record, Scored, Seat, Side};
use crate::table::UserId;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counted {
    /// Contracts played alone, by kind; good where every game of it was made.
    Contract,
    /// Kontras and further raises said as a defender, by game; good where the game was lost.
    Kontra,
    /// Rekontras and further raises said as the declarer, by game; good where the game was made.
    Rekontra,
    /// Silent games tried, alone or together, by game; good where it was made.
    Silent,
}

impl Counted {
    const ALL: [Self; 4] = [Self::Contract, Self::Kontra, Self::Rekontra, Self::Silent];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Contract => "contract",
            Self::Kontra => "kontra",
            Self::Rekontra => "rekontra",
            Self::Silent => "silent",
        }
    }

    pub(super) fn from_name(name: &str) -> Result<Self, StoreError> {
        Self::ALL
            .into_iter()
            .find(|counted| counted.name() == name)
            .ok_or_else(|| StoreError::Damaged(format!("'{name}' is nothing that is counted")))
    }
}

/// One more of something by a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) seat: Seat,
    pub(super) what: Counted,
    pub(super) name: String,
    pub(super) good: bool,
}

/// The kind of a contract: without its suit.
pub(super) fn kind(contract: Contract) -> String {
    contract.without_suit().to_string()
}

/// Whether the declarer made every game of the contract.
pub(super) fn was_made(record: &Record) -> bool {
    let mut games = record.result.items.iter().filter(|item| is_of_contract(item)).peekable();
    games.peek().is_some() && games.all(|item| item.made)
}

fn is_of_contract(item: &crate::rules::Item) -> bool {
    matches!(item.game, Scored::Game(_)) && item.side == Side::Declarer && item.seat.is_none()
}

/// All that a deal counts for.
pub(super) fn marks(record: &Record, declarer: Option<Seat>, contract: Option<Contract>) -> Vec<Mark> {
    let (Some(declarer), Some(contract)) = (declarer, contract) else { return Vec::new() };
    let what = Counted::Contract;
    let mut marks = vec![Mark { seat: declarer, what, name: kind(contract), good: was_made(record) }];
    marks.extend(raises(record, declarer));
    marks.extend(silent(record, declarer));
    marks
}

fn raises(record: &Record, declarer: Seat) -> Vec<Mark> {
    let steps = record.steps().filter_map(Result::ok);
    let said = steps.filter_map(|step| match step.action {
        Action::Kontra(games) => Some((step.seat, games)),
        _ => None,
    });
    let mark = |seat: Seat, game| {
        let mut items = record.result.items.iter().filter(|item| is_of_contract(item));
        let made = items.find(|item| item.game == Scored::Game(game)).map(|item| item.made);
        let alone = seat == declarer;
        let what = if alone { Counted::Rekontra } else { Counted::Kontra };
        Mark { seat, what, name: game.name().to_owned(), good: made == Some(alone) }
    };
    said.flat_map(|(seat, games)| games.iter().map(move |game| mark(seat, game))).collect()
}

fn silent(record: &Record, declarer: Seat) -> Vec<Mark> {
    let silent = |game| !matches!(game, Scored::Game(_) | Scored::Renonsz);
    let mut marks = Vec::new();
    for item in record.result.items.iter().filter(|item| silent(item.game)) {
        let seats = match (item.seat, item.side) {
            (Some(seat), _) => vec![seat],
            (None, Side::Declarer) => vec![declarer],
            (None, Side::Defence) => declarer.others().to_vec(),
        };
        let mark =
            |seat| Mark { seat, what: Counted::Silent, name: item.game.name().to_owned(), good: item.made };
        marks.extend(seats.into_iter().map(mark));
    }
    marks
}

/// One more of something by a person in a season.
#[derive(Debug, Clone, Copy)]
pub(super) struct Marked<'a> {
    pub(super) season: SeasonId,
    pub(super) user: UserId,
    pub(super) mark: &'a Mark,
    /// 1, or -1 where it is taken back.
    pub(super) times: i64,
}

pub(super) const COUNT: Rows = Rows {
    before: "INSERT INTO tallies (user_id, season_id, what, name, total, good)",
    values: 6,
    after: "ON CONFLICT (user_id, season_id, what, name)
            DO UPDATE SET total = tallies.total + excluded.total, good = tallies.good + excluded.good",
};

/// Counts people's marks, or takes them back; as [`super::totals::change`] for whoever is being forgotten.
pub(super) async fn count(
    connection: &mut SqliteConnection,
    going: &Going,
    mut marked: Vec<Marked<'_>>,
) -> Result<(), StoreError> {
    marked.retain(|marked| !going.contains(marked.user));
    let bind = |query: Binding, Marked { season, user, mark, times }: &Marked| {
        let query = query.bind(to_sql(user.0)).bind(season.0);
        let query = query.bind(mark.what.name()).bind(mark.name.as_str());
        query.bind(*times).bind(if mark.good { *times } else { 0 })
    };
    COUNT.run(connection, &marked, bind).await?;
    Ok(())
}
