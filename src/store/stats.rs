//! What a person has done on a server, in one season or in all of them.

use sqlx::{FromRow, SqliteConnection};

use super::ids::{small, to_sql};
use super::leaderboard::Tally;
use super::tallies::Counted;
use super::totals::Sums;
use super::{DealId, Season, SeasonId, Store, StoreError, leaderboard, seasons};
use crate::rating::Rating;
use crate::table::{ServerId, UserId};

/// A person's numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Stats {
    /// All deals that count, and shares of the window.
    pub all: Tally,
    /// The ranked deals alone.
    pub ranked: Tally,
    /// The rating of the season; `None` over all seasons, since each begins anew.
    pub rating: Option<Rating>,
    /// What was done by kind, the most frequent first.
    pub counts: Vec<Count>,
    /// The deal that brought most, and what; void ones apart.
    pub best: Option<(DealId, i64)>,
    /// The deal that cost most.
    pub worst: Option<(DealId, i64)>,
    /// Day by day, in order, the newest [`LONGEST_FORM`].
    pub form: Vec<Day>,
}

/// How many days of form are given: a season of a year.
pub const LONGEST_FORM: i64 = 366;

/// How often a person did something of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// What.
    pub what: Counted,
    /// The contract without its suit, as [`Contract`](crate::rules::Contract) reads it; or the game's
    /// name in a record.
    pub name: String,
    /// How often.
    pub total: u32,
    /// How often it went well.
    pub good: u32,
}

/// A person's day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    /// Which, counted from 1970-01-01 UTC.
    pub day: i64,
    /// What was won or lost on it, shares of the window included.
    pub points: i64,
    /// In how many deals that count.
    pub deals: u32,
}

#[derive(FromRow)]
struct TallyRow {
    what: String,
    name: String,
    total: i64,
    good: i64,
}

// $1 who, $2 server, $3 season or NULL for all of the server's.
pub(super) const SUMS: &str =
    "SELECT CAST(SUM(t.points) AS BIGINT) AS points, CAST(SUM(t.deals) AS BIGINT) AS deals,
        CAST(SUM(t.declared) AS BIGINT) AS declared, CAST(SUM(t.made) AS BIGINT) AS made,
        CAST(SUM(t.ranked_points) AS BIGINT) AS ranked_points, CAST(SUM(t.ranked) AS BIGINT) AS ranked,
        CAST(SUM(t.ranked_declared) AS BIGINT) AS ranked_declared,
        CAST(SUM(t.ranked_made) AS BIGINT) AS ranked_made
     FROM totals t JOIN seasons s ON s.id = t.season_id
     WHERE t.user_id = $1 AND s.server = $2 AND ($3 IS NULL OR t.season_id = $3)
     HAVING COUNT(*) > 0";
pub(super) const COUNTS: &str =
    "SELECT c.what, c.name, CAST(SUM(c.total) AS BIGINT) AS total, CAST(SUM(c.good) AS BIGINT) AS good
     FROM tallies c JOIN seasons s ON s.id = c.season_id
     WHERE c.user_id = $1 AND s.server = $2 AND ($3 IS NULL OR c.season_id = $3)
     GROUP BY c.what, c.name HAVING SUM(c.total) > 0
     ORDER BY total DESC, c.what, c.name";
pub(super) const DAYS: &str = "SELECT f.day, CAST(SUM(f.points) AS BIGINT), CAST(SUM(f.deals) AS BIGINT)
     FROM days f JOIN seasons s ON s.id = f.season_id
     WHERE f.user_id = $1 AND s.server = $2 AND ($3 IS NULL OR f.season_id = $3)
     GROUP BY f.day ORDER BY f.day DESC LIMIT $4";
pub(super) const PLAYED: &str = "SELECT t.season_id FROM totals t JOIN seasons s ON s.id = t.season_id
     WHERE t.user_id = $1 AND s.server = $2 AND ($3 IS NULL OR t.season_id = $3)";
pub(super) const BEST: &str =
    "SELECT deal_id, points FROM results WHERE season_id = $1 AND user_id = $2 AND state = 0
     ORDER BY points DESC, deal_id DESC LIMIT 1";
pub(super) const WORST: &str =
    "SELECT deal_id, points FROM results WHERE season_id = $1 AND user_id = $2 AND state = 0
     ORDER BY points, deal_id LIMIT 1";

