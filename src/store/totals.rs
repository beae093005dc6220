//! What each person has come to in a season, and by day: changed with each deal, so that nobody has
//! to add up.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use sqlx::{FromRow, SqliteConnection};

use super::ids::{from_sql, small, to_sql};
use super::people::Going;
use super::rows::{Binding, Rows};
use super::{SeasonId, StoreError, Tally};
use crate::rating::Rating;
use crate::table::UserId;

pub use crate::rating::ESTABLISHED;

/// Somebody's totals, or the sums of several, as queries name them.
#[derive(FromRow)]
pub(super) struct Sums {
    points: i64,
    deals: i64,
    declared: i64,
    made: i64,
    ranked_points: i64,
    ranked: i64,
    ranked_declared: i64,
    ranked_made: i64,
}

impl Sums {
    /// Of all deals that count, and of the ranked ones alone.
    pub(super) fn tallies(&self) -> Result<(Tally, Tally), StoreError> {
        Ok((
            tally(self.points, self.deals, self.declared, self.made)?,
            tally(self.ranked_points, self.ranked, self.ranked_declared, self.ranked_made)?,
        ))
    }
}

fn tally(points: i64, deals: i64, declared: i64, made: i64) -> Result<Tally, StoreError> {
    let (as_declarer, made_as_declarer) = (small(declared)?, small(made)?);
    Ok(Tally { points, deals: small(deals)?, as_declarer, made_as_declarer })
}

/// By how much somebody's totals change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Change {
    pub(super) points: i64,
    pub(super) deals: i64,
    pub(super) declared: i64,
    pub(super) made: i64,
    /// The same of ranked deals.
    pub(super) ranked_points: i64,
    pub(super) ranked: i64,
    pub(super) ranked_declared: i64,
    pub(super) ranked_made: i64,
}

impl Change {
    /// Points that belong to no deal of rank: a share of the window.
    pub(super) fn share(points: i64) -> Self {
        Self { points, ..Self::default() }
    }

    /// A deal, or the same taken back where `times` is -1.
    pub(super) fn deal(points: i64, declared: bool, made: bool, ranked: bool, times: i64) -> Self {
        let in_rank = if ranked { times } else { 0 };
        let (declared, made) = (i64::from(declared), i64::from(made));
        Self {
            points: times * points,
            deals: times,
            declared: times * declared,
            made: times * made,
            ranked_points: in_rank * points,
            ranked: in_rank,
            ranked_declared: in_rank * declared,
            ranked_made: in_rank * made,
        }
    }
}

impl AddAssign for Change {
    fn add_assign(&mut self, more: Self) {
        self.points += more.points;
        self.deals += more.deals;
        self.declared += more.declared;
        self.made += more.made;
        self.ranked_points += more.ranked_points;
        self.ranked += more.ranked;
        self.ranked_declared += more.ranked_declared;
        self.ranked_made += more.ranked_made;
    }
}

/// What changes for somebody in a season.
#[derive(Debug, Clone, Copy)]
pub(super) struct Changed {
    pub(super) season: SeasonId,
    pub(super) user: UserId,
    /// The day that it belongs to.
    pub(super) day: i64,
    pub(super) change: Change,
}

