//! The ranking status of deals. Only ranked deals affect ratings and the leaderboards based on ratings.
//!
//! A player must not avoid a loss by leaving, and a robot must not win for a player:
//!
//! - A player who leaves a running deal loses it.
//! - If a robot made any decision for a player, the deal is ranked only if that player lost.
//! - If a robot played for a player from the start of the deal, the deal is not ranked.
//! - A deal that ended without a trick and without a payment is not ranked, unless a player left. Otherwise,
//!   players could reach a rating without playing a card, for example by folding every parti for free.

use std::collections::BTreeMap;

use crate::store::Result;
use crate::store::sql::Connection;
use crate::store::sql::bulk::{Binding, BulkQuery};
use crate::table::{FinishedDeal, PlayerId, ServerId, UserId};
use ulti_rules::{Action, Seat, SeatAction};

pub use crate::rating::DAILY_RANKED;

/// Ranking status of a deal, with the reason if the deal is not ranked.
///
/// Only ranked deals affect ratings. Unranked deals still affect points, unless they were imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ranking {
    /// The deal is ranked: its three seats belonged to three different users.
    ///
    /// A robot may have played part of the deal for a user, but only if that user lost points.
    Ranked,
    /// The deal is not ranked because a robot had a seat or a user had two seats.
    NotThreePeople,
    /// The deal is ranked as a loss for the user at this seat, who left before the end.
    Deserted(Seat),
    /// The deal is not ranked because a robot played in place of a user.
    ///
    /// Either the robot played from the start of the deal, or it took over later and the user did not lose
    /// points.
    StoodIn,
    /// The deal is not ranked because a player left before the first bid.
    Left,
    /// The deal is not ranked because it ended without a trick and without a payment.
    NotPlayed,
    /// The deal is not ranked because the same three users had already played [`DAILY_RANKED`] ranked deals
    /// that day.
    Capped,
    /// The deal is not ranked because it was played before rankings were introduced.
    Older,
    /// The deal is not ranked because it was imported. Imported deals do not affect points either.
    Imported,
}

impl Ranking {
    const ALL: [Self; 11] = [
        Self::Ranked,
        Self::Deserted(Seat::Zero),
        Self::Deserted(Seat::One),
        Self::Deserted(Seat::Two),
        Self::NotThreePeople,
        Self::StoodIn,
        Self::Left,
        Self::NotPlayed,
        Self::Capped,
        Self::Older,
        Self::Imported,
    ];

    /// Returns the name under which the ranking status is stored in the database.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ranked => "ranked",
            Self::Deserted(Seat::Zero) => "deserted-0",
            Self::Deserted(Seat::One) => "deserted-1",
            Self::Deserted(Seat::Two) => "deserted-2",
            Self::NotThreePeople => "robot",
            Self::StoodIn => "stood-in",
            Self::Left => "left",
            Self::NotPlayed => "not-played",
            Self::Capped => "capped",
            Self::Older => "older",
            Self::Imported => "imported",
        }
    }

    /// Returns `true` if deals with this status count towards the players' total points.
    pub(crate) const fn counts(self) -> bool {
        !matches!(self, Self::Imported)
    }

    /// Returns `true` if the deal is ranked.
    pub const fn is_ranked(self) -> bool {
        matches!(self, Self::Ranked | Self::Deserted(_))
    }
}

impl TryFrom<String> for Ranking {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|ranking| ranking.name() == name);
        found.ok_or_else(|| format!("invalid ranking '{name}'"))
    }
}

/// Returns the three users who played a deal, sorted by id.
///
/// Returns `None` if a robot had a seat or a user had two seats.
fn trio(deal: &FinishedDeal) -> Option<[UserId; 3]> {
    let [one, two, three] = deal.seats.0.map(PlayerId::user);
    let mut trio = [one?, two?, three?];
    trio.sort_unstable();
    let [one, two, three] = trio;
    (one != two && two != three).then_some(trio)
}

