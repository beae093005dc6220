//! Responds to each interaction exactly once and within three seconds.
//!
//! The first response determines whether the reply is ephemeral. Ephemeral and public replies are therefore
//! deferred in different ways.

mod channel_reply;
mod hand_picture;

use std::collections::BTreeSet;
use std::pin::pin;

use poise::serenity_prelude as serenity;
use serenity::{CreateInteractionResponse, CreateInteractionResponseMessage, InteractionId, MessageId};

use super::reply::{Origin, PrivateReply, Reply};
use super::telemetry;
use crate::discord::caller::Caller;
use crate::discord::delivery::{FirstResponse, ResponseKind, Route};
use crate::discord::messages::Message;
use crate::discord::publish::hand_messages::HandMessage;
use crate::discord::publish::pending_replies::OutdatedHands;
use crate::discord::rest::error::ApiError;
use crate::discord::rest::invalid_requests::Degradation;
use crate::discord::rest::request::ResponseMessage;
use crate::discord::state::BotState;
use crate::render::Subject;
use crate::table::TableId;
use crate::text::Appearance;
use crate::watch::InteractionOutcome;

/// Maximum length of a message, in characters.
const LONGEST: usize = 2000;

/// Filename prefix for hand pictures. An attached picture with this prefix may stay in place until the next
/// hand picture is drawn.
const HAND_PREFIX: &str = "hand";

/// A hand message that has been sent, and the picture that still has to be drawn for it.
struct SentHand {
    hand: HandMessage,
    /// Subject of the picture, or `None` if the message needs no other picture.
    subject: Option<Subject>,
    /// The texts of the message with and without its picture.
    caption: Message,
    /// Older hand message of the same user that is still displayed.
    replaced: Option<HandMessage>,
}

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
    /// The interaction that created the message whose button was pressed, if known.
    pub(crate) created_by: Option<InteractionId>,
    /// The table's public message whose button was pressed, if any.
    pub(crate) public_message: Option<(TableId, MessageId)>,
    /// The message whose button was pressed, if any.
    pub(crate) pressed: Option<MessageId>,
}

