//! `/settings …`

use poise::serenity_prelude as serenity;

use super::super::act::Person;
use super::super::autocomplete::{self, Choice};
use super::super::data::{Error, Slash};
use super::super::memory::chosen_faces;
use super::super::respond::Say;
use super::super::show::{self, Settings};
use super::answer;
use super::house::server_rules;
use crate::store::{StoreError, UserSettings};
use crate::table::ServerId;
use crate::text::{Lang, Text};

mod faces;
mod text;

pub(in super::super) use faces::set_faces;
pub(in super::super) use text::set_text_only;

/// The choice that takes a choice back.
const AUTO: &str = "auto";

/// What someone has chosen. Only its subcommands can be invoked.
#[poise::command(
    slash_command,
    guild_only,
    subcommands(
        "language",
        "faces::faces",
        "pings",
        "hints",
        "text::text",
        "text::server_text",
        "server_language",
        "faces::server_faces",
        "server_rules"
    )
)]
#[allow(clippy::unused_async)] // poise wants it so
pub(super) async fn settings(_: Slash<'_>) -> Result<(), Error> {
    Ok(())
}

/// Chooses the language of what only this person sees.
#[poise::command(slash_command, guild_only)]
async fn language(ctx: Slash<'_>, #[autocomplete = "languages"] language: String) -> Result<(), Error> {
    answer(ctx, async |person| match Chosen::read(&language) {
        Some(chosen) => set_lang(person, chosen.lang()).await,
        None => unknown(person),
    })
    .await
}

/// Chooses whether the bot may ping.
#[poise::command(slash_command, guild_only)]
async fn pings(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |person| set_pings(person, on).await).await
}

/// Chooses whether the own hand offers hints.
#[poise::command(slash_command, guild_only)]
async fn hints(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |person| set_hints(person, on).await).await
}

/// Chooses the language of what everyone on the server sees; for those who manage it.
#[poise::command(slash_command, guild_only, rename = "server-language")]
async fn server_language(
    ctx: Slash<'_>,
    #[autocomplete = "languages"] language: String,
) -> Result<(), Error> {
    answer(ctx, async |person| match (person.caller.server, Chosen::read(&language)) {
        (Some(server), Some(chosen)) if person.caller.manages => {
            set_server_lang(person, server, chosen.lang()).await
        }
        (_, None) => unknown(person),
        _ => only_managers(person, "settings-server-only"),
    })
    .await
}

/// A choice of language.
enum Chosen {
    /// This one.
    Lang(Lang),
    /// None: whatever Discord says.
    Auto,
}

impl Chosen {
    fn read(typed: &str) -> Option<Self> {
        let typed = typed.trim().to_lowercase();
        if typed == AUTO {
            return Some(Self::Auto);
        }
        let named = |lang: &Lang| typed == lang.code() || typed == name_of(*lang).to_lowercase();
        Lang::ALL.into_iter().find(named).map(Self::Lang)
    }

    const fn lang(&self) -> Option<Lang> {
        match self {
            Self::Lang(lang) => Some(*lang),
            Self::Auto => None,
        }
    }
}

/// A language's own name.
fn name_of(lang: Lang) -> String {
    Text::new(lang).say("settings-language-name")
}

fn unknown(person: &Person<'_>) -> Say {
    let names: Vec<String> = Lang::ALL.into_iter().map(|lang| format!("`{}`", lang.code())).collect();
    let choices = format!("{}, `{AUTO}`", names.join(", "));
    Say::aside(Text::new(person.look.lang).with("door-would-work", &[("choices", choices.into())]))
}

/// What someone hears who may not choose for the server.
fn only_managers(person: &Person<'_>, key: &str) -> Say {
    let text = Text::new(person.look.lang);
    let permission = text.say("permission-manage-server");
    Say::aside(text.with(key, &[("permission", permission.into())]))
}

/// Sets the person's language; answered in it.
pub(in super::super) async fn set_lang(person: &Person<'_>, lang: Option<Lang>) -> Say {
    saved(person, person.data.memory.set_lang(person.caller.user, lang).await).await
}

/// Sets whether the person may be pinged.
pub(in super::super) async fn set_pings(person: &Person<'_>, on: bool) -> Say {
    saved(person, person.data.memory.set_pings(person.caller.user, on).await).await
}

/// Sets whether the person's own hand offers hints.
pub(in super::super) async fn set_hints(person: &Person<'_>, on: bool) -> Say {
    saved(person, person.data.memory.set_hints(person.caller.user, on).await).await
}

async fn set_server_lang(person: &Person<'_>, server: ServerId, lang: Option<Lang>) -> Say {
    let kept = person.data.memory.set_server_lang(server, lang).await;
    if let Err(error) = kept {
        return not_saved(person, &error);
    }
    let language = name_of(person.data.memory.public_look(server).await.lang);
    let text = Text::new(person.look.lang);
    Say::aside(text.with("settings-server-language", &[("language", language.into())]))
}

/// The settings as they are now, in the language they say.
async fn saved(person: &Person<'_>, kept: Result<(), StoreError>) -> Say {
    if let Err(error) = kept {
        return not_saved(person, &error);
    }
    let now = person.data.memory.settings(person.caller.user).await;
    let lang = now.language.as_deref().map(Lang::from_locale);
    let faces = chosen_faces(now.faces.as_deref());
    let UserSettings { pings, hints, text_only, .. } = now;
    let settings = Settings { lang, faces, pings, hints, text_only, saved: true };
    let look = person.data.memory.private_look(person.caller).await;
    // What is open of theirs follows with the next news.
    person.data.tokens.look(person.caller.user, look);
    Say::Show(show::settings(&settings, look).into())
}

fn not_saved(person: &Person<'_>, error: &StoreError) -> Say {
    tracing::error!(%error, "a setting was not kept");
    Say::aside(person.say("notice-storage"))
}

async fn languages(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, |lang| {
        let auto = Choice::new(Text::new(lang).say("cmd-settings-language.choice-auto"), AUTO);
        let named = |lang: Lang| Choice::new(name_of(lang), lang.code());
        Lang::ALL.into_iter().map(named).chain([auto]).collect()
    })
    .await
}
