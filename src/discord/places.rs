//! What is heard of servers and channels: where the bot may speak again, and which evening has lost its
//! place.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude::{self as serenity, FullEvent};
use tokio_util::sync::CancellationToken;

use super::data::Data;
use super::doors::{Doors, back_off};
use crate::table::{ChannelId, Registry, ServerId};

/// The first wait after an evening could not be ended.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// Hears of what may have opened or closed a door.
pub(super) fn happened(data: &Data, event: &FullEvent) {
    let doors = &data.doors;
    match event {
        FullEvent::GuildCreate { guild, .. } => show_again(data, doors.back(server(guild.id))),
        // Removed, or out of reach for a while: nothing could be sent there.
        FullEvent::GuildDelete { incomplete, .. } => doors.left(server(incomplete.id)),
        FullEvent::ChannelDelete { channel: gone, .. } => doors.lose(server(gone.guild_id), channel(gone.id)),
        FullEvent::ThreadDelete { thread: gone, .. } => doors.lose(server(gone.guild_id), channel(gone.id)),
        FullEvent::ChannelUpdate { new, .. } | FullEvent::ThreadUpdate { new, .. } => {
            may_be_open(data, channel(new.id));
        }
        FullEvent::GuildRoleUpdate { new, .. } => {
            show_again(data, doors.reopen_all(server(new.guild_id)));
        }
        // Without the privileged intent these are about the bot alone.
        FullEvent::GuildMemberUpdate { event, .. } => {
            show_again(data, doors.reopen_all(server(event.guild_id)));
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

/// A channel that refused may take messages by now: then its table is shown once more.
fn may_be_open(data: &Data, channel: ChannelId) {
    if data.doors.reopen(channel) {
        show_again(data, vec![channel]);
    }
}

/// A person has done something where the bot may write, as their interaction says.
pub(super) fn someone_is_there(data: &Data, channel: ChannelId) {
    if data.doors.reopen_for_person(channel) {
        show_again(data, vec![channel]);
    }
}

/// Has the tables of these channels shown as they are now, beside whatever else is going on.
fn show_again(data: &Data, channels: Vec<ChannelId>) {
    if channels.is_empty() {
        return;
    }
    let registry = data.registry.clone();
    tokio::spawn(async move {
        for channel in channels {
            if let Err(error) = registry.announce_in(channel).await {
                tracing::warn!(%channel, %error, "a table can't be shown again");
            }
        }
    });
}

/// Ends the evenings whose channels are not there any more, until the bot stops.
pub(super) async fn keep(registry: Registry, doors: Arc<Doors>, stopping: CancellationToken) {
    let mut failures = 0;
    while let Some(channel) = stopping.run_until_cancelled(doors.lost()).await {
        let error = match registry.close(channel).await {
            Ok(true) => {
                tracing::info!(%channel, "an evening ended with its channel");
                failures = 0;
                continue;
            }
            Ok(false) => {
                doors.forget(channel);
                continue;
            }
            Err(error) => error,
        };
        tracing::error!(%channel, %error, "an evening without a channel could not be ended; trying again");
        doors.is_still_lost(channel);
        failures += 1;
        let wait = back_off(failures, SHORTEST_WAIT, LONGEST_WAIT);
        if stopping.run_until_cancelled(tokio::time::sleep(wait)).await.is_none() {
            return;
        }
    }
}
