//! Reads evenings from the database. An evening is the series of deals that are played at one table.

use std::collections::BTreeMap;

use super::deal;
use crate::store::deals::distinct_names::{DistinctNames, ResultPlayer};
use crate::store::journal::tables;
use crate::store::sql::{query, query_scalar};
use crate::store::{DealRow, Result, Store, TableRow};
use crate::table::{ServerId, TableId, UserId};

/// An evening (a session of deals at one table), with its finished deals and the players' total points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evening {
    /// Table at which the session was played.
    pub table: TableRow,
    /// The session's finished deals in the order in which they were played.
    pub deals: Vec<DealRow>,
    /// Each player's total points, highest first.
    ///
    /// The totals include the points in [`Evening::shares`]. The sum of the totals and [`Evening::window`] is
    /// zero.
    pub standings: Vec<Share>,
    /// Points that each player received from the window (the table's pot) when the session ended.
    ///
    /// Empty if the session is still in progress or if the window was empty when it ended.
    pub shares: Vec<Share>,
    /// Table of the previous session on the same server, or `None` if there was none.
    pub older: Option<TableId>,
    /// Table of the next session on the same server, or `None` if there is none.
    pub newer: Option<TableId>,
}

/// The points of one player, with the player's user id and name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// User id of the player. `None` for robots and for users whose data has been deleted.
    pub user: Option<UserId>,
    /// Display name of the player, if known. Names that look alike have numbers, such as `Anna (2)`.
    pub name: Option<String>,
    /// Points won by the player. Negative if points were lost.
    pub points: i64,
}

impl Evening {
    /// Returns `true` if the session consists of imported deals, which affect neither points nor ratings.
    pub const fn is_imported(&self) -> bool {
        self.table.channel.0 == 0
    }

    /// Returns the number of points that are left in the window (the table's pot).
    pub fn window(&self) -> i64 {
        let gained: i64 = self.deals.iter().map(|deal| i64::from(deal.window)).sum();
        gained - self.shares.iter().map(|share| share.points).sum::<i64>()
    }
}

/// A row of a table's results: user id, display name, counted points and state.
///
/// The state is 0 for the result of a deal, 1 for the result of a void deal, and 2 for a share of the window
/// (the table's pot).
type Counted = (Option<UserId>, Option<String>, i64, i64);

// $1 is the table.
pub(crate) const COUNTED: &str =
    "SELECT user_id, name, counted, state FROM results WHERE table_id = $1 ORDER BY id";
// $1 is the server, $2 a table. Channel 0 marks imported deals, which are not listed as evenings.
pub(crate) const OLDER: &str = "SELECT MAX(id) FROM tables WHERE server = $1 AND id < $2 AND channel <> 0";
pub(crate) const NEWER: &str = "SELECT MIN(id) FROM tables WHERE server = $1 AND id > $2 AND channel <> 0";

impl Store {
    /// Returns the evening (session of deals) played at a table, or `None` if the server has no such table.
    pub async fn evening(&self, server: ServerId, table: TableId) -> Result<Option<Evening>> {
        let mut read = self.read().await?;
        let Some(row) = tables::row(&mut read, table).await?.filter(|row| row.server == server) else {
            return Ok(None);
        };
        let rows: Vec<deal::Row> = query!(deal::OF_TABLE, [table]).fetch_all(&mut read).await?;
        let lines: Vec<Counted> = query!(COUNTED, [table]).fetch_all(&mut read).await?;
        let older = query_scalar!(OLDER, [server, table]).fetch_one(&mut read).await?;
        let newer = query_scalar!(NEWER, [server, table]).fetch_one(&mut read).await?;
        let names = names_of(&rows, &lines);
        let (standings, shares) = sums(&lines, &names);
        Ok(Some(Evening {
            table: row,
            deals: deal::read_with(&rows, &names)?,
            standings,
            shares,
            older,
            newer,
        }))
    }
}

/// Returns the names of the players in the deals and in the shares of the window.
fn names_of(deals: &[deal::Row], lines: &[Counted]) -> DistinctNames {
    let in_deals = deal::players(deals).into_iter().map(|(_, player)| player);
    DistinctNames::of(in_deals.chain(lines.iter().map(|(user, name, ..)| player(*user, name.as_deref()))))
}

/// Identifies a player of an evening. Players without a user id are grouped by name.
fn player(user: Option<UserId>, name: Option<&str>) -> ResultPlayer<'_> {
    ResultPlayer::new(user, name, 0)
}

/// Adds up each player's points. The first list contains all points, the second only the shares of the window
/// (the table's pot). Both are sorted by points, highest first.
fn sums(lines: &[Counted], names: &DistinctNames) -> (Vec<Share>, Vec<Share>) {
    // Users are grouped by id and have their last name.
    let known = lines.iter().filter_map(|(user, name, ..)| Some(((*user)?, name.as_deref()?)));
    let last: BTreeMap<UserId, &str> = known.collect();
    let mut all: BTreeMap<(Option<UserId>, Option<String>), i64> = BTreeMap::new();
    let mut shared = all.clone();
    for (user, name, counted, state) in lines {
        let name = user.map_or(name.as_deref(), |user| last.get(&user).copied());
        let name = names.name(&player(*user, name));
        *all.entry((*user, name.clone())).or_default() += counted;
        if *state == 2 {
            *shared.entry((*user, name)).or_default() += counted;
        }
    }
    let listed = |sums: BTreeMap<(Option<UserId>, Option<String>), i64>| {
        let share = |((user, name), points)| Share { user, name, points };
        let mut listed: Vec<Share> = sums.into_iter().map(share).collect();
        listed.sort_by_key(|share| std::cmp::Reverse(share.points));
        listed
    };
    (listed(all), listed(shared))
}
