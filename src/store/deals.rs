//! Deals that are over, with their records, and what everyone won in them.

use sqlx::FromRow;

use super::ids::{from_sql, seat, small, to_sql};
use super::ranking::Ranking;
use super::{DealId, SeasonId, Store, StoreError};
use crate::rules::{BySeat, Contract, Record, Seat};
use crate::table::shuffle::Commitment;
use crate::table::{Millis, ServerId, TableEvent, TableId, UserId};

/// A deal that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealRow {
    /// Which.
    pub id: DealId,
    /// At which table.
    pub table: TableId,
    /// Its number in the evening, from 1.
    pub number: u32,
    /// In which season it counts.
    pub season: SeasonId,
    /// When it ended.
    pub played: Millis,
    /// What was played; `None` where someone left before the first bid.
    pub contract: Option<Contract>,
    /// Who played alone.
    pub declarer: Option<Seat>,
    /// Who sat where, and what it brought.
    pub seats: BySeat<SeatRow>,
    /// What the window gained.
    pub window: i32,
    /// Whether it is ranked, or why not.
    pub ranking: Ranking,
    /// That it was declared void, and counts nowhere; `None` where it counts.
    pub void: Option<Void>,
}

/// A deal was declared void.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Void {
    /// When.
    pub at: Millis,
    /// Who did it; `None` for someone who asked to be forgotten.
    pub by: Option<UserId>,
    /// Why, in their words.
    pub reason: String,
}

/// A seat of a deal that is over.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SeatRow {
    /// Who; `None` for a robot and for someone who asked to be forgotten.
    pub user: Option<UserId>,
    /// The name at the time.
    pub name: Option<String>,
    /// What was won or lost.
    pub points: i32,
}

/// One seat of a deal as the database gives it.
#[derive(FromRow)]
pub(super) struct Row {
    id: i64,
    table_id: i64,
    number: i64,
    season_id: i64,
    played_at: i64,
    contract: Option<String>,
    declarer: Option<i64>,
    gained: i32,
    ranking: String,
    voided_at: Option<i64>,
    voided_by: Option<i64>,
    void_reason: Option<String>,
    seat: i64,
    user_id: Option<i64>,
    name: Option<String>,
    points: i32,
}

/// What is read of the seats of deals. A macro, because a query is a literal.
macro_rules! seats {
    () => {
        "SELECT d.id, d.table_id, d.number, d.season_id, d.played_at, d.contract, d.declarer, d.gained,
                d.ranking, d.voided_at, d.voided_by, d.void_reason,
                r.seat, r.user_id, r.name, r.points "
    };
}
pub(super) use seats;

pub(super) const OF_TABLE: &str = concat!(
    seats!(),
    "FROM deals d JOIN results r ON r.deal_id = d.id WHERE d.table_id = $1 ORDER BY d.number, r.seat"
);
pub(super) const OF_SERVER: &str = concat!(
    seats!(),
    "FROM deals d JOIN results r ON r.deal_id = d.id WHERE d.id = $1 AND d.server = $2 ORDER BY r.seat"
);

impl Store {
    /// The record of a deal; `None` where there is no such deal.
    pub async fn record(&self, deal: DealId) -> Result<Option<Record>, StoreError> {
        let json: Option<String> = sqlx::query_scalar("SELECT record FROM deals WHERE id = $1")
            .bind(deal.0)
            .fetch_optional(&self.readers)
            .await?;
        let read = |json: String| {
            Record::from_json(&json).map_err(|error| StoreError::Deal { deal, reason: error.to_string() })
        };
        json.map(read).transpose()
    }

    /// Which deal of the database the one with this number at this table is.
    pub async fn deal_id(&self, table: TableId, number: u32) -> Result<Option<DealId>, StoreError> {
        let id = sqlx::query_scalar("SELECT id FROM deals WHERE table_id = $1 AND number = $2")
            .bind(table.0)
            .bind(i64::from(number))
            .fetch_optional(&self.readers)
            .await?;
        Ok(id.map(DealId))
    }

    /// What the journal says was posted before this deal of a table began; `None` where it holds nothing of
    /// it.
    pub async fn posted_commitment(
        &self,
        table: TableId,
        number: u32,
    ) -> Result<Option<Commitment>, StoreError> {
        let events: Vec<String> = sqlx::query_scalar(
            "SELECT event FROM journal WHERE table_id = $1 AND event LIKE '%deal_began%' ORDER BY seq",
        )
        .bind(table.0)
        .fetch_all(&self.readers)
        .await?;
        let posted = |json: &String| match serde_json::from_str(json) {
            Ok(TableEvent::DealBegan { number: found, commitment, .. }) if found == number => {
                Some(commitment)
            }
            _ => None,
        };
        Ok(events.iter().find_map(posted))
    }

    /// The finished deals of a table, in order.
    pub async fn deals_of_table(&self, table: TableId) -> Result<Vec<DealRow>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(OF_TABLE).bind(table.0).fetch_all(&self.readers).await?;
        read(&rows)
    }

    /// A deal of this server; `None` where it has none of this number, whoever else has.
    pub async fn deal(&self, server: ServerId, deal: DealId) -> Result<Option<DealRow>, StoreError> {
        let rows: Vec<Row> =
            sqlx::query_as(OF_SERVER).bind(deal.0).bind(to_sql(server.0)).fetch_all(&self.readers).await?;
        Ok(read(&rows)?.pop())
    }

    /// The record of a deal of this server; `None` as for [`Store::deal`].
    pub async fn record_of(&self, server: ServerId, deal: DealId) -> Result<Option<Record>, StoreError> {
        match self.deal(server, deal).await? {
            Some(_) => self.record(deal).await,
            None => Ok(None),
        }
    }
}

/// Deals from the lines of their seats, deal by deal.
pub(super) fn read(rows: &[Row]) -> Result<Vec<DealRow>, StoreError> {
    rows.chunk_by(|one, other| one.id == other.id).map(deal).collect()
}

/// A deal from the lines of its seats.
fn deal(rows: &[Row]) -> Result<DealRow, StoreError> {
    let [first, _, _] = rows else {
        return Err(StoreError::Damaged("a deal has not three results".to_owned()));
    };
    let id = DealId(first.id);
    let contract = first.contract.as_deref().map(str::parse::<Contract>).transpose();
    let mut seats = BySeat::<SeatRow>::default();
    for row in rows {
        seats[seat(row.seat)?] = SeatRow {
            user: row.user_id.map(|user| UserId(from_sql(user))),
            name: row.name.clone(),
            points: row.points,
        };
    }
    let void = first.voided_at.map(|at| Void {
        at: Millis(at),
        by: first.voided_by.map(|user| UserId(from_sql(user))),
        reason: first.void_reason.clone().unwrap_or_default(),
    });
    Ok(DealRow {
        id,
        table: TableId(first.table_id),
        number: small(first.number)?,
        season: SeasonId(first.season_id),
        played: Millis(first.played_at),
        contract: contract.map_err(|error| StoreError::Deal { deal: id, reason: error.to_string() })?,
        declarer: first.declarer.map(seat).transpose()?,
        seats,
        window: first.gained,
        ranking: Ranking::from_name(&first.ranking)?,
        void,
    })
}
