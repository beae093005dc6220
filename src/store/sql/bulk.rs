//! Bulk queries, which write or read many rows with one statement.
//!
//! A round trip to the database takes longer than writing a row, so one statement writes all rows of a group.
//! Rows are split into chunks whose sizes are powers of two. Each bulk query therefore needs only a handful
//! of SQL texts, and each text is prepared once.

use std::fmt::Write as _;

use sqlx::AssertSqlSafe;

use crate::store::Result;
use crate::store::sql::{Connection, Query, Row};

/// Maximum number of rows per statement. Must be a power of two.
///
/// SQLite allows at most 32,766 arguments per statement, and PostgreSQL 65,535.
pub(crate) const MAX_ROWS: usize = 256;
/// Number of different SQL texts for each bulk query, one for each possible number of rows. The possible
/// numbers are the powers of two up to [`MAX_ROWS`].
pub(crate) const TEXTS: usize = MAX_ROWS.ilog2() as usize + 1;

/// A bulk query to which the values of its rows are being bound.
pub(crate) type Binding = Query;

/// An SQL query whose `VALUES` list can have any number of rows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BulkQuery {
    /// SQL text before the `VALUES` list.
    pub(crate) before: &'static str,
    /// Number of values in each row of the `VALUES` list.
    pub(crate) values: usize,
    /// SQL text after the `VALUES` list.
    pub(crate) after: &'static str,
}

impl BulkQuery {
    /// Returns the SQL text for the given number of rows.
    pub(crate) fn text(&self, rows: usize) -> String {
        format!("{} {} {}", self.before, values_list(self.values, rows), self.after)
    }

    /// Executes the query for all items in `all`, in chunks, and returns the total number of affected rows.
    ///
    /// `bind` binds the values of one item.
    pub(crate) async fn run<T>(
        &self,
        db: &mut Connection,
        all: &[T],
        bind: impl Fn(Binding, &T) -> Binding,
    ) -> Result<usize> {
        let mut written = 0;
        for chunk in chunks(all) {
            written += self.bound(chunk, &bind).execute(&mut *db).await?;
        }
        Ok(usize::try_from(written).unwrap_or(usize::MAX))
    }

    /// Executes the query with the values of every item in `all` and returns the resulting rows in
    /// unspecified order.
    ///
    /// `bind` binds the values of one item.
    pub(crate) async fn fetch<T, R>(
        &self,
        db: &mut Connection,
        all: &[T],
        bind: impl Fn(Binding, &T) -> Binding,
    ) -> Result<Vec<R>>
    where
        R: Row,
    {
        let mut found = Vec::with_capacity(all.len());
        for chunk in chunks(all) {
            found.extend(self.bound(chunk, &bind).fetch_all::<R>(&mut *db).await?);
        }
        Ok(found)
    }

    fn bound<T>(&self, chunk: &[T], bind: &impl Fn(Binding, &T) -> Binding) -> Binding {
        chunk.iter().fold(Query::new(AssertSqlSafe(self.text(chunk.len()))), bind)
    }
}

/// Returns a `VALUES` list with numbered arguments.
pub(crate) fn values_list(values: usize, rows: usize) -> String {
    let mut text = "VALUES ".to_owned();
    for row in 0..rows {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for value in 0..values {
            let separator = if value == 0 { "" } else { ", " };
            let _ = write!(text, "{separator}${}", row * values + value + 1); // writing to a string succeeds
        }
        text.push(')');
    }
    text
}

/// Splits a slice into chunks whose lengths are powers of two up to [`MAX_ROWS`], largest first.
fn chunks<T>(mut rest: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let exponent = rest.len().min(MAX_ROWS).checked_ilog2()?;
        let (chunk, after) = rest.split_at(1 << exponent);
        rest = after;
        Some(chunk)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_numbers_all_arguments() {
        let query = BulkQuery { before: "INSERT INTO days (day, points)", values: 2, after: "RETURNING day" };
        assert_eq!(query.text(2), "INSERT INTO days (day, points) VALUES ($1, $2), ($3, $4) RETURNING day");
    }

    #[test]
    fn bulk_insert_uses_only_a_few_chunk_sizes() {
        let mut sizes = std::collections::BTreeSet::new();
        for count in 0..3 * MAX_ROWS {
            let all: Vec<usize> = (0..count).collect();
            let chunks: Vec<&[usize]> = chunks(&all).collect();
            sizes.extend(chunks.iter().map(|chunk| chunk.len()));
            assert_eq!(chunks.concat(), all);
        }
        assert_eq!(sizes.len(), TEXTS);
    }
}
