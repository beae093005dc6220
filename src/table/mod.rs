//! The table: seats, deals in a row, clock, standings.

mod command;
mod event;
mod ids;
mod player;
mod ports;
mod registry;
mod scene;
pub mod shuffle;

pub use command::{Answer, Command, IllegalHere, Moment, Outcome, Refused, Request};
pub use event::{TableEvent, WhyEnded};
pub use ids::{ChannelId, Millis, RequestId, ServerId, TableId, UserId};
pub use player::{Player, PlayerId};
pub use ports::{Announcer, Batch, FinishedDeal, Journal, JournalError, Live, News, Notice, Stored};
pub use registry::{Opening, Registry};
pub use scene::{Chair, DealScene, Scene, SceneStage, Standing};
