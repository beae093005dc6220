//! Decides which requests bring the messages of a Discord channel up to date.
//!
//! A [`ChannelMessages`] owns all messages of a bot in a channel: the public messages of its tables, the hand
//! that each player sees in an ephemeral message, the replies to interactions, and notices. It knows the
//! planned content, the displayed content, and the requests in flight, and decides which request is next.
//!
//! The crate performs no I/O and reads no clock. The caller
//!
//! 1. passes every event to [`ChannelMessages::handle`]: changes of tables, interactions, replies and
//!    results;
//! 2. calls [`ChannelMessages::next`] until it returns nothing: after each event, after each step that was
//!    not confirmed, and at [`ChannelMessages::wake`];
//! 3. prepares each step that begins: draws its picture, draws it again if
//!    [`ChannelMessages::content_to_draw`] has changed, and waits for the rate limits;
//! 4. calls [`ChannelMessages::confirm`], which returns the newest content, or `None` if the step is
//!    obsolete;
//! 5. sends the request, and passes the result as [`Event::Finished`].
//!
//! # Requirements
//!
//! - Each interaction is passed once: before the change that it has caused, and before its reply. Every
//!   interaction gets a reply.
//! - After a start, and after another process has served a table, the first change of the table has
//!   [`Cause::Resumed`].
//! - The hand in a reply has the style that was passed last with [`Event::Style`].
//! - Every confirmed step is finished within a limited time. Until then, no other request changes its
//!   message, so the reply to a button of a hand waits for an edit of this hand, or for the new message that
//!   replaces it.
//! - A step for which no permit is granted in time is finished with [`Failure::NotExecuted`], without being
//!   confirmed. A step that [`Effect::Cancel`] stops is neither confirmed nor finished.
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
//! - A player has one hand. The older one is deleted, unless its buttons are being used. It remains under
//!   load, at a shutdown, and after its token has expired. A message whose result is not known may also
//!   remain.
//! - A hand is edited, or sent in a new message if other messages stand below it and a new [`Occasion`] has
//!   come. It is also sent to players who have asked for none. A new message needs the token of an
//!   interaction of its owner, and room in Discord's limits for follow-ups.
//! - A reply that shows the hand in place counts as the hand for its occasion, also above other messages.
//! - While an interaction of a player is unanswered, no hand is edited or sent: the reply shows it.
//! - A first response whose result is not known is only repeated, never replaced by another kind of response.
//!   After Discord's deadline, the message that belongs to the interaction tells if it was executed.
//!
//! # Example
//!
//! A table without players has only a lobby message. Its id is not in the database, so it is posted.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use channel_messages::{
//!     Accepted, Action, Board, Cause, ChannelMessages, Confirmed, Content, Effect, Event, Hand, MessageId,
//!     MessageKind, PlannedMessage, PostCondition, PublicKey, TableId, Timings, UserId,
//! };
//!
//! #[derive(Debug, Clone)]
//! struct Lobby;
//!
//! impl Board for Lobby {
//!     type Message = &'static str;
//!     type Note = &'static str;
//!     type Style = ();
//!
//!     fn table(&self) -> TableId {
//!         TableId(1)
//!     }
//!
//!     fn version(&self) -> u32 {
//!         1
//!     }
//!
//!     fn public(&self) -> Arc<[PlannedMessage<&'static str>]> {
//!         let key = PublicKey { deal: 0, kind: MessageKind::Lobby };
//!         let content = Content { message: "Who plays?", hash: 1, picture: None };
//!         Arc::new([PlannedMessage { key, post: PostCondition::Always, content }])
//!     }
//!     # fn hand(&self, _: UserId, _: &()) -> Option<Hand<&'static str>> {
//!     #     None
//!     # }
//!     # fn players(&self) -> Vec<UserId> {
//!     #     Vec::new()
//!     # }
//!     # fn turn(&self) -> Option<UserId> {
//!     #     None
//!     # }
//!     # fn expiry_note(&self, _: &()) -> Option<&'static str> {
//!     #     None
//!     # }
//!     # fn noted(message: &'static str, _: &&'static str) -> &'static str {
//!     #     message
//!     # }
//!     # fn replaced_hand(_: TableId, _: &()) -> Content<&'static str> {
//!     #     Content { message: "", hash: 0, picture: None }
//!     # }
//! }
//!
//! let now = Duration::ZERO;
//! let mut channel = ChannelMessages::new(Timings::default());
//! channel.handle(Event::Changed { board: Lobby, cause: Cause::Other }, now);
//!
//! let mut posted = Vec::new();
//! loop {
//!     let effects = channel.next(now);
//!     if effects.is_empty() {
//!         break;
//!     }
//!     for effect in effects {
//!         let Effect::Begin(step) = effect else { continue };
//!         let Some(confirmed) = channel.confirm(step.id, now) else { continue };
//!         let message = match (step.action, confirmed) {
//!             // The database contains no id.
//!             (Action::ReadId(..), _) => None,
//!             (Action::Post(_), Confirmed::Content { content, .. }) => {
//!                 posted.push(content.message);
//!                 Some(MessageId(7))
//!             }
//!             _ => None,
//!         };
//!         let accepted = Accepted { message, ..Accepted::default() };
//!         channel.handle(Event::Finished(step.id, Ok(accepted)), now);
//!     }
//! }
//! assert_eq!(posted, ["Who plays?"]);
//! assert!(channel.is_settled());
//! ```
//!
//! # Modules
//!
//! All modules are private.
//!
//! | Module | Content |
//! | --- | --- |
//! | `channel` | [`ChannelMessages`], the interface: applies events and selects the next steps |
//! | `messages` | The messages of a channel by kind, to which events, steps and results are passed |
//! | `board`, `event`, `reply`, `step`, `ids`, `timings` | Types of the interface |
//! | `conditions` | Conditions under which messages are sent: load, access, tokens, shutdown |
//! | `context` | State that decisions depend on |
//! | `interactions`, `interaction`, `received`, `progress` | Interactions that await a response |
//! | `response` | The first response, repetitions, and the request that sends the reply |
//! | `public_messages`, `public_message` | Public messages of tables |
//! | `posted`, `stored_id` | State of a public message on Discord, and its id in the database |
//! | `hands` | Hands of players in ephemeral messages |
//! | `users`, `follow_ups` | Users to whom hands can be sent, and the limits for that |
//! | `notices` | Notices and reminders |
//! | `boards` | The newest known states of tables |
//! | `shown`, `recent_pictures`, `last_messages` | Content, pictures and order of displayed messages |
//! | `steps` | Steps that have begun and have not been finished |
#![doc = ""]
#![doc = include_str!("../failures.md")]

mod board;
mod boards;
mod channel;
mod conditions;
mod context;
mod event;
mod follow_ups;
mod hands;
mod ids;
mod interaction;
mod interactions;
mod last_messages;
mod messages;
mod notices;
mod posted;
mod progress;
mod public_message;
mod public_messages;
mod received;
mod recent_pictures;
mod reply;
mod response;
mod shown;
mod step;
mod steps;
mod stored_id;
mod timings;
mod users;

pub use board::{Board, Content, Hand, MessageKind, Occasion, PlannedMessage, PostCondition, PublicKey};
pub use channel::ChannelMessages;
pub use event::{Access, Answer, Cause, Effect, Event, Load, Origin, TokenUse};
pub use ids::{InteractionId, MessageId, PictureId, StepId, TableId, Time, Token, UserId};
pub use reply::{Extra, Reply};
pub use step::{
    Accepted, Action, Address, Confirmed, Failure, Nonce, Priority, ResponseKind, Sent, Step, StepResult,
    Subject, Via,
};
pub use timings::Timings;
