//! Changes of a table's settings with the menus that `/ulti settings` and the lobby show.

use crate::discord::commands::common::failure::Failure;
use crate::discord::interactions::context::{UserContext, noted};
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::table::{Command, CommandOutcome, Refusal, TableId, TableSetting};

/// Changes a setting of a table, and replies with the settings after it.
///
/// If the table refuses the change, the reply says why, and shows the settings that apply.
pub(in crate::discord) async fn change(
    user: &UserContext<'_>,
    table: TableId,
    setting: TableSetting,
) -> Result<Reply, Failure> {
    let command = Command::Set(setting);
    let (answer, note) = match user.ask(table, command.clone()).await {
        Ok(answer) => {
            let is_done = answer.outcome == CommandOutcome::Done;
            let note = is_done.then(|| messages::done(&command, &answer.table_view, user.appearance));
            (answer, note)
        }
        Err(
            refused @ (Refusal::AlreadyStarted | Refusal::OnlyHostSets(_) | Refusal::TooManyForRules { .. }),
        ) => {
            let note = messages::refused(&refused, user.appearance);
            (user.read_table(table).await?, Some(note))
        }
        // The message says so.
        Err(Refusal::Ended | Refusal::NotSeated | Refusal::NoSeatFree { .. }) => {
            (user.read_table(table).await?, None)
        }
        Err(refused) => return Ok(user.refused_button(&refused, table).await),
    };
    let message = messages::table_settings(&answer.table_view, user.caller.user, user.appearance);
    Ok(Reply::InPlace(noted(message, note.as_deref()).into()))
}
