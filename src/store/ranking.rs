//! Which deals are ranked: count for ratings, and for the leaderboards that go by them.
//!
//! Going away must not save anyone from a loss, nor a robot win for anyone. So whoever leaves a deal has
//! lost it; and where a robot came to decide something for somebody, the deal is ranked if it was lost for
//! them, and not if it brought them anything. Where it held a seat from the start, its owner was away and
//! took no part, so they lose nothing either.

use std::collections::BTreeMap;

use sqlx::SqliteConnection;

use super::ids::{from_sql, to_sql};
use super::rows::{Binding, Rows};
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

/// Whether deals that have just ended are ranked; those that are, are counted among their day's. They are
/// of different servers, and come out in their order.
pub(super) async fn decide(
    connection: &mut SqliteConnection,
    deals: &[(&FinishedDeal, Millis)],
) -> Result<Vec<Ranking>, StoreError> {
    let would_be: Vec<Ranking> = deals.iter().map(|(deal, _)| by_itself(deal)).collect();
    let trios: Vec<Trio> = deals
        .iter()
        .zip(&would_be)
        .filter(|(_, ranking)| ranking.is_ranked())
        .filter_map(|((deal, at), _)| Some((deal.server, calendar::day_of(*at), trio(deal)?)))
        .collect();
    let today = count_today(connection, &trios).await?;
    let decided = |((deal, _), would_be): (&(&FinishedDeal, Millis), Ranking)| {
        let capped = today.get(&deal.server).is_some_and(|today| *today > DAILY_RANKED);
        if would_be.is_ranked() && capped { Ranking::Capped } else { would_be }
    };
    Ok(deals.iter().zip(would_be).map(decided).collect())
}

/// The same, however many deals there were that day.
fn by_itself(deal: &FinishedDeal) -> Ranking {
    match who_left(deal) {
        _ if trio(deal).is_none() => Ranking::NotThreePeople,
        Some(seat) => Ranking::Deserted(seat),
        None if deal.declarer.is_none() => Ranking::Left,
        None if is_a_robots(deal) => Ranking::StoodIn,
        None => Ranking::Ranked,
    }
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

/// Three people of a server, and a day.
type Trio = (ServerId, i64, [UserId; 3]);

pub(super) const DROP_OLDER: Rows = Rows {
    before: "DELETE FROM trios WHERE rowid IN (SELECT trios.rowid FROM (",
    values: 2,
    after: ") given CROSS JOIN trios ON trios.server = column1 AND trios.day < column2)",
};
pub(super) const ONE_MORE: Rows = Rows {
    before: "INSERT INTO trios (server, day, one, two, three, deals)",
    values: 6,
    after: "ON CONFLICT (server, day, one, two, three) DO UPDATE SET deals = trios.deals + 1
            RETURNING server, deals",
};

/// Counts one more deal of each of these today; how many they have had with it.
async fn count_today(
    connection: &mut SqliteConnection,
    trios: &[Trio],
) -> Result<BTreeMap<ServerId, i64>, StoreError> {
    let day = |query: Binding, (server, day, _): &Trio| query.bind(to_sql(server.0)).bind(*day);
    DROP_OLDER.run(connection, trios, day).await?;
    let one_more = |query: Binding, trio: &Trio| {
        let [one, two, three] = trio.2.map(|user| to_sql(user.0));
        day(query, trio).bind(one).bind(two).bind(three).bind(1)
    };
    let rows: Vec<(i64, i64)> = ONE_MORE.fetch(connection, trios, one_more).await?;
    Ok(rows.into_iter().map(|(server, deals)| (ServerId(from_sql(server)), deals)).collect())
}
