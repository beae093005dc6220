//! Decides which requests bring the messages of a Discord channel up to date.
//!
//! A [`Channel`] owns everything that a bot shows in a channel: the public messages of its tables, the hand
//! that each player sees in an ephemeral message, the replies to interactions, and notices. It knows what
//! should be shown, what is shown, and which requests are in flight, and decides what to send next.
//!
//! The crate performs no I/O and reads no clock. The caller
//!
//! 1. passes everything that happens to [`Channel::handle`]: changes of tables, interactions, replies and
//!    results;
//! 2. calls [`Channel::next`], which returns the steps that begin now, and calls it again at
//!    [`Channel::wake`];
//! 3. prepares each step: draws its picture and waits for the rate limits;
//! 4. calls [`Channel::confirm`], which returns the newest content, or `None` if the step is obsolete;
//! 5. sends the request, and passes the result as [`Event::Finished`].
//!
//! # Rules
//!
//! - At most one request at a time changes the content of a message, so the order of two requests is always
//!   known. A reply that would change the message waits until its interaction has to be deferred.
//! - A reply does not wait for public messages, except for a short time for the table's message above a hand.
//! - The first response to the interaction that made a table's message necessary creates that message. The
//!   reply is then a follow-up.
//! - The public messages of a channel are posted and edited one after the other, and each is edited at most
//!   once per [`Timings::edit_interval`].
//! - Only the newest hand of a player has buttons. The older one is marked as replaced, unless it is being
//!   used.
//! - While an interaction of a player is unanswered, updates do not edit the player's hand: the reply shows
//!   it.
//! - A first response whose result is not known is only repeated, never replaced by another kind of response.
//!   After Discord's deadline, the message that belongs to the interaction tells if it was executed.
#![doc = ""]
#![doc = include_str!("../failures.md")]

mod board;
mod channel;
mod event;
mod hand_message;
mod hands;
mod ids;
mod interaction;
mod interactions;
mod notices;
mod progress;
mod public_message;
mod public_messages;
mod received;
mod reply;
mod shown;
mod step;
mod steps;
mod timings;

pub use board::{Board, Content, Hand, MessageKind, PlannedMessage, PostCondition, PublicKey};
pub use channel::Channel;
pub use event::{Access, Answer, Effect, Event, Load, Origin};
pub use ids::{InteractionId, MessageId, PictureId, StepId, TableId, Time, Token, UserId};
pub use reply::{Extra, Reply};
pub use step::{
    Accepted, Action, Address, Confirmed, Failure, Nonce, Priority, ResponseKind, Sent, Step, StepResult,
    Subject, Via,
};
pub use timings::Timings;
