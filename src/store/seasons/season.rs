//! Seasons, the periods that leaderboards cover.
//!
//! Each server has at most one running season. By default, a season starts automatically with the first deal
//! and ends with the month. A season can also be started, named and ended manually.

use std::collections::BTreeMap;

use sqlx::FromRow;

use super::dates::{Month, day_of};
use super::time_zone::TimeZone;
use crate::store::sql::bulk::BulkQuery;
use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{Result, SeasonId, Store, StoreError};
use crate::table::{ServerId, UnixMillis};

/// Milliseconds between the earliest and the latest midnight of the same day in two time zones, from UTC+14
/// to UTC−12.
const LONGEST_DELAY: i64 = 26 * 3_600_000;

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
    /// The default name is the month in which the season started, such as `2026-11`, or the next one if that
    /// month was almost over when the last season ended. Further seasons in the
    /// same month are named `2026-11.2` and so on.
    pub name: String,
    /// Time at which the season started.
    #[sqlx(rename = "started_at")]
    pub started: UnixMillis,
    /// Time at which the season ended, or `None` if it is still running.
    #[sqlx(rename = "ended_at")]
    pub ended: Option<UnixMillis>,
    /// `true` if the season ends automatically at the end of a month.
    pub monthly: bool,
    /// Time at which the season ends automatically.
    ///
    /// `None` if the season must be ended manually, or if it was started by a version of the bot that does
    /// not know time zones. Use [`ends`](Self::ends) instead.
    #[sqlx(rename = "ends_at")]
    pub scheduled_end: Option<UnixMillis>,
    /// Time zone of the season's days and of its automatic end.
    ///
    /// It is the time zone that the server had when the season started.
    #[sqlx(try_from = "Option<String>")]
    pub time_zone: TimeZone,
}

/// Expands to the columns of [`Season`].
macro_rules! columns {
    () => {
        "id, server, name, started_at, ended_at, monthly, ends_at, time_zone"
    };
}

/// Expands to an SQL query that selects the columns of [`Season`]. `$rest` is the rest of the query, such as
/// a `WHERE` clause.
macro_rules! seasons {
    ($rest:literal) => {
        concat!("SELECT ", columns!(), " FROM seasons ", $rest)
    };
}

pub(crate) const RUNNING: &str = seasons!("WHERE server = $1 AND ended_at IS NULL");
pub(crate) const RUNNING_OF: BulkQuery =
    BulkQuery { before: seasons!("WHERE ended_at IS NULL AND server IN ("), values: 1, after: ")" };
pub(crate) const ONE: &str = seasons!("WHERE id = $2 AND server = $1");
pub(crate) const NAMED: &str = seasons!("WHERE server = $1 AND name = $2");
pub(crate) const LAST_AUTOMATIC_END: &str =
    "SELECT ended_at FROM seasons WHERE server = $1 AND ended_at = ends_at ORDER BY id DESC LIMIT 1";
pub(crate) const ARCHIVE: &str = seasons!("WHERE server = $1 AND id < $2 ORDER BY id DESC LIMIT $3");
const END: &str =
    concat!("UPDATE seasons SET ended_at = $1 WHERE server = $2 AND ended_at IS NULL RETURNING ", columns!());
const BEGIN: &str = concat!(
    "INSERT INTO seasons (server, name, started_at, monthly, ends_at, time_zone)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ",
    columns!()
);

impl Season {
    /// Returns the time at which the season ends automatically, or `None` if it must be ended manually.
    pub fn ends(&self) -> Option<UnixMillis> {
        let end_of_month = || Month::of(self.started, &self.time_zone).next().start(&self.time_zone);
        self.monthly.then(|| self.scheduled_end.unwrap_or_else(end_of_month))
    }

    /// Returns the day of the given time in the season's time zone, as the number of days since 1970-01-01.
    pub(crate) fn day_of(&self, at: UnixMillis) -> i64 {
        day_of(at, &self.time_zone)
    }

    /// Returns `true` if the season's month is over but the season has not been ended yet.
    fn is_overdue(&self, now: UnixMillis) -> bool {
        self.ended.is_none() && self.ends().is_some_and(|end| end <= now)
    }
}

