//! A database in a SQLite file: opening, identity, backup, write-ahead log and secure deletion.
//!
//! The file is in WAL mode. All writes go through a single connection, so writers queue in the process
//! instead of competing for the file lock. Readers have their own connections and never wait.

pub(crate) mod backup;
mod database_file;
pub(crate) mod identity;
mod log_path;
pub(crate) mod open;
mod private_file;
pub(crate) mod process_lock;
pub(crate) mod secure_erase;
pub(crate) mod temporary_copy;
pub(crate) mod wal_tail;

pub(crate) use database_file::DatabaseFile;
pub use wal_tail::WalTail;
