//! Season and daily totals of each player. The totals are updated with each deal, so that queries do not have
//! to add up deals.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use sqlx::FromRow;

use crate::rating::Rating;
use crate::store::people::names::PendingDeletions;
use crate::store::sql::Connection;
use crate::store::sql::bulk::{Binding, BulkQuery};
use crate::store::{Result, SeasonId};
use crate::table::UserId;

pub use crate::rating::ESTABLISHED;

/// A player's results, summed over several deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DealTally {
    /// Points that the player won, negative if points were lost.
    pub points: i64,
    /// Number of deals that the player has played.
    pub deals: u32,
    /// Number of deals in which the player was the declarer.
    pub as_declarer: u32,
    /// Number of deals in which the player was the declarer and won every game of the contract.
    pub made_as_declarer: u32,
}

/// A database row with a player's totals, either for one season or summed over several seasons.
#[derive(FromRow)]
pub(crate) struct TotalsRow {
    points: i64,
    #[sqlx(try_from = "i64")]
    deals: u32,
    #[sqlx(try_from = "i64")]
    declared: u32,
    #[sqlx(try_from = "i64")]
    made: u32,
    ranked_points: i64,
    #[sqlx(try_from = "i64")]
    ranked: u32,
    #[sqlx(try_from = "i64")]
    ranked_declared: u32,
    #[sqlx(try_from = "i64")]
    ranked_made: u32,
}

impl TotalsRow {
    /// Returns two tallies: one for all deals, and one for ranked deals only.
    pub(crate) const fn tallies(&self) -> (DealTally, DealTally) {
        let all = DealTally {
            points: self.points,
            deals: self.deals,
            as_declarer: self.declared,
            made_as_declarer: self.made,
        };
        let ranked = DealTally {
            points: self.ranked_points,
            deals: self.ranked,
            as_declarer: self.ranked_declared,
            made_as_declarer: self.ranked_made,
        };
        (all, ranked)
    }
}

/// Amounts to add to a player's totals, for all deals and for ranked deals only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Change {
    pub(crate) all: Sums,
    /// Amounts to add to the player's totals for ranked deals.
    pub(crate) ranked: Sums,
}

/// Points and numbers of deals to add to a player's totals. Negative amounts are subtracted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Sums {
    pub(crate) points: i64,
    pub(crate) deals: i64,
    pub(crate) declared: i64,
    pub(crate) made: i64,
}

impl Change {
    /// Returns the amounts to add to a player's totals for a share of the window (the table's pot).
    ///
    /// The share adds points but does not count as a deal.
    pub(crate) fn share(points: i64) -> Self {
        Self { all: Sums { points, ..Sums::default() }, ranked: Sums::default() }
    }

    /// Returns the amounts by which one deal changes a player's totals.
    ///
    /// `times` is 1 to add the deal, or -1 to remove it.
    pub(crate) fn deal(points: i64, declared: bool, made: bool, ranked: bool, times: i64) -> Self {
        let (declared, made) = (times * i64::from(declared), times * i64::from(made));
        let all = Sums { points: times * points, deals: times, declared, made };
        Self { all, ranked: if ranked { all } else { Sums::default() } }
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, more: Self) {
        self.points += more.points;
        self.deals += more.deals;
        self.declared += more.declared;
        self.made += more.made;
    }
}

impl AddAssign for Change {
    fn add_assign(&mut self, more: Self) {
        self.all += more.all;
        self.ranked += more.ranked;
    }
}

/// Amounts to add to a user's totals for a season and for one day.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Changed {
    pub(crate) season: SeasonId,
    pub(crate) user: UserId,
    /// Day whose totals change, as the number of days since 1970-01-01 in the time zone of the season.
    pub(crate) day: i64,
    pub(crate) change: Change,
}

