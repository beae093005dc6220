//! The database: journals of tables, finished deals and their results, seasons, settings and the ids of the
//! bot's messages.
//!
//! The database is a SQLite file or on a PostgreSQL server. The module `sql` runs the same queries on both.
//! `file` and `postgres` contain what differs: opening, locks, backup and the deletion of remains. When a
//! writing method returns, its changes are on disk.

mod backend;
mod database;
mod database_use;
mod deals;
mod error;
mod error_conversion;
mod file;
mod ids;
mod journal;
mod leases;
mod location;
mod message_ids;
mod open;
mod people;
mod postgres;
#[cfg(test)]
mod query_plans;
mod schema;
mod seasons;
mod sql;
#[cfg(test)]
mod tests;
mod transfer;

pub use database::Store;
pub use database_use::DatabaseUse;
pub use deals::deal::{DealRow, SeatRow, Void};
pub use deals::evenings::{Evening, Share};
pub use deals::history::{Filter, LONGEST_PAGE as LONGEST_HISTORY_PAGE};
pub use deals::import::{Import, Imported, LONGEST_PLAYER, NoImport};
pub use deals::ranked::{DAILY_RANKED, Ranking};
pub use deals::voids::LONGEST_REASON;
pub use error::{Result, StoreError};
pub use file::WalTail;
pub use ids::{DealId, ProcessId, SeasonId};
pub use journal::table_row::TableRow;
pub use leases::{Handover, LEASE_TIME, LeaseState, LeasedShard, Process, ShardLeases};
pub use location::{DatabaseLocation, InvalidLocation, PostgresAddress};
pub use message_ids::MessageKind;
pub use people::delete::ANONYMOUS;
pub use people::export::FORMAT as EXPORT_FORMAT;
pub use people::removed_guilds::KEPT_AFTER_LEAVING;
pub use people::settings::{ServerSetting, ServerSettings, UserSetting, UserSettings};
pub use seasons::collusion_review::{Finding, PlayerAccount, Signal};
pub use seasons::leaderboard::{
    BoardGroup, LONGEST_PAGE as LONGEST_BOARD_PAGE, LeaderboardPage, Place, RankBy, SeasonStanding,
};
pub use seasons::marks::CountedThing;
pub use seasons::season::{LONGEST_NAME as LONGEST_SEASON_NAME, Season};
pub use seasons::stats::{Count, Day, LONGEST_FORM, Stats};
pub use seasons::summary::{BestDeal, EndedSeason, Podium, SeasonSummary};
pub use seasons::time_zone::TimeZone;
pub use seasons::totals::{DealTally, ESTABLISHED};
pub use transfer::{TableSummary, Transfer, TransferProgress, TransferStep};
