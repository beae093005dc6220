//! Display names of users.

use std::collections::{BTreeMap, BTreeSet};

use crate::store::sql::bulk::BulkQuery;
use crate::store::sql::{Connection, query_scalar};
use crate::store::{Result, Store};
use crate::table::{TableId, UserId};

impl Store {
    /// Returns a user's most recent display name, or `None` if no name is stored.
    pub async fn name_of(&self, user: UserId) -> Result<Option<String>> {
        Ok(query_scalar!("SELECT name FROM people WHERE user_id = $1", [user])
            .fetch_optional(&self.readers)
            .await?)
    }
}

pub(crate) const REMEMBER: BulkQuery = BulkQuery {
    before: "INSERT INTO people (user_id, name)",
    values: 2,
    after: "ON CONFLICT (user_id) DO UPDATE SET name = excluded.name",
};
pub(crate) const NAMED_AT: BulkQuery = BulkQuery {
    before: "INSERT INTO sitters (user_id, table_id)",
    values: 2,
    after: "ON CONFLICT (user_id, table_id) DO NOTHING",
};

/// Stores the most recent display names of users.
///
/// If `names` contains a user more than once, the last entry is used.
pub(crate) async fn remember(db: &mut Connection, names: &[(UserId, &str)]) -> Result<()> {
    // An upsert must not contain a row twice. The same order in all transactions makes deadlocks rare.
    let names: BTreeMap<UserId, &str> = names.iter().copied().collect();
    let names: Vec<(UserId, &str)> = names.into_iter().collect();
    REMEMBER.run(db, &names, |query, (user, name)| query.bind(user).bind(*name)).await.map(drop)
}

/// The users whose data is being deleted.
///
/// No new points or statistics are recorded for these users.
#[derive(Debug, Default)]
pub(crate) struct PendingDeletions(BTreeSet<UserId>);

impl PendingDeletions {
    /// Returns the users whose data is currently being deleted. The result is usually empty.
    pub(crate) async fn now(db: &mut Connection) -> Result<Self> {
        let users: Vec<UserId> = query_scalar!("SELECT user_id FROM forgetting", []).fetch_all(db).await?;
        Ok(Self(users.into_iter().collect()))
    }

    /// Returns `true` if the user's data is being deleted.
    pub(crate) fn contains(&self, user: UserId) -> bool {
        self.0.contains(&user)
    }
}

/// Records which users are mentioned in which tables' journals, as (user, table) pairs.
///
/// The pairs are used to find a user's tables when the user's data is exported or deleted.
pub(crate) async fn mark_named_at(db: &mut Connection, named: &[(UserId, TableId)]) -> Result<()> {
    NAMED_AT.run(db, named, |query, (user, table)| query.bind(user).bind(table)).await.map(drop)
}
