//! Ratings of players in each season. All players start a season with the same rating, and each ranked deal
//! updates the ratings of its three players.
//!
//! Each result stores the player's rating before the deal. If a past deal changes, ratings are therefore
//! recomputed only from that deal onward, not from the start of the season. The stored ratings also include
//! users whose data was deleted, because their opponents' ratings depend on them. Recomputing reads one row
//! per seat of each later ranked deal. It updates the rows that differ, in the same transaction as the
//! change.

use std::collections::BTreeMap;

use sqlx::{FromRow, SqliteConnection};

use super::totals;
use crate::rating::{self, Rating, Winner};
use crate::store::sql::convert::{seat, seat_to_sql};
use crate::store::{DealId, Ranking, SeasonId, StoreError};
use crate::table::UserId;
use ulti_rules::{BySeat, Seat};

/// Query for the seats of a season's ranked deals, in order. The first one is deal $2.
pub(crate) const RANKED_SINCE: &str =
    "SELECT r.deal_id, r.seat, r.user_id, r.points, r.declared, r.state, r.rating, r.uncertainty, d.ranking
     FROM deals d JOIN results r ON r.deal_id = d.id
     WHERE d.season_id = $1 AND d.id >= $2 AND r.rating IS NOT NULL
     ORDER BY d.id, r.seat";

/// A database row for one seat of a ranked deal.
#[derive(FromRow)]
struct Row {
    deal_id: DealId,
    seat: i64,
    user_id: Option<UserId>,
    points: i64,
    declared: i64,
    /// State of the deal, which is 1 if the deal is void.
    state: i64,
    rating: f64,
    uncertainty: f64,
    ranking: String,
}

impl Row {
    /// Returns the rating that the player had before the deal.
    fn before(&self) -> Rating {
        Rating { value: self.rating, uncertainty: self.uncertainty }
    }
}

/// Recomputes the ratings of a season, starting with the given deal.
pub(crate) async fn rate_from(
    connection: &mut SqliteConnection,
    season: SeasonId,
    deal: DealId,
) -> Result<(), StoreError> {
    let rows: Vec<Row> =
        sqlx::query_as(RANKED_SINCE).bind(season).bind(deal).fetch_all(&mut *connection).await?;
    let mut current = BTreeMap::new();
    for rows in rows.chunk_by(|one, other| one.deal_id == other.deal_id) {
        rate(connection, rows, &mut current).await?;
    }
    let current: Vec<_> = current.into_iter().map(|(user, rating)| ((season, user), rating)).collect();
    totals::set_ratings(connection, &current).await
}

/// Recomputes the ratings for one deal.
///
/// `current` contains the ratings of all players seen so far.
async fn rate(
    connection: &mut SqliteConnection,
    rows: &[Row],
    current: &mut BTreeMap<UserId, Rating>,
) -> Result<(), StoreError> {
    let mut before = BySeat::<Rating>::default();
    for row in rows {
        let rating = match row.user_id {
            Some(user) => *current.entry(user).or_insert_with(|| row.before()),
            None => row.before(),
        };
        before[seat(row.seat)?] = rating;
        if rating != row.before() {
            set_before(connection, row.deal_id, seat(row.seat)?, rating).await?;
        }
    }
    let Some(after) = outcome(rows, before)? else { return Ok(()) };
    for row in rows {
        if let Some(user) = row.user_id {
            current.insert(user, after[seat(row.seat)?]);
        }
    }
    Ok(())
}

/// Returns the ratings after a deal, or `None` if the deal is void or not ranked.
fn outcome(rows: &[Row], before: BySeat<Rating>) -> Result<Option<BySeat<Rating>>, StoreError> {
    let Some(first) = rows.first().filter(|row| row.state != 1) else { return Ok(None) };
    let mut points = BySeat::<i64>::default();
    for row in rows {
        points[seat(row.seat)?] = row.points;
    }
    let alone = rows.iter().find(|row| row.declared == 1);
    let declarer = alone.map(|row| seat(row.seat)).transpose()?;
    Ok(after(Ranking::from_name(&first.ranking)?, declarer, points, before))
}

/// Returns the ratings of the three players after a deal that is not void.
///
/// Returns `None` if the deal is not ranked.
pub(crate) fn after(
    ranking: Ranking,
    declarer: Option<Seat>,
    points: BySeat<i64>,
    before: BySeat<Rating>,
) -> Option<BySeat<Rating>> {
    let declarer = match ranking {
        Ranking::Deserted(left) => return Some(deserted(left, before)),
        Ranking::Ranked => declarer?,
        _ => return None,
    };
    let others = declarer.others();
    let winner = Winner::of(points[declarer], others.map(|seat| points[seat]));
    let (one, [two, three]) = rating::after(before[declarer], others.map(|seat| before[seat]), winner);
    let mut after = before;
    (after[declarer], after[others[0]], after[others[1]]) = (one, two, three);
    Some(after)
}

/// Returns the ratings after a deal that a player left.
///
/// This player loses like a declarer against the two others. The ratings of the others remain unchanged,
/// because the deal contains no information about their strength.
fn deserted(left: Seat, before: BySeat<Rating>) -> BySeat<Rating> {
    let others = left.others().map(|seat| before[seat]);
    let mut after = before;
    (after[left], _) = rating::after(before[left], others, Winner::Defenders);
    after
}

/// Updates a player's rating before a deal. This rating is stored with the result of the seat.
async fn set_before(
    connection: &mut SqliteConnection,
    deal: DealId,
    seat: Seat,
    rating: Rating,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE results SET rating = $3, uncertainty = $4 WHERE deal_id = $1 AND seat = $2")
        .bind(deal)
        .bind(seat_to_sql(seat))
        .bind(rating.value)
        .bind(rating.uncertainty)
        .execute(connection)
        .await?;
    Ok(())
}
