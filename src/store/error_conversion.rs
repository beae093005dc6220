//! Conversion of errors: those of sqlx, SQLite and PostgreSQL to [`StoreError`], and those of the store to
//! [`JournalError`].

use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;

use super::error::StoreError;
use crate::table::JournalError;

/// SQLite's primary result codes, which are the low byte of the extended result codes.
///
/// See <https://www.sqlite.org/rescode.html>.
mod code {
    pub(super) const BUSY: u32 = 5;
    pub(super) const LOCKED: u32 = 6;
    pub(super) const READ_ONLY: u32 = 8;
    pub(super) const IO: u32 = 10;
    pub(super) const CORRUPT: u32 = 11;
    pub(super) const FULL: u32 = 13;
    pub(super) const NOT_A_DATABASE: u32 = 26;

    /// Extended result codes of [`IO`] for a page that cannot be read: `SQLITE_IOERR_READ`,
    /// `SQLITE_IOERR_SHORT_READ`, `SQLITE_IOERR_DATA` and `SQLITE_IOERR_CORRUPTFS`.
    pub(super) const UNREADABLE: [u32; 4] = [IO | 1 << 8, IO | 2 << 8, IO | 32 << 8, IO | 33 << 8];
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolTimedOut => Self::Busy,
            sqlx::Error::ColumnDecode { .. } => Self::Damaged(error.to_string()),
            sqlx::Error::Database(database) => match database.try_downcast::<PgDatabaseError>() {
                Ok(error) => of_postgres(*error),
                Err(error) => of_sqlite(error),
            },
            // SQLite has no connections that can be lost.
            sqlx::Error::Io(error) => Self::Unreachable(error.to_string()),
            sqlx::Error::Tls(error) => Self::Unreachable(error.to_string()),
            other => Self::Sql(other),
        }
    }
}

impl From<StoreError> for JournalError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::ChannelTaken(table) => Self::ChannelTaken(table),
            StoreError::TooMany(many) => Self::TooMany(many),
            StoreError::Conflict { table, first } => Self::Conflict { table, first },
            StoreError::NoSuchTable(table) => Self::NoSuchTable(table),
            StoreError::Journal { table, reason } => Self::Corrupt { table, reason },
            StoreError::NotLeased(shard) => Self::NotLeased(shard),
            other => Self::Unavailable(other.to_string()),
        }
    }
}

impl From<sqlx::Error> for JournalError {
    fn from(error: sqlx::Error) -> Self {
        StoreError::from(error).into()
    }
}

/// Converts an error of SQLite by its result code.
fn of_sqlite(error: Box<dyn DatabaseError>) -> StoreError {
    let number = error.code().and_then(|code| code.parse::<u32>().ok());
    if number.is_some_and(|number| code::UNREADABLE.contains(&number)) {
        return StoreError::Damaged(error.message().to_owned());
    }
    match number.map(|number| number & 0xff) {
        Some(code::BUSY | code::LOCKED) => StoreError::Busy,
        Some(code::READ_ONLY) => StoreError::ReadOnly,
        Some(code::FULL) => StoreError::Full,
        Some(code::CORRUPT | code::NOT_A_DATABASE) => StoreError::Damaged(error.message().to_owned()),
        _ => StoreError::Sql(sqlx::Error::Database(error)),
    }
}

/// Converts an error of PostgreSQL by its SQLSTATE.
///
/// See <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn of_postgres(error: PgDatabaseError) -> StoreError {
    let message = || error.message().to_owned();
    match error.code() {
        // serialization_failure, deadlock_detected
        "40001" | "40P01" => StoreError::Conflicting,
        // lock_not_available, query_canceled (by a timeout)
        "55P03" | "57014" => StoreError::Busy,
        // disk_full
        "53100" => StoreError::Full,
        // too_many_connections
        "53300" => StoreError::TooManyConnections,
        // read_only_sql_transaction
        "25006" => StoreError::ReplicaIsReadOnly,
        // insufficient_privilege
        "42501" => StoreError::NotAllowed(message()),
        // data_corrupted, index_corrupted
        "XX001" | "XX002" => StoreError::Damaged(message()),
        // idle_in_transaction_session_timeout, and the classes "connection exception" and "operator
        // intervention"
        "25P03" => StoreError::Unreachable(message()),
        code if code.starts_with("08") || code.starts_with("57P") => StoreError::Unreachable(message()),
        _ => StoreError::Sql(sqlx::Error::Database(Box::new(error))),
    }
}
