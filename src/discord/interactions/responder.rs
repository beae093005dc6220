//! Responds to each interaction exactly once and within three seconds.
//!
//! The task of the channel sends the response, so that it knows all messages of the channel.

use std::panic::AssertUnwindSafe;

use channel_messages::{Answer, Board as _, Extra};
use futures::FutureExt as _;
use poise::serenity_prelude::{CreateInteractionResponse, MessageId};
use secrecy::ExposeSecret as _;

use super::reply::{Draft, HandReply, Origin, PrivateReply, Reply};
use super::{error_handler, telemetry};
use crate::discord::caller::Caller;
use crate::discord::channels::board::TableBoard;
use crate::discord::channels::inbox::{ChannelReply, FirstAnswer};
use crate::discord::channels::look::Look;
use crate::discord::channels::outgoing::{Note, Outgoing, PictureUse, ROOM_BELOW, hash_of};
use crate::discord::channels::registry::{Progress, Received};
use crate::discord::delivery::Route;
use crate::discord::messages::{self, Message};
use crate::discord::republish;
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::discord::rest::limits::RESPONSE;
use crate::discord::state::BotState;
use crate::table::{CommandOutcome, TableReply, TableStage};
use crate::text::Appearance;
use crate::watch::InteractionOutcome;

/// An interaction that has not been answered yet.
pub(crate) struct PendingInteraction<'a> {
    pub(crate) data: &'a BotState,
    pub(crate) caller: &'a Caller,
    pub(crate) origin: Origin,
    /// `true` if the interaction normally needs no reply, because a public message shows the result.
    ///
    /// If this is `true` and the bot defers its response to a button press, the user sees no "thinking…"
    /// message.
    pub(crate) quiet: bool,
    /// Appearance of the messages shown to the user.
    pub(crate) appearance: Appearance,
    /// Filename of the picture attached to the message whose button was pressed, if any.
    pub(crate) attached: Option<&'a str>,
    /// The message whose button was pressed, if any.
    pub(crate) pressed: Option<MessageId>,
}

