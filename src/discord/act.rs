//! The one way from a person to a table and back: every command and every button goes through here.

use std::sync::Arc;

use super::caller::Caller;
use super::data::Data;
use super::easel::Subject;
use super::permissions;
use super::places;
use super::reception;
use super::respond::{HandOf, Say, Sheet};
use super::show::{self, Message};
use super::wall::mark;
use crate::table::{Answer, Command, JournalError, Opening, Outcome, Refused, TableId};
use crate::text::Look;
use crate::watch;

/// A person with the language they are spoken to in and the faces of their cards.
pub(super) struct Person<'a> {
    pub(super) data: &'a Data,
    pub(super) caller: &'a Caller,
    pub(super) look: Look,
}

impl<'a> Person<'a> {
    /// Looks up what they chose, and hears the server's.
    pub(super) async fn of(data: &'a Data, caller: &'a Caller) -> Self {
        if let (Some(server), Some(locale)) = (caller.server, &caller.server_locale) {
            data.memory.hear(server, locale);
        }
        if let Some(may) = caller.bot_may {
            data.memory.hear_may_attach(caller.channel, permissions::may_attach(may));
        }
        if permissions::may_post(caller) {
            places::someone_is_there(data, caller.channel);
        }
        let look = data.memory.private_look(caller).await;
        data.turnstile.hear(caller.user, look.lang);
        Self { data, caller, look }
    }

    /// A sentence in their language.
    pub(super) fn say(&self, key: &str) -> String {
        self.look.text().say(key)
    }

    /// What everyone hears who does something while the bot stops.
    pub(super) fn told_of_restart(&self) -> Say {
        reception::note(watch::Outcome::Stopping);
        Say::aside(self.say("notice-shutting-down"))
    }

    /// Asks the table of the channel, as slash commands do.
    pub(super) async fn ask_here(&self, command: Command) -> Result<Answer, Refused> {
        self.data.registry.ask_here(self.caller.channel, self.caller.request(command)).await
    }

    /// Looks at the table of the channel; counts as nothing done.
    pub(super) async fn look_here(&self) -> Result<Answer, Refused> {
        self.data.registry.ask_here(self.caller.channel, self.caller.look()).await
    }

    /// What someone hears of a button that leads nowhere: a sentence, and the table as it is; where
    /// there is none, how to get one.
    pub(super) async fn astray(&self, key: &str) -> Say {
        match self.look_here().await {
            Ok(now) => Say::Show(self.sheet(&now, Some(&self.say(key)))),
            Err(Refused::NoTable) => {
                Say::aside(format!("{} {}", self.say("door-stray-button"), self.say("lobby-no-table")))
            }
            Err(refused) => self.refused(&refused, None),
        }
    }

    /// Looks at a table named by a button, which has to be one of this channel: a made-up number
    /// must not lead to the table of others.
    pub(super) async fn look_at(&self, table: TableId) -> Result<Answer, Say> {
        match self.data.registry.ask(table, self.caller.look()).await {
            Ok(answer) if answer.scene.channel == self.caller.channel => Ok(answer),
            Ok(_) => Err(self.astray("notice-other-table").await),
            Err(Refused::NotKept(JournalError::NoSuchTable(_))) => {
                Err(self.astray("notice-unknown-button").await)
            }
            Err(refused) => Err(self.refused(&refused, None)),
        }
    }

    /// Asks a table named by a button.
    pub(super) async fn ask(&self, table: TableId, command: Command) -> Result<Answer, Refused> {
        self.data.registry.ask(table, self.caller.request(command)).await
    }

    /// Sets up a table.
    pub(super) async fn open(&self, opening: Opening) -> Result<Answer, Refused> {
        self.data.registry.open(opening, self.caller.request(Command::Look)).await
    }

    /// The answer to who has begun a deal, or asked for one that others were faster to begin: the table as it is
    /// once everybody sees it.
    pub(super) async fn once_posted(&self, answer: Answer) -> Answer {
        self.data.herald.until_posted(&answer.scene).await;
        match self.data.registry.ask(answer.scene.table, self.caller.look()).await {
            Ok(now) => Answer { outcome: answer.outcome, ..now },
            Err(_) => answer,
        }
    }

    /// What somebody hears who could not begin a deal. Where others were faster and they sit there, that is their
    /// hand in it, under a note where there is one.
    pub(super) async fn begun_already(&self, now: Answer, refused: &Refused, note: Option<&str>) -> Say {
        let is_begun = matches!(refused, Refused::DealRunning | Refused::AlreadyStarted);
        if !is_begun || !now.scene.is_seated(self.caller.user) {
            return self.refused(refused, Some(now.scene.table));
        }
        Say::Show(self.sheet(&self.once_posted(now).await, note).at_once())
    }

    /// What a person gets back: their hand, or the table as a bystander sees it, with a word about
    /// what became of the request; under a note, where there is one.
    pub(super) fn sheet(&self, answer: &Answer, note: Option<&str>) -> Sheet {
        let shown = |answer: &Answer| show::answer(answer, self.caller.user, self.look, None);
        // Who sits there is shown the own hand in the same place as soon as there is one.
        let hand = answer.scene.is_seated(self.caller.user).then(|| HandOf {
            table: answer.scene.table,
            version: answer.scene.version,
            shown: mark(&shown(&Answer { outcome: Outcome::Done, ..answer.clone() })),
            look: self.look,
            picture: None,
        });
        let dealt = answer.scene.deal.as_ref().is_some_and(|deal| !deal.is_over());
        let view = answer.view.as_ref().filter(|_| answer.seat.is_some() && dealt);
        let picture = view.map(|view| Subject::Hand(Arc::clone(view)));
        Sheet { message: noted(shown(answer), note), hand, picture, waits: false }
    }

    /// A message that takes the place of the hand for now, such as a bid being put together. The
    /// hand stays on record as what it was, so that it is not refreshed over the draft for nothing.
    pub(super) fn in_place_of_hand(&self, answer: &Answer, message: Message) -> Sheet {
        Sheet { message, ..self.sheet(answer, None) }
    }

    /// The sentence for a refusal, with the buttons that help where it is known at which table.
    pub(super) fn refused(&self, refused: &Refused, table: Option<TableId>) -> Say {
        match refused {
            Refused::NotKept(error) => tracing::debug!(%error, "an action was not kept"),
            Refused::Stopping => reception::note(watch::Outcome::Stopping),
            _ => {}
        }
        Say::Aside(show::refusal(refused, table, self.look).into())
    }

    /// The same for a table that is only known as that of the channel.
    pub(super) async fn refused_here(&self, refused: &Refused) -> Say {
        let table = self.look_here().await.ok().map(|now| now.scene.table);
        self.refused(refused, table)
    }
}

/// Whether a deal begins with it, for which a message has to be posted.
pub(super) const fn begins_a_deal(command: &Command) -> bool {
    matches!(command, Command::Start | Command::NextDeal)
}

/// The message under a note, within what Discord takes: what was asked for stands, and the end of the
/// rest goes.
pub(super) fn noted(message: Message, note: Option<&str>) -> Message {
    match note {
        Some(note) => message.with_room_for(note.chars().count() + 1).noted(note),
        None => message,
    }
}
