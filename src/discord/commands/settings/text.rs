//! `/settings text`, `/settings server-text`

use super::super::super::act::Person;
use super::super::super::data::{Error, Slash};
use super::super::super::respond::Say;
use super::super::answer;
use super::{not_saved, only_managers, saved};
use crate::table::ServerId;
use crate::text::Text;

/// Chooses whether this person sees words alone: no pictures and no emoji.
#[poise::command(slash_command, guild_only)]
pub(super) async fn text(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |person| set_text_only(person, on).await).await
}

/// Chooses whether everyone on the server does; for those who manage it.
#[poise::command(slash_command, guild_only, rename = "server-text")]
pub(super) async fn server_text(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |person| match person.caller.server {
        Some(server) if person.caller.manages => set_server_text_only(person, server, on).await,
        _ => only_managers(person, "settings-server-text-only"),
    })
    .await
}

/// Sets whether the person sees words alone; answered so.
pub(in super::super::super) async fn set_text_only(person: &Person<'_>, on: bool) -> Say {
    saved(person, person.data.memory.set_text_only(person.caller.user, on).await).await
}

async fn set_server_text_only(person: &Person<'_>, server: ServerId, on: bool) -> Say {
    match person.data.memory.set_server_text_only(server, on).await {
        Ok(()) => {
            let text = Text::new(person.look.lang);
            Say::aside(text.with("settings-server-text", &[("on", on.into())]))
        }
        Err(error) => not_saved(person, &error),
    }
}