/// Makes sure that people have a line in a season.
pub(super) const ENSURE: Rows = Rows {
    before: "INSERT INTO totals (season_id, user_id, rating, uncertainty, at_least, hidden)
             SELECT column1, column2, column3, column4, column5,
                    COALESCE((SELECT CASE WHEN hidden THEN 1 ELSE 0 END
                              FROM user_settings WHERE user_id = column2), 0)
             FROM (",
    values: 5,
    // WHERE TRUE, so that SQLite does not take ON for a join's.
    after: ") given WHERE TRUE ON CONFLICT (season_id, user_id) DO NOTHING",
};
// What leaderboards go by follows from the sums as they are then.
pub(super) const CHANGE: Rows = Rows {
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
pub(super) const CHANGE_DAY: Rows = Rows {
    before: "INSERT INTO days (user_id, season_id, day, points, deals)",
    values: 5,
    after: "ON CONFLICT (user_id, season_id, day)
            DO UPDATE SET points = days.points + excluded.points, deals = days.deals + excluded.deals",
};
pub(super) const RATINGS: Rows = Rows {
    before: "SELECT season_id, user_id, rating, uncertainty FROM totals WHERE (season_id, user_id) IN (",
    values: 2,
    after: ")",
};
pub(super) const SET_RATINGS: Rows = Rows {
    before: "UPDATE totals SET rating = column3, uncertainty = column4, at_least = column5 FROM (",
    values: 5,
    after: ") given WHERE season_id = column1 AND user_id = column2",
};

/// Changes people's totals of a season and of a day of it; of whoever is being forgotten none are kept.
pub(super) async fn change(
    connection: &mut SqliteConnection,
    going: &Going,
    changes: &[Changed],
) -> Result<(), StoreError> {
    // One line for each person and season: an UPDATE FROM takes any one of several.
    let (mut sums, mut days) = (BTreeMap::<_, Change>::new(), BTreeMap::<_, Change>::new());
    for Changed { season, user, day, change } in changes {
        if !going.contains(*user) {
            *sums.entry((*season, *user)).or_default() += *change;
            *days.entry((*season, *user, *day)).or_default() += *change;
        }
    }
    let sums: Vec<((SeasonId, UserId), Change)> = sums.into_iter().collect();
    let days: Vec<((SeasonId, UserId, i64), Change)> = days.into_iter().collect();
    ensure(connection, &sums).await?;
    change_sums(connection, &sums).await?;
    let bind = |query: Binding, ((season, user, day), change): &((SeasonId, UserId, i64), Change)| {
        let query = query.bind(to_sql(user.0)).bind(season.0).bind(*day);
        query.bind(change.points).bind(change.deals)
    };
    CHANGE_DAY.run(connection, &days, bind).await?;
    Ok(())
}

async fn ensure(
    connection: &mut SqliteConnection,
    sums: &[((SeasonId, UserId), Change)],
) -> Result<(), StoreError> {
    let new = Rating::default();
    let bind = |query: Binding, ((season, user), _): &((SeasonId, UserId), Change)| {
        let query = query.bind(season.0).bind(to_sql(user.0));
        query.bind(new.value).bind(new.uncertainty).bind(new.at_least())
    };
    ENSURE.run(connection, sums, bind).await?;
    Ok(())
}

async fn change_sums(
    connection: &mut SqliteConnection,
    sums: &[((SeasonId, UserId), Change)],
) -> Result<(), StoreError> {
    let bind = |query: Binding, ((season, user), change): &((SeasonId, UserId), Change)| {
        query
            .bind(season.0)
            .bind(to_sql(user.0))
            .bind(change.points)
            .bind(change.deals)
            .bind(change.declared)
            .bind(change.made)
            .bind(change.ranked_points)
            .bind(change.ranked)
            .bind(change.ranked_declared)
            .bind(change.ranked_made)
            .bind(ESTABLISHED)
    };
    CHANGE.run(connection, sums, bind).await?;
    Ok(())
}

/// People's ratings in seasons, of those who have a line there.
pub(super) async fn ratings(
    connection: &mut SqliteConnection,
    people: &[(SeasonId, UserId)],
) -> Result<BTreeMap<(SeasonId, UserId), Rating>, StoreError> {
    let bind =
        |query: Binding, (season, user): &(SeasonId, UserId)| query.bind(season.0).bind(to_sql(user.0));
    let rows: Vec<(i64, i64, f64, f64)> = RATINGS.fetch(connection, people, bind).await?;
    let rating = |(season, user, value, uncertainty)| {
        ((SeasonId(season), UserId(from_sql(user))), Rating { value, uncertainty })
    };
    Ok(rows.into_iter().map(rating).collect())
}

/// Writes people's ratings down, each person's of a season once.
pub(super) async fn set_ratings(
    connection: &mut SqliteConnection,
    ratings: &[((SeasonId, UserId), Rating)],
) -> Result<(), StoreError> {
    let bind = |query: Binding, ((season, user), rating): &((SeasonId, UserId), Rating)| {
        let query = query.bind(season.0).bind(to_sql(user.0));
        query.bind(rating.value).bind(rating.uncertainty).bind(rating.at_least())
    };
    SET_RATINGS.run(connection, ratings, bind).await?;
    Ok(())
}
