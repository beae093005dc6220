//! Finished deals, with their records and results.

use sqlx::FromRow;

use super::distinct_names::{DistinctNames, ResultPlayer};
use super::ranked::Ranking;
use crate::store::sql::convert::{StoredSeat, seat};
use crate::store::sql::{query, query_scalar};
use crate::store::{DealId, Result, SeasonId, Store, StoreError};
use crate::table::shuffle::Commitment;
use crate::table::{ServerId, TableEvent, TableId, UnixMillis, UserId};
use ulti_rules::{BySeat, Contract, Record, Seat};

/// A finished deal as stored in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealRow {
    /// Id of the deal.
    pub id: DealId,
    /// Table at which the deal was played.
    pub table: TableId,
    /// Number of the deal at its table. The first deal is number 1.
    pub number: u32,
    /// Season in which the deal was played.
    pub season: SeasonId,
    /// Time at which the deal ended.
    pub played: UnixMillis,
    /// Contract that was played, or `None` if a player left before the first bid.
    pub contract: Option<Contract>,
    /// The declarer's seat, or `None` if a player left before the first bid.
    pub declarer: Option<Seat>,
    /// The player and the points at each seat.
    pub seats: BySeat<SeatRow>,
    /// Points that the deal added to the window (the table's pot). Negative if points were taken from it.
    pub window: i32,
    /// Ranking status, which determines whether the deal affects ratings.
    pub ranking: Ranking,
    /// Time, reason and author of the voiding. `None` if the deal is not void.
    ///
    /// Void deals affect neither points nor ratings.
    pub void: Option<Void>,
}

/// Details about a void deal: when and why it was voided, and by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Void {
    /// Time at which the deal was voided.
    pub at: UnixMillis,
    /// User who voided the deal. `None` if the operator voided it or the user's data has been deleted.
    pub by: Option<UserId>,
    /// Reason why the deal was voided.
    pub reason: String,
}

/// The player and points at one seat of a finished deal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SeatRow {
    /// User who played at this seat. `None` for robots and for users whose data has been deleted.
    pub user: Option<UserId>,
    /// Display name of the player when the deal was played, if known. Names that look alike have numbers,
    /// such as `Anna (2)`.
    pub name: Option<String>,
    /// Points won by the player. Negative if points were lost.
    pub points: i32,
}

/// A database row with the details about a void deal.
#[derive(FromRow)]
struct VoidRow {
    #[sqlx(try_from = "i64")]
    number: u32,
    voided_at: UnixMillis,
    voided_by: Option<UserId>,
    void_reason: Option<String>,
}

/// A database row with one seat's result, joined with the columns of the deal.
#[derive(FromRow)]
pub(crate) struct Row {
    id: DealId,
    table_id: TableId,
    #[sqlx(try_from = "i64")]
    number: u32,
    season_id: SeasonId,
    played_at: UnixMillis,
    contract: Option<String>,
    declarer: Option<i64>,
    #[sqlx(try_from = "i64")]
    gained: i32,
    #[sqlx(try_from = "String")]
    ranking: Ranking,
    voided_at: Option<UnixMillis>,
    voided_by: Option<UserId>,
    void_reason: Option<String>,
    #[sqlx(try_from = "StoredSeat")]
    seat: Seat,
    user_id: Option<UserId>,
    name: Option<String>,
    #[sqlx(try_from = "i64")]
    points: i32,
}

/// Expands to a `SELECT` clause that lists the columns of `Row`.
///
/// The clause is a string literal, so it can be used in `concat!`.
macro_rules! seats {
    () => {
        "SELECT d.id, d.table_id, d.number, d.season_id, d.played_at, d.contract, d.declarer, d.gained,
                d.ranking, d.voided_at, d.voided_by, d.void_reason,
                r.seat, r.user_id, r.name, r.points "
    };
}
pub(crate) use seats;

pub(crate) const OF_TABLE: &str = concat!(
    seats!(),
    "FROM deals d JOIN results r ON r.deal_id = d.id WHERE d.table_id = $1 ORDER BY d.number, r.seat"
);
pub(crate) const VOID_OF_TABLE: &str = "SELECT number, voided_at, voided_by, void_reason FROM deals
     WHERE table_id = $1 AND voided_at IS NOT NULL ORDER BY number";
pub(crate) const OF_SERVER: &str = concat!(
    seats!(),
    "FROM deals d JOIN results r ON r.deal_id = d.id WHERE d.id = $1 AND d.server = $2 ORDER BY r.seat"
);

impl Store {
    /// Returns a deal's record, or `None` if the deal does not exist.
    pub async fn record(&self, deal: DealId) -> Result<Option<Record>> {
        let json: Option<String> = query_scalar!("SELECT record FROM deals WHERE id = $1", [deal])
            .fetch_optional(&self.readers)
            .await?;
        let read = |json: String| {
            Record::from_json(&json).map_err(|error| StoreError::Deal { deal, reason: error.to_string() })
        };
        json.map(read).transpose()
    }

    /// Returns the id of the deal with the given number at a table, or `None` if it does not exist.
    pub async fn deal_id(&self, table: TableId, number: u32) -> Result<Option<DealId>> {
        Ok(query_scalar!("SELECT id FROM deals WHERE table_id = $1 AND number = $2", [table, number])
            .fetch_optional(&self.readers)
            .await?)
    }

