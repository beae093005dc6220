//! The `/settings faces` and `/settings server-faces` commands.

use poise::serenity_prelude as serenity;

use super::change;
use super::saved::{AUTO, not_saved, only_managers};
use crate::discord::commands::answer::answer;
use crate::discord::custom_id::PersonalSetting;
use crate::discord::interactions::autocomplete;
use crate::discord::interactions::choice::Choice;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::state::{Error, Slash};
use crate::store::ServerSetting;
use crate::table::ServerId;
use crate::text::{self, DeckStyle, Lang, Text};

/// Sets the card style that the user sees.
#[poise::command(slash_command, guild_only)]
pub(super) async fn faces(ctx: Slash<'_>, #[autocomplete = "decks"] faces: String) -> Result<(), Error> {
    answer(ctx, async |person| match read(&faces) {
        Some(DeckChoice(faces)) => change(person, PersonalSetting::Faces(faces)).await,
        None => unknown(person),
    })
    .await
}

/// Sets the card style of public messages on the server. Requires *Manage Server*.
#[poise::command(slash_command, guild_only, rename = "server-faces")]
pub(super) async fn server_faces(
    ctx: Slash<'_>,
    #[autocomplete = "server_decks"] faces: String,
) -> Result<(), Error> {
    answer(ctx, async |person| match (person.caller.server, read(&faces)) {
        (Some(server), Some(DeckChoice(faces))) if person.caller.manages => {
            set_server_faces(person, server, faces).await
        }
        (_, None) => unknown(person),
        _ => only_managers(person, "settings-server-faces-only"),
    })
    .await
}

/// A choice of card style. `None` resets the setting.
#[derive(Debug, PartialEq, Eq)]
struct DeckChoice(Option<DeckStyle>);

/// Parses a card style from its code, or from the beginning of its name in any language.
fn read(typed: &str) -> Option<DeckChoice> {
    let typed = typed.trim().to_lowercase();
    if typed == AUTO {
        return Some(DeckChoice(None));
    }
    let named =
        |faces: DeckStyle| Lang::ALL.into_iter().map(move |lang| text::faces(lang, faces).to_lowercase());
    let is_meant = |faces: &DeckStyle| {
        typed == faces.code() || !typed.is_empty() && named(*faces).any(|name| name.starts_with(&typed))
    };
    let mut meant = DeckStyle::ALL.into_iter().filter(is_meant);
    // An ambiguous beginning matches nothing.
    meant.next().filter(|_| meant.next().is_none()).map(|faces| DeckChoice(Some(faces)))
}

fn unknown(person: &UserContext<'_>) -> Reply {
    let names: Vec<String> = DeckStyle::ALL.into_iter().map(|faces| format!("`{}`", faces.code())).collect();
    let choices = format!("{}, `{AUTO}`", names.join(", "));
    Reply::aside(Text::new(person.look.lang).with("door-would-work", &[("choices", choices.into())]))
}

async fn set_server_faces(person: &UserContext<'_>, server: ServerId, faces: Option<DeckStyle>) -> Reply {
    let setting = ServerSetting::Faces(faces.map(DeckStyle::code));
    if let Err(error) = person.data.preferences.set_server(server, setting).await {
        return not_saved(person, &error);
    }
    let now = person.data.preferences.public_look(server).await.faces;
    let lang = person.look.lang;
    let args = [("faces", text::faces(lang, now).into())];
    Reply::aside(Text::new(lang).with("settings-server-faces", &args))
}

async fn decks(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, |lang| choices(lang, "cmd-settings-faces.choice-auto")).await
}

async fn server_decks(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, |lang| choices(lang, "cmd-settings-server-faces.choice-auto")).await
}

fn choices(lang: Lang, auto: &str) -> Vec<Choice> {
    let named = |faces: DeckStyle| Choice::new(text::faces(lang, faces), faces.code());
    DeckStyle::ALL.into_iter().map(named).chain([Choice::new(Text::new(lang).say(auto), AUTO)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deck_style_is_parsed_by_code_and_name() {
        for (typed, wanted) in [
            ("french", Some(DeckChoice(Some(DeckStyle::French)))),
            ("Francia kártya", Some(DeckChoice(Some(DeckStyle::French)))),
            ("magyar", Some(DeckChoice(Some(DeckStyle::Hungarian)))),
            (" Hungarian ", Some(DeckChoice(Some(DeckStyle::Hungarian)))),
            ("auto", Some(DeckChoice(None))),
            ("", None),
            ("tarot", None),
        ] {
            assert_eq!(read(typed), wanted, "{typed}");
        }
        for lang in Lang::ALL {
            for faces in DeckStyle::ALL {
                assert_eq!(read(&text::faces(lang, faces)), Some(DeckChoice(Some(faces))));
            }
        }
    }
}
