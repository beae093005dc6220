//! The database file: identity, backup, write-ahead log and secure deletion.

pub(crate) mod backup;
pub(crate) mod identity;
pub(crate) mod secure_erase;
pub(crate) mod wal_tail;
