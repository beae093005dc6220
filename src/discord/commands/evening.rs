//! The `/evening` command.

use super::answer::answer;
use super::season_lookup;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::table::{ServerId, TableId};

/// Shows the standings of an evening (all deals of one table).
#[poise::command(slash_command, guild_only)]
pub(super) async fn evening(ctx: Slash<'_>, number: Option<i64>) -> Result<(), Error> {
    answer(ctx, async |person| {
        let Some(server) = person.caller.server else {
            return Reply::aside(person.say("notice-direct-message"));
        };
        if let Some(number) = number {
            return show(person, server, TableId(number)).await;
        }
        match person.data.preferences.store().latest_table(person.caller.channel).await {
            Ok(Some(table)) => show(person, server, table).await,
            Ok(None) => Reply::aside(person.say("evening-none")),
            Err(error) => season_lookup::refused(person, &error),
        }
    })
    .await
}

/// Replies with the standings of an evening (all deals of one table).
pub(super) async fn show(person: &UserContext<'_>, server: ServerId, table: TableId) -> Reply {
    match person.data.preferences.store().evening(server, table).await {
        Ok(Some(evening)) => Reply::Show(messages::evening(&evening, person.look).into()),
        Ok(None) => Reply::aside(person.say("evening-no-such")),
        Err(error) => season_lookup::refused(person, &error),
    }
}
