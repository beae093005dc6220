//! Monitoring: Prometheus metrics and health checks.
//!
//! [`Metrics`] holds the counters and histograms. Clones share the same values. The `table` module does not
//! depend on metrics. Instead, [`WatchedJournal`] wraps its [`Journal`](crate::table::Journal), and [`timed`]
//! wraps its robots. [`WatchServer`] serves the metrics over HTTP, together with `/healthz` and `/readyz`.
//! `docs/operating.md` documents each metric and recommends alerts.
//!
//! Every label has a small, fixed set of values; the label `shard` has one value per shard. No metric
//! identifies a user, a server, a channel, a table or a card.

mod http;
mod journal_metrics;
mod labels;
mod log_counter;
mod metrics;
mod panics;
mod process_metrics;
mod robot_metrics;
mod shards;
mod write_health;

pub use http::{LiveStatus, WatchError, WatchServer};
pub use journal_metrics::WatchedJournal;
pub use labels::{InteractionKind, InteractionOutcome, LeaseChange, PictureOutcome, SessionStart};
pub use log_counter::LogLines;
pub use metrics::Metrics;
pub use panics::watch_panics;
pub(crate) use robot_metrics::TimedRobot;
pub use robot_metrics::timed;
pub use shards::Shards;
pub use write_health::WriteHealth;
