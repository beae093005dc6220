//! Statistics of a player on a server, for one season or for all seasons.

use sqlx::FromRow;

use super::marks::CountedThing;
use super::totals::{DealTally, TotalsRow};
use super::{leaderboard, season};
use crate::rating::Rating;
use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{DealId, Result, Season, SeasonId, Store, StoreError};
use crate::table::{ServerId, UserId};

/// A player's statistics for one season or for all seasons.
#[derive(Debug, Clone, PartialEq)]
pub struct Stats {
    /// Totals for all of the player's deals, except void and imported ones.
    ///
    /// Also includes the player's shares of the window (the table's pot).
    pub all: DealTally,
    /// Totals for the player's ranked deals.
    pub ranked: DealTally,
    /// The player's rating in the season.
    ///
    /// `None` if the statistics cover all seasons, because ratings are reset each season.
    pub rating: Option<Rating>,
    /// Number of occurrences of each contract, kontra (doubling) and silent game (a result that is paid
    /// although it was not bid) in the player's deals, most frequent first.
    pub counts: Vec<Count>,
    /// The player's best deal and its result in points. Void deals are ignored.
    pub best: Option<(DealId, i64)>,
    /// The player's worst deal and its result in points, which is negative for a loss. Void deals are
    /// ignored.
    pub worst: Option<(DealId, i64)>,
    /// Points per day, in chronological order.
    ///
    /// Contains only days with results, and at most the latest [`LONGEST_FORM`] of them.
    pub form: Vec<Day>,
}

/// Maximum number of days in [`Stats::form`]. Enough for a season of one year.
pub const LONGEST_FORM: i64 = 366;

/// Number of occurrences of a contract, kontra (doubling) or silent game in a player's deals, in total and
/// successful.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Count {
    /// Kind of the counted item: contract, kontra, rekontra or silent game.
    #[sqlx(try_from = "String")]
    pub what: CountedThing,
    /// Name of the contract or game that is counted.
    ///
    /// A contract is written without its suit, in the notation parsed by [`Contract`](ulti_rules::Contract).
    /// For kontras (doublings) and silent games, this is the game's name as written in deal records.
    pub name: String,
    /// Number of times that the contract or game occurred.
    #[sqlx(try_from = "i64")]
    pub total: u32,
    /// Number of times that the contract or game was successful. See [`CountedThing`] for the definition of
    /// success.
    #[sqlx(try_from = "i64")]
    pub good: u32,
}

/// A player's results on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct Day {
    /// Number of days since 1970-01-01, in the time zone of the season.
    pub day: i64,
    /// Points that the player won on this day, negative if points were lost.
    ///
    /// Includes shares of the window (the table's pot).
    pub points: i64,
    /// Number of deals that the player played on this day, excluding void and imported deals.
    #[sqlx(try_from = "i64")]
    pub deals: u32,
}

pub(crate) const SUMS: &str =
    "SELECT CAST(SUM(t.points) AS BIGINT) AS points, CAST(SUM(t.deals) AS BIGINT) AS deals,
        CAST(SUM(t.declared) AS BIGINT) AS declared, CAST(SUM(t.made) AS BIGINT) AS made,
        CAST(SUM(t.ranked_points) AS BIGINT) AS ranked_points, CAST(SUM(t.ranked) AS BIGINT) AS ranked,
        CAST(SUM(t.ranked_declared) AS BIGINT) AS ranked_declared,
        CAST(SUM(t.ranked_made) AS BIGINT) AS ranked_made
     FROM totals t JOIN seasons s ON s.id = t.season_id
     WHERE t.user_id = $1 AND ($2 IS NULL OR s.server = $2) AND ($3 IS NULL OR t.season_id = $3)
     HAVING COUNT(*) > 0";
pub(crate) const COUNTS: &str =
    "SELECT c.what, c.name, CAST(SUM(c.total) AS BIGINT) AS total, CAST(SUM(c.good) AS BIGINT) AS good
     FROM tallies c JOIN seasons s ON s.id = c.season_id
     WHERE c.user_id = $1 AND ($2 IS NULL OR s.server = $2) AND ($3 IS NULL OR c.season_id = $3)
     GROUP BY c.what, c.name HAVING SUM(c.total) > 0
     ORDER BY total DESC, c.what, c.name";
pub(crate) const DAYS: &str = "SELECT f.day, CAST(SUM(f.points) AS BIGINT) AS points,
        CAST(SUM(f.deals) AS BIGINT) AS deals
     FROM days f JOIN seasons s ON s.id = f.season_id
     WHERE f.user_id = $1 AND ($2 IS NULL OR s.server = $2) AND ($3 IS NULL OR f.season_id = $3)
     GROUP BY f.day ORDER BY f.day DESC LIMIT $4";
