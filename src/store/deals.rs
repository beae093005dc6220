//! Deals that are over, with their records, and what everyone won in them.

use sqlx::{FromRow, SqliteConnection};

use super::ids::{from_sql, seat, seat_to_sql, small, to_sql};
use super::{DealId, SeasonId, Store, StoreError, people, seasons};
use crate::rules::{BySeat, Contract, Record, Scored, Seat, Side};
use crate::table::{FinishedDeal, Millis, PlayerId, ServerId, TableId, UserId};

/// A deal that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealRow {
    /// Which.
    pub id: DealId,
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
struct Row {
    id: i64,
    number: i64,
    season_id: i64,
    played_at: i64,
    contract: Option<String>,
    declarer: Option<i64>,
    gained: i32,
    seat: i64,
    user_id: Option<i64>,
    name: Option<String>,
    points: i32,
}

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

    /// The finished deals of a table, in order.
    pub async fn deals_of_table(&self, table: TableId) -> Result<Vec<DealRow>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT d.id, d.number, d.season_id, d.played_at, d.contract, d.declarer, d.gained,
                    r.seat, r.user_id, r.name, r.points
             FROM deals d JOIN results r ON r.deal_id = d.id
             WHERE d.table_id = $1
             ORDER BY d.number, r.seat",
        )
        .bind(table.0)
        .fetch_all(&self.readers)
        .await?;
        rows.chunk_by(|one, other| one.id == other.id).map(deal).collect()
    }
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
    Ok(DealRow {
        id,
        number: small(first.number)?,
        season: SeasonId(first.season_id),
        played: Millis(first.played_at),
        contract: contract.map_err(|error| StoreError::Deal { deal: id, reason: error.to_string() })?,
        declarer: first.declarer.map(seat).transpose()?,
        seats,
        window: first.gained,
    })
}

/// Writes a finished deal down with its results; `false` where the table has one of this number.
pub(super) async fn keep(
    connection: &mut SqliteConnection,
    table: TableId,
    deal: &FinishedDeal,
    at: Millis,
) -> Result<bool, StoreError> {
    let season = seasons::current(connection, deal.server, at).await?;
    let record = deal.record.to_json().map_err(|error| StoreError::Record(error.to_string()))?;
    let id: Option<i64> = sqlx::query_scalar(
        "INSERT INTO deals (table_id, number, server, season_id, played_at, contract, declarer, gained, record)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (table_id, number) DO NOTHING
         RETURNING id",
    )
    .bind(table.0)
    .bind(i64::from(deal.number))
    .bind(to_sql(deal.server.0))
    .bind(season.0)
    .bind(at.0)
    .bind(deal.contract.map(|contract| contract.to_string()))
    .bind(deal.declarer.map(seat_to_sql))
    .bind(deal.window)
    .bind(record)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(id) = id else { return Ok(false) };
    for seat in Seat::ALL {
        keep_result(connection, table, season, DealId(id), deal, seat).await?;
    }
    Ok(true)
}

async fn keep_result(
    connection: &mut SqliteConnection,
    table: TableId,
    season: SeasonId,
    id: DealId,
    deal: &FinishedDeal,
    seat: Seat,
) -> Result<(), StoreError> {
    let (user, name) = (deal.seats[seat].user(), &deal.names[seat]);
    let declared = deal.declarer == Some(seat);
    sqlx::query(
        "INSERT INTO results (season_id, table_id, deal_id, seat, user_id, name, points, declared, made)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(season.0)
    .bind(table.0)
    .bind(id.0)
    .bind(seat_to_sql(seat))
    .bind(user.map(|user| to_sql(user.0)))
    .bind(name)
    .bind(i64::from(deal.payments[seat]))
    .bind(i64::from(declared))
    .bind(i64::from(declared && was_made(&deal.record)))
    .execute(&mut *connection)
    .await?;
    match user {
        Some(user) => people::remember(connection, user, name).await,
        None => Ok(()),
    }
}

/// Whether the declarer made every game of the contract.
fn was_made(record: &Record) -> bool {
    let of_contract = |item: &&crate::rules::Item| {
        matches!(item.game, Scored::Game(_)) && item.side == Side::Declarer && item.seat.is_none()
    };
    let mut games = record.result.items.iter().filter(of_contract).peekable();
    games.peek().is_some() && games.all(|item| item.made)
}

/// Writes down what everyone got of the window at the evening's end.
pub(super) async fn keep_shares(
    connection: &mut SqliteConnection,
    table: TableId,
    server: ServerId,
    shares: &[(PlayerId, i32)],
    at: Millis,
) -> Result<(), StoreError> {
    // An evening that leaves nothing in the window, or closes in the lobby, begins no season.
    for (player, points) in shares.iter().filter(|(_, points)| *points != 0) {
        let season = seasons::current(connection, server, at).await?;
        sqlx::query("INSERT INTO results (season_id, table_id, user_id, points) VALUES ($1, $2, $3, $4)")
            .bind(season.0)
            .bind(table.0)
            .bind(player.user().map(|user| to_sql(user.0)))
            .bind(i64::from(*points))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
