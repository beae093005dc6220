//! Macros that build a query from SQL and its arguments.
//!
//! Unlike the macros of the same names in sqlx, these do not check the SQL at compile time.

/// Builds a statement and binds its arguments in order, as in `query!("DELETE FROM days WHERE user_id = $1",
/// [user])`.
macro_rules! query {
    ($sql:expr, [$($argument:expr),+ $(,)?]) => { sqlx::query($sql)$(.bind($argument))+ };
}

/// Builds a query and binds its arguments in order. The rows are converted with `FromRow`.
macro_rules! query_as {
    ($sql:expr, [$($argument:expr),+ $(,)?]) => { sqlx::query_as($sql)$(.bind($argument))+ };
}

/// Builds a query and binds its arguments in order. Only the first column of the result is read.
macro_rules! query_scalar {
    ($sql:expr, [$($argument:expr),+ $(,)?]) => { sqlx::query_scalar($sql)$(.bind($argument))+ };
}

pub(crate) use {query, query_as, query_scalar};
