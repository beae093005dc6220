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
use crate::store::sql::bulk::{Binding, BulkQuery};
use crate::store::sql::convert::{StoredSeat, seat_to_sql};
use crate::store::sql::{Connection, query};
use crate::store::{DealId, Ranking, Result, SeasonId};
use crate::table::UserId;
use ulti_rules::{BySeat, Seat};

/// Query for the results of the ranked deals in season $1, from deal $2 onwards. The rows are sorted by deal
/// and seat.
pub(crate) const RANKED_SINCE: &str =
    "SELECT r.deal_id, r.seat, r.user_id, r.points, r.declared = 1 AS declared, r.state, r.rating, r.uncertainty,
            d.ranking
     FROM deals d JOIN results r ON r.deal_id = d.id
     WHERE d.season_id = $1 AND d.id >= $2 AND r.rating IS NOT NULL
     ORDER BY d.id, r.seat";

pub(crate) const SET_BEFORE: BulkQuery = BulkQuery {
    before: "UPDATE results SET rating = column3, uncertainty = column4 FROM (",
    values: 4,
    after: ") given WHERE results.deal_id = column1 AND results.seat = column2",
};

/// A database row for one seat in a ranked deal.
#[derive(FromRow)]
struct Row {
    deal_id: DealId,
    #[sqlx(try_from = "StoredSeat")]
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
    let rows: Vec<Row> = query!(RANKED_SINCE, [season, deal]).fetch_all(&mut *db).await?;
    let (mut current, mut changed) = (BTreeMap::new(), Vec::new());
    for rows in rows.chunk_by(|one, other| one.deal_id == other.deal_id) {
        rate(rows, &mut current, &mut changed);
    }
    set_before(db, &changed).await?;
    let current: Vec<_> = current.into_iter().map(|(user, rating)| ((season, user), rating)).collect();
    totals::set_ratings(db, &current).await
}

/// Computes the ratings of three players after one deal and stores them in `current`.
///
/// `rows` contains one row per seat. `current` contains each player's rating after the deals processed so
/// far.
///
/// The database also contains the rating of each player before this deal. Ratings that have changed are added
/// to `changed`.
fn rate(rows: &[Row], current: &mut BTreeMap<UserId, Rating>, changed: &mut Vec<RatingBefore>) {
    let mut before = BySeat::<Rating>::default();
    for row in rows {
        let rating = match row.user_id {
            Some(user) => *current.entry(user).or_insert_with(|| row.before()),
            None => row.before(),
        };
        before[row.seat] = rating;
        if rating != row.before() {
            changed.push((row.deal_id, row.seat, rating));
        }
    }
    let Some(after) = outcome(rows, before) else { return };
    for row in rows {
        if let Some(user) = row.user_id {
            current.insert(user, after[row.seat]);
        }
    }
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

/// The rating that the player at a seat had before a deal.
type RatingBefore = (DealId, Seat, Rating);

/// Stores ratings of players before deals.
async fn set_before(db: &mut Connection, ratings: &[RatingBefore]) -> Result<()> {
    let bind = |query: Binding, (deal, seat, rating): &RatingBefore| {
        query.bind(deal).bind(seat_to_sql(*seat)).bind(rating.value).bind(rating.uncertainty)
    };
    SET_BEFORE.run(db, ratings, bind).await.map(drop)
}
