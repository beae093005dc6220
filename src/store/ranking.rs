//! Which deals are ranked: count for ratings, and for the leaderboards that go by them.

use sqlx::SqliteConnection;

use super::ids::to_sql;
use super::{StoreError, calendar};
use crate::rules::Scored;
use crate::table::{FinishedDeal, Millis, PlayerId, ServerId, UserId};

pub use crate::rating::DAILY_RANKED;

/// Whether a deal is ranked, or why not. All that are not void count in points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ranking {
    /// It is: three different people played it themselves from beginning to end.
    Ranked,
    /// A robot sat at one of the seats, or the same person at two.
    NotThreePeople,
    /// A robot made a decision for somebody: a turn that ran out, or all of them.
    StoodIn,
    /// Somebody left the deal.
    Left,
    /// The same three have had [`DAILY_RANKED`] ranked deals that day.
    Capped,
    /// It was played before deals were ranked.
    Older,
    /// It was played elsewhere. It does not count in points either.
    Imported,
}

impl Ranking {
    const ALL: [Self; 7] = [
        Self::Ranked,
        Self::NotThreePeople,
        Self::StoodIn,
        Self::Left,
        Self::Capped,
        Self::Older,
        Self::Imported,
    ];

    /// Its name in the database.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Ranked => "ranked",
            Self::NotThreePeople => "robot",
            Self::StoodIn => "stood-in",
            Self::Left => "left",
            Self::Capped => "capped",
            Self::Older => "older",
            Self::Imported => "imported",
        }
    }

    pub(super) fn from_name(name: &str) -> Result<Self, StoreError> {
        Self::ALL
            .into_iter()
            .find(|ranking| ranking.name() == name)
            .ok_or_else(|| StoreError::Damaged(format!("'{name}' is no ranking of a deal")))
    }

    /// Whether its points count anywhere.
    pub(super) const fn counts(self) -> bool {
        !matches!(self, Self::Imported)
    }

    /// Whether it is ranked.
    pub const fn is_ranked(self) -> bool {
        matches!(self, Self::Ranked)
    }
}

/// Three different people, smallest number first.
fn trio(deal: &FinishedDeal) -> Option<[UserId; 3]> {
    let [one, two, three] = deal.seats.0.map(PlayerId::user);
    let mut trio = [one?, two?, three?];
    trio.sort_unstable();
    let [one, two, three] = trio;
    (one != two && two != three).then_some(trio)
}

/// Whether a deal that has just ended is ranked; one that is, is counted among its day's.
pub(super) async fn decide(
    connection: &mut SqliteConnection,
    deal: &FinishedDeal,
    at: Millis,
) -> Result<Ranking, StoreError> {
    let Some(trio) = trio(deal) else { return Ok(Ranking::NotThreePeople) };
    if deal.helped.values().any(|helped| *helped) {
        return Ok(Ranking::StoodIn);
    }
    let left = deal.record.result.items.iter().any(|item| item.game == Scored::Renonsz);
    if left || deal.declarer.is_none() {
        return Ok(Ranking::Left);
    }
    let today = count_today(connection, deal.server, trio, calendar::day_of(at)).await?;
    Ok(if today <= DAILY_RANKED { Ranking::Ranked } else { Ranking::Capped })
}

/// Counts one more deal of these three today; how many they have had with it.
async fn count_today(
    connection: &mut SqliteConnection,
    server: ServerId,
    [one, two, three]: [UserId; 3],
    day: i64,
) -> Result<i64, StoreError> {
    sqlx::query("DELETE FROM trios WHERE server = $1 AND day < $2")
        .bind(to_sql(server.0))
        .bind(day)
        .execute(&mut *connection)
        .await?;
    Ok(sqlx::query_scalar(
        "INSERT INTO trios (server, day, one, two, three, deals) VALUES ($1, $2, $3, $4, $5, 1)
         ON CONFLICT (server, day, one, two, three) DO UPDATE SET deals = trios.deals + 1
         RETURNING deals",
    )
    .bind(to_sql(server.0))
    .bind(day)
    .bind(to_sql(one.0))
    .bind(to_sql(two.0))
    .bind(to_sql(three.0))
    .fetch_one(connection)
    .await?)
}
