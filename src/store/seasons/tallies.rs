//! Counts of contracts, kontras (doublings) and silent games per player and season, with the number of
//! successes.

use std::collections::BTreeMap;

use super::marks::{CountedThing, Mark};
use crate::store::people::names::PendingDeletions;
use crate::store::sql::Connection;
use crate::store::sql::bulk::{Binding, BulkQuery};
use crate::store::{Result, SeasonId};
use crate::table::UserId;

/// A contract, kontra or silent game to add to a user's statistics for a season, or to remove from them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Marked<'a> {
    pub(crate) season: SeasonId,
    pub(crate) user: UserId,
    pub(crate) mark: &'a Mark,
    /// 1 to add `mark` to the statistics, or -1 to remove it.
    pub(crate) times: i64,
}

/// The primary key of a row in the database table `tallies`.
type TallyKey<'a> = (UserId, SeasonId, CountedThing, &'a str);

pub(crate) const COUNT: BulkQuery = BulkQuery {
    before: "INSERT INTO tallies (user_id, season_id, what, name, total, good)",
    values: 6,
    after: "ON CONFLICT (user_id, season_id, what, name)
            DO UPDATE SET total = tallies.total + excluded.total, good = tallies.good + excluded.good",
};

/// Adds contracts, kontras and silent games to the users' statistics, or removes them, depending on
/// [`Marked::times`].
///
/// Skips users whose data is being deleted.
pub(crate) async fn count(
    db: &mut Connection,
    going: &PendingDeletions,
    marked: &[Marked<'_>],
) -> Result<()> {
    // An upsert must not contain a row twice. The order is the same in all transactions.
    let mut sums: BTreeMap<TallyKey<'_>, (i64, i64)> = BTreeMap::new();
    for Marked { season, user, mark, times } in marked.iter().filter(|marked| !going.contains(marked.user)) {
        let (total, good) = sums.entry((*user, *season, mark.what, mark.name.as_str())).or_default();
        *total += times;
        *good += if mark.good { *times } else { 0 };
    }
    let sums: Vec<(TallyKey<'_>, (i64, i64))> = sums.into_iter().collect();
    let bind = |query: Binding, ((user, season, what, name), (total, good)): &(TallyKey<'_>, (i64, i64))| {
        query.bind(user).bind(season).bind(what.name()).bind(*name).bind(total).bind(good)
    };
    COUNT.run(db, &sums, bind).await.map(drop)
}
