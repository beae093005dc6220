//! The `/table` command.

use super::common::table_command::answer;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::reply::Reply;
use crate::discord::messages;
use crate::discord::state::{Error, Slash};
use crate::store::Void;
use crate::table::TableView;

/// Reposts the table's message at the bottom of the channel.
#[poise::command(slash_command, guild_only)]
pub(super) async fn table(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| {
        let now = user.read_here().await?;
        if user.appearance.is_text_only() {
            // The public message may have pictures, so text-only users get a private copy instead.
            let void = void_deal(user, &now.table_view).await;
            let message = messages::table_alone(&now.table_view, void.as_ref(), user.appearance);
            return Ok(Reply::Ephemeral(message.into()));
        }
        user.require_bot_permissions()?;
        user.data.repost(&now.table_view).await;
        Ok(Reply::ephemeral(user.text("notice-updated")))
    })
    .await
}

/// Returns the details about the newest deal of a table if it is over and void.
async fn void_deal(user: &UserContext<'_>, table_view: &TableView) -> Option<Void> {
    let (table, deal) = (table_view.table, table_view.deal.as_ref().filter(|deal| deal.is_over())?);
    let read = user.store().void_deals(table).await;
    let read = read.inspect_err(|error| tracing::warn!(%table, %error, "failed to read void deals of table"));
    read.ok()?.into_iter().find_map(|(number, void)| (number == deal.number).then_some(void))
}
