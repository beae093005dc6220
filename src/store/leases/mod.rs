//! Leases of shards, for processes that share a database.
//!
//! Each shard is run by the process that has leased it. A process renews its leases every few seconds. If it
//! does not, because it has died or lost its connection, another process takes the shards over once the
//! leases have expired.
//!
//! - [`membership`] registers a process, renews its leases and reads those of all processes;
//! - [`handover`] takes free shards, and hands shards over from one running process to another;
//! - [`fence`] rejects writes for shards that the process has not leased. A process that was paused for
//!   longer than its leases lasted, and does not know that yet, can therefore change nothing;
//! - [`session_starts`] keeps the pace of gateway sessions for all processes.
//!
//! All times are those of the database server's clock, so the clocks of the processes do not matter. The
//! decision which shards to take is made by [`crate::discord`].

mod database_clock;
pub(crate) mod fence;
mod handover;
mod membership;
mod session_starts;

pub use handover::Handover;
pub use membership::{LEASE_TIME, LeaseState, LeasedShard, Process, ShardLeases};
