//! Everyone who has sat at a table, by their newest name.

use std::collections::BTreeSet;

use sqlx::SqliteConnection;

use super::ids::{from_sql, to_sql};
use super::rows::Rows;
use super::{Store, StoreError};
use crate::table::{TableId, UserId};

impl Store {
    /// The newest name of a person.
    pub async fn name_of(&self, user: UserId) -> Result<Option<String>, StoreError> {
        Ok(sqlx::query_scalar("SELECT name FROM people WHERE user_id = $1")
            .bind(to_sql(user.0))
            .fetch_optional(&self.readers)
            .await?)
    }
}

pub(super) const REMEMBER: Rows = Rows {
    before: "INSERT INTO people (user_id, name)",
    values: 2,
    after: "ON CONFLICT (user_id) DO UPDATE SET name = excluded.name",
};
pub(super) const NAMED_AT: Rows = Rows {
    before: "INSERT INTO sitters (user_id, table_id)",
    values: 2,
    after: "ON CONFLICT (user_id, table_id) DO NOTHING",
};

/// Keeps the names of people in place of those before; the last one counts where somebody has two.
pub(super) async fn remember(
    connection: &mut SqliteConnection,
    names: &[(UserId, &str)],
) -> Result<(), StoreError> {
    REMEMBER.run(connection, names, |query, (user, name)| query.bind(to_sql(user.0)).bind(*name)).await?;
    Ok(())
}

/// People who are being forgotten, table by table: nothing is counted for them any more.
#[derive(Debug, Default)]
pub(super) struct Going(BTreeSet<UserId>);

impl Going {
    /// Whoever is on the list now; next to nobody.
    pub(super) async fn now(connection: &mut SqliteConnection) -> Result<Self, StoreError> {
        let users: Vec<i64> =
            sqlx::query_scalar("SELECT user_id FROM forgetting").fetch_all(connection).await?;
        Ok(Self(users.into_iter().map(|user| UserId(from_sql(user))).collect()))
    }

    pub(super) fn contains(&self, user: UserId) -> bool {
        self.0.contains(&user)
    }
}

/// Notes which tables' journals name whom, so that they are found when somebody asks.
pub(super) async fn are_named_at(
    connection: &mut SqliteConnection,
    named: &[(UserId, TableId)],
) -> Result<(), StoreError> {
    NAMED_AT.run(connection, named, |query, (user, table)| query.bind(to_sql(user.0)).bind(table.0)).await?;
    Ok(())
}
