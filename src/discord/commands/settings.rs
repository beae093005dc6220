//! The `/settings` command.

use poise::serenity_prelude as serenity;

use super::answer::answer;
use crate::discord::custom_id::PersonalSetting;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::Choice;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::state::{Error, Slash};
use crate::store::ServerSetting;
use crate::table::ServerId;
use crate::text::{Lang, Text};
use house_rules::server_rules;
use saved::{AUTO, not_saved, only_managers, saved};

mod faces;
pub(crate) mod house_rules;
mod saved;

/// Parent of the `/settings` subcommands. Users cannot invoke the parent itself.
#[poise::command(
    slash_command,
    guild_only,
    subcommands(
        "language",
        "faces::faces",
        "pings",
        "hints",
        "text",
        "server_text",
        "server_language",
        "faces::server_faces",
        "server_rules"
    )
)]
#[allow(clippy::unused_async)] // poise requires an async function
pub(super) async fn settings(_: Slash<'_>) -> Result<(), Error> {
    Ok(())
}

/// Sets the language of messages that only the user sees.
#[poise::command(slash_command, guild_only)]
async fn language(ctx: Slash<'_>, #[autocomplete = "languages"] language: String) -> Result<(), Error> {
    answer(ctx, async |person| match LanguageChoice::read(&language) {
        Some(chosen) => change(person, PersonalSetting::Lang(chosen.lang())).await,
        None => unknown(person),
    })
    .await
}

/// Sets whether the bot may ping the user.
#[poise::command(slash_command, guild_only)]
async fn pings(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |person| change(person, PersonalSetting::Pings(on)).await).await
}

/// Sets whether the user's hand has a hint button.
#[poise::command(slash_command, guild_only)]
async fn hints(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |person| change(person, PersonalSetting::Hints(on)).await).await
}

/// Sets whether the user's replies contain only text, without pictures and emoji.
#[poise::command(slash_command, guild_only)]
async fn text(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |person| change(person, PersonalSetting::TextOnly(on)).await).await
}

/// Sets whether public messages on the server contain only text. Requires *Manage Server*.
#[poise::command(slash_command, guild_only, rename = "server-text")]
async fn server_text(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |person| match person.caller.server {
        Some(server) if person.caller.manages => set_server_text_only(person, server, on).await,
        _ => only_managers(person, "settings-server-text-only"),
    })
    .await
}

/// Sets the language of the bot's public messages on the server. Requires *Manage Server*.
#[poise::command(slash_command, guild_only, rename = "server-language")]
async fn server_language(
    ctx: Slash<'_>,
    #[autocomplete = "languages"] language: String,
) -> Result<(), Error> {
    answer(ctx, async |person| match (person.caller.server, LanguageChoice::read(&language)) {
        (Some(server), Some(chosen)) if person.caller.manages => {
            set_server_lang(person, server, chosen.lang()).await
        }
        (_, None) => unknown(person),
        _ => only_managers(person, "settings-server-only"),
    })
    .await
}

/// A choice of language in the settings.
enum LanguageChoice {
    /// A fixed language.
    Lang(Lang),
    /// The language that Discord reports for the user or server.
    Auto,
}

impl LanguageChoice {
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

/// Returns the name of a language in the language itself, such as `magyar`.
fn name_of(lang: Lang) -> String {
    Text::new(lang).say("settings-language-name")
}

fn unknown(person: &UserContext<'_>) -> Reply {
    let names: Vec<String> = Lang::ALL.into_iter().map(|lang| format!("`{}`", lang.code())).collect();
    let choices = format!("{}, `{AUTO}`", names.join(", "));
    Reply::aside(Text::new(person.look.lang).with("door-would-work", &[("choices", choices.into())]))
}

/// Changes one of the user's settings and replies with all settings.
pub(in crate::discord) async fn change(person: &UserContext<'_>, setting: PersonalSetting) -> Reply {
    saved(person, person.data.preferences.set_user(person.caller.user, setting).await).await
}

async fn set_server_lang(person: &UserContext<'_>, server: ServerId, lang: Option<Lang>) -> Reply {
    let setting = ServerSetting::Language(lang.map(Lang::code));
    if let Err(error) = person.data.preferences.set_server(server, setting).await {
        return not_saved(person, &error);
    }
    let language = name_of(person.data.preferences.public_look(server).await.lang);
    let text = Text::new(person.look.lang);
    Reply::aside(text.with("settings-server-language", &[("language", language.into())]))
}

async fn set_server_text_only(person: &UserContext<'_>, server: ServerId, on: bool) -> Reply {
    match person.data.preferences.set_server(server, ServerSetting::TextOnly(on)).await {
        Ok(()) => {
            let text = Text::new(person.look.lang);
            Reply::aside(text.with("settings-server-text", &[("on", on.into())]))
        }
        Err(error) => not_saved(person, &error),
    }
}

async fn languages(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, |lang| {
        let auto = Choice::new(Text::new(lang).say("cmd-settings-language.choice-auto"), AUTO);
        let named = |lang: Lang| Choice::new(name_of(lang), lang.code());
        Lang::ALL.into_iter().map(named).chain([auto]).collect()
    })
    .await
}
