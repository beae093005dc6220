//! Void deals: deals that remain in the history but no longer affect points and ratings.
//!
//! Points that a void deal moved into or out of the window (the table's pot) can't be returned, because the
//! window may have been emptied in the meantime. The points remain where they are. Each of the three seats
//! pays one third of them, so that all counted points still sum to zero.

use sqlx::FromRow;

use crate::store::people::names::PendingDeletions;
use crate::store::seasons::marks::{self, Mark};
use crate::store::seasons::tallies::{self, Marked};
use crate::store::seasons::totals::{self, Change, Changed};
use crate::store::seasons::{dates, ratings};
use crate::store::sql::convert::{StoredSeat, seat, seat_to_sql};
use crate::store::sql::{Connection, query};
use crate::store::{DealId, Ranking, Result, SeasonId, Store, StoreError, TimeZone};
use crate::table::{ServerId, UnixMillis, UserId};
use ulti_rules::{Contract, Record, Seat};

/// Maximum length of the reason for voiding a deal, in characters. Longer reasons are truncated.
pub const LONGEST_REASON: usize = 200;

/// A row of the database table `deals`, with only the columns that are needed to void or restore the deal.
#[derive(FromRow)]
struct VoidedDeal {
    season_id: SeasonId,
    played_at: UnixMillis,
    contract: Option<String>,
    declarer: Option<i64>,
    gained: i64,
    #[sqlx(try_from = "String")]
    ranking: Ranking,
    voided_at: Option<UnixMillis>,
    record: String,
    #[sqlx(try_from = "Option<String>")]
    time_zone: TimeZone,
}

/// A row of the database table `results` (the result of one seat), with only the columns that are needed to
/// void or restore the deal.
#[derive(FromRow)]
struct VoidedSeat {
    #[sqlx(try_from = "StoredSeat")]
    seat: Seat,
    user_id: Option<UserId>,
    points: i64,
    declared: bool,
    made: bool,
    rating: Option<f64>,
}

impl Store {
    /// Voids a deal, so that it no longer affects points and ratings.
    ///
    /// `by` is the user who voids the deal, or `None` if the operator does. `reason` is truncated to
    /// [`LONGEST_REASON`] characters.
    ///
    /// # Errors
    /// Returns an error if the server has no such deal, if the deal is already void, or if it was imported.
    pub async fn void(
        &self,
        server: ServerId,
        deal: DealId,
        by: impl Into<Option<UserId>>,
        reason: &str,
        at: UnixMillis,
    ) -> Result<()> {
        let reason: String = reason.trim().chars().take(LONGEST_REASON).collect();
        let mut write = self.write().await?;
        let found = find(&mut write, server, deal).await?;
        if found.voided_at.is_some() {
            return Err(StoreError::AlreadyVoid(deal));
        }
        query!(
            "UPDATE deals SET voided_at = $2, voided_by = $3, void_reason = $4 WHERE id = $1",
            [deal, at, by.into(), reason]
        )
        .execute(&mut write)
        .await?;
        recount(&mut write, deal, &found, true).await?;
        Ok(write.commit().await?)
    }

    /// Restores a void deal, so that it affects points and ratings again.
    ///
    /// # Errors
    /// Returns an error if the server has no such deal, if the deal is not void, or if it was imported.
    pub async fn unvoid(&self, server: ServerId, deal: DealId) -> Result<()> {
        let mut write = self.write().await?;
        let found = find(&mut write, server, deal).await?;
        if found.voided_at.is_none() {
            return Err(StoreError::NotVoid(deal));
        }
        query!(
            "UPDATE deals SET voided_at = NULL, voided_by = NULL, void_reason = NULL WHERE id = $1",
            [deal]
        )
        .execute(&mut write)
        .await?;
        recount(&mut write, deal, &found, false).await?;
        Ok(write.commit().await?)
    }
}

