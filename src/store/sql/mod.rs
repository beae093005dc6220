//! Helpers for SQL: queries with arguments, bulk queries and value conversion, for SQLite and PostgreSQL.

mod argument;
pub(crate) mod bulk;
mod connection;
pub(crate) mod convert;
mod postgres_transaction;
mod query;

pub(crate) use argument::{Argument, ColumnType, Value, without_nul};
pub(crate) use connection::{ByDialect, Connection, Dialect, Executor, Pool, Transaction};
pub(crate) use query::{Query, Row, Rows, ScalarQuery, query, query_scalar};

/// Creates a query of which only the first column is read.
pub(crate) const fn scalar(query: Query) -> ScalarQuery {
    ScalarQuery(query)
}
