//! Ratings, season by season: everyone begins a season alike, and each ranked deal moves three.
//!
//! With each result stands the rating before it. So a change in the past is worked through from that
//! deal to the season's end and no further back, and whoever has been forgotten keeps, nameless, the
//! rating that the others were measured against. It costs a line read for each seat of a ranked deal
//! since, and one written where the rating differs, in the transaction of the change itself.

use std::collections::BTreeMap;

use sqlx::{FromRow, SqliteConnection};

use super::ids::{from_sql, seat, seat_to_sql};
use super::{DealId, Ranking, SeasonId, StoreError, totals};
use crate::rating::{self, Rating, Winner};
use crate::rules::{BySeat, Seat};
use crate::table::UserId;

/// The seats of the ranked deals of a season from one of them on, in order.
pub(super) const RANKED_SINCE: &str =
    "SELECT r.deal_id, r.seat, r.user_id, r.points, r.declared, r.state, r.rating, r.uncertainty, d.ranking
     FROM deals d JOIN results r ON r.deal_id = d.id
     WHERE d.season_id = $1 AND d.id >= $2 AND r.rating IS NOT NULL
     ORDER BY d.id, r.seat";

/// A seat of a ranked deal.
#[derive(FromRow)]
struct Row {
    deal_id: i64,
    seat: i64,
    user_id: Option<i64>,
    points: i64,
    declared: i64,
    /// 1 where the deal is void.
    state: i64,
    rating: f64,
    uncertainty: f64,
    ranking: String,
}

impl Row {
    fn before(&self) -> Rating {
        Rating { value: self.rating, uncertainty: self.uncertainty }
    }

    fn user(&self) -> Option<UserId> {
        self.user_id.map(|user| UserId(from_sql(user)))
    }
}

/// Works the ratings of a season through from this deal on.
pub(super) async fn rate_from(
    connection: &mut SqliteConnection,
    season: SeasonId,
    deal: DealId,
) -> Result<(), StoreError> {
    let rows: Vec<Row> =
        sqlx::query_as(RANKED_SINCE).bind(season.0).bind(deal.0).fetch_all(&mut *connection).await?;
    let mut current = BTreeMap::new();
    for rows in rows.chunk_by(|one, other| one.deal_id == other.deal_id) {
        rate(connection, rows, &mut current).await?;
    }
    let current: Vec<_> = current.into_iter().map(|(user, rating)| ((season, user), rating)).collect();
    totals::set_ratings(connection, &current).await
}

/// One deal; `current` is what those who have come up so far have by now.
async fn rate(
    connection: &mut SqliteConnection,
    rows: &[Row],
    current: &mut BTreeMap<UserId, Rating>,
) -> Result<(), StoreError> {
    let mut before = BySeat::<Rating>::default();
    for row in rows {
        let rating = match row.user() {
            Some(user) => *current.entry(user).or_insert_with(|| row.before()),
            None => row.before(),
        };
        before[seat(row.seat)?] = rating;
        if rating != row.before() {
            set_before(connection, DealId(row.deal_id), seat(row.seat)?, rating).await?;
        }
    }
    let Some(after) = outcome(rows, before)? else { return Ok(()) };
    for row in rows {
        if let Some(user) = row.user() {
            current.insert(user, after[seat(row.seat)?]);
        }
    }
    Ok(())
}

/// The ratings after a deal; `None` after a void one.
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

/// The ratings after a deal that counts; `None` where it is not ranked.
pub(super) fn after(
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

/// Whoever left has lost against the two others, as a declarer does. The others stay as they are: by
/// somebody's going away nobody has shown how strong they are.
fn deserted(left: Seat, before: BySeat<Rating>) -> BySeat<Rating> {
    let others = left.others().map(|seat| before[seat]);
    let mut after = before;
    (after[left], _) = rating::after(before[left], others, Winner::Defenders);
    after
}

async fn set_before(
    connection: &mut SqliteConnection,
    deal: DealId,
    seat: Seat,
    rating: Rating,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE results SET rating = $3, uncertainty = $4 WHERE deal_id = $1 AND seat = $2")
        .bind(deal.0)
        .bind(seat_to_sql(seat))
        .bind(rating.value)
        .bind(rating.uncertainty)
        .execute(connection)
        .await?;
    Ok(())
}
