//! Seasons: what a leaderboard counts. A server has one that runs. It begins with the first deal and
//! ends with its month, or it is started, named and ended by hand.

use std::collections::BTreeMap;

use sqlx::{FromRow, SqliteConnection};

use super::calendar::{month_of, next_month};
use super::ids::{from_sql, to_sql};
use super::rows::Rows;
use super::{SeasonId, Store, StoreError};
use crate::table::{Millis, ServerId};

/// The most characters a season's name has.
pub const LONGEST_NAME: usize = 32;

/// A season of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Season {
    /// Which.
    pub id: SeasonId,
    /// Where.
    pub server: ServerId,
    /// What it was called when it was started by hand, else the month it began in, such as
    /// `2026-11`; `2026-11.2` for the second one of a month.
    pub name: String,
    /// When it began.
    pub started: Millis,
    /// When it ended; `None` as long as it runs.
    pub ended: Option<Millis>,
    /// Whether it ends by itself with the month it began in.
    pub monthly: bool,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    server: i64,
    name: String,
    started_at: i64,
    ended_at: Option<i64>,
    monthly: bool,
}

impl From<Row> for Season {
    fn from(row: Row) -> Self {
        Self {
            id: SeasonId(row.id),
            server: ServerId(from_sql(row.server)),
            name: row.name,
            started: Millis(row.started_at),
            ended: row.ended_at.map(Millis),
            monthly: row.monthly,
        }
    }
}

/// The columns of a season, with what follows them.
macro_rules! seasons {
    ($rest:literal) => {
        concat!("SELECT id, server, name, started_at, ended_at, monthly FROM seasons ", $rest)
    };
}

pub(super) const RUNNING: &str = seasons!("WHERE server = $1 AND ended_at IS NULL");
pub(super) const RUNNING_OF: Rows =
    Rows { before: seasons!("WHERE ended_at IS NULL AND server IN ("), values: 1, after: ")" };
pub(super) const ONE: &str = seasons!("WHERE id = $2 AND server = $1");
pub(super) const NAMED: &str = seasons!("WHERE server = $1 AND name = $2");
pub(super) const ARCHIVE: &str = seasons!("WHERE server = $1 AND id < $2 ORDER BY id DESC LIMIT $3");

impl Season {
    /// When it ends by itself; `None` for one that is ended by hand.
    pub fn ends(&self) -> Option<Millis> {
        self.monthly.then(|| next_month(self.started))
    }

    fn is_overdue(&self, now: Millis) -> bool {
        self.ended.is_none() && self.ends().is_some_and(|end| end <= now)
    }
}

impl Store {
    /// The running season of a server, as it was last written: a month that is over shows in
    /// [`Store::season_now`].
    pub async fn season(&self, server: ServerId) -> Result<Option<Season>, StoreError> {
        let mut read = self.read().await?;
        running(&mut read, server).await
    }

    /// The season that runs at this moment, after ending the one whose month is over; `None` before
    /// the first deal of the next.
    pub async fn season_now(&self, server: ServerId, now: Millis) -> Result<Option<Season>, StoreError> {
        let season = self.season(server).await?;
        if !season.as_ref().is_some_and(|season| season.is_overdue(now)) {
            return Ok(season);
        }
        let mut write = self.write().await?;
        let season = end_overdue(&mut write, server, now).await?;
        write.commit().await?;
        Ok(season)
    }

    /// A season of this server; `None` where it has none of this number, whoever else has.
    pub async fn season_by_id(&self, server: ServerId, id: SeasonId) -> Result<Option<Season>, StoreError> {
        let mut read = self.read().await?;
        one(&mut read, server, id).await
    }

