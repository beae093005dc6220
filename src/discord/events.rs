//! Handles the gateway events that are not interactions: changes of servers and channels, and direct
//! messages.

use std::collections::BTreeSet;
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::FullEvent;

use super::lifecycle::welcome::{self, JoinedServer};
use super::lifecycle::{channels, guilds};
use super::state::{BotState, Error};
use crate::table::{ChannelId, ServerId, Shard, UserId};

/// Handles all gateway events except interactions.
pub(super) async fn handle_event(
    framework: poise::FrameworkContext<'_, BotState, Error>,
    event: &FullEvent,
) -> Result<(), Error> {
    let data = framework.user_data;
    channels::handle_event(data, event);
    match event {
        FullEvent::Ready { data_about_bot } => {
            let servers = data_about_bot.guilds.iter().map(|guild| ServerId(guild.id.get()));
            connected(data, framework.serenity_context.shard_id.0, servers.collect()).await;
        }
        FullEvent::GuildCreate { guild, .. } => {
            let server = ServerId(guild.id.get());
            data.preferences.record_language(server, &guild.preferred_locale);
            if !data.pending_guilds.expects(server) {
                guilds::added(&data.preferences, server).await;
            }
            record_server(data, server);
            let joined = JoinedServer::of(guild, framework.bot_id());
            let turn = Arc::clone(&data.welcome_turn);
            tokio::spawn(welcome::greet(data.services.clone(), joined, turn, data.stopping.clone()));
        }
        FullEvent::GuildDelete { incomplete, .. } => {
            // An unavailable server is not removed; it comes back after the outage.
            let server = ServerId(incomplete.id.get());
            if !incomplete.unavailable {
                guilds::removed(&data.preferences, server).await;
                channels::close_all(data, server).await;
            }
            record_server(data, server);
        }
        FullEvent::Message { new_message } => {
            let shard = data.pending_guilds.shard(framework.serenity_context.shard_id.0);
            if shard.is_some_and(|shard| data.gateway.ownership().owns(shard)) {
                answer_direct_message(data, new_message);
            }
        }
        _ => {}
    }
    Ok(())
}

/// Records the servers of a shard that has begun a session.
async fn connected(data: &BotState, index: u32, servers: BTreeSet<ServerId>) {
    let Some(shard) = data.pending_guilds.shard(index) else { return };
    let left = guilds::connected(&data.preferences, &servers, shard).await;
    for server in left {
        data.breakers.left(server);
        channels::close_all(data, server).await;
    }
    data.pending_guilds.expect(shard, servers);
    note_known_servers(data, shard);
}

/// Records that the details of a server have arrived, or that the server is gone.
fn record_server(data: &BotState, server: ServerId) {
    data.pending_guilds.record(server);
    note_known_servers(data, data.pending_guilds.shard_of(server));
}

/// Records when the details of all servers of a shard are known.
fn note_known_servers(data: &BotState, shard: Shard) {
    if data.pending_guilds.known(shard).is_cancelled() {
        data.gateway.servers_known(shard);
    }
}

/// Answers a direct message to the bot, unless a bot wrote it or the user was answered recently.
fn answer_direct_message(data: &BotState, message: &serenity::Message) {
    let user = UserId(message.author.id.get());
    let is_by_person = !message.author.bot && message.webhook_id.is_none();
    if message.guild_id.is_some()
        || !is_by_person
        || !data.answered_users.is_due(user, data.timings.direct_message_interval)
    {
        return;
    }
    let place = (user, ChannelId(message.channel_id.get()), message.id.get());
    tokio::spawn(welcome::answer_direct_message(data.services.clone(), place, data.stopping.clone()));
}