impl Store {
    /// Returns the server's current season as stored, even if its month is already over.
    ///
    /// Unlike this method, [`Store::season_now`] first ends a season whose month is over.
    pub async fn season(&self, server: ServerId) -> Result<Option<Season>> {
        let mut read = self.read().await?;
        running(&mut read, server).await
    }

    /// Returns the season that is running on a server at the time `now`, or `None` if there is none.
    ///
    /// A monthly season whose month is over is ended first. The next deal then starts a new season.
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
        Ok(query!(NAMED, [server, name.trim()]).fetch_optional(&self.readers).await?)
    }

    /// Returns the seasons of a server that started before the season `before`, newest first.
    ///
    /// If `before` is `None`, returns the newest seasons.
    pub async fn seasons(
        &self,
        server: ServerId,
        before: Option<SeasonId>,
        limit: u32,
    ) -> Result<Vec<Season>> {
        Ok(query!(ARCHIVE, [server, before.unwrap_or(SeasonId(i64::MAX)), limit])
            .fetch_all(&self.readers)
            .await?)
    }

    /// Starts a season that must be ended manually, and ends the current season, if any.
    ///
    /// Returns the new season and the one that was ended.
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
        let (_, zone) = settings(&mut write, server).await?;
        let season = begin(&mut write, server, &name, now, (None, &zone)).await?;
        write.commit().await?;
        Ok((season, ended))
    }

    /// Ends the current season of a server and returns it. The next deal starts a new season.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSeasonRuns`] if no season is running, either because no deal has been played
    /// yet or because the last season has already ended.
    pub async fn end_season(&self, server: ServerId, now: UnixMillis) -> Result<Season> {
        let mut write = self.write().await?;
        end_overdue(&mut write, server, now).await?;
        let ended = end(&mut write, server, now).await?;
        // Committed even on failure, because an overdue season may have been ended.
        write.commit().await?;
        ended.ok_or(StoreError::NoSeasonRuns)
    }

    /// Ends a specific season of a server and returns it.
    ///
    /// Confirmation prompts use this method so that they do not end a season that started after the prompt
    /// was shown.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSeasonRuns`] if the season is no longer running.
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
    /// Returns [`StoreError::NoSuchSeason`] if the server has no such season. If the name is invalid or
    /// taken, returns the same errors as [`Store::start_season`].
    pub async fn rename_season(&self, server: ServerId, id: SeasonId, name: &str) -> Result<Season> {
        let name = proper(name)?;
        let mut write = self.write().await?;
        let season = one(&mut write, server, id).await?.ok_or(StoreError::NoSuchSeason)?;
        if season.name != name {
            check_name_free(&mut write, server, &name).await?;
            query!("UPDATE seasons SET name = $1 WHERE id = $2", [&name, id]).execute(&mut write).await?;
        }
        write.commit().await?;
        Ok(Season { name, ..season })
    }
}

/// Trims and validates the name of a season.
fn proper(name: &str) -> Result<String> {
    let name = name.trim();
    let fits = (1..=LONGEST_NAME).contains(&name.chars().count()) && !name.contains(char::is_control);
    if fits { Ok(name.to_owned()) } else { Err(StoreError::NoSeasonName { longest: LONGEST_NAME }) }
}

/// Returns an error if the server already has a season with this name.
async fn check_name_free(db: &mut Connection, server: ServerId, name: &str) -> Result<()> {
    let taken: Option<Season> = query!(NAMED, [server, name]).fetch_optional(db).await?;
    taken.map_or(Ok(()), |taken| Err(StoreError::SeasonNameTaken(taken.name)))
}

/// Reads the running season of a server, or returns `None` if there is none.
pub(crate) async fn running(db: &mut Connection, server: ServerId) -> Result<Option<Season>> {
    Ok(query!(RUNNING, [server]).fetch_optional(db).await?)
}

/// Reads a season by its id, or returns `None` if the server has no such season.
pub(crate) async fn one(db: &mut Connection, server: ServerId, id: SeasonId) -> Result<Option<Season>> {
    Ok(query!(ONE, [server, id]).fetch_optional(db).await?)
}

