//! What came of a season, for the end of it; and which ends are still to be told.

use sqlx::SqliteConnection;

use super::calendar::this_month;
use super::ids::{from_sql, small, to_sql};
use super::leaderboard::{self, Group, Metric, Standing};
use super::{DealId, Season, SeasonId, Store, StoreError, seasons};
use crate::table::{ChannelId, Millis, ServerId};

/// How many stand on a podium.
const PODIUM: u32 = 3;
/// How many ends of seasons are told in one go.
const AT_ONCE: i64 = 100;

/// What came of a season so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Which.
    pub season: Season,
    /// How many deals were finished in it, the void ones too; not those that were imported.
    pub deals: u32,
    /// How many of them are void.
    pub void: u32,
    /// How many people played in it.
    pub people: u32,
    /// The best three by points, rating, contracts made and points of all deals, where somebody stands in
    /// it: of those with enough ranked deals, else of the others. Points a deal say in a season's end
    /// what points say.
    pub podiums: Vec<Podium>,
    /// The deal that brought one person most; nobody's who stays out of leaderboards.
    pub best: Option<Best>,
}

/// The best by a metric.
#[derive(Debug, Clone, PartialEq)]
pub struct Podium {
    /// By what.
    pub metric: Metric,
    /// Of whom.
    pub group: Group,
    /// At most three, the best first.
    pub standings: Vec<Standing>,
}

/// The deal that brought most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// Which.
    pub deal: DealId,
    /// Whose.
    pub name: String,
    /// What it brought.
    pub points: i64,
}

/// The end of a season that is to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// Which season.
    pub season: SeasonId,
    /// Of which server.
    pub server: ServerId,
    /// Where; `None` where it is not wanted.
    pub channel: Option<ChannelId>,
}

/// The metrics of which a summary has podiums.
const PODIUMS: [Metric; 4] = [Metric::Points, Metric::Rating, Metric::WinRate, Metric::AllPoints];

// $1 is the season, $2 the server.
pub(super) const DEALS: &str = "SELECT COUNT(*) FROM deals WHERE season_id = $1 AND ranking <> 'imported'";
pub(super) const VOID: &str =
    "SELECT COUNT(*) FROM deals WHERE server = $2 AND voided_at IS NOT NULL AND season_id = $1";
pub(super) const PEOPLE: &str = "SELECT COUNT(*) FROM totals WHERE season_id = $1";
// The best deal of each person is found by itself, and the best of those is taken.
pub(super) const BEST: &str = "SELECT r.deal_id, p.name, r.points
     FROM totals t
     JOIN results r ON r.id = (SELECT id FROM results
                               WHERE season_id = t.season_id AND user_id = t.user_id AND state = 0
                               ORDER BY points DESC, deal_id DESC LIMIT 1)
     LEFT JOIN people p ON p.user_id = t.user_id
     WHERE t.season_id = $1 AND t.hidden = 0 AND r.points > 0
     ORDER BY r.points DESC, r.deal_id LIMIT 1";
// $1 is a moment, $2 how many.
pub(super) const OVERDUE: &str =
    "SELECT server FROM seasons WHERE ended_at IS NULL AND monthly AND started_at < $1
     ORDER BY started_at LIMIT $2";
pub(super) const TO_TELL: &str = "SELECT s.id, s.server, g.summary_channel
     FROM seasons s LEFT JOIN server_settings g ON g.server = s.server
     WHERE s.ended_at IS NOT NULL AND s.summed_up_at IS NULL ORDER BY s.ended_at LIMIT $1";

impl Store {
    /// What came of a season of this server so far.
    ///
    /// # Errors
    /// Where the server has no such season.
    pub async fn summary(&self, server: ServerId, season: SeasonId) -> Result<Summary, StoreError> {
        let mut read = self.read().await?;
        let season = seasons::one(&mut read, server, season).await?.ok_or(StoreError::NoSuchSeason)?;
        let mut podiums = Vec::new();
        for metric in PODIUMS {
            podiums.extend(podium(&mut read, season.id, metric).await?);
        }
        Ok(Summary {
            deals: count(&mut read, DEALS, &season).await?,
            void: count(&mut read, VOID, &season).await?,
            people: count(&mut read, PEOPLE, &season).await?,
            best: best(&mut read, season.id).await?,
            podiums,
            season,
        })
    }