/// Reads a deal that is to be voided or restored.
///
/// # Errors
/// Returns an error if the server has no such deal or if the deal was imported.
async fn find(db: &mut Connection, server: ServerId, deal: DealId) -> Result<VoidedDeal> {
    let found: VoidedDeal = query!(
        "SELECT d.season_id, d.played_at, d.contract, d.declarer, d.gained, d.ranking, d.voided_at, d.record,
                s.time_zone
         FROM deals d JOIN seasons s ON s.id = d.season_id WHERE d.id = $1 AND d.server = $2",
        [deal, server]
    )
    .fetch_optional(db)
    .await?
    .ok_or(StoreError::NoSuchDeal(deal))?;
    if found.ranking.counts() { Ok(found) } else { Err(StoreError::CountsNowhere(deal)) }
}

/// Returns the points that the player at `seat` gets for a void deal.
///
/// Voiding a deal does not remove the `gained` points that the deal added to the window (the table's pot).
/// Instead, each seat pays one third of these points. The thirds are rounded so that the results for all
/// three seats add up to exactly `-gained`.
fn burden(gained: i64, seat: Seat) -> i64 {
    let place = i64::try_from(seat.index()).unwrap_or_default();
    (-gained).div_euclid(3) + i64::from(place < (-gained).rem_euclid(3))
}

/// Removes a voided deal from the players' totals, statistics and ratings if `void` is `true`. Otherwise,
/// adds a restored deal to them again.
async fn recount(db: &mut Connection, id: DealId, deal: &VoidedDeal, void: bool) -> Result<()> {
    let lines: Vec<VoidedSeat> = query!(
        "SELECT seat, user_id, points, declared = 1 AS declared, made = 1 AS made, rating
         FROM results WHERE deal_id = $1 ORDER BY seat",
        [id]
    )
    .fetch_all(&mut *db)
    .await?;
    let marks = marks(id, deal)?;
    let day = dates::day_of(deal.played_at, &deal.time_zone);
    let (mut changes, mut marked) = (Vec::new(), Vec::new());
    for line in &lines {
        let change = recount_seat(db, id, deal, line, void).await?;
        let Some(user) = line.user_id else { continue };
        let (season, times) = (deal.season_id, if void { -1 } else { 1 });
        changes.push(Changed { season, user, day, change });
        let own = marks.iter().filter(|mark| mark.seat == line.seat);
        marked.extend(own.map(|mark| Marked { season, user, mark, times }));
    }
    let going = PendingDeletions::now(db).await?;
    totals::change(db, &going, &changes).await?;
    tallies::count(db, &going, &marked).await?;
    if lines.iter().any(|line| line.rating.is_some()) {
        ratings::rate_from(db, deal.season_id, id).await?;
    }
    Ok(())
}

/// Updates the stored result of one seat after a deal was voided or restored.
///
/// Returns the resulting changes to the player's totals.
async fn recount_seat(
    db: &mut Connection,
    id: DealId,
    deal: &VoidedDeal,
    line: &VoidedSeat,
    void: bool,
) -> Result<Change> {
    let burden = burden(deal.gained, line.seat);
    let (times, burden) = if void { (-1, burden) } else { (1, -burden) };
    query!(
        "UPDATE results SET counted = $3, state = $4 WHERE deal_id = $1 AND seat = $2",
        [id, seat_to_sql(line.seat), if void { burden } else { line.points }, i64::from(void)]
    )
    .execute(&mut *db)
    .await?;
    let ranked = line.rating.is_some();
    let mut change = Change::deal(line.points, line.declared, line.made, ranked, times);
    change.all.points += burden;
    Ok(change)
}

fn marks(id: DealId, deal: &VoidedDeal) -> Result<Vec<Mark>> {
    let unreadable = |reason: String| StoreError::Deal { deal: id, reason };
    let record = Record::from_json(&deal.record).map_err(|error| unreadable(error.to_string()))?;
    let contract = deal.contract.as_deref().map(str::parse::<Contract>).transpose();
    let contract = contract.map_err(|error| unreadable(error.to_string()))?;
    Ok(marks::marks(&record, deal.declarer.map(seat).transpose()?, contract))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pot_of_void_deal_is_split_without_remainder() {
        for gained in -20..=20 {
            let borne: i64 = Seat::ALL.into_iter().map(|seat| burden(gained, seat)).sum();
            assert_eq!(borne, -gained);
        }
        assert_eq!(Seat::ALL.map(|seat| burden(6, seat)), [-2; 3]);
    }
}
