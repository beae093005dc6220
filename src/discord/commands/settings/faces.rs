//! The `/settings faces` and `/settings server-faces` commands.

use poise::serenity_prelude as serenity;

use super::change;
use super::saved::{AUTO, parse_setting, set_server};
use crate::discord::commands::common::table_command::answer;
use crate::discord::custom_id::PersonalSetting;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::Choice;
use crate::discord::interactions::responder::Reply;
use crate::discord::state::{Error, Slash};
use crate::store::ServerSetting;
use crate::text::{self, DeckStyle, Lang, Text, args};

/// Sets the style of the cards that the user sees.
#[poise::command(slash_command, guild_only)]
pub(super) async fn faces(ctx: Slash<'_>, #[autocomplete = "decks"] faces: String) -> Result<(), Error> {
    answer(ctx, async |user| {
        let faces = read(&faces).map_err(|choices| user.would_work(&choices))?;
        change(user, PersonalSetting::Faces(faces)).await
    })
    .await
}

/// Sets the card style in public messages on the server. Requires the *Manage Server* permission.
#[poise::command(slash_command, guild_only, rename = "server-faces")]
pub(super) async fn server_faces(
    ctx: Slash<'_>,
    #[autocomplete = "server_decks"] faces: String,
) -> Result<(), Error> {
    answer(ctx, async |user| {
        let faces = read(&faces).map_err(|choices| user.would_work(&choices))?;
        let server = user.managed_server("settings-server-faces-only")?;
        set_server(user, server, ServerSetting::Faces(faces.map(DeckStyle::code))).await?;
        let (lang, now) = (user.appearance.lang, user.data.preferences.public_appearance(server).await.faces);
        Ok(Reply::ephemeral(
            Text::new(lang).with("settings-server-faces", args![faces = text::faces(lang, now)]),
        ))
    })
    .await
}

/// Parses a card style from its code, or from the beginning of its name in any language.
///
/// Returns `None` if the input is `auto`, which resets the setting to its default.
///
/// # Errors
/// Returns the list of possible values if the input does not match exactly one card style.
fn read(typed: &str) -> Result<Option<DeckStyle>, String> {
    let fits = |faces: DeckStyle, typed: &str| {
        let mut names = Lang::ALL.into_iter().map(|lang| text::faces(lang, faces).to_lowercase());
        typed == faces.code() || !typed.is_empty() && names.any(|name| name.starts_with(typed))
    };
    parse_setting(typed, DeckStyle::ALL, DeckStyle::code, fits)
}

async fn decks(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, |lang| choices(lang, "cmd-settings-faces.choice-auto")).await
}

async fn server_decks(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, |lang| choices(lang, "cmd-settings-server-faces.choice-auto")).await
}

fn choices(lang: Lang, auto: &str) -> Vec<Choice> {
    let named = |faces: DeckStyle| Choice::new(text::faces(lang, faces), faces.code());
    DeckStyle::ALL.into_iter().map(named).chain([Choice::new(Text::new(lang).text(auto), AUTO)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deck_style_can_be_parsed_from_its_name() {
        for (typed, wanted) in [
            ("french", Some(Some(DeckStyle::French))),
            ("Francia kártya", Some(Some(DeckStyle::French))),
            ("magyar", Some(Some(DeckStyle::Hungarian))),
            (" Hungarian ", Some(Some(DeckStyle::Hungarian))),
            ("auto", Some(None)),
            ("", None),
            ("tarot", None),
        ] {
            assert_eq!(read(typed).ok(), wanted, "{typed}");
        }
        for lang in Lang::ALL {
            for faces in DeckStyle::ALL {
                assert_eq!(read(&text::faces(lang, faces)).ok(), Some(Some(faces)));
            }
        }
    }
}
