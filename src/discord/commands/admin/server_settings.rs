//! The `/ulti-admin settings` command, which shows and changes the settings of a server.

use poise::serenity_prelude as serenity;

use crate::discord::clock;
use crate::discord::commands::common::failure::Failure;
use crate::discord::commands::common::table_command::answer;
use crate::discord::commands::settings::{house_rules, not_saved, time_zones, values};
use crate::discord::custom_id::ServerChoice;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages::{self, PublicSettings};
use crate::discord::state::{Error, Slash};
use crate::store::ServerSetting;
use crate::text::{DeckStyle, Lang};

/// Locale key of the choice that resets the language.
const AUTO_LANGUAGE: &str = "cmd-ulti-admin-settings.choice-language-auto";
/// Locale key of the choice that resets the deck style.
const AUTO_DECK: &str = "cmd-ulti-admin-settings.choice-deck-auto";

/// Shows the settings of the server. Each option changes one of them.
#[poise::command(slash_command, guild_only)]
pub(super) async fn settings(
    ctx: Slash<'_>,
    #[autocomplete = "languages"] language: Option<String>,
    #[autocomplete = "decks"] deck: Option<String>,
    #[rename = "text-only"] text_only: Option<bool>,
    #[rename = "time-zone"]
    #[autocomplete = "zone_choices"]
    time_zone: Option<String>,
) -> Result<(), Error> {
    answer(ctx, async |user| {
        user.managed_server()?;
        let lang = language.map(|typed| values::language(user, &typed, AUTO_LANGUAGE)).transpose()?;
        let faces = deck.map(|typed| values::deck(user, &typed, AUTO_DECK)).transpose()?;
        let zone = time_zone.map(|typed| time_zones::time_zone(user, &typed, clock::now())).transpose()?;
        let changes = [
            lang.map(ServerChoice::Lang).map(setting),
            faces.map(ServerChoice::Faces).map(setting),
            text_only.map(ServerChoice::TextOnly).map(setting),
            zone.as_ref().map(ServerSetting::TimeZone),
        ];
        change(user, &changes.into_iter().flatten().collect::<Vec<_>>()).await
    })
    .await
}

/// Handles the press of a button that changes a setting of the server.
pub(in crate::discord) async fn pressed(
    user: &UserContext<'_>,
    choice: ServerChoice,
) -> Result<Reply, Failure> {
    change(user, &[setting(choice)]).await
}

/// Changes the settings of the user's server and replies with all of them. Returns an error if the user is
/// not a server manager.
async fn change(user: &UserContext<'_>, changes: &[ServerSetting<'_>]) -> Result<Reply, Failure> {
    let server = user.managed_server()?;
    for setting in changes {
        user.data.preferences.set_server(server, *setting).await.map_err(not_saved)?;
    }
    shown(user, !changes.is_empty()).await
}

fn setting(choice: ServerChoice) -> ServerSetting<'static> {
    match choice {
        ServerChoice::Lang(lang) => ServerSetting::Language(lang.map(Lang::code)),
        ServerChoice::Faces(faces) => ServerSetting::Faces(faces.map(DeckStyle::code)),
        ServerChoice::TextOnly(on) => ServerSetting::TextOnly(on),
    }
}

/// Creates a reply that shows the settings of the user's server. Only server managers get buttons that change
/// them. If `saved` is `true`, the reply also confirms a change.
pub(in crate::discord) async fn shown(user: &UserContext<'_>, saved: bool) -> Result<Reply, Failure> {
    let (server, preferences) = (user.server()?, &user.data.preferences);
    let chosen = preferences.server_settings(server).await;
    let now = clock::now();
    // The settings are shown even if the season cannot be read.
    let running = user.store().season_now(server, now).await;
    let running =
        running.inspect_err(|error| tracing::error!(%error, "failed to read season")).ok().flatten();
    let settings = PublicSettings {
        lang: chosen.language.as_deref().map(Lang::from_locale),
        text_only: chosen.text_only,
        shown: preferences.public_appearance(server).await,
        utc_offset: chosen.time_zone.offset_minutes(now),
        earlier: running.filter(|season| season.time_zone != chosen.time_zone),
        time_zone: chosen.time_zone,
        rules: house_rules::default_rules(user).await?.server.rules,
        manages: user.caller.manages,
        saved,
    };
    Ok(Reply::InPlace(messages::server_settings(&settings, user.appearance).into()))
}

async fn zone_choices(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_after(ctx, typed, async |user: &UserContext<'_>| {
        let chosen = user.data.preferences.server_settings(user.caller.server?).await;
        Some(time_zones::choices(typed, &chosen.time_zone, clock::now()))
    })
    .await
}

async fn languages(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let choices = |lang| values::languages(lang, AUTO_LANGUAGE);
    autocomplete::offer_fixed(ctx, typed, choices).await
}

async fn decks(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let choices = |lang| values::decks(lang, AUTO_DECK);
    autocomplete::offer_fixed(ctx, typed, choices).await
}
