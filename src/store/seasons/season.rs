//! Seasons, the periods that leaderboards cover.
//!
//! Each server has at most one running season. By default, a season starts automatically with the first deal
//! and ends with the month. A season can also be started, named and ended manually.

use std::collections::BTreeMap;

use sqlx::FromRow;

use super::dates::{month_of, next_month};
use crate::store::sql::bulk::BulkQuery;
use crate::store::sql::{Connection, query, query_as, query_scalar};
use crate::store::{Result, SeasonId, Store, StoreError};
use crate::table::{ServerId, UnixMillis};

/// Maximum length of a season's name, in characters.
pub const LONGEST_NAME: usize = 32;

/// A season of a server.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Season {
    /// Id of the season.
    pub id: SeasonId,
    /// Server to which the season belongs.
    pub server: ServerId,
    /// Name of the season.
    ///
    /// A season without a name of its own is named after the month in which it started, such as `2026-11`.
    /// Further seasons of the same month are named `2026-11.2` and so on.
    pub name: String,
    /// Time at which the season started.
    #[sqlx(rename = "started_at")]
    pub started: UnixMillis,
    /// Time at which the season ended, or `None` while it is running.
    #[sqlx(rename = "ended_at")]
    pub ended: Option<UnixMillis>,
    /// `true` if the season ends automatically with the month in which it started.
    pub monthly: bool,
}

/// Expands to a query that selects the columns of [`Season`], followed by `$rest`.
macro_rules! seasons {
    ($rest:literal) => {
        concat!("SELECT id, server, name, started_at, ended_at, monthly FROM seasons ", $rest)
    };
}

pub(crate) const RUNNING: &str = seasons!("WHERE server = $1 AND ended_at IS NULL");
pub(crate) const RUNNING_OF: BulkQuery =
    BulkQuery { before: seasons!("WHERE ended_at IS NULL AND server IN ("), values: 1, after: ")" };
pub(crate) const ONE: &str = seasons!("WHERE id = $2 AND server = $1");
pub(crate) const NAMED: &str = seasons!("WHERE server = $1 AND name = $2");
pub(crate) const ARCHIVE: &str = seasons!("WHERE server = $1 AND id < $2 ORDER BY id DESC LIMIT $3");

impl Season {
    /// Returns the time at which the season ends automatically, or `None` if it must be ended manually.
    pub fn ends(&self) -> Option<UnixMillis> {
        self.monthly.then(|| next_month(self.started))
    }

    /// Returns `true` if the season is still running although its month is over.
    fn is_overdue(&self, now: UnixMillis) -> bool {
        self.ended.is_none() && self.ends().is_some_and(|end| end <= now)
    }
}

impl Store {
    /// Returns the running season of a server as stored, even if its month is already over.
    ///
    /// [`Store::season_now`] ends such a season first.
    pub async fn season(&self, server: ServerId) -> Result<Option<Season>> {
        let mut read = self.read().await?;
        running(&mut read, server).await
    }

    /// Returns the season of a server that is running at `now`, or `None` if no season is running.
    ///
    /// If the month of the stored season is over, the season is ended first. The next deal then starts a new
    /// one.
    pub async fn season_now(&self, server: ServerId, now: UnixMillis) -> Result<Option<Season>> {
        let season = self.season(server).await?;
        if !season.as_ref().is_some_and(|season| season.is_overdue(now)) {
            return Ok(season);
        }
        let mut write = self.write().await?;
        let season = end_overdue(&mut write, server, now).await?;
        write.commit().await?;
        Ok(season)
    }

    /// Returns the season with the given id, or `None` if this server has no such season.
    pub async fn season_by_id(&self, server: ServerId, id: SeasonId) -> Result<Option<Season>> {
        let mut read = self.read().await?;
        one(&mut read, server, id).await
    }

