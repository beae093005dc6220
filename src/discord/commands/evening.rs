//! The `/evening` command.

use super::common::failure::Failure;
use super::common::table_command::answer;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::table::TableId;

/// Shows the standings of an evening (a session of deals at one table).
#[poise::command(slash_command, guild_only)]
pub(super) async fn evening(ctx: Slash<'_>, number: Option<i64>) -> Result<(), Error> {
    answer(ctx, async |user| {
        let table = match number {
            Some(number) => Some(TableId(number)),
            None => user.store().latest_table(user.caller.channel).await?,
        };
        show(user, table.ok_or(Failure::Key("evening-none"))?).await
    })
    .await
}

/// Replies with the standings of an evening (a session of deals at one table).
pub(super) async fn show(user: &UserContext<'_>, table: TableId) -> Result<Reply, Failure> {
    let evening = user.store().evening(user.server()?, table).await?;
    let evening = evening.ok_or(Failure::Key("evening-no-such"))?;
    Ok(Reply::InPlace(messages::evening(&evening, user.appearance).into()))
}
