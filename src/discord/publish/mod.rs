//! Publishes tables in Discord: posts, edits and deletes public messages, and updates open hand messages.

pub(crate) mod announcer;
pub(crate) mod hands;
pub(crate) mod notices;
pub(crate) mod open_hands;
pub(crate) mod pictures;
pub(crate) mod plan;
pub(crate) mod posted;
pub(crate) mod publisher;
pub(crate) mod queue;
pub(crate) mod republish;
pub(crate) mod season_summaries;