impl PendingInteraction<'_> {
    /// Runs `work` and sends the reply it returns. If `work` takes too long, the response is deferred.
    ///
    /// # Errors
    /// Returns an error if the reply could not be sent.
    pub(crate) async fn answer(&self, work: impl Future<Output = Reply>) -> Result<(), ApiError> {
        let (channels, channel, received) = (&self.data.channels, self.caller.channel, self.received());
        let interaction = received.id;
        let Progress { responded, answered } = channels.begin(channel, received);
        let work = async {
            let reply = Box::pin(work).await;
            let reply = AssertUnwindSafe(Box::pin(self.channel_reply(reply))).catch_unwind().await;
            let failed = |_| (self.plain_reply(self.panic_message().into(), false), self.appearance);
            let (reply, style) = reply.unwrap_or_else(failed);
            channels.reply(channel, interaction, reply, style);
        };
        let responded = async {
            if let Ok(answer) = responded.await {
                telemetry::note(match answer {
                    FirstAnswer::Answered => InteractionOutcome::Answered,
                    FirstAnswer::Deferred => InteractionOutcome::Deferred,
                });
            }
        };
        tokio::join!(work, responded);
        match answered.await {
            Ok(Ok(Answer::Direct)) => telemetry::note(InteractionOutcome::Answered),
            Ok(Ok(Answer::Deferred | Answer::Failed)) => telemetry::note(InteractionOutcome::Deferred),
            Ok(Err(error)) => return Err(error),
            Err(_) => return self.task_panicked().await,
        }
        Ok(())
    }

    /// Replies to the user after the task of the channel has panicked, and brings the channel's tables up to
    /// date.
    async fn task_panicked(&self) -> Result<(), ApiError> {
        republish::tables(&self.data.registry, vec![self.caller.channel]);
        let message = self.panic_message();
        let (sender, token) = (&self.data.sender, &self.caller.token);
        let response = CreateInteractionResponse::Message(message.respond(true));
        match sender.respond(self.caller.interaction(), token, response).await {
            Err(error) if error.kind == ErrorKind::Acknowledged => {
                let (token, priority) = (token.clone(), RESPONSE);
                let route = Route::FollowUp { token, is_ephemeral: true, priority };
                sender.deliver(message, self.appearance, self.caller.channel, &route).await.map(drop)
            }
            result => result,
        }
    }

    fn received(&self) -> Received {
        let message = self
            .pressed
            .map_or(channel_messages::MessageId(0), |message| channel_messages::MessageId(message.get()));
        let origin = match self.origin {
            Origin::Typed => channel_messages::Origin::Command,
            Origin::Public => channel_messages::Origin::Public(message),
            Origin::Own => channel_messages::Origin::Ephemeral(message),
        };
        Received {
            user: self.caller.user,
            id: channel_messages::InteractionId(self.caller.id.0),
            token: self.caller.token.expose_secret().to_owned(),
            at: telemetry::received(),
            origin,
            attached: self.attached.filter(|_| self.origin == Origin::Own).map(str::to_owned),
            is_quiet: self.quiet,
        }
    }

    /// Converts a reply to the form in which the task of the channel sends it. Returns it with the user's
    /// language and card style, which may have changed since the interaction began.
    async fn channel_reply(&self, reply: Reply) -> (ChannelReply, Appearance) {
        let newest = self.data.preferences.private_appearance(self.caller).await;
        let reply = match reply {
            Reply::Hand(hand) => self.hand_reply(*hand, newest).await,
            Reply::InPlace(private) => self.plain_reply(private, true),
            Reply::Ephemeral(private) => self.plain_reply(private, false),
            Reply::Public(message) => {
                let seen = Message::text(self.appearance.formatter().text("door-seen-by-all"));
                let content = Outgoing::new(message, self.appearance).into_reply();
                let after_thinking = Outgoing::new(seen, self.appearance).into_reply();
                ChannelReply::Public { content, after_thinking }
            }
            Reply::Nothing => ChannelReply::Nothing,
        };
        (reply, newest)
    }

    /// Logs a panic and returns the message for the user.
    fn panic_message(&self) -> Message {
        error_handler::panicked(self.caller, self.appearance.lang)
    }

    /// Returns an ephemeral reply that is not updated later.
    fn plain_reply(&self, private: PrivateReply, in_place: bool) -> ChannelReply {
        // Its picture differs from that of every other message.
        let id = channel_messages::PictureId(hash_of(&self.caller.id.0));
        let outgoing = Outgoing::new(private.message, self.appearance).with_picture(private.picture, |_| id);
        ChannelReply::Private { content: outgoing.waiting(PictureUse::Requested).into_reply(), in_place }
    }

    async fn hand_reply(&self, reply: HandReply, newest: Appearance) -> ChannelReply {
        let HandReply { answer, note, draft, is_below_table } = reply;
        let preferences = &self.data.preferences;
        let style = if draft.is_some() { self.appearance } else { newest };
        let look = Look { public: self.appearance, symbols: preferences.symbols() };
        let board = TableBoard::of_reply(&answer, self.caller.user, look);
        let Some(hand) = board.hand(channel_messages::UserId(self.caller.user.0), &style) else {
            return ChannelReply::Nothing;
        };
        let shown = draft.as_ref().map_or(hand.content.message.text(), |draft| &draft.message.content);
        let hint = self.language_hint(shown).await;
        let extra = match draft {
            Some(draft) => draft_as_extra(draft, hint.as_deref(), (&board, style)),
            None => note_as_extra(note, hint, (&answer, style)),
        };
        let is_below_table = is_below_table && self.has_table_message(&answer);
        // A hand below the table's message cannot replace one above it.
        ChannelReply::Hand { board, hand, style, extra, is_below_table, in_place: !is_below_table }
    }

    /// Returns `true` if the table has a message that the hand should be shown below.
    fn has_table_message(&self, answer: &TableReply) -> bool {
        let is_lobby = answer.table_view.stage == TableStage::Lobby;
        let is_running = answer.table_view.deal.as_ref().is_some_and(|deal| !deal.is_over());
        is_running || is_lobby && self.data.channels.uses_tokens()
    }

    /// Returns a hint about the language setting for the first hand that a user sees, if the server's
    /// language differs from the user's. `shown` is the text of the message.
    async fn language_hint(&self, shown: &str) -> Option<String> {
        let has_room = shown.chars().count() < ROOM_BELOW;
        let lang = self.appearance.lang;
        if !has_room || !self.data.preferences.introduces_languages(self.caller, lang).await {
            return None;
        }
        Some(format!("-# {}", self.appearance.formatter().text("hand-languages")))
    }
}

/// Returns a draft, with a hint below it.
fn draft_as_extra(
    draft: Draft,
    hint: Option<&str>,
    (board, style): (&TableBoard, Appearance),
) -> Extra<TableBoard> {
    let Draft { message, picture, awaits_picture } = draft;
    let message = match hint {
        Some(line) => message.with_line_below(line),
        None => message,
    };
    let outgoing = Outgoing::new(message, style)
        .with_picture(picture, |subject| board.picture_id(subject, style))
        .waiting(if awaits_picture { PictureUse::Game } else { PictureUse::Later });
    let channel_messages::Content { message, picture, .. } = outgoing.into_reply();
    Extra::Draft { message, picture }
}

/// Returns the texts above and below a hand.
fn note_as_extra(
    note: Option<String>,
    hint: Option<String>,
    (answer, style): (&TableReply, Appearance),
) -> Extra<TableBoard> {
    let outcome = match answer.outcome {
        CommandOutcome::Done => None,
        CommandOutcome::Repeated => Some(style.formatter().text("notice-duplicate")),
        CommandOutcome::Stale => Some(messages::stale(style)),
    };
    let above: Vec<String> = note.into_iter().chain(outcome).collect();
    let above = (!above.is_empty()).then(|| above.join("\n"));
    let note = Note { above, below: hint };
    if note == Note::default() { Extra::None } else { Extra::Note(note) }
}
