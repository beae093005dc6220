//! Answering an interaction: always within three seconds, once, and in the right way.
//!
//! Whether an answer is seen by one person alone is decided with the first response, so each way of
//! answering has its own way of asking for time.

use std::pin::pin;

use poise::serenity_prelude as serenity;
use secrecy::ExposeSecret;
use serenity::{
    Builder, CreateAllowedMentions, CreateInteractionResponse, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, Http, InteractionId,
};

use super::caller::Caller;
use super::data::Data;
use super::show::Message;
use super::tokens::Held;
use super::trouble::{Trouble, insist};
use crate::table::TableId;
use crate::text::Look;

/// Where an interaction came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// A slash command.
    Typed,
    /// A button or menu of a message that everybody sees.
    Public,
    /// A button or menu of a message that the person alone sees.
    Own,
}

/// What is answered.
#[derive(Debug)]
pub(super) enum Say {
    /// To the person alone: in place of the message whose button was pressed where that is their
    /// own, else as a new one.
    Show(Sheet),
    /// To the person alone, as a new message.
    Aside(Sheet),
    /// To everybody, as a new message.
    Public(Message),
    /// Nothing: the public message says it all.
    Nothing,
}

/// A message for one person.
#[derive(Debug)]
pub(super) struct Sheet {
    /// The message.
    pub(super) message: Message,
    /// What to remember, where it is a hand that is to be kept fresh.
    pub(super) hand: Option<HandOf>,
}

/// A hand that is shown to someone.
#[derive(Debug, Clone, Copy)]
pub(super) struct HandOf {
    /// At which table.
    pub(super) table: TableId,
    /// The table's version that it shows.
    pub(super) version: u32,
    /// [`super::wall::mark`] of the hand without draft and note.
    pub(super) shown: u64,
    /// How it is shown to them.
    pub(super) look: Look,
}

impl Say {
    /// A sentence for the person alone, beside what they were looking at.
    pub(super) fn aside(sentence: impl Into<String>) -> Self {
        Self::Aside(Sheet { message: Message::text(sentence), hand: None })
    }
}

impl From<Message> for Sheet {
    fn from(message: Message) -> Self {
        Self { message, hand: None }
    }
}

/// An interaction that waits for its answer.
pub(super) struct Waiting<'a> {
    pub(super) data: &'a Data,
    pub(super) http: &'a Http,
    pub(super) caller: &'a Caller,
    pub(super) origin: Origin,
    /// Whether the answer, when all goes well, is nothing: then more time is asked for without
    /// showing anything.
    pub(super) quiet: bool,
}

impl Waiting<'_> {
    /// Answers with what `work` comes to, asking Discord for time where it takes long.
    pub(super) async fn answer(&self, work: impl Future<Output = Say>) -> Result<(), Trouble> {
        let mut work = pin!(work);
        if let Ok(say) = tokio::time::timeout(self.data.patience, &mut work).await {
            return self.first(say).await;
        }
        self.ask_for_time().await?;
        self.later(work.await).await
    }

    /// Whether more time is asked for without a "thinking…" of its own.
    const fn in_silence(&self) -> bool {
        matches!(self.origin, Origin::Own) || (self.quiet && matches!(self.origin, Origin::Public))
    }

    async fn ask_for_time(&self) -> Result<(), Trouble> {
        self.respond(if self.in_silence() {
            CreateInteractionResponse::Acknowledge
        } else {
            CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))
        })
        .await
    }

    async fn first(&self, say: Say) -> Result<(), Trouble> {
        let (response, hand) = match say {
            Say::Show(sheet) if self.origin == Origin::Own => {
                (CreateInteractionResponse::UpdateMessage(sheet.message.respond(true)), sheet.hand)
            }
            Say::Show(sheet) | Say::Aside(sheet) => {
                (CreateInteractionResponse::Message(sheet.message.respond(true)), sheet.hand)
            }
            Say::Public(message) => (CreateInteractionResponse::Message(message.respond(false)), None),
            Say::Nothing => (CreateInteractionResponse::Acknowledge, None),
        };
        self.respond(response).await?;
        self.keep(hand);
        Ok(())
    }

    async fn respond(&self, response: CreateInteractionResponse) -> Result<(), Trouble> {
        let id = InteractionId::new(self.caller.id.0.max(1));
        let token = self.caller.token.expose_secret();
        insist(|| response.clone().execute(self.http, (id, token))).await?;
        Ok(())
    }

    /// The answer after time was asked for.
    async fn later(&self, say: Say) -> Result<(), Trouble> {
        match say {
            Say::Show(sheet) if !self.in_silence() || self.origin == Origin::Own => self.replace(sheet).await,
            Say::Aside(sheet) if !self.in_silence() => self.replace(sheet).await,
            Say::Show(sheet) | Say::Aside(sheet) => self.follow_up(&sheet.message, true).await,
            Say::Public(message) => self.follow_up(&message, false).await,
            Say::Nothing => Ok(()),
        }
    }

    /// In place of "thinking…", or of the person's own message.
    async fn replace(&self, sheet: Sheet) -> Result<(), Trouble> {
        let (edit, token) = (sheet.message.edit_response(), self.caller.token.expose_secret());
        insist(|| edit.clone().execute(&*self.data.hands, token)).await?;
        self.keep(sheet.hand);
        Ok(())
    }

    /// As one more message. It can't be kept fresh: the token edits the message it began with.
    async fn follow_up(&self, message: &Message, ephemeral: bool) -> Result<(), Trouble> {
        let more = CreateInteractionResponseFollowup::new()
            .content(&message.content)
            .embeds(message.embeds.clone())
            .components(message.rows.clone())
            .allowed_mentions(CreateAllowedMentions::new())
            .ephemeral(ephemeral);
        let token = self.caller.token.expose_secret();
        insist(|| more.clone().execute(&*self.data.hands, (None, token))).await?;
        Ok(())
    }

    fn keep(&self, hand: Option<HandOf>) {
        let Some(HandOf { table, version, shown, look }) = hand else { return };
        self.data.tokens.keep(table, self.caller.user, Held::new(&self.caller.token, look, shown));
        self.data.herald.answered(table, version);
    }
}
