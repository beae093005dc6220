//! The SQLite database: journals of tables, finished deals and their results, seasons, settings and the
//! ids of the bot's messages.
//!
//! The database is one file in WAL mode. All writes go through a single connection, so writers queue in the
//! process instead of competing for the file lock. Readers have their own connections and never wait. When a
//! writing method returns, its changes are on disk.

mod database;
mod deals;
mod error;
mod file;
mod ids;
mod journal;
mod message_ids;
mod open;
mod people;
#[cfg(test)]
mod query_plans;
mod seasons;
mod sql;
#[cfg(test)]
mod tests;

pub use database::Store;
pub use deals::deal::{DealRow, SeatRow, Void};
pub use deals::evenings::{Evening, Share};
pub use deals::history::{Filter, LONGEST_PAGE as LONGEST_HISTORY_PAGE};
pub use deals::import::{Import, Imported, LONGEST_PLAYER, NoImport};
pub use deals::ranked::{DAILY_RANKED, Ranking};
pub use deals::voids::LONGEST_REASON;
pub use error::{Result, StoreError};
pub use file::wal_tail::WalTail;
pub use ids::{DealId, SeasonId};
pub use journal::table_row::TableRow;
pub use message_ids::MessageKind;
pub use people::delete::ANONYMOUS;
pub use people::export::FORMAT as EXPORT_FORMAT;
pub use people::removed_guilds::KEPT_AFTER_LEAVING;
pub use people::settings::{ServerSetting, ServerSettings, UserSetting, UserSettings};
pub use seasons::collusion_review::{Finding, PlayerAccount, Signal};
pub use seasons::leaderboard::{
    BoardGroup, LONGEST_PAGE as LONGEST_BOARD_PAGE, LeaderboardPage, RankBy, SeasonStanding,
};
pub use seasons::marks::CountedThing;
pub use seasons::season::{LONGEST_NAME as LONGEST_SEASON_NAME, Season};
pub use seasons::stats::{Count, Day, LONGEST_FORM, Stats};
pub use seasons::summary::{BestDeal, EndedSeason, Podium, SeasonSummary};
pub use seasons::totals::{DealTally, ESTABLISHED};
