//! Who has won how much in the running season of a server.

use sqlx::FromRow;

use super::ids::{from_sql, small, to_sql};
use super::{Store, StoreError};
use crate::table::{ServerId, UserId};

/// A person's line of a leaderboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderboardRow {
    /// From 1. Nobody shares a place: of equal points the one with fewer deals is ahead, then the
    /// one with the smaller id.
    pub place: u32,
    /// Who.
    pub user: UserId,
    /// The newest name; empty where none was ever heard.
    pub name: String,
    /// What was won or lost, the shares of the window included.
    pub points: i64,
    /// In how many deals.
    pub deals: u32,
    /// In how many of them alone.
    pub as_declarer: u32,
    /// In how many of those with every game of the contract made.
    pub made_as_declarer: u32,
}

#[derive(FromRow)]
struct Row {
    place: i64,
    user_id: i64,
    name: String,
    points: i64,
    deals: i64,
    declared: i64,
    made: i64,
}

/// The ranking of the running season of server `$1`, with what follows it. A macro, because a query is
/// a literal: the two below differ in their last lines only.
macro_rules! ranking {
    ($rest:literal) => {
        concat!(
            "WITH sums AS (
                 SELECT r.user_id, CAST(SUM(r.points) AS BIGINT) AS points, COUNT(r.deal_id) AS deals,
                        CAST(SUM(r.declared) AS BIGINT) AS declared, CAST(SUM(r.made) AS BIGINT) AS made
                 FROM results r
                 WHERE r.season_id = (SELECT s.id FROM seasons s WHERE s.server = $1 AND s.ended_at IS NULL)
                   AND r.user_id IS NOT NULL
                 GROUP BY r.user_id
             ), ranking AS (
                 SELECT ROW_NUMBER() OVER (ORDER BY points DESC, deals, user_id) AS place, sums.*
                 FROM sums
             )
             SELECT k.place, k.user_id, COALESCE(p.name, '') AS name, k.points, k.deals, k.declared, k.made
             FROM ranking k LEFT JOIN people p ON p.user_id = k.user_id ",
            $rest
        )
    };
}

pub(super) const LEADERBOARD: &str = ranking!("ORDER BY k.place LIMIT $2 OFFSET $3");
pub(super) const STANDING: &str = ranking!("WHERE k.user_id = $2");

impl Store {
    /// The running season's people by what they have won, best first; nobody where no season runs.
    pub async fn leaderboard(
        &self,
        server: ServerId,
        limit: u32,
        offset: u32,
    ) -> Result<Vec<LeaderboardRow>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(LEADERBOARD)
            .bind(to_sql(server.0))
            .bind(i64::from(limit))
            .bind(i64::from(offset))
            .fetch_all(&self.readers)
            .await?;
        rows.into_iter().map(LeaderboardRow::try_from).collect()
    }

    /// Where a person stands in the running season; `None` for one who has not played in it.
    pub async fn standing_of(
        &self,
        server: ServerId,
        user: UserId,
    ) -> Result<Option<LeaderboardRow>, StoreError> {
        let row: Option<Row> = sqlx::query_as(STANDING)
            .bind(to_sql(server.0))
            .bind(to_sql(user.0))
            .fetch_optional(&self.readers)
            .await?;
        row.map(LeaderboardRow::try_from).transpose()
    }
}

impl TryFrom<Row> for LeaderboardRow {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            place: small(row.place)?,
            user: UserId(from_sql(row.user_id)),
            name: row.name,
            points: row.points,
            deals: small(row.deals)?,
            as_declarer: small(row.declared)?,
            made_as_declarer: small(row.made)?,
        })
    }
}
