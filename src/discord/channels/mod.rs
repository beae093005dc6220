//! The tasks of channels. Each owns everything that the bot shows in its channel: the public messages of
//! tables, the hands of players, notices, and the responses to interactions.
//!
//! [`channel_messages`] decides what is sent, as a pure function. This module passes it events and performs
//! its steps:
//!
//! | module | contents |
//! | --- | --- |
//! | `registry` | [`Channels`](registry::Channels), which starts the tasks and passes input to them |
//! | `inbox` | What a task has to handle |
//! | `task` | The task of a channel, which passes events on |
//! | `steps` | The steps that are being performed |
//! | `pending`, `tables` | Interactions that have not been answered, and the tables of the channel |
//! | `update` | What is looked up for changes of tables |
//! | `plan`, `board`, `hand`, `outgoing`, `look` | The content of messages |
//! | `void_deals` | Deals that were declared void or restored |
//! | `performer` | Requests, permits, and ids of messages in the database |
//! | `pictured`, `names` | Pictures of messages |
//! | `conditions` | Load, access and the use of tokens |
//! | `log` | Log lines about failures |

pub(crate) mod board;
mod conditions;
pub(crate) mod hand;
pub(crate) mod inbox;
mod log;
pub(crate) mod look;
mod names;
pub(crate) mod outgoing;
mod pending;
mod performer;
mod pictured;
mod plan;
pub(crate) mod registry;
mod steps;
mod tables;
mod task;
mod update;
pub(crate) mod void_deals;