    /// Ends the seasons whose month is over, on whatever server, and gives the ends that are still to be
    /// told, oldest first; some of them where they are many.
    pub async fn ends_to_tell(&self, now: Millis) -> Result<Vec<Ended>, StoreError> {
        let overdue: Vec<i64> = sqlx::query_scalar(OVERDUE)
            .bind(this_month(now).0)
            .bind(AT_ONCE)
            .fetch_all(&self.readers)
            .await?;
        for server in overdue {
            self.season_now(ServerId(from_sql(server)), now).await?;
        }
        let rows: Vec<(i64, i64, Option<i64>)> =
            sqlx::query_as(TO_TELL).bind(AT_ONCE).fetch_all(&self.readers).await?;
        let ended = |(season, server, channel): (i64, i64, Option<i64>)| Ended {
            season: SeasonId(season),
            server: ServerId(from_sql(server)),
            channel: channel.map(|channel| ChannelId(from_sql(channel))),
        };
        Ok(rows.into_iter().map(ended).collect())
    }

    /// Notes that the end of a season was told, or is not wanted.
    pub async fn told_end(&self, season: SeasonId, at: Millis) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        sqlx::query("UPDATE seasons SET summed_up_at = $2 WHERE id = $1 AND summed_up_at IS NULL")
            .bind(season.0)
            .bind(at.0)
            .execute(&mut *write)
            .await?;
        Ok(write.commit().await?)
    }

    /// The channel in which the ends of a server's seasons are told; `None` where they are not.
    pub async fn summary_channel(&self, server: ServerId) -> Result<Option<ChannelId>, StoreError> {
        let channel: Option<Option<i64>> =
            sqlx::query_scalar("SELECT summary_channel FROM server_settings WHERE server = $1")
                .bind(to_sql(server.0))
                .fetch_optional(&self.readers)
                .await?;
        Ok(channel.flatten().map(|channel| ChannelId(from_sql(channel))))
    }

    /// Sets where the ends of a server's seasons are told from now on; `None` for nowhere.
    pub async fn set_summary_channel(
        &self,
        server: ServerId,
        channel: Option<ChannelId>,
    ) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        sqlx::query(
            "INSERT INTO server_settings (server, summary_channel) VALUES ($1, $2)
             ON CONFLICT (server) DO UPDATE SET summary_channel = excluded.summary_channel",
        )
        .bind(to_sql(server.0))
        .bind(channel.map(|channel| to_sql(channel.0)))
        .execute(&mut *write)
        .await?;
        Ok(write.commit().await?)
    }
}

async fn count(
    connection: &mut SqliteConnection,
    query: &'static str,
    season: &Season,
) -> Result<u32, StoreError> {
    let query = sqlx::query_scalar(query).bind(season.id.0).bind(to_sql(season.server.0));
    small(query.fetch_one(connection).await?)
}

async fn podium(
    connection: &mut SqliteConnection,
    season: SeasonId,
    metric: Metric,
) -> Result<Option<Podium>, StoreError> {
    for group in [Group::Established, Group::Provisional] {
        let mut standings = leaderboard::lines(connection, season, (metric, group), PODIUM, 0).await?;
        // Whoever has made nothing has no part in it.
        standings.retain(|standing| metric != Metric::WinRate || standing.ranked.made_as_declarer > 0);
        if !standings.is_empty() {
            return Ok(Some(Podium { metric, group, standings }));
        }
    }
    Ok(None)
}

async fn best(connection: &mut SqliteConnection, season: SeasonId) -> Result<Option<Best>, StoreError> {
    let row: Option<(i64, Option<String>, i64)> =
        sqlx::query_as(BEST).bind(season.0).fetch_optional(connection).await?;
    Ok(row.map(|(deal, name, points)| Best { deal: DealId(deal), name: name.unwrap_or_default(), points }))
}
