//! Queries of many rows at once.
//!
//! Asking the database costs more than a row does, so what a whole group has to write goes in one query.
//! The rows go in portions of powers of two: so a query has a handful of texts, whatever the number of
//! rows, and each is prepared once.

use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, FromRow, Sqlite, SqliteConnection};

use super::StoreError;

/// How many rows a query has at most, a power of two; `SQLite` takes 32,766 values in one.
const MOST: usize = 256;
/// How many texts a query has.
pub(super) const TEXTS: usize = MOST.ilog2() as usize + 1;

/// A query to which values are bound.
pub(super) type Binding = Query<'static, Sqlite, SqliteArguments>;

/// A query with as many rows of values as there are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rows {
    /// What stands before `VALUES (…), (…)`.
    pub(super) before: &'static str,
    /// How many values each row has.
    pub(super) values: usize,
    /// What stands after it.
    pub(super) after: &'static str,
}

impl Rows {
    /// Its text for so many rows.
    pub(super) fn text(&self, rows: usize) -> String {
        let row = format!("({})", vec!["?"; self.values].join(", "));
        format!("{} VALUES {} {}", self.before, vec![row.as_str(); rows].join(", "), self.after)
    }

    /// Runs it for all of these, each of which binds its values; how many rows were written.
    pub(super) async fn run<T>(
        &self,
        connection: &mut SqliteConnection,
        all: &[T],
        bind: impl Fn(Binding, &T) -> Binding,
    ) -> Result<usize, StoreError> {
        let mut written = 0;
        for portion in portions(all) {
            written += self.bound(portion, &bind).execute(&mut *connection).await?.rows_affected();
        }
        Ok(usize::try_from(written).unwrap_or(usize::MAX))
    }

    /// The same; what comes of it, in no order.
    pub(super) async fn fetch<T, R>(
        &self,
        connection: &mut SqliteConnection,
        all: &[T],
        bind: impl Fn(Binding, &T) -> Binding,
    ) -> Result<Vec<R>, StoreError>
    where
        R: for<'r> FromRow<'r, SqliteRow>,
    {
        let mut found = Vec::with_capacity(all.len());
        for portion in portions(all) {
            for row in self.bound(portion, &bind).fetch_all(&mut *connection).await? {
                found.push(R::from_row(&row)?);
            }
        }
        Ok(found)
    }

    fn bound<T>(&self, portion: &[T], bind: &impl Fn(Binding, &T) -> Binding) -> Binding {
        portion.iter().fold(sqlx::query(AssertSqlSafe(self.text(portion.len()))), bind)
    }
}

/// All of them in portions of powers of two, the largest first.
fn portions<T>(mut rest: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let exponent = rest.len().min(MOST).checked_ilog2()?;
        let (portion, after) = rest.split_at(1 << exponent);
        rest = after;
        Some(portion)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_has_few_texts_and_leaves_no_row_out() {
        let mut sizes = std::collections::BTreeSet::new();
        for count in 0..3 * MOST {
            let all: Vec<usize> = (0..count).collect();
            let portions: Vec<&[usize]> = portions(&all).collect();
            sizes.extend(portions.iter().map(|portion| portion.len()));
            assert_eq!(portions.concat(), all);
        }
        assert_eq!(sizes.len(), TEXTS);
    }
}
