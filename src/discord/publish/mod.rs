//! Publishes tables in Discord: posts, edits and deletes public messages, and updates open hand messages.

mod advance_permit;
pub(crate) mod announcer;
pub(crate) mod hand_messages;
pub(crate) mod hand_updates;
mod late_hand_pictures;
mod lost_responses;
pub(crate) mod notices;
pub(crate) mod pending_replies;
pub(crate) mod pictures;
pub(crate) mod plan;
pub(crate) mod posted_messages;
mod public_message;
mod public_update;
pub(crate) mod publisher;
pub(crate) mod queue;
pub(crate) mod republish;
pub(crate) mod response_offers;
pub(crate) mod season_summaries;
