//! The button *Same again*, which opens a table for the players of an evening that has ended.

use super::{not_opened, seated_at_new_table};
use crate::discord::commands::common::failure::Failure;
use crate::discord::commands::common::table_command::reply_to;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::table::{Command, Opening, Refusal, TableId, TableReply, TableStage, TableView};

/// Repeats an evening that has ended at `table`: opens a table with the same rules, robots and number of
/// deals.
///
/// The user gets a seat, and the other people of the evening are invited. If one of them has already opened
/// that table, the user gets a seat there.
pub(in crate::discord) async fn same_again(user: &UserContext<'_>, table: TableId) -> Result<Reply, Failure> {
    user.require_bot_permissions()?;
    let ended = user.read_table(table).await?.table_view;
    if !matches!(ended.stage, TableStage::Ended(_)) {
        return Ok(user.stale_button("notice-stale").await);
    }
    if !ended.has_taken_part(user.caller.user) {
        return Err(Failure::Key("again-other-players"));
    }
    if let Ok(now) = user.read_here().await {
        return join(user, now, &ended).await;
    }
    let opening = opening(user, &ended)?;
    match user.open(opening).await {
        Ok(answer) => Ok(seated_at_new_table(user, &answer)),
        // Another player was faster.
        Err(Refusal::TableExists(_)) => join(user, user.read_here().await?, &ended).await,
        Err(refused) => Err(refused.into()),
    }
}

/// Returns the settings of the table that repeats an evening.
fn opening(user: &UserContext<'_>, ended: &TableView) -> Result<Opening, Failure> {
    Ok(Opening {
        server: user.server()?,
        channel: user.caller.channel,
        rules: ended.book.rules().clone(),
        deals: ended.deals,
        pause: ended.pause,
        robots: ended.chairs.iter().filter_map(|chair| chair.player.level).collect(),
        follows: Some(ended.table),
    })
}

/// Gives the user a seat at the channel's open table if that table repeats the evening `ended`.
async fn join(user: &UserContext<'_>, now: TableReply, ended: &TableView) -> Result<Reply, Failure> {
    let open = &now.table_view;
    if open.follows != Some(ended.table) {
        return not_opened(user, Refusal::TableExists(open.table)).await;
    }
    match user.ask(open.table, Command::Join).await {
        Ok(answer) => Ok(reply_to(user, &Command::Join, &answer)),
        Err(Refusal::AlreadySeated) => Ok(user.stale_button("lobby-already-seated").await),
        Err(refused) => Ok(user.refused(&refused, Some(open.table))),
    }
}
