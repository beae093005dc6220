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
//! | `update` | The settings that an update depends on |
//! | `plan`, `board`, `hand`, `outgoing` | The content of messages |
//! | `performer` | Requests, permits, and ids of messages in the database |
//! | `pictured`, `names` | Pictures of messages |
//! | `conditions` | Load, access and the use of tokens |
//! | `log` | Log lines about failures |

pub(crate) mod board;
mod conditions;
pub(crate) mod hand;
pub(crate) mod inbox;
mod log;
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