/// Ends a server's running season if its month is over. Returns the season if it is still running.
///
/// The end time is set to the end of the month.
async fn end_overdue(db: &mut Connection, server: ServerId, now: UnixMillis) -> Result<Option<Season>> {
    match running(db, server).await? {
        Some(season) if season.is_overdue(now) => {
            end(db, server, season.ends().unwrap_or(now)).await?;
            Ok(None)
        }
        season => Ok(season),
    }
}

/// Ends the running season of a server and returns it, or `None` if there is none.
async fn end(db: &mut Connection, server: ServerId, at: UnixMillis) -> Result<Option<Season>> {
    Ok(query!(END, [at, server]).fetch_optional(db).await?)
}

/// Starts a new season on a server. Without an automatic end, the season must be ended manually.
async fn begin(
    db: &mut Connection,
    server: ServerId,
    name: &str,
    at: UnixMillis,
    (ends, zone): (Option<UnixMillis>, &TimeZone),
) -> Result<Season> {
    Ok(query!(BEGIN, [server, name, at, ends.is_some(), ends, zone.name()]).fetch_one(db).await?)
}

/// Returns the season to which a deal that ends at `now` belongs. Starts a new season if none is running.
pub(crate) async fn current(db: &mut Connection, server: ServerId, now: UnixMillis) -> Result<Season> {
    if let Some(season) = end_overdue(db, server, now).await? {
        return Ok(season);
    }
    let (monthly, zone) = settings(db, server).await?;
    let month = month_of_new_season(db, server, now, &zone).await?;
    let name = unused_name(db, server, month).await?;
    begin(db, server, &name, now, (monthly.then(|| month.next().start(&zone)), &zone)).await
}

/// Returns `true` if the seasons of a server end with the month, and the server's time zone.
async fn settings(db: &mut Connection, server: ServerId) -> Result<(bool, TimeZone)> {
    let settings: Option<(bool, Option<String>)> =
        query!("SELECT monthly_seasons, time_zone FROM server_settings WHERE server = $1", [server])
            .fetch_optional(db)
            .await?;
    let (monthly, zone) = settings.unwrap_or((true, None));
    Ok((monthly, zone.into()))
}

/// Returns the month for which a season that starts at `now` is named and after which it ends.
///
/// This is the current month in the server's time zone. If the server has changed to a time zone further
/// west, the last season can have ended some hours before its month is over there. The next season includes
/// these hours.
async fn month_of_new_season(
    db: &mut Connection,
    server: ServerId,
    now: UnixMillis,
    zone: &TimeZone,
) -> Result<Month> {
    let month = Month::of(now, zone);
    let ended: Option<UnixMillis> = query_scalar!(LAST_AUTOMATIC_END, [server]).fetch_optional(db).await?;
    let next = month.next();
    let is_covered = ended.is_some_and(|ended| {
        Month::of(ended, zone) == month && ended.0 >= next.start(zone).0 - LONGEST_DELAY
    });
    Ok(if is_covered { next } else { month })
}

/// Returns the running season of each given server. Starts a season on servers that have none.
pub(crate) async fn current_of(
    db: &mut Connection,
    servers: &[(ServerId, UnixMillis)],
) -> Result<BTreeMap<ServerId, Season>> {
    let rows: Vec<Season> = RUNNING_OF.fetch(db, servers, |query, (server, _)| query.bind(server)).await?;
    let mut current: BTreeMap<ServerId, Season> =
        rows.into_iter().map(|season| (season.server, season)).collect();
    for (server, now) in servers {
        if current.get(server).is_none_or(|season| season.is_overdue(*now)) {
            current.insert(*server, self::current(db, *server, *now).await?);
        }
    }
    Ok(current)
}

/// Returns the first unused season name for a month.
async fn unused_name(db: &mut Connection, server: ServerId, month: Month) -> Result<String> {
    let month = month.name();
    let mut name = month.clone();
    let mut number = 1;
    while let Err(StoreError::SeasonNameTaken(_)) = check_name_free(db, server, &name).await {
        number += 1;
        name = format!("{month}.{number}");
    }
    Ok(name)
}
