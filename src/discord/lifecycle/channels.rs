//! Updates circuit breakers after gateway events, and ends the game sessions of deleted channels.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude::{self as serenity, FullEvent};
use tokio_util::sync::CancellationToken;

use crate::discord::republish;
use crate::discord::rest::channel_breaker::ChannelBreakers;
use crate::discord::state::BotState;
use crate::discord::timings::BackOff;
use crate::table::{ChannelId, JournalError, Refusal, Registry, ServerId};

/// Delay before the second attempt to close a table that another process serves.
const HANDOVER_WAIT: Duration = Duration::from_secs(3);

/// Stops sending messages to deleted channels and unavailable servers when a gateway event reports them.
/// Republishes tables in channels that may accept messages again.
pub(crate) fn handle_event(data: &BotState, event: &FullEvent) {
    let breakers = &data.breakers;
    match event {
        FullEvent::GuildCreate { guild, .. } => {
            republish::tables(&data.registry, breakers.back(server(guild.id)));
        }
        // The bot was removed, or the server is unavailable: nothing can be sent.
        FullEvent::GuildDelete { incomplete, .. } => breakers.left(server(incomplete.id)),
        FullEvent::ChannelDelete { channel: gone, .. } => {
            breakers.lose(server(gone.guild_id), channel(gone.id));
        }
        FullEvent::ThreadDelete { thread: gone, .. } => {
            breakers.lose(server(gone.guild_id), channel(gone.id));
        }
        FullEvent::ChannelUpdate { new, .. } | FullEvent::ThreadUpdate { new, .. } => {
            retry_channel(data, channel(new.id));
        }
        FullEvent::GuildRoleUpdate { new, .. } => {
            republish::tables(&data.registry, breakers.reopen_all(server(new.guild_id)));
        }
        // Without the privileged intent only changes of the bot's own member arrive.
        FullEvent::GuildMemberUpdate { event, .. } => {
            republish::tables(&data.registry, breakers.reopen_all(server(event.guild_id)));
        }
        _ => {}
    }
}

const fn server(id: serenity::GuildId) -> ServerId {
    ServerId(id.get())
}

const fn channel(id: serenity::ChannelId) -> ChannelId {
    ChannelId(id.get())
}

/// Queues the tables of a server that has removed the bot to be closed, like those of deleted channels. The
/// players can then open tables elsewhere, and no robot plays for them.
pub(crate) async fn close_all(data: &BotState, server: ServerId) {
    match data.registry.channels_with_table(server).await {
        Ok(channels) => channels.into_iter().for_each(|channel| data.breakers.lose(server, channel)),
        Err(error) => {
            tracing::error!(%error, %server, "failed to find tables of server that removed the bot");
        }
    }
}

/// If the bot has stopped sending messages to the channel because they were rejected, resumes sending and
/// republishes the channel's table.
fn retry_channel(data: &BotState, channel: ChannelId) {
    if data.breakers.reopen(channel) {
        republish::tables(&data.registry, vec![channel]);
    }
}

/// Ends the game sessions in channels that were deleted or whose server removed the bot. Runs until the bot
/// stops.
///
/// `retry` contains the delays between attempts while the database fails.
pub(crate) async fn keep(
    registry: Registry,
    breakers: Arc<ChannelBreakers>,
    retry: BackOff,
    stopping: CancellationToken,
) {
    let mut failures = 0;
    while let Some(channel) = stopping.run_until_cancelled(breakers.lost()).await {
        let error = match registry.close(channel).await {
            Ok(true) => {
                tracing::info!(%channel, "closed table whose channel is gone");
                failures = 0;
                continue;
            }
            // The shard may be about to be handed over to this process.
            Err(Refusal::NotKept(JournalError::NotLeased(_))) if failures == 0 => {
                breakers.is_still_lost(channel);
                failures += 1;
                let _ = stopping.run_until_cancelled(tokio::time::sleep(HANDOVER_WAIT)).await;
                continue;
            }
            // If another process serves the channel, it has received the event as well.
            Ok(false) | Err(Refusal::NotKept(JournalError::NotLeased(_))) => {
                failures = 0;
                breakers.forget(channel);
                continue;
            }
            Err(error) => error,
        };
        tracing::error!(%channel, %error, "failed to close table whose channel is gone; retrying");
        breakers.is_still_lost(channel);
        failures += 1;
        let wait = retry.delay(failures);
        if stopping.run_until_cancelled(tokio::time::sleep(wait)).await.is_none() {
            return;
        }
    }
}
