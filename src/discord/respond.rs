//! Answering an interaction: always within three seconds, once, and in the right way.
//!
//! Whether an answer is seen by one person alone is decided with the first response, so each way of
//! answering has its own way of asking for time.

mod picture;

use std::pin::pin;

use poise::serenity_prelude as serenity;
use secrecy::ExposeSecret;
use serenity::{
    Builder, CreateAllowedMentions, CreateInteractionResponse, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, Http, InteractionId,
};

use super::budget::Budget;
use super::caller::Caller;
use super::data::Data;
use super::easel::Subject;
use super::reception;
use super::sending::Sending;
use super::show::Message;
use super::tokens::Held;
use super::trouble::{Trouble, insist};
use crate::table::TableId;
use crate::text::Look;
use crate::watch::Outcome;

/// The longest text of a message.
const LONGEST: usize = 2000;

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
    /// What it has a picture of.
    pub(super) picture: Option<Subject>,
    /// Whether a hand waits for its picture a moment. Who only wants to see it is better off with all of
    /// it at once; who has done something is to know first what became of it.
    pub(super) waits: bool,
}

/// A hand that is shown to someone.
#[derive(Debug, Clone)]
pub(super) struct HandOf {
    /// At which table.
    pub(super) table: TableId,
    /// The table's version that it shows.
    pub(super) version: u32,
    /// [`super::wall::mark`] of the hand without draft and note.
    pub(super) shown: u64,
    /// How it is shown to them.
    pub(super) look: Look,
    /// The name of its picture.
    pub(super) picture: Option<String>,
}

/// A hand that is on someone's screen.
struct Shown {
    table: TableId,
    version: u32,
    held: Held,
    /// What is still to be drawn.
    subject: Option<Subject>,
}

impl HandOf {
    /// The same under this picture.
    fn with_picture(self, name: Option<&str>) -> Self {
        Self { picture: name.map(str::to_owned), ..self }
    }
}

impl Sheet {
    /// The same, to be shown together with its picture where that is drawn in a moment.
    #[must_use]
    pub(super) fn at_once(self) -> Self {
        Self { waits: true, ..self }
    }
}

impl Say {
    /// A sentence for the person alone, beside what they were looking at.
    pub(super) fn aside(sentence: impl Into<String>) -> Self {
        Self::Aside(Message::text(sentence).into())
    }
}

impl From<Message> for Sheet {
    fn from(message: Message) -> Self {
        Self { message, hand: None, picture: None, waits: false }
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
    /// How the person sees things.
    pub(super) look: Look,
    /// The name of the picture on the message whose button was pressed.
    pub(super) hanging: Option<&'a str>,
}

impl Waiting<'_> {
    /// Answers with what `work` comes to, asking Discord for time where it takes long.
    pub(super) async fn answer(&self, work: impl Future<Output = Say>) -> Result<(), Trouble> {
        // In boxes, because what waits for all of it would be large.
        let mut work = pin!(async { Box::pin(self.illustrated(work.await)).await });
        if let Ok(say) = tokio::time::timeout(self.data.patience, &mut work).await {
            let shown = Box::pin(self.first(say)).await?;
            reception::note(Outcome::Answered);
            Box::pin(self.look_after(shown)).await;
            return Ok(());
        }
        self.ask_for_time().await?;
        reception::note(Outcome::Deferred);
        let say = work.await;
        let shown = Box::pin(self.later(say)).await?;
        Box::pin(self.look_after(shown)).await;
        Ok(())
    }

    /// What is left to do once a hand is on someone's screen.
    async fn look_after(&self, shown: Option<Shown>) {
        let Some(Shown { table, version, held, subject }) = shown else { return };
        if self.data.herald.has_newer(table, version) {
            self.data.registry.announce(table).await;
        }
        if let Some(subject) = subject {
            self.draw_hand(table, &held, &subject).await;
        }
    }

    /// With its picture, where it is to have one and files may be attached. That of a hand follows later.
    async fn illustrated(&self, say: Say) -> Say {
        let draw = async |sheet: Sheet, hanging| {
            if sheet.hand.is_some() {
                return if sheet.waits {
                    self.with_its_picture(sheet, hanging).await
                } else {
                    self.before_its_picture(sheet, hanging)
                };
            }
            let may = self.data.memory.may_attach(self.caller.channel);
            let Some(subject) = sheet.picture.as_ref().filter(|_| may) else { return sheet };
            let picture = self.data.easel.draw_soon(subject, self.look).await;
            Sheet { message: sheet.message.illustrated(picture, hanging), ..sheet }
        };
        let say = self.introducing_languages(say).await;
        match say {
            Say::Show(sheet) => {
                Say::Show(draw(sheet, self.hanging.filter(|_| self.origin == Origin::Own)).await)
            }
            Say::Aside(sheet) => Say::Aside(draw(sheet, None).await),
            Say::Public(_) | Say::Nothing => say,
        }
    }

    /// A person's first hand says where languages are changed, if the table speaks another one.
    async fn introducing_languages(&self, say: Say) -> Say {
        let Say::Show(mut sheet) = say else { return say };
        let message = &mut sheet.message;
        if sheet.hand.is_some()
            && message.content.chars().count() < LONGEST / 2
            && self.data.memory.introduces_languages(self.caller, self.look.lang).await
        {
            message.content.extend(["\n-# ", &self.look.text().say("hand-languages")]);
        }
        Say::Show(sheet)
    }

    /// Whether more time is asked for without a "thinking…" of its own.
    const fn in_silence(&self) -> bool {
        matches!(self.origin, Origin::Own) || (self.quiet && matches!(self.origin, Origin::Public))
    }