pub(crate) const PLAYED: &str = "SELECT t.season_id FROM totals t JOIN seasons s ON s.id = t.season_id
     WHERE t.user_id = $1 AND ($2 IS NULL OR s.server = $2) AND ($3 IS NULL OR t.season_id = $3)";
pub(crate) const BEST: &str =
    "SELECT deal_id, points FROM results WHERE season_id = $1 AND user_id = $2 AND state = 0
     ORDER BY points DESC, deal_id DESC LIMIT 1";
pub(crate) const WORST: &str =
    "SELECT deal_id, points FROM results WHERE season_id = $1 AND user_id = $2 AND state = 0
     ORDER BY points, deal_id LIMIT 1";

impl Store {
    /// Returns a player's statistics for a season. If `season` is `None`, the statistics cover all seasons of
    /// the server.
    ///
    /// Returns `None` if the player has not played in that period.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSuchSeason`] if the server has no such season.
    pub async fn stats(
        &self,
        server: ServerId,
        season: Option<SeasonId>,
        user: UserId,
    ) -> Result<Option<Stats>> {
        let mut read = self.read().await?;
        let season = match season {
            Some(id) => Some(season::one(&mut read, server, id).await?.ok_or(StoreError::NoSuchSeason)?),
            None => None,
        };
        let season = season.map(|season: Season| season.id);
        StatsQuery { server: Some(server), season, user }.all(&mut read).await
    }

    /// Returns a player's statistics for all seasons of all servers.
    ///
    /// Returns `None` if the player has not finished a deal anywhere.
    pub async fn stats_everywhere(&self, user: UserId) -> Result<Option<Stats>> {
        let mut read = self.read().await?;
        StatsQuery { server: None, season: None, user }.all(&mut read).await
    }
}

/// The player whose statistics are queried, and the server. If `season` is `None`, the queries cover all
/// seasons. If `server` is `None`, they cover all servers.
struct StatsQuery {
    server: Option<ServerId>,
    season: Option<SeasonId>,
    user: UserId,
}

/// A player's best or worst deal, with the points won or lost in it. `None` if there is no such deal.
type Extreme = Option<(DealId, i64)>;

impl StatsQuery {
    /// Runs all queries. Returns `None` if the player has not played in that period.
    async fn all(&self, read: &mut Connection) -> Result<Option<Stats>> {
        let Some((all, ranked)) = self.sums(read).await? else { return Ok(None) };
        let rating = match self.season {
            Some(season) => leaderboard::own(read, season, self.user).await?.map(|own| own.rating),
            None => None,
        };
        let (best, worst) = self.extremes(read).await?;
        Ok(Some(Stats {
            all,
            ranked,
            rating,
            counts: self.counts(read).await?,
            best,
            worst,
            form: self.form(read).await?,
        }))
    }

    async fn sums(&self, db: &mut Connection) -> Result<Option<(DealTally, DealTally)>> {
        let row: Option<TotalsRow> =
            query!(SUMS, [self.user, self.server, self.season]).fetch_optional(db).await?;
        Ok(row.map(|sums| sums.tallies()))
    }

    async fn counts(&self, db: &mut Connection) -> Result<Vec<Count>> {
        Ok(query!(COUNTS, [self.user, self.server, self.season]).fetch_all(db).await?)
    }

    async fn form(&self, db: &mut Connection) -> Result<Vec<Day>> {
        let mut days: Vec<Day> =
            query!(DAYS, [self.user, self.server, self.season, LONGEST_FORM]).fetch_all(db).await?;
        days.reverse();
        Ok(days)
    }

    async fn extremes(&self, db: &mut Connection) -> Result<(Extreme, Extreme)> {
        let seasons: Vec<SeasonId> =
            query_scalar!(PLAYED, [self.user, self.server, self.season]).fetch_all(&mut *db).await?;
        let (mut best, mut worst): (Extreme, Extreme) = (None, None);
        for season in seasons {
            let high = self.extreme(db, BEST, season).await?;
            let low = self.extreme(db, WORST, season).await?;
            best = best.into_iter().chain(high).max_by_key(|(deal, points)| (*points, *deal));
            worst = worst.into_iter().chain(low).min_by_key(|(deal, points)| (*points, *deal));
        }
        Ok((best, worst))
    }

    async fn extreme(&self, db: &mut Connection, query: &'static str, season: SeasonId) -> Result<Extreme> {
        Ok(query!(query, [season, self.user]).fetch_optional(db).await?)
    }
}
