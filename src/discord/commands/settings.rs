//! The `/settings` command.

use poise::serenity_prelude as serenity;

use super::common::failure::Failure;
use super::common::table_command::answer;
use crate::discord::custom_id::PersonalSetting;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::Choice;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::state::{Error, Slash};
use crate::store::ServerSetting;
use crate::text::{Lang, Text, args};
use house_rules::server_rules;
use saved::{AUTO, not_saved, parse_setting, saved, set_server};

mod faces;
pub(crate) mod house_rules;
mod saved;

/// Parent command for the `/settings` subcommands. Users cannot run it directly.
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

/// Sets the language of messages that only the user can see.
#[poise::command(slash_command, guild_only)]
async fn language(ctx: Slash<'_>, #[autocomplete = "languages"] language: String) -> Result<(), Error> {
    answer(ctx, async |user| change(user, PersonalSetting::Lang(parse_lang(user, &language)?)).await).await
}

/// Sets whether the bot may ping the user.
#[poise::command(slash_command, guild_only)]
async fn pings(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |user| change(user, PersonalSetting::Pings(on)).await).await
}

/// Sets whether the user's hand message has a hint button.
#[poise::command(slash_command, guild_only)]
async fn hints(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |user| change(user, PersonalSetting::Hints(on)).await).await
}

/// Sets whether replies to the user contain only text, without pictures and emoji.
#[poise::command(slash_command, guild_only)]
async fn text(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |user| change(user, PersonalSetting::TextOnly(on)).await).await
}

/// Sets whether public messages on the server contain only text. Requires *Manage Server*.
#[poise::command(slash_command, guild_only, rename = "server-text")]
async fn server_text(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |user| {
        let server = user.managed_server("settings-server-text-only")?;
        set_server(user, server, ServerSetting::TextOnly(on)).await?;
        Ok(Reply::ephemeral(Text::new(user.appearance.lang).with("settings-server-text", args![on])))
    })
    .await
}

/// Sets the language of the bot's public messages on the server. Requires *Manage Server*.
#[poise::command(slash_command, guild_only, rename = "server-language")]
async fn server_language(
    ctx: Slash<'_>,
    #[autocomplete = "languages"] language: String,
) -> Result<(), Error> {
    answer(ctx, async |user| {
        let lang = parse_lang(user, &language)?;
        let server = user.managed_server("settings-server-only")?;
        set_server(user, server, ServerSetting::Language(lang.map(Lang::code))).await?;
        let language = name_of(user.data.preferences.public_appearance(server).await.lang);
        let text = Text::new(user.appearance.lang);
        Ok(Reply::ephemeral(text.with("settings-server-language", args![language])))
    })
    .await
}

/// Parses a language code or a language name such as `magyar`. Returns `None` if the input is `auto`, which
/// resets the setting.
fn parse_lang(user: &UserContext<'_>, typed: &str) -> Result<Option<Lang>, Failure> {
    let fits = |lang, typed: &str| typed == Lang::code(lang) || typed == name_of(lang).to_lowercase();
    parse_setting(typed, Lang::ALL, Lang::code, fits).map_err(|choices| user.would_work(&choices))
}

/// Returns the name of a language in that language, such as `magyar`.
fn name_of(lang: Lang) -> String {
    Text::new(lang).text("settings-language-name")
}

/// Changes one of the user's settings and replies with the updated settings.
pub(in crate::discord) async fn change(
    user: &UserContext<'_>,
    setting: PersonalSetting,
) -> Result<Reply, Failure> {
    user.data.preferences.set_user(user.caller.user, setting).await.map_err(not_saved)?;
    Ok(saved(user).await)
}

async fn languages(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, |lang| {
        let auto = Choice::new(Text::new(lang).text("cmd-settings-language.choice-auto"), AUTO);
        let named = |lang: Lang| Choice::new(name_of(lang), lang.code());
        Lang::ALL.into_iter().map(named).chain([auto]).collect()
    })
    .await
}
