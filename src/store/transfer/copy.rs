//! Copies the rows of database tables.

use sqlx::AssertSqlSafe;

use super::progress::{MARKER, TransferProgress, TransferStep};
use crate::store::schema::{META, TableSchema};
use crate::store::sql::bulk::{MAX_ROWS, values_list};
use crate::store::sql::{Connection, Executor, Query, Value, query};
use crate::store::{Result, Store, StoreError};

/// Number of rows per transaction.
const CHUNK: usize = 2_000;

/// A row of a table, with the values of all columns.
pub(super) type CopiedRow = Vec<Value>;

/// Copies all rows of a table that the target does not have yet.
pub(super) async fn rows(
    source: &Store,
    target: &Store,
    table: &TableSchema,
    report: &mut (impl FnMut(TransferProgress) + Send),
) -> Result<()> {
    let (total, mut done) = (table.count(&source.readers).await?, table.count(&target.readers).await?);
    let mut last = last_key(target, table).await?;
    loop {
        report(TransferProgress { step: TransferStep::Copying, table: table.name, done, total });
        let chunk = next_rows((&source.readers).into(), table, last.as_deref(), CHUNK).await?;
        let Some(row) = chunk.last() else { return Ok(()) };
        last = Some(row[..table.key.len()].to_vec());
        let mut write = target.write().await?;
        insert(&mut write, table, &chunk).await?;
        write.commit().await?;
        done += u64::try_from(chunk.len()).unwrap_or_default();
    }
}

/// Replaces the named numbers of the target, except the marker.
pub(super) async fn meta(source: &Store, target: &Store) -> Result<()> {
    let rows = next_rows((&source.readers).into(), &META, None, CHUNK).await?;
    let mut write = target.write().await?;
    query!("DELETE FROM meta WHERE name <> $1", [MARKER]).execute(&mut write).await?;
    insert(&mut write, &META, &rows).await?;
    Ok(write.commit().await?)
}

/// Returns the key of the last row of the target, or `None` if the table is empty.
async fn last_key(target: &Store, table: &TableSchema) -> Result<Option<Vec<Value>>> {
    let key = table.key.join(", ");
    let descending = format!("{} DESC", table.key.join(" DESC, "));
    let text = format!("SELECT {key} FROM {} ORDER BY {descending} LIMIT 1", table.name);
    let rows = Query::new(AssertSqlSafe(text)).rows((&target.readers).into()).await?;
    let types: Vec<_> = table.key_types().collect();
    Ok(rows.values(&types)?.pop())
}

/// Returns the rows after `last` in the order of the key.
///
/// # Errors
/// Returns [`StoreError::Damaged`] if a value has another type than its column.
pub(super) async fn next_rows(
    from: Executor<'_>,
    table: &TableSchema,
    last: Option<&[Value]>,
    limit: usize,
) -> Result<Vec<CopiedRow>> {
    let (columns, name, key) = (table.column_list(), table.name, table.key.join(", "));
    let condition = last.map_or_else(String::new, |last| {
        let places: Vec<String> = (1..=last.len()).map(|place| format!("${place}")).collect();
        format!("WHERE ({key}) > ({})", places.join(", "))
    });
    let text = format!("SELECT {columns} FROM {name} {condition} ORDER BY {key} LIMIT {limit}");
    let query = last.into_iter().flatten().cloned().fold(Query::new(AssertSqlSafe(text)), Query::bind_value);
    let types: Vec<_> = table.columns.iter().map(|(_, of)| *of).collect();
    let invalid = |error: sqlx::Error| StoreError::Damaged(format!("invalid value in table {name}: {error}"));
    query.rows(from).await?.values(&types).map_err(invalid)
}

async fn insert(db: &mut Connection, table: &TableSchema, rows: &[CopiedRow]) -> Result<()> {
    let (name, columns) = (table.name, table.column_list());
    for chunk in rows.chunks(MAX_ROWS) {
        let values = values_list(table.columns.len(), chunk.len());
        let text = AssertSqlSafe(format!("INSERT INTO {name} ({columns}) {values}"));
        let query = chunk.iter().flatten().cloned().fold(Query::new(text), Query::bind_value);
        query.execute(&mut *db).await?;
    }
    Ok(())
}
