//! Ratings of players in each season. All players start a season with the same rating, and each ranked deal
//! updates the ratings of its three players.
//!
//! Each result stores the player's rating before the deal. If a past deal changes, ratings are therefore
//! recomputed only from that deal onward, not from the start of the season. The stored ratings also include
//! users whose data was deleted, because their opponents' ratings depend on them. Recomputing reads one row
//! per seat of each later ranked deal. It updates the rows that differ, in the same transaction as the
//! change.

use std::collections::BTreeMap;

use sqlx::FromRow;

use super::totals;
use crate::rating::{self, Rating, Winner};
use crate::store::sql::convert::seat_to_sql;
use crate::store::sql::{Connection, query, query_as};
use crate::store::{DealId, Ranking, Result, SeasonId};
use crate::table::UserId;
use ulti_rules::{BySeat, Seat};

/// Query for the results of the ranked deals in season $1, from deal $2 onwards. The rows are sorted by deal
/// and seat.
pub(crate) const RANKED_SINCE: &str =
    "SELECT r.deal_id, r.seat, r.user_id, r.points, r.declared, r.state, r.rating, r.uncertainty, d.ranking
     FROM deals d JOIN results r ON r.deal_id = d.id
     WHERE d.season_id = $1 AND d.id >= $2 AND r.rating IS NOT NULL
     ORDER BY d.id, r.seat";

/// A database row for one seat in a ranked deal.
#[derive(FromRow)]
struct Row {
    deal_id: DealId,
    #[sqlx(try_from = "u8")]
    seat: Seat,
    user_id: Option<UserId>,
    points: i64,
    declared: bool,
    /// 1 if the deal is void, otherwise 0.
    state: i64,
    rating: f64,
    uncertainty: f64,
    #[sqlx(try_from = "String")]
    ranking: Ranking,
}

impl Row {
    /// Returns the rating that the player had before the deal.
    fn before(&self) -> Rating {
        Rating { value: self.rating, uncertainty: self.uncertainty }
    }
}

/// Recomputes the ratings of a season from the given deal onwards.
pub(crate) async fn rate_from(db: &mut Connection, season: SeasonId, deal: DealId) -> Result<()> {
    let rows: Vec<Row> = query_as!(RANKED_SINCE, [season, deal]).fetch_all(&mut *db).await?;
    let mut current = BTreeMap::new();
    for rows in rows.chunk_by(|one, other| one.deal_id == other.deal_id) {
        rate(db, rows, &mut current).await?;
    }
    let current: Vec<_> = current.into_iter().map(|(user, rating)| ((season, user), rating)).collect();
    totals::set_ratings(db, &current).await
}

/// Computes the ratings of three players after one deal and stores them in `current`.
///
/// `rows` contains one row per seat. `current` contains each player's rating after the deals processed so
/// far.
///
/// The database also contains the rating of each player before this deal. If that rating has changed, it is
/// updated in the database.
async fn rate(db: &mut Connection, rows: &[Row], current: &mut BTreeMap<UserId, Rating>) -> Result<()> {
    let mut before = BySeat::<Rating>::default();
    for row in rows {
        let rating = match row.user_id {
            Some(user) => *current.entry(user).or_insert_with(|| row.before()),
            None => row.before(),
        };
        before[row.seat] = rating;
        if rating != row.before() {
            set_before(db, row.deal_id, row.seat, rating).await?;
        }
    }
    let Some(after) = outcome(rows, before) else { return Ok(()) };
    for row in rows {
        if let Some(user) = row.user_id {
            current.insert(user, after[row.seat]);
        }
    }
    Ok(())
}

/// Returns the ratings of the three players after a deal, or `None` if the deal is void or unranked.
fn outcome(rows: &[Row], before: BySeat<Rating>) -> Option<BySeat<Rating>> {
    let first = rows.first().filter(|row| row.state != 1)?;
    let mut points = BySeat::<i64>::default();
    for row in rows {
        points[row.seat] = row.points;
    }
    let declarer = rows.iter().find(|row| row.declared).map(|row| row.seat);
    after(first.ranking, declarer, points, before)
}

/// Returns the players' ratings after a deal, or `None` if the deal is unranked.
///
/// The deal must not be void.
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

/// Returns the ratings after a deal that a player left early.
///
/// The player who left is rated like a declarer who lost. The ratings of the other players do not change,
/// because the deal says nothing about their strength.
fn deserted(left: Seat, before: BySeat<Rating>) -> BySeat<Rating> {
    let others = left.others().map(|seat| before[seat]);
    let mut after = before;
    (after[left], _) = rating::after(before[left], others, Winner::Defenders);
    after
}

/// Stores `rating` as the rating that the player at `seat` had before the deal.
async fn set_before(db: &mut Connection, deal: DealId, seat: Seat, rating: Rating) -> Result<()> {
    query!(
        "UPDATE results SET rating = $3, uncertainty = $4 WHERE deal_id = $1 AND seat = $2",
        [deal, seat_to_sql(seat), rating.value, rating.uncertainty]
    )
    .execute(db)
    .await?;
    Ok(())
}
