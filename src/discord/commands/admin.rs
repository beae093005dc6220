//! The `/ulti-admin` command for server managers: settings and rules of the server, seasons, void deals.
//!
//! Discord can hide only whole commands from members, so all functions of managers are under one command. Who
//! may use a command can be changed per server, so each function checks the permission as well.

use super::common::table_command::{answer, execute};
use super::settings::house_rules;
use crate::discord::custom_id::HouseRulesId;
use crate::discord::state::{Error, Slash};
use crate::table::Command;

mod seasons;
pub(in crate::discord) mod server_settings;
mod void;

/// Parent command for the `/ulti-admin` subcommands. Users cannot run it directly.
#[poise::command(
    slash_command,
    guild_only,
    rename = "ulti-admin",
    default_member_permissions = "MANAGE_GUILD",
    subcommands(
        "server_settings::settings",
        "rules",
        "seasons::season",
        "void::void",
        "void::unvoid",
        "close"
    )
)]
#[allow(clippy::unused_async)] // poise requires an async function
pub(super) async fn ulti_admin(_: Slash<'_>) -> Result<(), Error> {
    Ok(())
}

/// Sets the default rules for new tables on the server.
#[poise::command(slash_command, guild_only)]
async fn rules(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| house_rules::pressed(user, HouseRulesId::Page(0)).await).await
}

/// Closes the table in the channel for all players, after a confirmation.
#[poise::command(slash_command, guild_only)]
async fn close(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |user| {
        user.managed_server()?;
        Ok(execute(user, Command::Close { agreed: None }).await)
    })
    .await
}
