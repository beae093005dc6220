//! Decisions of a channel, by subject. `failures`, `conditions` and `pictures` contain others.

mod expiring_hands;
mod hands;
mod new_hands;
mod notices;
mod older_hands;
mod public_messages;
mod replies;
mod table_end;
mod tokens;

use channel_messages::Reply;

use crate::fixture::COMMAND;
use crate::tables::{SimBoard, SimMessage, What, content};

/// Returns a reply to [`COMMAND`] that shows no hand.
fn private_reply() -> Reply<SimBoard> {
    let content = content(SimMessage::new(What::Reply(COMMAND.0)), false);
    Reply::Private { content, in_place: false }
}
