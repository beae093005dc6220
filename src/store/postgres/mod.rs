//! A database on a PostgreSQL server: connections, locks and maintenance.
//!
//! Several processes may use the same database. Writers are coordinated by an advisory lock, which is held
//! until the end of the transaction. Commits of table events share it, because each table is written by one
//! process only. All other writes hold it alone, as in SQLite, where there is one writer at a time. A
//! transaction can therefore fail because of another one only if it waits for the lock for too long, or if
//! two commits store the names of the same people in different orders. The latter is repeated.

mod connect;
mod database;
pub(super) mod dial;

pub(super) use connect::MIGRATIONS;
pub(super) use database::{BEGIN, BEGIN_READ, LOCK_ALONE, LOCK_SHARED, PostgresDatabase};