    /// Returns the commitment that was posted before a deal as proof of a fair shuffle.
    ///
    /// Returns `None` if the deal is not in the table's journal.
    pub async fn posted_commitment(&self, table: TableId, number: u32) -> Result<Option<Commitment>> {
        let deals = self.commitments(table).await?;
        Ok(deals.into_iter().find_map(|(found, commitment)| (found == number).then_some(commitment)))
    }

    /// Returns the number of the deal for which a commitment was posted at a table, or `None` if the table's
    /// journal has no such deal.
    pub async fn deal_of_commitment(&self, table: TableId, posted: &Commitment) -> Result<Option<u32>> {
        let deals = self.commitments(table).await?;
        Ok(deals.into_iter().find_map(|(number, commitment)| (commitment == *posted).then_some(number)))
    }

    /// Returns the number of each deal in a table's journal, with the commitment that was posted before it.
    async fn commitments(&self, table: TableId) -> Result<Vec<(u32, Commitment)>> {
        let events: Vec<String> = query_scalar!(
            "SELECT event FROM journal WHERE table_id = $1 AND event LIKE '%deal_began%' ORDER BY seq",
            [table]
        )
        .fetch_all(&self.readers)
        .await?;
        let begun = |json: &String| match serde_json::from_str(json) {
            Ok(TableEvent::DealBegan { number, commitment, .. }) => Some((number, commitment)),
            _ => None,
        };
        Ok(events.iter().filter_map(begun).collect())
    }

    /// Returns the numbers of the void deals of a table, in ascending order, with the details about each.
    pub async fn void_deals(&self, table: TableId) -> Result<Vec<(u32, Void)>> {
        let rows: Vec<VoidRow> = query!(VOID_OF_TABLE, [table]).fetch_all(&self.readers).await?;
        let void = |row: VoidRow| {
            let reason = row.void_reason.unwrap_or_default();
            (row.number, Void { at: row.voided_at, by: row.voided_by, reason })
        };
        Ok(rows.into_iter().map(void).collect())
    }

    /// Returns a table's finished deals in the order in which they were played.
    pub async fn deals_of_table(&self, table: TableId) -> Result<Vec<DealRow>> {
        let rows: Vec<Row> = query!(OF_TABLE, [table]).fetch_all(&self.readers).await?;
        read(&rows)
    }

    /// Returns a finished deal on the given server, or `None` if the server has no deal with this id.
    pub async fn deal(&self, server: ServerId, deal: DealId) -> Result<Option<DealRow>> {
        let rows: Vec<Row> = query!(OF_SERVER, [deal, server]).fetch_all(&self.readers).await?;
        Ok(read(&rows)?.pop())
    }

    /// Returns the record of a deal on the given server, or `None` if the server has no deal with this id.
    pub async fn record_of(&self, server: ServerId, deal: DealId) -> Result<Option<Record>> {
        match self.deal(server, deal).await? {
            Some(_) => self.record(deal).await,
            None => Ok(None),
        }
    }
}

/// Converts database rows to deals. Each deal has three consecutive rows, one per seat.
///
/// The players have names that can be told apart.
pub(crate) fn read(rows: &[Row]) -> Result<Vec<DealRow>> {
    read_with(rows, &DistinctNames::of(players(rows).into_iter().map(|(_, player)| player)))
}

/// Converts database rows to deals, with the given names.
pub(crate) fn read_with(rows: &[Row], names: &DistinctNames) -> Result<Vec<DealRow>> {
    rows.chunk_by(|one, other| one.id == other.id).map(|rows| deal(rows, names)).collect()
}

/// Returns the player of each row.
pub(crate) fn players<'a>(rows: &'a [Row]) -> Vec<(&'a Row, ResultPlayer<'a>)> {
    let of_deal = |deal: &'a [Row]| {
        deal.iter().enumerate().map(move |(index, row)| {
            let is_namesake = |other: &&Row| (other.user_id, &other.name) == (None, &row.name);
            let namesakes = deal[..index].iter().filter(is_namesake).count();
            (row, ResultPlayer::new(row.user_id, row.name.as_deref(), namesakes))
        })
    };
    rows.chunk_by(|one, other| one.id == other.id).flat_map(of_deal).collect()
}

/// Converts a deal's three database rows to a [`DealRow`].
fn deal(rows: &[Row], names: &DistinctNames) -> Result<DealRow> {
    let [first, _, _] = rows else {
        return Err(StoreError::Damaged("deal does not have three results".to_owned()));
    };
    let id = first.id;
    let contract = first.contract.as_deref().map(str::parse::<Contract>).transpose();
    let mut seats = BySeat::<SeatRow>::default();
    for (row, player) in players(rows) {
        seats[row.seat] = SeatRow { user: row.user_id, name: names.name(&player), points: row.points };
    }
    let void = first.voided_at.map(|at| Void {
        at,
        by: first.voided_by,
        reason: first.void_reason.clone().unwrap_or_default(),
    });
    Ok(DealRow {
        id,
        table: first.table_id,
        number: first.number,
        season: first.season_id,
        played: first.played_at,
        contract: contract.map_err(|error| StoreError::Deal { deal: id, reason: error.to_string() })?,
        declarer: first.declarer.map(seat).transpose()?,
        seats,
        window: first.gained,
        ranking: first.ranking,
        void,
    })
}
