//! Counts of contracts, kontras (doublings) and silent games per player and season, with the number of
//! successes.

use super::marks::Mark;
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
    mut marked: Vec<Marked<'_>>,
) -> Result<()> {
    marked.retain(|marked| !going.contains(marked.user));
    let bind = |query: Binding, Marked { season, user, mark, times }: &Marked| {
        let query = query.bind(user).bind(season);
        let query = query.bind(mark.what).bind(mark.name.as_str());
        query.bind(*times).bind(if mark.good { *times } else { 0 })
    };
    COUNT.run(db, &marked, bind).await.map(drop)
}
