//! `/settings rules`: what the new tables of a server play by.

use super::super::act::Person;
use super::super::custom_id::House;
use super::super::data::{Error, Slash};
use super::super::memory::{NotChosen, Played};
use super::super::respond::Say;
use super::super::show;
use super::answer;
use crate::rules::{RuleSet, RuleSetError};
use crate::table::ServerId;
use crate::text::{self, Text};

/// Chooses what new tables play by; for those who manage the server.
#[poise::command(slash_command, guild_only, rename = "rules")]
pub(super) async fn server_rules(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| pressed(person, House::Page(0)).await).await
}

/// Does what a button or an option asks for, and shows the rules as they are then. A button may be
/// days old: it changes the one thing that it names.
pub(in super::super) async fn pressed(person: &Person<'_>, house: House) -> Say {
    let Some(server) = person.caller.server else { return Say::aside(person.say("notice-direct-message")) };
    if !person.caller.manages {
        let text = Text::new(person.look.lang);
        let permission = text.say("permission-manage-server");
        return Say::aside(text.with("house-manage-only", &[("permission", permission.into())]));
    }
    match house {
        House::Page(page) => shown(person, server, Some(page), None).await,
        House::Menu(name) => shown(person, server, Some(show::page_of(name)), None).await,
        House::Done => shown(person, server, None, None).await,
        House::Preset(name) => {
            let page = show::page_of(House::PRESET);
            change(person, server, page, |_| RuleSet::preset(name).map(Some)).await
        }
        House::Answer(question, answer) => {
            let page = show::page_of(question.name());
            change(person, server, page, |rules| question.answer(&rules, answer).map(Some)).await
        }
        House::Reset => change(person, server, 0, |_| Ok(None)).await,
    }
}

async fn change(
    person: &Person<'_>,
    server: ServerId,
    page: u8,
    to: impl FnOnce(RuleSet) -> Result<Option<RuleSet>, RuleSetError>,
) -> Say {
    let note = match person.data.memory.choose_rules(server, to).await {
        Ok(()) => person.say("settings-saved"),
        Err(NotChosen::Rules(why)) => text::unknown_rules(person.look.lang, &why),
        Err(NotChosen::Store(error)) => {
            tracing::error!(%error, "a server's rules were not kept");
            person.say("notice-storage")
        }
    };
    shown(person, server, Some(page), Some(note)).await
}

async fn shown(person: &Person<'_>, server: ServerId, page: Option<u8>, note: Option<String>) -> Say {
    let played = match played(person, server).await {
        Ok(played) => played,
        Err(say) => return say,
    };
    let message = show::server_rules(&played.server, page, person.look);
    let broken = played.broken.map(|why| broken(person, &why));
    let notes = broken.into_iter().chain(note);
    Say::Show(notes.fold(message, |message, note| message.noted(&note)).into())
}

/// What a server's new tables play by.
pub(super) async fn played(person: &Person<'_>, server: ServerId) -> Result<Played, Say> {
    person.data.memory.rules(server).await.map_err(|error| {
        tracing::error!(%error, "the configuration's rules can't be played");
        Say::aside(person.say("door-went-wrong"))
    })
}

/// What to say where a server's choice can't be played any more.
pub(super) fn broken(person: &Person<'_>, why: &RuleSetError) -> String {
    let why = text::unknown_rules(person.look.lang, why);
    Text::new(person.look.lang).with("house-broken", &[("why", why.into())])
}
