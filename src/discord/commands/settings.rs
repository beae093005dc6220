//! The `/settings` command, which shows and changes the user's own settings.

use poise::serenity_prelude as serenity;

use super::common::failure::Failure;
use super::common::table_command::answer;
use crate::discord::custom_id::PersonalSetting;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages::{self, PersonalSettings};
use crate::discord::preferences::chosen_faces;
use crate::discord::state::{Error, Slash};
use crate::store::{StoreError, UserSettings};
use crate::text::Lang;

pub(crate) mod house_rules;
pub(super) mod time_zones;
pub(super) mod values;

/// Locale key of the choice that resets the language.
const AUTO_LANGUAGE: &str = "cmd-settings.choice-language-auto";
/// Locale key of the choice that resets the deck style.
const AUTO_DECK: &str = "cmd-settings.choice-deck-auto";

/// Shows the user's settings. Each option changes one of them.
#[poise::command(slash_command, guild_only)]
pub(super) async fn settings(
    ctx: Slash<'_>,
    #[autocomplete = "languages"] language: Option<String>,
    #[autocomplete = "decks"] deck: Option<String>,
    #[rename = "text-only"] text_only: Option<bool>,
    pings: Option<bool>,
    hints: Option<bool>,
    #[rename = "forced-cards"] forced_cards: Option<bool>,
) -> Result<(), Error> {
    answer(ctx, async |user| {
        let lang = language.map(|typed| values::language(user, &typed, AUTO_LANGUAGE)).transpose()?;
        let faces = deck.map(|typed| values::deck(user, &typed, AUTO_DECK)).transpose()?;
        let changes = [
            lang.map(PersonalSetting::Lang),
            faces.map(PersonalSetting::Faces),
            text_only.map(PersonalSetting::TextOnly),
            pings.map(PersonalSetting::Pings),
            hints.map(PersonalSetting::Hints),
            forced_cards.map(PersonalSetting::ForcedCards),
        ];
        let changes: Vec<PersonalSetting> = changes.into_iter().flatten().collect();
        change(user, &changes).await
    })
    .await
}

/// Changes the user's settings and replies with all of them.
pub(in crate::discord) async fn change(
    user: &UserContext<'_>,
    changes: &[PersonalSetting],
) -> Result<Reply, Failure> {
    for setting in changes {
        user.data.preferences.set_user(user.caller.user, *setting).await.map_err(not_saved)?;
    }
    Ok(shown(user, !changes.is_empty()).await)
}

/// Creates a reply that shows the user's settings. If `saved` is `true`, the reply also confirms a change.
async fn shown(user: &UserContext<'_>, saved: bool) -> Reply {
    let preferences = &user.data.preferences;
    let UserSettings { language, faces, pings, hints, text_only, forced_cards } =
        preferences.settings(user.caller.user).await;
    user.data.registry.set_forced_cards(user.caller.user, forced_cards);
    let lang = language.as_deref().map(Lang::from_locale);
    let faces = chosen_faces(faces.as_deref());
    let appearance = preferences.private_appearance(user.caller).await;
    let public = match user.caller.server {
        Some(server) => preferences.public_appearance(server).await,
        None => appearance,
    };
    let settings = PersonalSettings { lang, faces, pings, hints, text_only, forced_cards, public, saved };
    // Open hands change at once, except those of tables that were not used since the start of the bot.
    user.data.channels.set_style(user.caller.user, appearance);
    Reply::InPlace(messages::settings(&settings, appearance).into())
}

/// Logs a failure to save a setting and returns the error for the user.
#[allow(clippy::needless_pass_by_value)] // for map_err
pub(super) fn not_saved(error: StoreError) -> Failure {
    tracing::error!(%error, "failed to save setting");
    Failure::Key("notice-storage")
}

async fn languages(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let choices = |lang| values::languages(lang, AUTO_LANGUAGE);
    autocomplete::offer_fixed(ctx, typed, choices).await
}

async fn decks(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, |lang| values::decks(lang, AUTO_DECK)).await
}
