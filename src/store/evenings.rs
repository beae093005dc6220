//! Evenings: what was played at a table from its first deal to its last, and what came of the window.

use std::collections::BTreeMap;

use super::ids::{from_sql, to_sql};
use super::{DealRow, Store, StoreError, TableRow, deals, tables};
use crate::table::{ServerId, TableId, UserId};

/// An evening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evening {
    /// The table.
    pub table: TableRow,
    /// Its finished deals, in order.
    pub deals: Vec<DealRow>,
    /// What everybody won, shares of the window included, the best first. With what is in the window
    /// it comes to zero.
    pub standings: Vec<Share>,
    /// How the rest of the window was shared at the end; empty before, and where nothing was in it.
    pub shares: Vec<Share>,
    /// The evening of this server before it.
    pub older: Option<TableId>,
    /// The one after it.
    pub newer: Option<TableId>,
}

/// What somebody got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// Who; `None` for robots and for people who asked to be forgotten.
    pub user: Option<UserId>,
    /// The name at the time; of those without a name `None`.
    pub name: Option<String>,
    /// How much.
    pub points: i64,
}

impl Evening {
    /// Whether its deals were imported: they count nowhere, and nobody played them here.
    pub const fn is_imported(&self) -> bool {
        self.table.channel.0 == 0
    }

    /// What is in the window.
    pub fn window(&self) -> i64 {
        let gained: i64 = self.deals.iter().map(|deal| i64::from(deal.window)).sum();
        gained - self.shares.iter().map(|share| share.points).sum::<i64>()
    }
}

// $1 is the table.
pub(super) const COUNTED: &str = "SELECT user_id, name, counted, state FROM results WHERE table_id = $1";
// $1 is the server, $2 a table. Channel 0 is that of imported deals, which were no evening here.
pub(super) const OLDER: &str = "SELECT MAX(id) FROM tables WHERE server = $1 AND id < $2 AND channel <> 0";
pub(super) const NEWER: &str = "SELECT MIN(id) FROM tables WHERE server = $1 AND id > $2 AND channel <> 0";

impl Store {
    /// An evening of this server; `None` where it has none of this number, whoever else has.
    pub async fn evening(&self, server: ServerId, table: TableId) -> Result<Option<Evening>, StoreError> {
        let mut read = self.read().await?;
        let Some(row) = tables::row(&mut read, table).await?.filter(|row| row.server == server) else {
            return Ok(None);
        };
        let rows: Vec<deals::Row> =
            sqlx::query_as(deals::OF_TABLE).bind(table.0).fetch_all(&mut *read).await?;
        let lines: Vec<(Option<i64>, Option<String>, i64, i64)> =
            sqlx::query_as(COUNTED).bind(table.0).fetch_all(&mut *read).await?;
        let beside = [OLDER, NEWER]
            .map(|query| sqlx::query_scalar::<_, Option<i64>>(query).bind(to_sql(server.0)).bind(table.0));
        let [older, newer] = beside;
        let older = older.fetch_one(&mut *read).await?.map(TableId);
        let newer = newer.fetch_one(&mut *read).await?.map(TableId);
        let (standings, shares) = sums(lines);
        Ok(Some(Evening { table: row, deals: deals::read(&rows)?, standings, shares, older, newer }))
    }
}

/// What everybody got in all, and of the window at the end.
fn sums(lines: Vec<(Option<i64>, Option<String>, i64, i64)>) -> (Vec<Share>, Vec<Share>) {
    // People are told apart by their number, the others by their name.
    let mut names: BTreeMap<i64, String> = BTreeMap::new();
    for (user, name, ..) in &lines {
        if let (Some(user), Some(name)) = (user, name) {
            names.insert(*user, name.clone());
        }
    }
    let mut all: BTreeMap<(Option<i64>, Option<String>), i64> = BTreeMap::new();
    let mut shared = all.clone();
    for (user, name, counted, state) in lines {
        let name = match user {
            Some(user) => names.get(&user).cloned(),
            None => name,
        };
        *all.entry((user, name.clone())).or_default() += counted;
        if state == 2 {
            *shared.entry((user, name)).or_default() += counted;
        }
    }
    let listed = |sums: BTreeMap<(Option<i64>, Option<String>), i64>| {
        let share = |((user, name), points): ((Option<i64>, Option<String>), i64)| Share {
            user: user.map(|user| UserId(from_sql(user))),
            name,
            points,
        };
        let mut listed: Vec<Share> = sums.into_iter().map(share).collect();
        listed.sort_by_key(|share| std::cmp::Reverse(share.points));
        listed
    };
    (listed(all), listed(shared))
}