/// Statement that adds users to seasons in the database table `totals`, with the initial rating. Existing
/// rows are not changed.
pub(crate) const ENSURE: BulkQuery = BulkQuery {
    before: "INSERT INTO totals (season_id, user_id, rating, uncertainty, at_least, hidden)
             SELECT column1, column2, column3, column4, column5,
                    COALESCE((SELECT CASE WHEN hidden THEN 1 ELSE 0 END
                              FROM user_settings WHERE user_id = column2), 0)
             FROM (",
    values: 5,
    // Without WHERE TRUE, SQLite would parse ON as part of a join.
    after: ") given WHERE TRUE ON CONFLICT (season_id, user_id) DO NOTHING",
};
// The columns by which leaderboards are sorted are derived from the new sums.
pub(crate) const CHANGE: BulkQuery = BulkQuery {
    before: "UPDATE totals SET
                    points = points + column3, deals = deals + column4, declared = declared + column5,
                    made = made + column6, ranked_points = ranked_points + column7, ranked = ranked + column8,
                    ranked_declared = ranked_declared + column9, ranked_made = ranked_made + column10,
                    standing = CASE WHEN ranked + column8 >= column11 THEN 0
                               WHEN ranked + column8 > 0 THEN 1 ELSE 2 END,
                    a_deal = CASE WHEN ranked + column8 > 0
                             THEN (ranked_points + column7) * 1000000 / (ranked + column8) ELSE 0 END,
                    win_rate = CASE WHEN ranked_declared + column9 > 0
                               THEN (ranked_made + column10) * 1000000 / (ranked_declared + column9)
                               ELSE -1 END
             FROM (",
    values: 11,
    after: ") given WHERE season_id = column1 AND user_id = column2",
};
pub(crate) const CHANGE_DAY: BulkQuery = BulkQuery {
    before: "INSERT INTO days (user_id, season_id, day, points, deals)",
    values: 5,
    after: "ON CONFLICT (user_id, season_id, day)
            DO UPDATE SET points = days.points + excluded.points, deals = days.deals + excluded.deals",
};
pub(crate) const RATINGS: BulkQuery = BulkQuery {
    before: "SELECT season_id, user_id, rating, uncertainty FROM totals WHERE (season_id, user_id) IN (",
    values: 2,
    after: ")",
};
pub(crate) const SET_RATINGS: BulkQuery = BulkQuery {
    before: "UPDATE totals SET rating = column3, uncertainty = column4, at_least = column5 FROM (",
    values: 5,
    after: ") given WHERE season_id = column1 AND user_id = column2",
};

/// Adds the given amounts to the players' season totals and daily totals.
///
/// Users whose data is being deleted are skipped.
pub(crate) async fn change(db: &mut Connection, going: &PendingDeletions, changes: &[Changed]) -> Result<()> {
    // Changes are merged per user and season, because UPDATE FROM applies only one of several matching rows.
    let (mut sums, mut days) = (BTreeMap::<_, Change>::new(), BTreeMap::<_, Change>::new());
    for Changed { season, user, day, change } in changes {
        if !going.contains(*user) {
            *sums.entry((*season, *user)).or_default() += *change;
            *days.entry((*season, *user, *day)).or_default() += *change;
        }
    }
    let sums: Vec<((SeasonId, UserId), Change)> = sums.into_iter().collect();
    let days: Vec<((SeasonId, UserId, i64), Change)> = days.into_iter().collect();
    ensure(db, &sums).await?;
    change_sums(db, &sums).await?;
    let bind = |query: Binding, ((season, user, day), change): &((SeasonId, UserId, i64), Change)| {
        let query = query.bind(user).bind(season).bind(*day);
        query.bind(change.all.points).bind(change.all.deals)
    };
    CHANGE_DAY.run(db, &days, bind).await.map(drop)
}

/// Adds users to seasons in the database table `totals`, with the initial rating. Existing rows are not
/// changed.
async fn ensure(db: &mut Connection, sums: &[((SeasonId, UserId), Change)]) -> Result<()> {
    let new = Rating::default();
    let bind = |query: Binding, ((season, user), _): &((SeasonId, UserId), Change)| {
        let query = query.bind(season).bind(user);
        query.bind(new.value).bind(new.uncertainty).bind(new.at_least())
    };
    ENSURE.run(db, sums, bind).await.map(drop)
}

async fn change_sums(db: &mut Connection, sums: &[((SeasonId, UserId), Change)]) -> Result<()> {
    let bind = |query: Binding, ((season, user), Change { all, ranked }): &((SeasonId, UserId), Change)| {
        query
            .bind(season)
            .bind(user)
            .bind(all.points)
            .bind(all.deals)
            .bind(all.declared)
            .bind(all.made)
            .bind(ranked.points)
            .bind(ranked.deals)
            .bind(ranked.declared)
            .bind(ranked.made)
            .bind(ESTABLISHED)
    };
    CHANGE.run(db, sums, bind).await.map(drop)
}

/// Returns the rating for each pair of season and user.
///
/// Pairs without a row in the database table `totals` are omitted.
pub(crate) async fn ratings(
    db: &mut Connection,
    people: &[(SeasonId, UserId)],
) -> Result<BTreeMap<(SeasonId, UserId), Rating>> {
    let bind = |query: Binding, (season, user): &(SeasonId, UserId)| query.bind(season).bind(user);
    let rows: Vec<(SeasonId, UserId, f64, f64)> = RATINGS.fetch(db, people, bind).await?;
    let rating = |(season, user, value, uncertainty)| ((season, user), Rating { value, uncertainty });
    Ok(rows.into_iter().map(rating).collect())
}

/// Stores ratings. Each pair of season and user must occur only once.
pub(crate) async fn set_ratings(db: &mut Connection, ratings: &[((SeasonId, UserId), Rating)]) -> Result<()> {
    let bind = |query: Binding, ((season, user), rating): &((SeasonId, UserId), Rating)| {
        let query = query.bind(season).bind(user);
        query.bind(rating.value).bind(rating.uncertainty).bind(rating.at_least())
    };
    SET_RATINGS.run(db, ratings, bind).await.map(drop)
}
