//! The `/ulti-admin settings` command, which shows and changes the settings of a server.

use poise::serenity_prelude as serenity;

use crate::discord::commands::common::failure::Failure;
use crate::discord::commands::common::table_command::answer;
use crate::discord::commands::settings::{house_rules, not_saved, values};
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
) -> Result<(), Error> {
    answer(ctx, async |user| {
        let lang = language.map(|typed| values::language(user, &typed, AUTO_LANGUAGE)).transpose()?;
        let faces = deck.map(|typed| values::deck(user, &typed, AUTO_DECK)).transpose()?;
        let changes = [
            lang.map(ServerChoice::Lang),
            faces.map(ServerChoice::Faces),
            text_only.map(ServerChoice::TextOnly),
        ];
        change(user, &changes.into_iter().flatten().collect::<Vec<_>>()).await
    })
    .await
}

/// Changes the settings of the user's server and replies with all of them. Returns an error if the user is
/// not a server manager.
pub(in crate::discord) async fn change(
    user: &UserContext<'_>,
    changes: &[ServerChoice],
) -> Result<Reply, Failure> {
    let server = user.managed_server()?;
    for choice in changes {
        let setting = match choice {
            ServerChoice::Lang(lang) => ServerSetting::Language(lang.map(Lang::code)),
            ServerChoice::Faces(faces) => ServerSetting::Faces(faces.map(DeckStyle::code)),
            ServerChoice::TextOnly(on) => ServerSetting::TextOnly(*on),
        };
        user.data.preferences.set_server(server, setting).await.map_err(not_saved)?;
    }
    shown(user, !changes.is_empty()).await
}

/// Creates a reply that shows the settings of the user's server. Only server managers get buttons that change
/// them. If `saved` is `true`, the reply also confirms a change.
pub(in crate::discord) async fn shown(user: &UserContext<'_>, saved: bool) -> Result<Reply, Failure> {
    let (server, preferences) = (user.server()?, &user.data.preferences);
    let chosen = preferences.server_settings(server).await;
    let settings = PublicSettings {
        lang: chosen.language.as_deref().map(Lang::from_locale),
        text_only: chosen.text_only,
        shown: preferences.public_appearance(server).await,
        rules: house_rules::default_rules(user).await?.server.rules,
        manages: user.caller.manages,
        saved,
    };
    Ok(Reply::InPlace(messages::server_settings(&settings, user.appearance).into()))
}

async fn languages(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let choices = |lang| values::languages(lang, AUTO_LANGUAGE);
    autocomplete::offer_fixed(ctx, typed, choices).await
}

async fn decks(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let choices = |lang| values::decks(lang, AUTO_DECK);
    autocomplete::offer_fixed(ctx, typed, choices).await
}
