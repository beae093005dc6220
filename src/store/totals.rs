//! What each person has come to in a season, and by day: changed with each deal, so that nobody has
//! to add up.

use sqlx::{FromRow, SqliteConnection};

use super::ids::{small, to_sql};
use super::{SeasonId, StoreError, Tally, people};
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

/// Makes sure that a person has a line in a season.
pub(super) async fn ensure(
    connection: &mut SqliteConnection,
    season: SeasonId,
    user: UserId,
) -> Result<(), StoreError> {
    let new = Rating::default();
    sqlx::query(
        "INSERT INTO totals (season_id, user_id, rating, uncertainty, at_least, hidden)
         VALUES ($1, $2, $3, $4, $5, COALESCE((SELECT CASE WHEN hidden THEN 1 ELSE 0 END
                                               FROM user_settings WHERE user_id = $2), 0))
         ON CONFLICT (season_id, user_id) DO NOTHING",
    )
    .bind(season.0)
    .bind(to_sql(user.0))
    .bind(new.value)
    .bind(new.uncertainty)
    .bind(new.at_least())
    .execute(connection)
    .await?;
    Ok(())
}

/// Changes a person's totals of a season and of a day of it; of whoever is being forgotten none are kept.
pub(super) async fn change(
    connection: &mut SqliteConnection,
    season: SeasonId,
    user: UserId,
    day: i64,
    change: Change,
) -> Result<(), StoreError> {
    if people::is_going(connection, user).await? {
        return Ok(());
    }
    ensure(connection, season, user).await?;
    // What leaderboards go by follows from the sums as they are then.
    sqlx::query(
        "UPDATE totals SET points = points + $3, deals = deals + $4, declared = declared + $5,
                made = made + $6, ranked_points = ranked_points + $7, ranked = ranked + $8,
                ranked_declared = ranked_declared + $9, ranked_made = ranked_made + $10,
                standing = CASE WHEN ranked + $8 >= $11 THEN 0 WHEN ranked + $8 > 0 THEN 1 ELSE 2 END,
                a_deal = CASE WHEN ranked + $8 > 0
                         THEN (ranked_points + $7) * 1000000 / (ranked + $8) ELSE 0 END,
                win_rate = CASE WHEN ranked_declared + $9 > 0
                           THEN (ranked_made + $10) * 1000000 / (ranked_declared + $9) ELSE -1 END
         WHERE season_id = $1 AND user_id = $2",
    )
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
    .execute(&mut *connection)
    .await?;
    change_day(connection, season, user, day, change).await
}

async fn change_day(
    connection: &mut SqliteConnection,
    season: SeasonId,
    user: UserId,
    day: i64,
    change: Change,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO days (user_id, season_id, day, points, deals) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id, season_id, day)
         DO UPDATE SET points = days.points + excluded.points, deals = days.deals + excluded.deals",
    )
    .bind(to_sql(user.0))
    .bind(season.0)
    .bind(day)
    .bind(change.points)
    .bind(change.deals)
    .execute(connection)
    .await?;
    Ok(())
}

/// A person's rating in a season.
pub(super) async fn rating(
    connection: &mut SqliteConnection,
    season: SeasonId,
    user: UserId,
) -> Result<Rating, StoreError> {
    let row: Option<(f64, f64)> =
        sqlx::query_as("SELECT rating, uncertainty FROM totals WHERE season_id = $1 AND user_id = $2")
            .bind(season.0)
            .bind(to_sql(user.0))
            .fetch_optional(connection)
            .await?;
    Ok(row.map_or_else(Rating::default, |(value, uncertainty)| Rating { value, uncertainty }))
}

/// Writes a person's rating down.
pub(super) async fn set_rating(
    connection: &mut SqliteConnection,
    season: SeasonId,
    user: UserId,
    rating: Rating,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE totals SET rating = $3, uncertainty = $4, at_least = $5
         WHERE season_id = $1 AND user_id = $2",
    )
    .bind(season.0)
    .bind(to_sql(user.0))
    .bind(rating.value)
    .bind(rating.uncertainty)
    .bind(rating.at_least())
    .execute(connection)
    .await?;
    Ok(())
}