/// Decides for each newly finished deal whether it is ranked. The results are in the order of `deals`.
///
/// Each deal is given with the day of its end in the season's time zone, as the number of days since
/// 1970-01-01. Also increments the daily counts of ranked deals. `deals` must not contain two deals from the
/// same server.
pub(crate) async fn decide(db: &mut Connection, deals: &[(&FinishedDeal, i64)]) -> Result<Vec<Ranking>> {
    let would_be: Vec<Ranking> = deals.iter().map(|(deal, _)| without_limit(deal)).collect();
    let trios: Vec<Trio> = deals
        .iter()
        .zip(&would_be)
        .filter(|(_, ranking)| ranking.is_ranked())
        .filter_map(|((deal, day), _)| Some((deal.server, *day, trio(deal)?)))
        .collect();
    let today = count_today(db, &trios).await?;
    let decided = |((deal, _), would_be): (&(&FinishedDeal, i64), Ranking)| {
        let capped = today.get(&deal.server).is_some_and(|today| *today > DAILY_RANKED);
        if would_be.is_ranked() && capped { Ranking::Capped } else { would_be }
    };
    Ok(deals.iter().zip(would_be).map(decided).collect())
}

/// Decides whether a deal is ranked, without checking the daily limit on ranked deals.
fn without_limit(deal: &FinishedDeal) -> Ranking {
    match who_left(deal) {
        _ if trio(deal).is_none() => Ranking::NotThreePeople,
        Some(seat) => Ranking::Deserted(seat),
        None if deal.declarer.is_none() => Ranking::Left,
        None if was_decided_by_robot(deal) => Ranking::StoodIn,
        None if is_not_played(deal) => Ranking::NotPlayed,
        None => Ranking::Ranked,
    }
}

/// Returns the seat of the player whose leaving ended the deal, or `None` if no player left.
fn who_left(deal: &FinishedDeal) -> Option<Seat> {
    let last = deal.record.steps().last()?.ok()?;
    (last.action == Action::Leave).then_some(last.seat)
}

/// Returns `true` if the deal ended without a trick and without a payment.
fn is_not_played(deal: &FinishedDeal) -> bool {
    let is_card = |step: &SeatAction| matches!(step.action, Action::Play(_));
    let cards = deal.record.steps().flatten().filter(is_card).count();
    cards < 3 && deal.window == 0 && deal.payments.values().all(|points| *points == 0)
}

/// Returns `true` if a robot replaced a player from the start of the deal, or took over later for a player
/// who did not lose points.
fn was_decided_by_robot(deal: &FinishedDeal) -> bool {
    let saved = |seat: Seat| deal.helped[seat] && deal.payments[seat] >= 0;
    Seat::ALL.into_iter().any(|seat| deal.away[seat] || saved(seat))
}

/// A server, a day (in days since 1970-01-01, in the time zone of the season) and three user ids in ascending
/// order.
///
/// Ranked deals are counted separately for each such combination, to enforce the daily limit.
type Trio = (ServerId, i64, [UserId; 3]);

pub(crate) const DROP_OLDER: BulkQuery = BulkQuery {
    before: "DELETE FROM trios WHERE (server, day, one, two, three) IN
                 (SELECT old.server, old.day, old.one, old.two, old.three FROM (",
    values: 2,
    after: ") given JOIN trios old ON old.server = column1 AND old.day < column2)",
};
pub(crate) const ONE_MORE: BulkQuery = BulkQuery {
    before: "INSERT INTO trios (server, day, one, two, three, deals)",
    values: 6,
    after: "ON CONFLICT (server, day, one, two, three) DO UPDATE SET deals = trios.deals + 1
            RETURNING server, deals",
};

/// Increments the daily count of ranked deals for each group of three users.
///
/// Each group must be from a different server. Returns the new counts, keyed by server.
async fn count_today(db: &mut Connection, trios: &[Trio]) -> Result<BTreeMap<ServerId, i64>> {
    let day = |query: Binding, (server, day, _): &Trio| query.bind(server).bind(*day);
    DROP_OLDER.run(db, trios, day).await?;
    let one_more = |query: Binding, trio: &Trio| {
        let [one, two, three] = trio.2;
        day(query, trio).bind(one).bind(two).bind(three).bind(1)
    };
    let rows: Vec<(ServerId, i64)> = ONE_MORE.fetch(db, trios, one_more).await?;
    Ok(rows.into_iter().collect())
}
