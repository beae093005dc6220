//! The `/help` command, which explains what the user can do now.

use super::common::failure::Failure;
use super::common::table_command::answer;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages::{self, HelpPlace};
use crate::discord::state::{Error, Slash};
use crate::table::{Refusal, TableReply};

/// Explains what the user can do now.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub(super) async fn help(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| {
        if user.caller.server.is_none() {
            return Ok(explained(user, HelpPlace::Direct(user.caller.user)));
        }
        match user.read_here().await {
            Ok(now) => Ok(at_table(user, &now)),
            Err(Refusal::NoTable) => Ok(explained(user, HelpPlace::NoTable)),
            Err(refused) => Err(Failure::Refused(refused)),
        }
    })
    .await
}

/// Explains what the user can do at a table.
pub(in crate::discord) fn at_table(user: &UserContext<'_>, now: &TableReply) -> Reply {
    let view = now.player_view.as_deref();
    let (table_view, id) = (&now.table_view, user.caller.user);
    explained(user, HelpPlace::Table { table_view, user: id, seat: now.seat, view })
}

fn explained(user: &UserContext<'_>, place: HelpPlace<'_>) -> Reply {
    Reply::Ephemeral(messages::help(place, user.caller.manages, user.appearance).into())
}