impl Store {
    /// What a person has done on this server in a season, or with `None` in all of them; `None` for
    /// whoever has not played in it.
    ///
    /// # Errors
    /// Where the server has no such season.
    pub async fn stats(
        &self,
        server: ServerId,
        season: Option<SeasonId>,
        user: UserId,
    ) -> Result<Option<Stats>, StoreError> {
        let mut read = self.read().await?;
        let season = match season {
            Some(id) => Some(seasons::one(&mut read, server, id).await?.ok_or(StoreError::NoSuchSeason)?),
            None => None,
        };
        let asked = Asked { server, season: season.map(|season: Season| season.id), user };
        let Some((all, ranked)) = asked.sums(&mut read).await? else { return Ok(None) };
        let rating = match asked.season {
            Some(season) => leaderboard::own(&mut read, season, user).await?.map(|own| own.rating),
            None => None,
        };
        let (best, worst) = asked.extremes(&mut read).await?;
        Ok(Some(Stats {
            all,
            ranked,
            rating,
            counts: asked.counts(&mut read).await?,
            best,
            worst,
            form: asked.form(&mut read).await?,
        }))
    }
}

/// Whose numbers, and of what.
struct Asked {
    server: ServerId,
    season: Option<SeasonId>,
    user: UserId,
}

/// A deal and what it brought.
type Extreme = Option<(DealId, i64)>;

impl Asked {
    fn season(&self) -> Option<i64> {
        self.season.map(|season| season.0)
    }

    async fn sums(&self, connection: &mut SqliteConnection) -> Result<Option<(Tally, Tally)>, StoreError> {
        let row: Option<Sums> = sqlx::query_as(SUMS)
            .bind(to_sql(self.user.0))
            .bind(to_sql(self.server.0))
            .bind(self.season())
            .fetch_optional(connection)
            .await?;
        row.map(|sums| sums.tallies()).transpose()
    }

    async fn counts(&self, connection: &mut SqliteConnection) -> Result<Vec<Count>, StoreError> {
        let rows: Vec<TallyRow> = sqlx::query_as(COUNTS)
            .bind(to_sql(self.user.0))
            .bind(to_sql(self.server.0))
            .bind(self.season())
            .fetch_all(connection)
            .await?;
        let count = |row: TallyRow| {
            let what = Counted::from_name(&row.what)?;
            Ok(Count { what, name: row.name, total: small(row.total)?, good: small(row.good)? })
        };
        rows.into_iter().map(count).collect()
    }

    async fn form(&self, connection: &mut SqliteConnection) -> Result<Vec<Day>, StoreError> {
        let rows: Vec<(i64, i64, i64)> = sqlx::query_as(DAYS)
            .bind(to_sql(self.user.0))
            .bind(to_sql(self.server.0))
            .bind(self.season())
            .bind(LONGEST_FORM)
            .fetch_all(connection)
            .await?;
        let day = |(day, points, deals)| Ok(Day { day, points, deals: small(deals)? });
        rows.into_iter().rev().map(day).collect()
    }

    async fn extremes(&self, connection: &mut SqliteConnection) -> Result<(Extreme, Extreme), StoreError> {
        let seasons: Vec<i64> = sqlx::query_scalar(PLAYED)
            .bind(to_sql(self.user.0))
            .bind(to_sql(self.server.0))
            .bind(self.season())
            .fetch_all(&mut *connection)
            .await?;
        let (mut best, mut worst): (Extreme, Extreme) = (None, None);
        for season in seasons {
            let high = self.extreme(connection, BEST, season).await?;
            let low = self.extreme(connection, WORST, season).await?;
            best = best.into_iter().chain(high).max_by_key(|(deal, points)| (*points, *deal));
            worst = worst.into_iter().chain(low).min_by_key(|(deal, points)| (*points, *deal));
        }
        Ok((best, worst))
    }

    async fn extreme(
        &self,
        connection: &mut SqliteConnection,
        query: &'static str,
        season: i64,
    ) -> Result<Extreme, StoreError> {
        let row: Option<(i64, i64)> =
            sqlx::query_as(query).bind(season).bind(to_sql(self.user.0)).fetch_optional(connection).await?;
        Ok(row.map(|(deal, points)| (DealId(deal), points)))
    }
}
