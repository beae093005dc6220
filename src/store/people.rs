//! Everyone who has sat at a table, by their newest name.

use sqlx::SqliteConnection;

use super::ids::to_sql;
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

/// Keeps the name of a person in place of the one before.
pub(super) async fn remember(
    connection: &mut SqliteConnection,
    user: UserId,
    name: &str,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO people (user_id, name) VALUES ($1, $2)
         ON CONFLICT (user_id) DO UPDATE SET name = excluded.name",
    )
    .bind(to_sql(user.0))
    .bind(name)
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether a person is being forgotten, table by table: nothing is counted for them any more.
pub(super) async fn is_going(connection: &mut SqliteConnection, user: UserId) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM forgetting WHERE user_id = $1)")
        .bind(to_sql(user.0))
        .fetch_one(connection)
        .await?)
}

/// Notes that the journal of this table names the person, so that it is found when they ask.
pub(super) async fn is_named_at(
    connection: &mut SqliteConnection,
    user: UserId,
    table: TableId,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO sitters (user_id, table_id) VALUES ($1, $2) ON CONFLICT (user_id, table_id) DO NOTHING",
    )
    .bind(to_sql(user.0))
    .bind(table.0)
    .execute(connection)
    .await?;
    Ok(())
}
