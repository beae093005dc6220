//! Season summaries, and the list of summaries that are still to be posted.

use super::leaderboard::{self, BoardGroup, RankBy, SeasonStanding};
use super::season;
use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{DealId, Result, Season, SeasonId, Store, StoreError};
use crate::table::{ChannelId, ServerId, ShardRange, UnixMillis};

/// Last place that a podium shows. Several players may share a place.
const PODIUM: u32 = 3;
/// Maximum number of players on a podium.
const MOST_ON_PODIUM: usize = 6;
/// Maximum number of seasons that one call to [`Store::ends_to_tell`] ends or returns.
const BATCH_SIZE: i64 = 100;

/// A summary that is posted at the end of a season.
#[derive(Debug, Clone, PartialEq)]
pub struct SeasonSummary {
    /// The season that the summary describes.
    pub season: Season,
    /// Number of finished deals, including void deals but excluding imported ones.
    pub deals: u32,
    /// Number of deals that were declared void.
    pub void: u32,
    /// Number of players who took part in the season.
    pub people: u32,
    /// Rankings of the best players by points in ranked deals, by rating, by win rate, and by points in all
    /// deals.
    ///
    /// Rankings without any players are omitted. Players with few ranked deals are listed only if no other
    /// players qualify.
    pub podiums: Vec<Podium>,
    /// The deal in which a single player won the most points.
    ///
    /// Players who are hidden from leaderboards are ignored.
    pub best: Option<BestDeal>,
}

/// The best players of a season by one metric.
#[derive(Debug, Clone, PartialEq)]
pub struct Podium {
    /// Metric by which the players are ranked.
    pub metric: RankBy,
    /// Group of the listed players: established or, if no established player qualifies, provisional.
    pub group: BoardGroup,
    /// The players with the places 1 to 3, best first, each with the place. Players with equal scores have
    /// the same place. At most six players are listed.
    pub standings: Vec<(u32, SeasonStanding)>,
    /// `true` if further players have the place of the last player listed.
    pub has_more: bool,
}

/// The deal with the highest score of a single player in a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestDeal {
    /// Id of the deal.
    pub deal: DealId,
    /// Display name of the player who won the most points.
    pub name: String,
    /// Number of points that the player won.
    pub points: i64,
}

/// An ended season whose summary has not been posted yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedSeason {
    /// Id of the season.
    pub season: SeasonId,
    /// Server of the season.
    pub server: ServerId,
    /// Channel in which to post the summary, or `None` if the server has disabled summaries.
    pub channel: Option<ChannelId>,
}

/// The metrics for which a season summary contains a podium.
const PODIUMS: [RankBy; 4] = [RankBy::Points, RankBy::Rating, RankBy::WinRate, RankBy::AllPoints];

// $1 is the season, $2 the server.
pub(crate) const DEALS: &str = "SELECT COUNT(*) FROM deals WHERE season_id = $1 AND ranking <> 'imported'";
pub(crate) const VOID: &str =
    "SELECT COUNT(*) FROM deals WHERE server = $2 AND voided_at IS NOT NULL AND season_id = $1";
pub(crate) const PEOPLE: &str =
    "SELECT COUNT(*) FROM totals WHERE season_id = $1 AND (deals > 0 OR points <> 0)";
// Finds the best deal of each player with an index, then takes the best of those.
pub(crate) const BEST: &str = "SELECT r.deal_id, p.name, r.points
     FROM totals t
     JOIN results r ON r.id = (SELECT id FROM results
                               WHERE season_id = t.season_id AND user_id = t.user_id AND state = 0
                               ORDER BY points DESC, deal_id DESC LIMIT 1)
     LEFT JOIN people p ON p.user_id = t.user_id
     WHERE t.season_id = $1 AND t.hidden = 0 AND r.points > 0
     ORDER BY r.points DESC, r.deal_id LIMIT 1";
// $1 is the maximum number of rows. $2 is the total number of shards, $3 and $4 the first and last shard of
// the process whose servers are selected. In OVERDUE, $5 is the time. A season
// without a stored end, see `Season::scheduled_end`, ends after 31 days at the latest.
pub(crate) const OVERDUE: &str = "SELECT server FROM seasons WHERE ended_at IS NULL AND monthly AND COALESCE(ends_at, started_at + 2678400000) <= $5
            AND (server >> 22) % $2 BETWEEN $3 AND $4
     ORDER BY COALESCE(ends_at, started_at + 2678400000) LIMIT $1";
