//! Entries of the context menus of users and messages.

use poise::serenity_prelude as serenity;

use super::common::failure::Failure;
use super::common::table_command::answer;
use super::{analyse as analysis, replay as replays, stats as statistics};
use crate::discord::interactions::context::UserContext;
use crate::discord::state::{Error, Slash};
use crate::table::{TableId, UserId};

/// Shows the statistics of the selected user.
#[poise::command(context_menu_command = "Ulti stats", guild_only, rename = "menu-stats")]
pub(super) async fn stats(ctx: Slash<'_>, user: serenity::User) -> Result<(), Error> {
    let player = UserId(user.id.get());
    answer(ctx, async |user| statistics::current(user, player).await).await
}

/// Opens the replay of the deal whose result is the selected message.
#[poise::command(context_menu_command = "Replay", guild_only, rename = "menu-replay")]
pub(super) async fn replay(ctx: Slash<'_>, message: serenity::Message) -> Result<(), Error> {
    answer(ctx, async |user| {
        let (table, deal) = deal_of(user, &message).await?;
        replays::of_table(user, table, deal).await
    })
    .await
}

/// Analyses the deal whose result is the selected message.
#[poise::command(context_menu_command = "Analyse", guild_only, rename = "menu-analyse")]
pub(super) async fn analyse(ctx: Slash<'_>, message: serenity::Message) -> Result<(), Error> {
    answer(ctx, async |user| {
        let (table, deal) = deal_of(user, &message).await?;
        analysis::analyse(user, table, deal).await
    })
    .await
}

/// Returns the table and number of the finished deal that a message shows. Returns an error if the message is
/// not the bot's message about a finished deal.
async fn deal_of(user: &UserContext<'_>, message: &serenity::Message) -> Result<(TableId, u32), Failure> {
    let shown = user.store().deal_of_message(user.caller.channel, message.id.get()).await?;
    let (table, deal) = shown.ok_or(Failure::Key("menu-no-deal"))?;
    user.store().deal_id(table, deal).await?.ok_or(Failure::Key("menu-no-deal"))?;
    Ok((table, deal))
}
