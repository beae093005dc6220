//! The `/settings text` and `/settings server-text` commands.

use super::saved::{not_saved, only_managers, saved};
use crate::discord::commands::answer::answer;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::state::{Error, Slash};
use crate::table::ServerId;
use crate::text::Text;

/// Sets whether the user's replies contain only text, without pictures and emoji.
#[poise::command(slash_command, guild_only)]
pub(super) async fn text(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |person| set_text_only(person, on).await).await
}

/// Sets whether public messages on the server contain only text. Requires *Manage Server*.
#[poise::command(slash_command, guild_only, rename = "server-text")]
pub(super) async fn server_text(ctx: Slash<'_>, on: bool) -> Result<(), Error> {
    answer(ctx, async |person| match person.caller.server {
        Some(server) if person.caller.manages => set_server_text_only(person, server, on).await,
        _ => only_managers(person, "settings-server-text-only"),
    })
    .await
}

/// Sets whether the user sees only text, without pictures and emoji, and replies in the new form.
pub(in crate::discord) async fn set_text_only(person: &UserContext<'_>, on: bool) -> Reply {
    saved(person, person.data.preferences.set_text_only(person.caller.user, on).await).await
}

async fn set_server_text_only(person: &UserContext<'_>, server: ServerId, on: bool) -> Reply {
    match person.data.preferences.set_server_text_only(server, on).await {
        Ok(()) => {
            let text = Text::new(person.look.lang);
            Reply::aside(text.with("settings-server-text", &[("on", on.into())]))
        }
        Err(error) => not_saved(person, &error),
    }
}
