//! Helpers for SQL: queries with arguments, bulk queries and value conversion.

pub(crate) mod bulk;
pub(crate) mod convert;
mod query;

/// A database connection, which may have an open transaction.
pub(crate) use sqlx::SqliteConnection as Connection;

pub(crate) use query::{query, query_as, query_scalar};
