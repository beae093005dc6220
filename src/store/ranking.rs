//! Which deals are ranked: count for ratings, and for the leaderboards that go by them.
//!
//! Going away must not save anyone from a loss, nor a robot win for anyone. So whoever leaves a deal has
//! lost it; and where a robot came to decide something for somebody, the deal is ranked if it was lost for
//! them, and not if it brought them anything. Where it held a seat from the start, its owner was away and
//! took no part, so they lose nothing either.

use sqlx::SqliteConnection;

use super::ids::to_sql;
use super::{StoreError, calendar};
use crate::rules::{Action, Seat};
use crate::table::{FinishedDeal, Millis, PlayerId, ServerId, UserId};

pub use crate::rating::DAILY_RANKED;

/// Whether a deal is ranked, or why not. All that are not void count in points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ranking {
    /// It is: three different people played it from beginning to end, themselves or to their loss.
    Ranked,
    /// A robot sat at one of the seats, or the same person at two.
    NotThreePeople,
    /// It is, and this seat has lost it, whatever was declared: they left in the middle of it.
    Deserted(Seat),
    /// A robot held somebody's seat when the deal began, or came to play for somebody who did not lose.
    StoodIn,
    /// Somebody left the deal, at a time when that was no loss.
    Left,
    /// The same three have had [`DAILY_RANKED`] ranked deals that day.
    Capped,
    /// It was played before deals were ranked.
    Older,
    /// It was played elsewhere. It does not count in points either.
    Imported,
}

impl Ranking {
    const ALL: [Self; 10] = [
        Self::Ranked,
        Self::Deserted(Seat::Zero),
        Self::Deserted(Seat::One),
        Self::Deserted(Seat::Two),
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
            Self::Deserted(Seat::Zero) => "deserted-0",
            Self::Deserted(Seat::One) => "deserted-1",
            Self::Deserted(Seat::Two) => "deserted-2",
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
        matches!(self, Self::Ranked | Self::Deserted(_))
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
    let would_be = match who_left(deal) {
        Some(seat) => Ranking::Deserted(seat),
        None if deal.declarer.is_none() => return Ok(Ranking::Left),
        None if is_a_robots(deal) => return Ok(Ranking::StoodIn),
        None => Ranking::Ranked,
    };
    let today = count_today(connection, deal.server, trio, calendar::day_of(at)).await?;
    Ok(if today <= DAILY_RANKED { would_be } else { Ranking::Capped })
}

/// Who ended the deal by leaving it.
fn who_left(deal: &FinishedDeal) -> Option<Seat> {
    let last = deal.record.steps().last()?.ok()?;
    (last.action == Action::Leave).then_some(last.seat)
}

/// Whether somebody was away from the start, or did not lose thanks to a robot.
fn is_a_robots(deal: &FinishedDeal) -> bool {
    let saved = |seat: Seat| deal.helped[seat] && deal.payments[seat] >= 0;
    Seat::ALL.into_iter().any(|seat| deal.away[seat] || saved(seat))
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