    /// Returns the season with the given name, or `None` if this server has no such season.
    pub async fn season_named(&self, server: ServerId, name: &str) -> Result<Option<Season>> {
        Ok(query_as!(NAMED, [server, name.trim()]).fetch_optional(&self.readers).await?)
    }

    /// Returns the seasons of a server that started before the season `before`, newest first.
    ///
    /// If `before` is `None`, the list starts with the newest season.
    pub async fn seasons(
        &self,
        server: ServerId,
        before: Option<SeasonId>,
        limit: u32,
    ) -> Result<Vec<Season>> {
        Ok(query_as!(ARCHIVE, [server, before.unwrap_or(SeasonId(i64::MAX)), limit])
            .fetch_all(&self.readers)
            .await?)
    }

    /// Starts a season that runs until it is ended manually, and ends the running season.
    ///
    /// Returns the new season and the ended one.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSeasonName`] if the name is invalid, or [`StoreError::SeasonNameTaken`] if the
    /// server already has a season with this name.
    pub async fn start_season(
        &self,
        server: ServerId,
        name: &str,
        now: UnixMillis,
    ) -> Result<(Season, Option<Season>)> {
        let name = proper(name)?;
        let mut write = self.write().await?;
        check_name_free(&mut write, server, &name).await?;
        end_overdue(&mut write, server, now).await?;
        let ended = end(&mut write, server, now).await?;
        let season = begin(&mut write, server, &name, now, false).await?;
        write.commit().await?;
        Ok((season, ended))
    }

    /// Ends the running season of a server and returns it. The next deal starts a new season.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSeasonRuns`] if no season is running. This is the case before the first deal,
    /// and when the last season has already ended.
    pub async fn end_season(&self, server: ServerId, now: UnixMillis) -> Result<Season> {
        let mut write = self.write().await?;
        end_overdue(&mut write, server, now).await?;
        let ended = end(&mut write, server, now).await?;
        // Committed even on failure, because an overdue season may have been ended.
        write.commit().await?;
        ended.ok_or(StoreError::NoSeasonRuns)
    }

    /// Ends the given season of a server and returns it.
    ///
    /// Used by confirmation prompts, which must not end a season that started after the prompt was shown.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSeasonRuns`] if the given season is no longer running.
    pub async fn end_this_season(
        &self,
        server: ServerId,
        season: SeasonId,
        now: UnixMillis,
    ) -> Result<Season> {
        let mut write = self.write().await?;
        let running = end_overdue(&mut write, server, now).await?;
        let ended = match running.filter(|running| running.id == season) {
            Some(_) => end(&mut write, server, now).await?,
            None => None,
        };
        write.commit().await?;
        ended.ok_or(StoreError::NoSeasonRuns)
    }

    /// Renames a season of a server.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSuchSeason`] if the server has no such season. For an invalid or taken name,
    /// returns the same errors as [`Store::start_season`].
    pub async fn rename_season(&self, server: ServerId, id: SeasonId, name: &str) -> Result<Season> {
        let name = proper(name)?;
        let mut write = self.write().await?;
        let season = one(&mut write, server, id).await?.ok_or(StoreError::NoSuchSeason)?;
        if season.name != name {
            check_name_free(&mut write, server, &name).await?;
            query!("UPDATE seasons SET name = $1 WHERE id = $2", [&name, id]).execute(&mut *write).await?;
        }
        write.commit().await?;
        Ok(Season { name, ..season })
    }
}

/// Trims and validates a season's name.
fn proper(name: &str) -> Result<String> {
    let name = name.trim();
    let fits = (1..=LONGEST_NAME).contains(&name.chars().count()) && !name.contains(char::is_control);
    if fits { Ok(name.to_owned()) } else { Err(StoreError::NoSeasonName { longest: LONGEST_NAME }) }
}

/// Returns an error if the server already has a season with this name.
async fn check_name_free(db: &mut Connection, server: ServerId, name: &str) -> Result<()> {
    let taken: Option<Season> = query_as!(NAMED, [server, name]).fetch_optional(db).await?;
    taken.map_or(Ok(()), |taken| Err(StoreError::SeasonNameTaken(taken.name)))
}