impl PendingInteraction<'_> {
    /// Runs `work` and sends the reply it returns. Defers the interaction if `work` takes too long.
    ///
    /// Until the first response has been sent, updates do not edit the user's hand message.
    pub(crate) async fn answer(&self, work: impl Future<Output = Reply>) -> Result<(), ApiError> {
        if let Some(channels) = &self.data.channels {
            return Box::pin(self.answer_in_channel(channels, work)).await;
        }
        // Boxed, because the combined future would be large.
        let mut work = pin!(async { Box::pin(self.illustrated(work.await)).await });
        let updates = self
            .data
            .hand_messages
            .replies
            .begin(self.caller.user, self.created_by.filter(|_| self.origin == Origin::Own));
        let reply = tokio::time::timeout(self.data.timings.deferral, &mut work).await.ok();
        // The publisher may have posted the table's message as the first response.
        let interaction = self.caller.interaction();
        let (offers, channel) = (&self.data.response_offers, self.caller.channel);
        let is_used = match reply {
            Some(_) => offers.withdraw(channel, interaction).await,
            None => offers.close(channel, interaction).await,
        };
        if is_used {
            telemetry::note(InteractionOutcome::Answered);
        }
        let is_deferred = reply.is_none() && !is_used;
        if matches!(reply, Some(Reply::Update(_))) {
            updates.begin_sending();
        }
        let response = match reply {
            Some(reply) if is_used => Box::pin(self.respond_below(reply)).await,
            Some(reply) => Box::pin(self.respond(reply)).await,
            None if is_used => {
                let reply = (&mut work).await;
                Box::pin(self.respond_below(reply)).await
            }
            None => self.defer().await.map(|()| None),
        };
        let shown = response.as_ref().ok().and_then(Option::as_ref).map(|sent| sent.hand.table);
        self.update_outdated_hands(updates.finish(), shown).await;
        let mut hand = response?;
        if is_deferred {
            telemetry::note(InteractionOutcome::Deferred);
            hand = Box::pin(self.respond_after_deferral(work.await)).await?;
        } else {
            telemetry::note(InteractionOutcome::Answered);
        }
        if let Some(sent) = hand {
            Box::pin(self.update_hand(sent)).await;
        }
        Ok(())
    }

    /// Publishes the tables of the user's hand messages that are outdated after a reply. `shown` is the table
    /// whose hand the reply contains, if any. The caller compares that hand with the table.
    async fn update_outdated_hands(&self, outdated: OutdatedHands, shown: Option<TableId>) {
        let OutdatedHands { skipped, overwritten } = outdated;
        for table in &overwritten {
            self.data.hand_messages.invalidate(*table, self.caller.user);
        }
        let skipped = skipped.into_iter().filter(|table| Some(*table) != shown);
        for table in skipped.chain(overwritten).collect::<BTreeSet<_>>() {
            self.data.registry.announce(table).await;
        }
    }

    /// Brings a newly sent hand message up to date.
    ///
    /// If the table has changed since the message was created, publishes the table again. If the picture still
    /// has to be drawn, draws it and attaches it to the message. An older hand message loses its buttons.
    async fn update_hand(&self, SentHand { hand, subject, caption, replaced }: SentHand) {
        if hand.state.is_some_and(|state| self.data.announcer.has_newer(hand.table, state.version)) {
            self.data.registry.announce(hand.table).await;
        }
        let draw = async {
            if let Some(subject) = subject {
                self.draw_hand(&hand, &subject, caption).await;
            }
        };
        let mark = async {
            if let Some(replaced) = replaced {
                self.mark_as_replaced(&replaced).await;
            }
        };
        tokio::join!(mark, draw);
    }

    /// Replaces the content of an older hand message with a text that refers to the newer one.
    ///
    /// If this fails, or if the user has pressed another button meanwhile, the older message keeps its buttons.
    /// They still work or say that they are outdated.
    async fn mark_as_replaced(&self, older: &HandMessage) {
        if self.data.budget.stage() > Degradation::Calm {
            return;
        }
        let text = self.appearance.formatter().text("hand-replaced");
        let route = Route::ReplacedHand { token: &older.token, message: older.message };
        // The lock prevents an update that is being sent from overwriting the text.
        let _alone = older.edits.lock().await;
        let Some(permit) = self.permit_for_picture(&older.token).await else { return };
        if !self.data.hand_messages.is_still_replaced(older) {
            return permit.cancel();
        }
        let (message, channel) = (Message::text(text), self.caller.channel);
        let (sender, permit) = (&self.data.sender, Some(permit));
        let marked = sender.deliver_with(message, self.appearance, channel, route, permit).await;
        if let Err(error) = marked {
            tracing::debug!(table = %older.table, %error, "failed to mark replaced message with player's hand");
        }
    }

    /// Draws and attaches the reply's picture if the bot may attach files in the channel.
    ///
    /// Hand pictures are usually drawn after the reply has been sent.
    async fn illustrated(&self, reply: Reply) -> Reply {
        let draw = async |private: PrivateReply, attached| {
            if private.hand.is_some() {
                return if private.awaits_picture {
                    self.with_its_picture(private, attached).await
                } else {
                    self.before_its_picture(private, attached)
                };
            }
            let may = self.data.preferences.may_attach(self.caller.channel);
            let Some(subject) = private.picture.as_ref().filter(|_| may) else { return private };
            let picture = self.data.picture_service.draw_soon(subject, self.appearance).await;
            PrivateReply { message: private.message.illustrated(picture, attached), ..private }
        };
        let reply = self.introducing_languages(reply).await;
        match reply {
            Reply::Update(private) => {
                Reply::Update(draw(private, self.attached.filter(|_| self.origin == Origin::Own)).await)
            }
            Reply::Ephemeral(private) => Reply::Ephemeral(draw(private, None).await),
            Reply::Public(_) | Reply::Nothing => reply,
        }
    }

    /// Prepares a hand message whose new picture has not been drawn yet.
    ///
    /// The previous hand picture stays attached until the new picture is drawn. If the drawing threads are
    /// overloaded, which may take long, the message has no picture until then.
    fn before_its_picture(&self, private: PrivateReply, attached: Option<&str>) -> PrivateReply {
        let PrivateReply { mut message, hand, picture, awaits_picture: waits, shown } = private;
        let pictures = &self.data.picture_service;
        let may = pictures.draws(self.appearance) && self.data.preferences.may_attach(self.caller.channel);
        let picture = picture.filter(|_| may);
        let is_late = picture.is_some() && pictures.is_overloaded();
        let keeps_attached = picture.is_some() && !is_late;
        let attached = attached.filter(|name| keeps_attached && name.starts_with(HAND_PREFIX));
        message.keeps_files = attached.is_some();
        let attached = attached.map(str::to_owned);
        let hand = hand.map(|hand| HandMessage { picture: attached, awaits_picture: is_late, ..hand });
        PrivateReply { message, hand, picture, awaits_picture: waits, shown }
    }

    /// Adds a hint about the language setting to the first hand message that a user sees. The hint is added
    /// only if the server's language differs from the user's.
    async fn introducing_languages(&self, reply: Reply) -> Reply {
        let Reply::Update(private) = reply else { return reply };
        let Some(line) = self.language_hint(&private).await else { return Reply::Update(private) };
        Reply::Update(PrivateReply { message: private.message.with_line_below(&line), ..private })
    }

    /// Returns the hint about the language setting if it has to be added to a reply.
    async fn language_hint(&self, reply: &PrivateReply) -> Option<String> {
        let has_room = reply.message.content.chars().count() < LONGEST / 2;
        if reply.hand.is_none()
            || !has_room
            || !self.data.preferences.introduces_languages(self.caller, self.appearance.lang).await
        {
            return None;
        }
        Some(format!("-# {}", self.appearance.formatter().text("hand-languages")))
    }

    /// Returns `true` if the interaction is deferred without a "thinking…" message.
    const fn defers_silently(&self) -> bool {
        matches!(self.origin, Origin::Own) || (self.quiet && matches!(self.origin, Origin::Public))
    }

    async fn defer(&self) -> Result<(), ApiError> {
        if self.defers_silently() {
            return self.acknowledge(CreateInteractionResponse::Acknowledge).await;
        }
        let thinking = CreateInteractionResponseMessage::new().ephemeral(true);
        self.acknowledge(CreateInteractionResponse::Defer(thinking)).await
    }

    async fn acknowledge(&self, response: CreateInteractionResponse) -> Result<(), ApiError> {
        self.data.sender.acknowledge(self.caller.interaction(), &self.caller.token, response).await
    }

    /// Returns the route for the first response to the interaction.
    fn first_response(&self, kind: ResponseKind) -> Route<'_> {
        let (interaction, token) = (self.caller.interaction(), &self.caller.token);
        Route::Response(FirstResponse { interaction, token, kind })
    }

    /// Sends the reply as a follow-up message, because the first response is already used.
    async fn respond_below(&self, reply: Reply) -> Result<Option<SentHand>, ApiError> {
        match reply {
            Reply::Update(reply) | Reply::Ephemeral(reply) => {
                let route = Route::FollowUp { token: &self.caller.token, is_ephemeral: true };
                self.send(reply, route, Some(self.caller.interaction())).await
            }
            Reply::Public(message) => self.follow_up(message, false).await.map(|()| None),
            Reply::Nothing => Ok(None),
        }
    }

    /// Acknowledges a press of a button in a table's public message, if the message needs a token for later edits.
    /// Returns `false` if it needs none.
    async fn renew_token(&self) -> Result<bool, ApiError> {
        let needs_token = |(table, message)| self.data.announcer.needs_token(table, message);
        let Some((table, message)) = self.public_message.filter(|message| needs_token(*message)) else {
            return Ok(false);
        };
        self.acknowledge(CreateInteractionResponse::Acknowledge).await?;
        self.data.announcer.renew_token(table, message, &self.caller.token);
        Ok(true)
    }

    /// Sends the reply as the first response.
    async fn respond(&self, reply: Reply) -> Result<Option<SentHand>, ApiError> {
        if self.renew_token().await? {
            return self.respond_below(reply).await;
        }
        let (kind, reply) = match reply {
            Reply::Update(reply) if self.origin == Origin::Own => (ResponseKind::Update, reply),
            Reply::Update(reply) | Reply::Ephemeral(reply) => (ResponseKind::Ephemeral, reply),
            Reply::Public(message) => (ResponseKind::Public, message.into()),
            Reply::Nothing => {
                self.acknowledge(CreateInteractionResponse::Acknowledge).await?;
                return Ok(None);
            }
        };
        let created_by =
            if kind == ResponseKind::Update { self.created_by } else { Some(self.caller.interaction()) };
        self.send(reply, self.first_response(kind), created_by).await
    }

    /// Sends the reply to an interaction that was deferred.
    async fn respond_after_deferral(&self, reply: Reply) -> Result<Option<SentHand>, ApiError> {
        match reply {
            Reply::Update(reply) if !self.defers_silently() || self.origin == Origin::Own => {
                return self.replace(reply).await;
            }
            Reply::Ephemeral(reply) if !self.defers_silently() => return self.replace(reply).await,
            Reply::Update(reply) | Reply::Ephemeral(reply) => self.follow_up(reply.message, true).await?,
            Reply::Public(message) if !self.defers_silently() => {
                // The first message replaces "thinking…" and is ephemeral.
                self.replace(Message::text(self.appearance.formatter().text("door-seen-by-all")).into())
                    .await?;
                self.follow_up(message, false).await?;
            }
            Reply::Public(message) => self.follow_up(message, false).await?,
            Reply::Nothing => {}
        }
        Ok(None)
    }

    /// Edits the interaction's message so that it shows the reply.
    ///
    /// The edited message is either the "thinking…" message or the ephemeral message whose button the user
    /// pressed.
    async fn replace(&self, reply: PrivateReply) -> Result<Option<SentHand>, ApiError> {
        let is_own = self.origin == Origin::Own;
        let created_by = if is_own { self.created_by } else { Some(self.caller.interaction()) };
        self.send(
            reply,
            Route::ResponseEdit {
                token: &self.caller.token,
                message: ResponseMessage::Original,
                is_awaited: true,
            },
            created_by,
        )
        .await
    }

    /// Sends a reply using the given route. If the reply shows a hand, registers the hand message for later
    /// updates.
    ///
    /// `created_by` is the interaction whose response created the message, if known.
    async fn send(
        &self,
        reply: PrivateReply,
        route: Route<'_>,
        created_by: Option<InteractionId>,
    ) -> Result<Option<SentHand>, ApiError> {
        let PrivateReply { message, hand, picture: subject, .. } = reply;
        let (caption, is_follow_up) = (message.caption(), matches!(route, Route::FollowUp { .. }));
        let sent = self.data.sender.deliver(message, self.appearance, self.caller.channel, route).await?;
        // Without its id, a follow-up cannot be edited: the token's original message may be public.
        let Some(hand) = hand.filter(|_| !is_follow_up || sent.message.is_some()) else { return Ok(None) };
        // Nor can a response if Discord may have executed another one that created the table's public
        // message.
        if !is_follow_up && self.data.response_offers.was_taken(self.caller.interaction()) {
            return Ok(None);
        }
        let picture = hand.picture.filter(|_| sent.has_picture);
        let pictured = picture.is_some() && subject.is_none();
        let has_hint = subject.as_ref().is_some_and(Subject::has_hint);
        let message = sent.message.map_or(ResponseMessage::Original, ResponseMessage::FollowUp);
        let hand = HandMessage { message, created_by, picture, pictured, has_hint, ..hand };
        let (hand, replaced) = self.data.hand_messages.keep(hand);
        // A button of a hand message updates that message, usually the replaced one itself.
        let replaced = replaced.filter(|older| match (older.created_by, created_by) {
            (Some(older), Some(newer)) => older != newer,
            _ => self.origin != Origin::Own,
        });
        Ok(Some(SentHand { hand, subject, caption, replaced }))
    }

    /// Sends a message as a follow-up, which cannot be updated later.
    ///
    /// Omits pictures but keeps files that the user requested.
    async fn follow_up(&self, message: Message, is_ephemeral: bool) -> Result<(), ApiError> {
        let message = if message.without_files.is_some() { message } else { message.in_words() };
        let route = Route::FollowUp { token: &self.caller.token, is_ephemeral };
        self.data.sender.deliver(message, self.appearance, self.caller.channel, route).await.map(|_| ())
    }
}
