//! Helpers for SQL: queries with arguments, bulk queries and value conversion.

pub(crate) mod bulk;
pub(crate) mod convert;
mod query;

/// A connection to the database, or a transaction on it.
pub(crate) use sqlx::SqliteConnection as Connection;

pub(crate) use query::{query, query_as, query_scalar};