    async fn ask_for_time(&self) -> Result<(), Trouble> {
        let ask = if self.in_silence() {
            CreateInteractionResponse::Acknowledge
        } else {
            CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))
        };
        self.respond(ask, false, None).await
    }

    async fn first(&self, say: Say) -> Result<Option<Shown>, Trouble> {
        match say {
            Say::Show(sheet) if self.origin == Origin::Own => {
                self.show(sheet, |message| CreateInteractionResponse::UpdateMessage(message.respond(true)))
                    .await
            }
            Say::Show(sheet) | Say::Aside(sheet) => {
                self.show(sheet, |message| CreateInteractionResponse::Message(message.respond(true))).await
            }
            Say::Public(message) => {
                let public = |message: &Message| CreateInteractionResponse::Message(message.respond(false));
                self.show(message.into(), public).await
            }
            Say::Nothing => {
                self.respond(CreateInteractionResponse::Acknowledge, false, None).await?;
                Ok(None)
            }
        }
    }

    /// A sheet in one of two ways; without its ornaments where Discord does not take them with it.
    async fn show(
        &self,
        sheet: Sheet,
        way: impl Fn(&Message) -> CreateInteractionResponse,
    ) -> Result<Option<Shown>, Trouble> {
        let mut sending = Sending::new(sheet.message, self.look);
        loop {
            let message = sending.message();
            let upload = sending.upload(&self.data.budget);
            match self.respond(way(message), message.keeps_files, upload).await {
                Ok(()) => break,
                Err(trouble) => sending.lighten(trouble)?,
            }
        }
        Ok(self.went(&sending, sheet.hand, sheet.picture))
    }

    /// Remembers what was shown, so that it is kept fresh.
    fn went(&self, sending: &Sending, hand: Option<HandOf>, subject: Option<Subject>) -> Option<Shown> {
        let pictured = sending.went(&self.data.memory, self.caller.channel);
        let HandOf { table, version, shown, look, picture } = hand?;
        let picture = picture.filter(|_| pictured);
        let has_its_own = picture.is_some() && subject.is_none();
        let held = Held::new(&self.caller.token, look, shown, picture).pictured(has_its_own);
        let held = self.data.tokens.keep(table, self.caller.user, held);
        Some(Shown { table, version, held, subject })
    }

    async fn respond(
        &self,
        response: CreateInteractionResponse,
        keeps_files: bool,
        upload: Option<&Budget>,
    ) -> Result<(), Trouble> {
        let id = InteractionId::new(self.caller.id.0.max(1));
        let token = self.caller.token.expose_secret();
        if keeps_files {
            // serenity's builder always names the files that are to be there, so that none would stay.
            let mut map = serde_json::to_value(&response).map_err(serenity::Error::from)?;
            if let Some(data) = map.get_mut("data").and_then(serde_json::Value::as_object_mut) {
                data.shift_remove("attachments");
            }
            let responded = || self.http.create_interaction_response(id, token, &map, Vec::new());
            insist(&self.data.meter, None, responded).await?;
        } else {
            let responded = || response.clone().execute(self.http, (id, token));
            insist(&self.data.meter, upload, responded).await?;
        }
        Ok(())
    }

    /// The answer after time was asked for.
    async fn later(&self, say: Say) -> Result<Option<Shown>, Trouble> {
        match say {
            Say::Show(sheet) if !self.in_silence() || self.origin == Origin::Own => {
                return self.replace(sheet).await;
            }
            Say::Aside(sheet) if !self.in_silence() => return self.replace(sheet).await,
            Say::Show(sheet) | Say::Aside(sheet) => self.follow_up(sheet.message, true).await?,
            Say::Public(message) if !self.in_silence() => {
                // The first message after "thinking…" takes its place, and is seen by one person alone.
                self.replace(Message::text(self.look.text().say("door-seen-by-all")).into()).await?;
                self.follow_up(message, false).await?;
            }
            Say::Public(message) => self.follow_up(message, false).await?,
            Say::Nothing => {}
        }
        Ok(None)
    }

    /// In place of "thinking…", or of the person's own message.
    async fn replace(&self, sheet: Sheet) -> Result<Option<Shown>, Trouble> {
        let mut sending = Sending::new(sheet.message, self.look);
        let token = self.caller.token.expose_secret();
        loop {
            let edit = sending.message().edit_response();
            let upload = sending.upload(&self.data.budget);
            let edited = || edit.clone().execute(&*self.data.hands, token);
            match insist(&self.data.meter, upload, edited).await {
                Ok(_) => break,
                Err(trouble) => sending.lighten(trouble)?,
            }
        }
        Ok(self.went(&sending, sheet.hand, sheet.picture))
    }

    /// As one more message. It can't be kept fresh: the token edits the message it began with. Pictures
    /// are left out, files that were asked for are not.
    async fn follow_up(&self, message: Message, ephemeral: bool) -> Result<(), Trouble> {
        let token = self.caller.token.expose_secret();
        let message = if message.without_files.is_some() { message } else { message.in_words() };
        let mut sending = Sending::new(message, self.look);
        loop {
            let message = sending.message();
            let more = CreateInteractionResponseFollowup::new()
                .content(&message.content)
                .embeds(message.embeds.clone())
                .components(message.rows.clone())
                .files(message.files.clone())
                .allowed_mentions(CreateAllowedMentions::new())
                .ephemeral(ephemeral);
            let upload = sending.upload(&self.data.budget);
            let said = || more.clone().execute(&*self.data.hands, (None, token));
            match insist(&self.data.meter, upload, said).await {
                Ok(_) => break,
                Err(trouble) => sending.lighten(trouble)?,
            }
        }
        sending.went(&self.data.memory, self.caller.channel);
        Ok(())
    }
}
