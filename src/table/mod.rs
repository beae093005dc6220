//! The table: seats, deals in a row, clock, standings.

mod actor;
mod books;
mod chance;
mod clock;
mod command;
mod evening;
mod event;
mod game_clock;
mod ids;
mod judge;
mod options;
mod player;
mod ports;
mod registry;
mod robots;
mod scene;
pub mod shuffle;
mod staging;
mod thinking;
mod traced;
mod waking;
mod window;

pub use chance::Chance;
pub use clock::Clock;
pub use command::{Answer, Command, IllegalHere, Moment, Outcome, Refused, Request};
pub use evening::NotATable;
pub use event::{TableEvent, WhyEnded};
pub use ids::{ChannelId, Millis, RequestId, ServerId, TableId, UserId};
pub use options::Options;
pub use player::{Player, PlayerId};
pub use ports::{
    Announcer, Batch, Damage, Downtime, FinishedDeal, Journal, JournalError, Live, Most, News, Notice, Of,
    Stored, TooMany,
};
pub use registry::{Opening, Registry};
pub use robots::Robots;
pub use scene::{Chair, DealScene, Scene, SceneStage, Standing};
pub use thinking::{Thinkers, Thinking};
