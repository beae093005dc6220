//! `/evening`

use super::super::act::Person;
use super::super::data::{Error, Slash};
use super::super::past;
use super::super::respond::Say;
use super::super::show;
use super::answer;
use crate::table::{ServerId, TableId};

/// Shows an evening: its standings, and what came of the window.
#[poise::command(slash_command, guild_only)]
pub(super) async fn evening(ctx: Slash<'_>, number: Option<i64>) -> Result<(), Error> {
    answer(ctx, async |person| {
        let Some(server) = person.caller.server else {
            return Say::aside(person.say("notice-direct-message"));
        };
        if let Some(number) = number {
            return told(person, server, TableId(number)).await;
        }
        match person.data.memory.store().latest_table(person.caller.channel).await {
            Ok(Some(table)) => told(person, server, table).await,
            Ok(None) => Say::aside(person.say("evening-none")),
            Err(error) => past::refused(person, &error),
        }
    })
    .await
}

/// An evening of this server.
pub(super) async fn told(person: &Person<'_>, server: ServerId, table: TableId) -> Say {
    match person.data.memory.store().evening(server, table).await {
        Ok(Some(evening)) => Say::Show(show::evening(&evening, person.look).into()),
        Ok(None) => Say::aside(person.say("evening-no-such")),
        Err(error) => past::refused(person, &error),
    }
}
