//! Tables: seats, the series of deals of an evening, deadlines, robots and standings.
//!
//! Each table is one actor task that owns its state and handles requests one at a time. A [`Registry`] finds
//! the actor of a table. If the table is not in memory, the registry restores it from the [`Journal`]. After
//! each change the actor sends a [`TableUpdate`] to the [`Announcer`].
//!
//! The module depends on neither SQL nor Discord. [`Journal`] and [`Announcer`] are traits that are
//! implemented elsewhere.

mod actor;
mod book_cache;
mod card_times;
mod clock;
mod command;
mod early_end;
mod evening;
mod event;
mod forced_card_users;
mod ids;
mod leaving;
mod next_action;
mod open_tables;
mod opening;
mod options;
mod past_deal;
mod player;
mod ports;
mod registry;
mod robots;
mod sample;
mod seed_source;
mod served_shards;
mod settings;
mod shard;
pub mod shuffle;
mod view;

pub use clock::wall::WallClock;
pub use command::{
    Command, CommandOutcome, ContractAction, ExpensiveTalon, IllegalHere, Moment, Refusal, Request,
    TableReply, Unconfirmed,
};
pub use early_end::{AgreedEnd, EarlyEnd, EarlyEndQuestion, PointRange};
pub use evening::state::NotATable;
pub use event::{TableEvent, WhyEnded};
pub use ids::{ChannelId, RequestId, ServerId, TableId, UnixMillis, UserId};
pub use leaving::{AgreedCost, LeavingCosts};
pub use next_action::NextAction;
pub use opening::Opening;
pub use options::Options;
pub use past_deal::PastDeal;
pub use player::{Player, PlayerId};
pub use ports::{
    Announcer, Batch, Downtime, FinishedDeal, Journal, JournalDamage, JournalError, LimitScope, LiveTable,
    Notice, StoredTable, TableLimits, TableUpdate, TooManyTables, UpdateCause,
};
pub use registry::Registry;
pub use robots::thinking_pool::{ThinkingPool, ThinkingTask};
pub use robots::turns::RobotPlayers;
pub use sample::sample;
pub use seed_source::SeedSource;
pub use served_shards::RemovedShard;
pub use settings::{RulesChoice, TableSetting};
pub use shard::{Shard, ShardRange, ShardRangeError};
pub use view::{Chair, DealView, PlayerView, SeatChange, Standing, TableStage, TableView, TimeLeft};
