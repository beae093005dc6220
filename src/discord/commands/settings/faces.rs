//! `/settings faces`, `/settings server-faces`

use poise::serenity_prelude as serenity;

use super::super::super::act::Person;
use super::super::super::autocomplete::{self, Choice};
use super::super::super::data::{Error, Slash};
use super::super::super::respond::Say;
use super::super::answer;
use super::{AUTO, not_saved, only_managers, saved};
use crate::table::ServerId;
use crate::text::{self, Faces, Lang, Text};

/// Chooses the faces of the cards that only this person sees.
#[poise::command(slash_command, guild_only)]
pub(super) async fn faces(ctx: Slash<'_>, #[autocomplete = "decks"] faces: String) -> Result<(), Error> {
    answer(ctx, async |person| match read(&faces) {
        Some(Chosen(faces)) => set_faces(person, faces).await,
        None => unknown(person),
    })
    .await
}

/// Chooses the faces of the cards that everyone on the server sees; for those who manage it.
#[poise::command(slash_command, guild_only, rename = "server-faces")]
pub(super) async fn server_faces(
    ctx: Slash<'_>,
    #[autocomplete = "server_decks"] faces: String,
) -> Result<(), Error> {
    answer(ctx, async |person| match (person.caller.server, read(&faces)) {
        (Some(server), Some(Chosen(faces))) if person.caller.manages => {
            set_server_faces(person, server, faces).await
        }
        (_, None) => unknown(person),
        _ => only_managers(person, "settings-server-faces-only"),
    })
    .await
}

/// Faces, or none to take the choice back.
#[derive(Debug, PartialEq, Eq)]
struct Chosen(Option<Faces>);

/// The choice that was typed, by its code or the beginning of its name in either language.
fn read(typed: &str) -> Option<Chosen> {
    let typed = typed.trim().to_lowercase();
    if typed == AUTO {
        return Some(Chosen(None));
    }
    let named = |faces: Faces| Lang::ALL.into_iter().map(move |lang| text::faces(lang, faces).to_lowercase());
    let is_meant = |faces: &Faces| {
        typed == faces.code() || !typed.is_empty() && named(*faces).any(|name| name.starts_with(&typed))
    };
    let mut meant = Faces::ALL.into_iter().filter(is_meant);
    // What begins the names of several is none of them.
    meant.next().filter(|_| meant.next().is_none()).map(|faces| Chosen(Some(faces)))
}

fn unknown(person: &Person<'_>) -> Say {
    let names: Vec<String> = Faces::ALL.into_iter().map(|faces| format!("`{}`", faces.code())).collect();
    let choices = format!("{}, `{AUTO}`", names.join(", "));
    Say::aside(Text::new(person.look.lang).with("door-would-work", &[("choices", choices.into())]))
}

/// Sets the faces of a person's cards; answered with them.
pub(in super::super::super) async fn set_faces(person: &Person<'_>, faces: Option<Faces>) -> Say {
    saved(person, person.data.memory.set_faces(person.caller.user, faces).await).await
}

async fn set_server_faces(person: &Person<'_>, server: ServerId, faces: Option<Faces>) -> Say {
    if let Err(error) = person.data.memory.set_server_faces(server, faces).await {
        return not_saved(person, &error);
    }
    let now = person.data.memory.public_look(server).await.faces;
    let lang = person.look.lang;
    let args = [("faces", text::faces(lang, now).into())];
    Say::aside(Text::new(lang).with("settings-server-faces", &args))
}

async fn decks(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, |lang| choices(lang, "cmd-settings-faces.choice-auto")).await
}

async fn server_decks(ctx: Slash<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    autocomplete::offer_fixed(ctx, typed, |lang| choices(lang, "cmd-settings-server-faces.choice-auto")).await
}

fn choices(lang: Lang, auto: &str) -> Vec<Choice> {
    let named = |faces: Faces| Choice::new(text::faces(lang, faces), faces.code());
    Faces::ALL.into_iter().map(named).chain([Choice::new(Text::new(lang).say(auto), AUTO)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_understood_by_code_and_by_name() {
        for (typed, wanted) in [
            ("french", Some(Chosen(Some(Faces::French)))),
            ("Francia kártya", Some(Chosen(Some(Faces::French)))),
            ("magyar", Some(Chosen(Some(Faces::Hungarian)))),
            (" Hungarian ", Some(Chosen(Some(Faces::Hungarian)))),
            ("auto", Some(Chosen(None))),
            ("", None),
            ("tarot", None),
        ] {
            assert_eq!(read(typed), wanted, "{typed}");
        }
        for lang in Lang::ALL {
            for faces in Faces::ALL {
                assert_eq!(read(&text::faces(lang, faces)), Some(Chosen(Some(faces))));
            }
        }
    }
}
