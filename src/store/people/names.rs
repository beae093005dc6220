//! Display names of users.

use std::collections::BTreeSet;

use sqlx::SqliteConnection;

use crate::store::sql::bulk::BulkQuery;
use crate::store::{Store, StoreError};
use crate::table::{TableId, UserId};

impl Store {
    /// Returns the most recent display name of a user, or `None` if no name is stored.
    pub async fn name_of(&self, user: UserId) -> Result<Option<String>, StoreError> {
        Ok(sqlx::query_scalar("SELECT name FROM people WHERE user_id = $1")
            .bind(user)
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
/// If a user occurs several times, the last name is stored.
pub(crate) async fn remember(
    connection: &mut SqliteConnection,
    names: &[(UserId, &str)],
) -> Result<(), StoreError> {
    REMEMBER.run(connection, names, |query, (user, name)| query.bind(user).bind(*name)).await?;
    Ok(())
}

/// The users whose data is being deleted.
///
/// No points or statistics are recorded for these users.
#[derive(Debug, Default)]
pub(crate) struct PendingDeletions(BTreeSet<UserId>);

impl PendingDeletions {
    /// Reads the users whose data is being deleted. The list is nearly always empty.
    pub(crate) async fn now(connection: &mut SqliteConnection) -> Result<Self, StoreError> {
        let users: Vec<UserId> =
            sqlx::query_scalar("SELECT user_id FROM forgetting").fetch_all(connection).await?;
        Ok(Self(users.into_iter().collect()))
    }

    /// Returns `true` if the data of the user is being deleted.
    pub(crate) fn contains(&self, user: UserId) -> bool {
        self.0.contains(&user)
    }
}

/// Records which users occur in which tables' journals.
///
/// An export or deletion of a user's data can then find the tables.
pub(crate) async fn mark_named_at(
    connection: &mut SqliteConnection,
    named: &[(UserId, TableId)],
) -> Result<(), StoreError> {
    NAMED_AT.run(connection, named, |query, (user, table)| query.bind(user).bind(table)).await?;
    Ok(())
}
