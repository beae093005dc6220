//! Republishes tables in channels that may accept messages again.

use super::rest::channel_breaker::ChannelBreakers;
use crate::table::{ChannelId, Registry};

/// Spawns a task that republishes the tables in the given channels.
pub(super) fn tables(registry: &Registry, channels: Vec<ChannelId>) {
    if channels.is_empty() {
        return;
    }
    let registry = registry.clone();
    tokio::spawn(async move {
        for channel in channels {
            if let Err(error) = registry.announce_in(channel).await {
                tracing::warn!(%channel, %error, "failed to refresh table messages");
            }
        }
    });
}

/// Republishes the table of a channel that rejected messages, because a member has just used the bot there.
///
/// Call this only if the interaction shows that the bot has permission to post in the channel.
pub(super) fn after_use(registry: &Registry, breakers: &ChannelBreakers, channel: ChannelId) {
    if breakers.reopen_after_use(channel) {
        tables(registry, vec![channel]);
    }
}
