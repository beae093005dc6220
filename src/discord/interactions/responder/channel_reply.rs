//! Answers interactions through the task of their channel.

use std::panic::AssertUnwindSafe;

use channel_messages as owner;
use channel_messages::{Answer, Extra};
use futures::FutureExt as _;
use secrecy::ExposeSecret as _;

use super::PendingInteraction;
use crate::discord::channels::board::{Look, TableBoard};
use crate::discord::channels::inbox::{ChannelReply, FirstAnswer};
use crate::discord::channels::outgoing::{Note, Outgoing, PictureUse, hash_of};
use crate::discord::channels::registry::{Channels, Progress, Received};
use crate::discord::interactions::reply::{Origin, PrivateReply, Reply, ShownHand};
use crate::discord::interactions::{error_handler, telemetry};
use crate::discord::messages::{self, Message};
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::table::{CommandOutcome, TableStage};
use crate::text::Appearance;
use crate::watch::InteractionOutcome;
use owner::Board as _;

impl PendingInteraction<'_> {
    /// Runs `work` and sends the reply that it returns through the task of the channel.
    pub(super) async fn answer_in_channel(
        &self,
        channels: &Channels,
        work: impl Future<Output = Reply>,
    ) -> Result<(), ApiError> {
        let channel = self.caller.channel;
        let received = self.received();
        let interaction = received.id;
        let Progress { responded, answered } = channels.begin(channel, received);
        let work = async {
            let reply = Box::pin(work).await;
            let reply = AssertUnwindSafe(Box::pin(self.channel_reply(channels, reply))).catch_unwind().await;
            let reply = reply.unwrap_or_else(|_| self.panic_reply());
            channels.reply(channel, interaction, reply);
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
            // The interaction was delivered twice, or the task of the channel has panicked.
            Err(_) => return Err(ApiError::new(ErrorKind::Acknowledged, "left to another handler")),
        }
        Ok(())
    }

    /// Returns the reply after a panic.
    fn panic_reply(&self) -> ChannelReply {
        let reply = error_handler::panicked(self.caller, self.appearance.lang);
        let message = match reply {
            Reply::Ephemeral(PrivateReply { message, .. }) => message,
            Reply::Update(_) | Reply::Public(_) | Reply::Nothing => return ChannelReply::Nothing,
        };
        ChannelReply::Private {
            content: Outgoing::new(message, self.appearance).into_reply(),
            in_place: false,
        }
    }

    fn received(&self) -> Received {
        let message = self.pressed.map_or(owner::MessageId(0), |message| owner::MessageId(message.get()));
        let origin = match self.origin {
            Origin::Typed => owner::Origin::Command,
            Origin::Public => owner::Origin::Public(message),
            Origin::Own => owner::Origin::Ephemeral(message),
        };
        Received {
            user: self.caller.user,
            id: owner::InteractionId(self.caller.id.0),
            token: self.caller.token.expose_secret().to_owned(),
            at: telemetry::received(),
            origin,
            attached: self.attached.filter(|_| self.origin == Origin::Own).map(str::to_owned),
            is_quiet: self.quiet,
        }
    }

    /// Converts a reply to the form in which the task of the channel sends it.
    async fn channel_reply(&self, channels: &Channels, reply: Reply) -> ChannelReply {
        match reply {
            Reply::Update(private) => {
                let hint = self.language_hint(&private).await;
                // The user may have changed the settings since the interaction began.
                let newest = self.data.preferences.private_appearance(self.caller).await;
                self.private_reply(channels, private, (hint, newest))
            }
            Reply::Ephemeral(private) => self.ephemeral_reply(private, false),
            Reply::Public(message) => {
                let seen = Message::text(self.appearance.formatter().text("door-seen-by-all"));
                let content = Outgoing::new(message, self.appearance).into_reply();
                let after_thinking = Outgoing::new(seen, self.appearance).into_reply();
                ChannelReply::Public { content, after_thinking }
            }
            Reply::Nothing => ChannelReply::Nothing,
        }
    }

    fn private_reply(
        &self,
        channels: &Channels,
        private: PrivateReply,
        (hint, newest): (Option<String>, Appearance),
    ) -> ChannelReply {
        let PrivateReply { message, picture, awaits_picture, shown, .. } = private;
        let Some(ShownHand { answer, note, is_draft, is_below_table }) = shown else {
            let private = PrivateReply { picture, ..message.into() };
            return self.ephemeral_reply(private, true);
        };
        let look = Look { public: self.appearance, symbols: self.data.preferences.symbols() };
        let style = if is_draft { self.appearance } else { newest };
        let user = owner::UserId(self.caller.user.0);
        let board = TableBoard::of_reply(&answer, self.caller.user, look);
        let extra = if is_draft {
            let message = match &hint {
                Some(line) => message.with_line_below(line),
                None => message,
            };
            let outgoing = Outgoing::new(message, style)
                .with_picture(picture, |subject| board.picture_id(subject, style))
                .waiting(if awaits_picture { PictureUse::Game } else { PictureUse::Later });
            let owner::Content { message, picture, .. } = outgoing.into_reply();
            Extra::Draft { message, picture }
        } else {
            let outcome = match answer.outcome {
                CommandOutcome::Done => None,
                CommandOutcome::Repeated => Some(style.formatter().text("notice-duplicate")),
                CommandOutcome::Stale => Some(messages::stale(style)),
            };
            let above: Vec<String> = note.into_iter().chain(outcome).collect();
            let above = (!above.is_empty()).then(|| above.join("\n"));
            let note = Note { above, below: hint };
            if note == Note::default() { Extra::None } else { Extra::Note(note) }
        };
        let is_lobby = answer.table_view.stage == TableStage::Lobby;
        let is_running = answer.table_view.deal.as_ref().is_some_and(|deal| !deal.is_over());
        let is_shown_above = is_running || is_lobby && channels.uses_tokens();
        let Some(hand) = board.hand(user, &style) else { return ChannelReply::Nothing };
        let is_below_table = is_below_table && is_shown_above;
        ChannelReply::Hand { board, hand, style, extra, is_below_table, in_place: true }
    }

    /// Returns an ephemeral reply that does not change later.
    fn ephemeral_reply(&self, private: PrivateReply, in_place: bool) -> ChannelReply {
        // Its picture differs from that of every other message.
        let id = owner::PictureId(hash_of(&self.caller.id.0));
        let outgoing = Outgoing::new(private.message, self.appearance).with_picture(private.picture, |_| id);
        ChannelReply::Private { content: outgoing.waiting(PictureUse::Requested).into_reply(), in_place }
    }
}