pub(crate) const TO_TELL: &str = "SELECT s.id, s.server, g.summary_channel
     FROM seasons s LEFT JOIN server_settings g ON g.server = s.server
     WHERE s.ended_at IS NOT NULL AND s.summed_up_at IS NULL
           AND (s.server >> 22) % $2 BETWEEN $3 AND $4
     ORDER BY s.ended_at LIMIT $1";

impl Store {
    /// Returns the summary of a season. The season may still be running.
    ///
    /// # Errors
    /// Returns [`StoreError::NoSuchSeason`] if the server has no such season.
    pub async fn summary(&self, server: ServerId, season: SeasonId) -> Result<SeasonSummary> {
        let mut read = self.read().await?;
        let season = season::one(&mut read, server, season).await?.ok_or(StoreError::NoSuchSeason)?;
        let mut podiums = Vec::new();
        for metric in PODIUMS {
            podiums.extend(podium(&mut read, season.id, metric).await?);
        }
        Ok(SeasonSummary {
            deals: count(&mut read, DEALS, &season).await?,
            void: count(&mut read, VOID, &season).await?,
            people: count(&mut read, PEOPLE, &season).await?,
            best: best(&mut read, season.id).await?,
            podiums,
            season,
        })
    }

    /// Ends all monthly seasons whose month is over, on the servers of the given shards.
    ///
    /// Returns the ended seasons of these servers whose summaries have not been posted yet, oldest first. One
    /// call handles only a limited number of seasons.
    pub async fn ends_to_tell(&self, shards: ShardRange, now: UnixMillis) -> Result<Vec<EndedSeason>> {
        let [total, first, last] = shards.numbers();
        let overdue: Vec<ServerId> =
            query_scalar!(OVERDUE, [BATCH_SIZE, total, first, last, now]).fetch_all(&self.readers).await?;
        for server in overdue {
            self.season_now(server, now).await?;
        }
        let rows: Vec<(SeasonId, ServerId, Option<ChannelId>)> =
            query!(TO_TELL, [BATCH_SIZE, total, first, last]).fetch_all(&self.readers).await?;
        let ended = |(season, server, channel)| EndedSeason { season, server, channel };
        Ok(rows.into_iter().map(ended).collect())
    }

    /// Records that a season's summary is no longer due.
    ///
    /// Call this after posting the summary. Also call it if summaries are disabled or the summary cannot be
    /// posted.
    pub async fn told_end(&self, season: SeasonId, at: UnixMillis) -> Result<()> {
        let statement = query!(
            "UPDATE seasons SET summed_up_at = $2 WHERE id = $1 AND summed_up_at IS NULL",
            [season, at]
        );
        self.execute(statement).await.map(drop)
    }
}

async fn count(db: &mut Connection, query: &'static str, season: &Season) -> Result<u32> {
    let count: i64 = query_scalar!(query, [season.id, season.server]).fetch_one(db).await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Returns the best players by `metric`, or `None` if no player qualifies. The podium by win rate is omitted
/// if no listed player has won a contract. It contains only players who have been declarer.
async fn podium(db: &mut Connection, season: SeasonId, metric: RankBy) -> Result<Option<Podium>> {
    for group in [BoardGroup::Established, BoardGroup::Provisional] {
        let most = u32::try_from(MOST_ON_PODIUM + 1).unwrap_or(u32::MAX);
        let mut standings = leaderboard::lines(db, season, (metric, group), most, 0).await?;
        standings.retain(|(place, _)| *place <= PODIUM);
        if metric == RankBy::WinRate {
            standings.retain(|(_, standing)| standing.ranked.as_declarer > 0);
            if standings.iter().all(|(_, standing)| standing.ranked.made_as_declarer == 0) {
                continue;
            }
        }
        let has_more = standings.len() > MOST_ON_PODIUM;
        standings.truncate(MOST_ON_PODIUM);
        if !standings.is_empty() {
            return Ok(Some(Podium { metric, group, standings, has_more }));
        }
    }
    Ok(None)
}

async fn best(db: &mut Connection, season: SeasonId) -> Result<Option<BestDeal>> {
    let row: Option<(DealId, Option<String>, i64)> = query!(BEST, [season]).fetch_optional(db).await?;
    Ok(row.map(|(deal, name, points)| BestDeal { deal, name: name.unwrap_or_default(), points }))
}
