//! Deals declared void: they stay in the history, marked, and count nowhere.
//!
//! What a void deal moved in the window can't be undone, since the window may be long gone: it stays
//! where it is, and the three seats bear it alike. So all that counts still comes to zero.

use sqlx::{FromRow, SqliteConnection};

use super::ids::{from_sql, seat, seat_to_sql, to_sql};
use super::people::Going;
use super::tallies::{self, Mark, Marked};
use super::totals::{self, Change, Changed};
use super::{DealId, Ranking, SeasonId, Store, StoreError, calendar, ratings};
use crate::rules::{Contract, Record, Seat};
use crate::table::{Millis, ServerId, UserId};

/// The most characters of a reason that are kept.
pub const LONGEST_REASON: usize = 200;

/// A deal, as far as its being void matters.
#[derive(FromRow)]
struct Deal {
    season_id: i64,
    played_at: i64,
    contract: Option<String>,
    declarer: Option<i64>,
    gained: i64,
    ranking: String,
    voided_at: Option<i64>,
    record: String,
}

/// A seat of it.
#[derive(FromRow)]
struct Line {
    seat: i64,
    user_id: Option<i64>,
    points: i64,
    declared: i64,
    made: i64,
    rating: Option<f64>,
}

impl Store {
    /// Declares a deal of this server void; `by` is who did, `None` for whoever runs the bot. `reason` is shown with it; of a long one the first
    /// [`LONGEST_REASON`] characters.
    ///
    /// # Errors
    /// Where the server has no such deal, or it is void already.
    pub async fn void(
        &self,
        server: ServerId,
        deal: DealId,
        by: impl Into<Option<UserId>>,
        reason: &str,
        at: Millis,
    ) -> Result<(), StoreError> {
        let reason: String = reason.trim().chars().take(LONGEST_REASON).collect();
        let mut write = self.write().await?;
        let found = find(&mut write, server, deal).await?;
        if found.voided_at.is_some() {
            return Err(StoreError::AlreadyVoid(deal));
        }
        sqlx::query("UPDATE deals SET voided_at = $2, voided_by = $3, void_reason = $4 WHERE id = $1")
            .bind(deal.0)
            .bind(at.0)
            .bind(by.into().map(|user| to_sql(user.0)))
            .bind(reason)
            .execute(&mut *write)
            .await?;
        recount(&mut write, deal, &found, true).await?;
        Ok(write.commit().await?)
    }

    /// Lets a void deal of this server count again.
    ///
    /// # Errors
    /// Where the server has no such deal, or it is not void.
    pub async fn unvoid(&self, server: ServerId, deal: DealId) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        let found = find(&mut write, server, deal).await?;
        if found.voided_at.is_none() {
            return Err(StoreError::NotVoid(deal));
        }
        sqlx::query("UPDATE deals SET voided_at = NULL, voided_by = NULL, void_reason = NULL WHERE id = $1")
            .bind(deal.0)
            .execute(&mut *write)
            .await?;
        recount(&mut write, deal, &found, false).await?;
        Ok(write.commit().await?)
    }
}

async fn find(connection: &mut SqliteConnection, server: ServerId, deal: DealId) -> Result<Deal, StoreError> {
    let found: Deal = sqlx::query_as(
        "SELECT season_id, played_at, contract, declarer, gained, ranking, voided_at, record
         FROM deals WHERE id = $1 AND server = $2",
    )
    .bind(deal.0)
    .bind(to_sql(server.0))
    .fetch_optional(connection)
    .await?
    .ok_or(StoreError::NoSuchDeal(deal))?;
    if Ranking::from_name(&found.ranking)?.counts() {
        Ok(found)
    } else {
        Err(StoreError::CountsNowhere(deal))
    }
}

/// What a seat bears of what a void deal moved in the window: a third, and a point more where that
/// does not divide, from the first seat on.
fn burden(gained: i64, seat: Seat) -> i64 {
    let place = i64::try_from(seat.index()).unwrap_or_default();
    (-gained).div_euclid(3) + i64::from(place < (-gained).rem_euclid(3))
}

/// Takes a deal out of all that is counted, or back in.
async fn recount(
    connection: &mut SqliteConnection,
    id: DealId,
    deal: &Deal,
    void: bool,
) -> Result<(), StoreError> {
    let lines: Vec<Line> = sqlx::query_as(
        "SELECT seat, user_id, points, declared, made, rating FROM results WHERE deal_id = $1 ORDER BY seat",
    )
    .bind(id.0)
    .fetch_all(&mut *connection)
    .await?;
    let marks = marks(id, deal)?;
    let (mut changes, mut marked) = (Vec::new(), Vec::new());
    for line in &lines {
        let at = seat(line.seat)?;
        let change = recount_seat(connection, id, deal, line, void).await?;
        let Some(user) = line.user_id.map(|user| UserId(from_sql(user))) else { continue };
        let (season, times) = (SeasonId(deal.season_id), if void { -1 } else { 1 });
        changes.push(Changed { season, user, day: calendar::day_of(Millis(deal.played_at)), change });
        let own = marks.iter().filter(|mark| mark.seat == at);
        marked.extend(own.map(|mark| Marked { season, user, mark, times }));
    }
    let going = Going::now(connection).await?;
    totals::change(connection, &going, &changes).await?;
    tallies::count(connection, &going, marked).await?;
    if lines.iter().any(|line| line.rating.is_some()) {
        ratings::rate_from(connection, SeasonId(deal.season_id), id).await?;
    }
    Ok(())
}

/// What a seat's result counts from now on; by how much that changes its person's totals.
async fn recount_seat(
    connection: &mut SqliteConnection,
    id: DealId,
    deal: &Deal,
    line: &Line,
    void: bool,
) -> Result<Change, StoreError> {
    let at = seat(line.seat)?;
    let (times, burden) = if void { (-1, burden(deal.gained, at)) } else { (1, -burden(deal.gained, at)) };
    sqlx::query("UPDATE results SET counted = $3, state = $4 WHERE deal_id = $1 AND seat = $2")
        .bind(id.0)
        .bind(seat_to_sql(at))
        .bind(if void { burden } else { line.points })
        .bind(i64::from(void))
        .execute(&mut *connection)
        .await?;
    let ranked = line.rating.is_some();
    let mut change = Change::deal(line.points, line.declared == 1, line.made == 1, ranked, times);
    change.points += burden;
    Ok(change)
}

fn marks(id: DealId, deal: &Deal) -> Result<Vec<Mark>, StoreError> {
    let unreadable = |reason: String| StoreError::Deal { deal: id, reason };
    let record = Record::from_json(&deal.record).map_err(|error| unreadable(error.to_string()))?;
    let contract = deal.contract.as_deref().map(str::parse::<Contract>).transpose();
    let contract = contract.map_err(|error| unreadable(error.to_string()))?;
    Ok(tallies::marks(&record, deal.declarer.map(seat).transpose()?, contract))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_seats_bear_all_of_the_window() {
        for gained in -20..=20 {
            let borne: i64 = Seat::ALL.into_iter().map(|seat| burden(gained, seat)).sum();
            assert_eq!(borne, -gained);
        }
        assert_eq!(Seat::ALL.map(|seat| burden(6, seat)), [-2; 3]);
    }
}