    /// The season of this server with this name.
    pub async fn season_named(&self, server: ServerId, name: &str) -> Result<Option<Season>, StoreError> {
        let row: Option<Row> = sqlx::query_as(NAMED)
            .bind(to_sql(server.0))
            .bind(name.trim())
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.map(Season::from))
    }

    /// The seasons of a server that began before one of them, newest first; `None` for the newest.
    pub async fn seasons(
        &self,
        server: ServerId,
        before: Option<SeasonId>,
        limit: u32,
    ) -> Result<Vec<Season>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(ARCHIVE)
            .bind(to_sql(server.0))
            .bind(before.map_or(i64::MAX, |season| season.0))
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.into_iter().map(Season::from).collect())
    }

    /// Starts a season that runs until it is ended by hand, and ends the one that ran, which is the
    /// second of the two.
    ///
    /// # Errors
    /// Where the name is none, or the server has had a season of this name.
    pub async fn start_season(
        &self,
        server: ServerId,
        name: &str,
        now: Millis,
    ) -> Result<(Season, Option<Season>), StoreError> {
        let name = proper(name)?;
        let mut write = self.write().await?;
        is_free(&mut write, server, &name).await?;
        end_overdue(&mut write, server, now).await?;
        let ended = end(&mut write, server, now).await?;
        let season = begin(&mut write, server, &name, now, false).await?;
        write.commit().await?;
        Ok((season, ended))
    }

    /// Ends the running season of a server, and says which that was. The next deal begins another.
    ///
    /// # Errors
    /// [`StoreError::NoSeasonRuns`] where none runs: before the first deal, when the month is over, or
    /// when it has just been ended.
    pub async fn end_season(&self, server: ServerId, now: Millis) -> Result<Season, StoreError> {
        let mut write = self.write().await?;
        end_overdue(&mut write, server, now).await?;
        let ended = end(&mut write, server, now).await?;
        // Also what ended by itself is written down.
        write.commit().await?;
        ended.ok_or(StoreError::NoSeasonRuns)
    }

    /// The same for this season alone, so that a question asked back can't end the next one.
    ///
    /// # Errors
    /// [`StoreError::NoSeasonRuns`] where this one does not run any more.
    pub async fn end_this_season(
        &self,
        server: ServerId,
        season: SeasonId,
        now: Millis,
    ) -> Result<Season, StoreError> {
        let mut write = self.write().await?;
        let running = end_overdue(&mut write, server, now).await?;
        let ended = match running.filter(|running| running.id == season) {
            Some(_) => end(&mut write, server, now).await?,
            None => None,
        };
        write.commit().await?;
        ended.ok_or(StoreError::NoSeasonRuns)
    }

    /// Gives a season of this server another name.
    ///
    /// # Errors
    /// As [`Store::start_season`], and where the server has no such season.
    pub async fn rename_season(
        &self,
        server: ServerId,
        id: SeasonId,
        name: &str,
    ) -> Result<Season, StoreError> {
        let name = proper(name)?;
        let mut write = self.write().await?;
        let season = one(&mut write, server, id).await?.ok_or(StoreError::NoSuchSeason)?;
        if season.name != name {
            is_free(&mut write, server, &name).await?;
            sqlx::query("UPDATE seasons SET name = $1 WHERE id = $2")
                .bind(&name)
                .bind(id.0)
                .execute(&mut *write)
                .await?;
        }
        write.commit().await?;
        Ok(Season { name, ..season })
    }
}

/// A name as it is kept.
fn proper(name: &str) -> Result<String, StoreError> {
    let name = name.trim();
    let fits = (1..=LONGEST_NAME).contains(&name.chars().count()) && !name.contains(char::is_control);
    if fits { Ok(name.to_owned()) } else { Err(StoreError::NoSeasonName { longest: LONGEST_NAME }) }
}

async fn is_free(connection: &mut SqliteConnection, server: ServerId, name: &str) -> Result<(), StoreError> {
    let taken: Option<Row> =
        sqlx::query_as(NAMED).bind(to_sql(server.0)).bind(name).fetch_optional(connection).await?;
    taken.map_or(Ok(()), |taken| Err(StoreError::SeasonNameTaken(taken.name)))
}

