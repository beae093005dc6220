//! Transfers the largest generated ids, so that the ids of deleted rows are not used again.

use sqlx::AssertSqlSafe;

use crate::store::schema::{TABLES, TableSchema};
use crate::store::sql::{Dialect, Pool, Query, query};
use crate::store::{Result, Store};

/// Statement for PostgreSQL that sets the last value of sequence $1 to $2.
const SET_SEQUENCE: &str = "SELECT setval(CAST($1 AS TEXT), $2)";

/// Transfers the sequence of each table that generates ids.
pub(super) async fn copy(source: &Store, target: &Store) -> Result<()> {
    for table in TABLES.iter().filter(|table| table.has_sequence) {
        if let Some(last) = last_id(&source.readers, table).await? {
            set_last_id(target, table, last).await?;
        }
    }
    Ok(())
}

/// Returns the largest id that was ever generated, or `None` if none was.
async fn last_id(pool: &Pool, table: &TableSchema) -> Result<Option<i64>> {
    let name = table.name;
    let text = match pool.dialect() {
        Dialect::Sqlite => format!("SELECT seq FROM sqlite_sequence WHERE name = '{name}'"),
        Dialect::Postgres => format!("SELECT last_value FROM {name}_id_seq WHERE is_called"),
    };
    let last: Option<(i64,)> = Query::new(AssertSqlSafe(text)).fetch_optional(pool).await?;
    Ok(last.map(|(last,)| last))
}

async fn set_last_id(target: &Store, table: &TableSchema, last: i64) -> Result<()> {
    let mut write = target.write().await?;
    match write.dialect() {
        Dialect::Sqlite => {
            // The table has no unique index, so an upsert is not possible.
            query!("DELETE FROM sqlite_sequence WHERE name = $1", [table.name]).execute(&mut write).await?;
            query!("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)", [table.name, last])
                .execute(&mut write)
                .await?;
        }
        Dialect::Postgres => {
            let sequence = format!("{}_id_seq", table.name);
            query!(SET_SEQUENCE, [sequence, last]).execute(&mut write).await?;
        }
    }
    Ok(write.commit().await?)
}
