//! Compares the rows of two databases.

use sha2::{Digest as _, Sha256};

use super::copy::{CopiedRow, next_rows};
use super::progress::{MARKER, TransferProgress, TransferStep};
use crate::store::schema::TableSchema;
use crate::store::sql::Value;
use crate::store::{Result, Store, StoreError};

/// Number of rows that are read at a time.
const CHUNK: usize = 5_000;

/// Row count and checksums of a table, which are equal in both databases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSummary {
    /// Name of the table.
    pub table: &'static str,
    /// Number of rows.
    pub rows: u64,
    /// Sum of all integers, modulo 2⁶⁴.
    pub sum: i64,
    /// SHA-256 of all values in the order of the keys, in hexadecimal.
    pub checksum: String,
}

/// Compares all rows of a table, and returns a summary of them.
///
/// # Errors
/// Returns [`StoreError::DifferentRows`] with the name of the table if the databases differ.
pub(super) async fn compare(
    source: &Store,
    target: &Store,
    table: &TableSchema,
    report: &mut (impl FnMut(TransferProgress) + Send),
) -> Result<TableSummary> {
    let total = table.count(&source.readers).await?;
    let (mut rows, mut sum, mut hash) = (0, 0_i64, Sha256::new());
    let mut last: Option<Vec<Value>> = None;
    loop {
        report(TransferProgress { step: TransferStep::Comparing, table: table.name, done: rows, total });
        let [source_rows, target_rows] = [source, target].map(|store| {
            let last = last.as_deref();
            async move { next_rows((&store.readers).into(), table, last, CHUNK).await.map(comparable) }
        });
        let (source_rows, target_rows) = tokio::try_join!(source_rows, target_rows)?;
        if source_rows != target_rows {
            return Err(StoreError::DifferentRows(table.name));
        }
        let Some(row) = source_rows.last() else { break };
        last = Some(row[..table.key.len()].to_vec());
        rows += u64::try_from(source_rows.len()).unwrap_or_default();
        for value in source_rows.iter().flatten() {
            hash_value(&mut hash, value);
            if let Value::Integer(Some(number)) = value {
                sum = sum.wrapping_add(*number);
            }
        }
    }
    let checksum = hex::encode(hash.finalize());
    Ok(TableSummary { table: table.name, rows, sum, checksum })
}

/// Returns the rows in the form in which they are compared.
///
/// The marker of the transfer, which only the target has, is removed. Characters that PostgreSQL cannot store
/// are replaced, as they are when they are written.
fn comparable(rows: Vec<CopiedRow>) -> Vec<CopiedRow> {
    let is_marker = |row: &CopiedRow| row.first() == Some(&Value::Text(Some(MARKER.to_owned())));
    let storable = |value: Value| match value {
        Value::Text(Some(text)) if text.contains('\0') => {
            Value::Text(Some(crate::store::sql::without_nul(text)))
        }
        other => other,
    };
    let rows = rows.into_iter().filter(|row| !is_marker(row));
    rows.map(|row| row.into_iter().map(storable).collect()).collect()
}

/// Adds a value to a checksum, so that different values have different encodings.
fn hash_value(hash: &mut Sha256, value: &Value) {
    match value {
        Value::Integer(None) | Value::Real(None) | Value::Text(None) | Value::Boolean(None) => {
            hash.update([0]);
        }
        Value::Integer(Some(number)) => {
            hash.update([1]);
            hash.update(number.to_be_bytes());
        }
        Value::Real(Some(number)) => {
            hash.update([2]);
            hash.update(number.to_bits().to_be_bytes());
        }
        Value::Text(Some(text)) => {
            hash.update([3]);
            hash.update(text.len().to_be_bytes());
            hash.update(text);
        }
        Value::Boolean(Some(is_true)) => hash.update([4, u8::from(*is_true)]),
    }
}