pub(super) async fn running(
    connection: &mut SqliteConnection,
    server: ServerId,
) -> Result<Option<Season>, StoreError> {
    let row: Option<Row> = sqlx::query_as(RUNNING).bind(to_sql(server.0)).fetch_optional(connection).await?;
    Ok(row.map(Season::from))
}

pub(super) async fn one(
    connection: &mut SqliteConnection,
    server: ServerId,
    id: SeasonId,
) -> Result<Option<Season>, StoreError> {
    let row: Option<Row> =
        sqlx::query_as(ONE).bind(to_sql(server.0)).bind(id.0).fetch_optional(connection).await?;
    Ok(row.map(Season::from))
}

/// Ends the running season whose month is over, as of the end of that month; what still runs.
async fn end_overdue(
    connection: &mut SqliteConnection,
    server: ServerId,
    now: Millis,
) -> Result<Option<Season>, StoreError> {
    match running(connection, server).await? {
        Some(season) if season.is_overdue(now) => {
            end(connection, server, season.ends().unwrap_or(now)).await?;
            Ok(None)
        }
        season => Ok(season),
    }
}

async fn end(
    connection: &mut SqliteConnection,
    server: ServerId,
    at: Millis,
) -> Result<Option<Season>, StoreError> {
    let row: Option<Row> = sqlx::query_as(
        "UPDATE seasons SET ended_at = $1 WHERE server = $2 AND ended_at IS NULL
         RETURNING id, server, name, started_at, ended_at, monthly",
    )
    .bind(at.0)
    .bind(to_sql(server.0))
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Season::from))
}

async fn begin(
    connection: &mut SqliteConnection,
    server: ServerId,
    name: &str,
    at: Millis,
    monthly: bool,
) -> Result<Season, StoreError> {
    let row: Row = sqlx::query_as(
        "INSERT INTO seasons (server, name, started_at, monthly) VALUES ($1, $2, $3, $4)
         RETURNING id, server, name, started_at, ended_at, monthly",
    )
    .bind(to_sql(server.0))
    .bind(name)
    .bind(at.0)
    .bind(monthly)
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}

/// The season in which something counts that happens now; begins one where none runs.
pub(super) async fn current(
    connection: &mut SqliteConnection,
    server: ServerId,
    now: Millis,
) -> Result<SeasonId, StoreError> {
    if let Some(season) = end_overdue(connection, server, now).await? {
        return Ok(season.id);
    }
    let monthly: Option<bool> =
        sqlx::query_scalar("SELECT monthly_seasons FROM server_settings WHERE server = $1")
            .bind(to_sql(server.0))
            .fetch_optional(&mut *connection)
            .await?;
    let name = month_name(connection, server, now).await?;
    Ok(begin(connection, server, &name, now, monthly.unwrap_or(true)).await?.id)
}

/// The same for many servers, each named once.
pub(super) async fn current_of(
    connection: &mut SqliteConnection,
    servers: &[(ServerId, Millis)],
) -> Result<BTreeMap<ServerId, SeasonId>, StoreError> {
    let rows: Vec<Row> =
        RUNNING_OF.fetch(connection, servers, |query, (server, _)| query.bind(to_sql(server.0))).await?;
    let running: BTreeMap<ServerId, Season> =
        rows.into_iter().map(Season::from).map(|season| (season.server, season)).collect();
    let mut current = BTreeMap::new();
    for (server, now) in servers {
        let id = match running.get(server).filter(|season| !season.is_overdue(*now)) {
            Some(season) => season.id,
            None => self::current(connection, *server, *now).await?,
        };
        current.insert(*server, id);
    }
    Ok(current)
}

/// The first free name of this month.
async fn month_name(
    connection: &mut SqliteConnection,
    server: ServerId,
    now: Millis,
) -> Result<String, StoreError> {
    let month = month_of(now);
    let mut name = month.clone();
    let mut number = 1;
    while let Err(StoreError::SeasonNameTaken(_)) = is_free(connection, server, &name).await {
        number += 1;
        name = format!("{month}.{number}");
    }
    Ok(name)
}