/// Reads the running season of a server, or `None` if there is none.
pub(crate) async fn running(db: &mut Connection, server: ServerId) -> Result<Option<Season>> {
    Ok(query_as!(RUNNING, [server]).fetch_optional(db).await?)
}

/// Reads a season of a server, or `None` if the server has no such season.
pub(crate) async fn one(db: &mut Connection, server: ServerId, id: SeasonId) -> Result<Option<Season>> {
    Ok(query_as!(ONE, [server, id]).fetch_optional(db).await?)
}

/// Ends the running season if its month is over. Returns the season that is still running, if any.
///
/// The season's end time is set to the end of the month.
async fn end_overdue(db: &mut Connection, server: ServerId, now: UnixMillis) -> Result<Option<Season>> {
    match running(db, server).await? {
        Some(season) if season.is_overdue(now) => {
            end(db, server, season.ends().unwrap_or(now)).await?;
            Ok(None)
        }
        season => Ok(season),
    }
}

/// Ends the running season and returns it.
async fn end(db: &mut Connection, server: ServerId, at: UnixMillis) -> Result<Option<Season>> {
    Ok(query_as!(
        "UPDATE seasons SET ended_at = $1 WHERE server = $2 AND ended_at IS NULL
         RETURNING id, server, name, started_at, ended_at, monthly",
        [at, server]
    )
    .fetch_optional(db)
    .await?)
}

/// Starts a new season of a server.
async fn begin(
    db: &mut Connection,
    server: ServerId,
    name: &str,
    at: UnixMillis,
    monthly: bool,
) -> Result<Season> {
    Ok(query_as!(
        "INSERT INTO seasons (server, name, started_at, monthly) VALUES ($1, $2, $3, $4)
         RETURNING id, server, name, started_at, ended_at, monthly",
        [server, name, at, monthly]
    )
    .fetch_one(db)
    .await?)
}

/// Returns the season for a deal that ends at the time `now`. Starts a season if none is running.
pub(crate) async fn current(db: &mut Connection, server: ServerId, now: UnixMillis) -> Result<SeasonId> {
    if let Some(season) = end_overdue(db, server, now).await? {
        return Ok(season.id);
    }
    let monthly: Option<bool> =
        query_scalar!("SELECT monthly_seasons FROM server_settings WHERE server = $1", [server])
            .fetch_optional(&mut *db)
            .await?;
    let name = month_name(db, server, now).await?;
    Ok(begin(db, server, &name, now, monthly.unwrap_or(true)).await?.id)
}

/// Returns the running season of each given server. Starts a new season on servers that have none.
pub(crate) async fn current_of(
    db: &mut Connection,
    servers: &[(ServerId, UnixMillis)],
) -> Result<BTreeMap<ServerId, SeasonId>> {
    let rows: Vec<Season> = RUNNING_OF.fetch(db, servers, |query, (server, _)| query.bind(server)).await?;
    let running: BTreeMap<ServerId, Season> =
        rows.into_iter().map(|season| (season.server, season)).collect();
    let mut current = BTreeMap::new();
    for (server, now) in servers {
        let id = match running.get(server).filter(|season| !season.is_overdue(*now)) {
            Some(season) => season.id,
            None => self::current(db, *server, *now).await?,
        };
        current.insert(*server, id);
    }
    Ok(current)
}

/// Returns the first unused season name for the month that contains `now`.
async fn month_name(db: &mut Connection, server: ServerId, now: UnixMillis) -> Result<String> {
    let month = month_of(now);
    let mut name = month.clone();
    let mut number = 1;
    while let Err(StoreError::SeasonNameTaken(_)) = check_name_free(db, server, &name).await {
        number += 1;
        name = format!("{month}.{number}");
    }
    Ok(name)
}
