//! The welcome message, posted once on each server that invites the bot, and the answers to direct messages.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use lru::LruCache;
use parking_lot::Mutex;
use poise::serenity_prelude as serenity;
use serenity::{ChannelType, Guild, GuildChannel, Nonce, Permissions};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::discord::clock;
use crate::discord::delivery::Route;
use crate::discord::messages::{self, Appearance, Message};
use crate::discord::permissions;
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::discord::rest::invalid_requests::Degradation;
use crate::discord::rest::limits::BACKGROUND;
use crate::discord::services::Services;
use crate::render::Subject;
use crate::table::{self, ChannelId, ServerId, UnixMillis, UserId};

/// Maximum number of attempts to post a welcome message while Discord is unavailable.
const MAX_TRIES: u32 = 5;
/// Maximum number of channels in which the bot tries to post a welcome message.
///
/// Discord can refuse a message although the permissions look right, and counts every refusal as an invalid
/// request.
const MAX_CHANNELS: usize = 3;
/// Maximum number of users whose last answer is remembered. The least recently answered user is forgotten
/// first.
const MAX_ANSWERED: NonZero<usize> = NonZero::new(10_000).unwrap();

/// A server that the bot may have just joined.
pub(crate) struct JoinedServer {
    server: ServerId,
    /// Time at which the bot joined.
    joined: UnixMillis,
    /// Channels in which the bot may write, best first. The flag is `true` if the bot may attach files there.
    channels: Vec<(ChannelId, bool)>,
}

impl JoinedServer {
    /// Reads what the welcome message needs from the details of a server. `bot` is the user id of the bot.
    pub(crate) fn of(guild: &Guild, bot: serenity::UserId) -> Self {
        let server = ServerId(guild.id.get());
        let joined = UnixMillis(guild.joined_at.unix_timestamp().saturating_mul(1000));
        Self { server, joined, channels: writable_channels(guild, bot) }
    }
}

/// Returns the text channels in which the bot may write: first the system channel, then the others from top
/// to bottom.
fn writable_channels(guild: &Guild, bot: serenity::UserId) -> Vec<(ChannelId, bool)> {
    let Some(member) = guild.members.get(&bot) else { return Vec::new() };
    let text = guild.channels.values().filter(|channel| channel.kind == ChannelType::Text);
    let mut channels: Vec<&GuildChannel> = text.collect();
    channels
        .sort_by_key(|channel| (Some(channel.id) != guild.system_channel_id, channel.position, channel.id));
    let with_permissions = channels.into_iter().filter_map(|channel| {
        let may = guild.user_permissions_in(channel, member);
        let needed = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES;
        may.contains(needed).then(|| (ChannelId(channel.id.get()), permissions::may_attach(may)))
    });
    with_permissions.collect()
}

/// Posts the welcome message on a server, unless the server is already welcomed.
///
/// If no channel accepts the message, the next `GUILD_CREATE` event of the server causes another attempt.
pub(crate) async fn greet(
    services: Services,
    joined: JoinedServer,
    turn: Arc<tokio::sync::Mutex<()>>,
    stopping: CancellationToken,
) {
    let JoinedServer { server, joined, channels } = joined;
    let turn = turn.lock().await;
    let is_due = services.preferences.store().welcome(server, joined, clock::now()).await;
    drop(turn);
    match is_due {
        Ok(true) => {}
        Ok(false) => return,
        Err(error) => return tracing::error!(%error, %server, "failed to record welcome message"),
    }
    match post_in_first(&services, server, channels, &stopping).await {
        Ok(Some(channel)) => tracing::info!(%server, %channel, "welcome message posted"),
        Ok(None) => return tracing::info!(%server, "found no channel for welcome message"),
        Err(error) => return tracing::error!(%error, %server, "failed to post welcome message"),
    }
    if let Err(error) = services.preferences.store().record_welcome(server, clock::now()).await {
        tracing::error!(%error, %server, "failed to record welcome message");
    }
}

/// Posts the welcome message in the first channel that accepts it, and returns the channel.
///
/// After the first refusal, the message is sent without its picture. No message is sent while Discord refuses
/// many requests.
async fn post_in_first(
    services: &Services,
    server: ServerId,
    channels: Vec<(ChannelId, bool)>,
    stopping: &CancellationToken,
) -> Result<Option<ChannelId>, ApiError> {
    let appearance = services.preferences.public_appearance(server).await;
    let mut is_refused = false;
    for (channel, may_attach) in channels.into_iter().take(MAX_CHANNELS) {
        if services.budget.stage() != Degradation::Calm {
            return Ok(None);
        }
        let message = messages::welcome(appearance);
        let has_picture = may_attach && !is_refused;
        let message = if has_picture { illustrated(services, message, appearance).await } else { message };
        match post(services, message, appearance, (format!("w{server}"), channel), stopping).await {
            Ok(()) => return Ok(Some(channel)),
            Err(error) if error.is_of_channel() => is_refused = true,
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Attaches the picture of a table.
async fn illustrated(services: &Services, message: Message, appearance: Appearance) -> Message {
    let Some(table) = table::sample() else { return message };
    let subject = Subject::Table(Arc::new(table));
    let picture = services.picture_service.draw(&subject, appearance).await;
    message.illustrated(picture.ok().flatten(), None)
}

/// Posts a message. Retries while Discord is unavailable.
async fn post(
    services: &Services,
    message: Message,
    appearance: Appearance,
    (nonce, channel): (String, ChannelId),
    stopping: &CancellationToken,
) -> Result<(), ApiError> {
    let nonce = Nonce::String(nonce);
    let route = Route::Post { nonce, priority: BACKGROUND };
    let mut tries = 1;
    loop {
        let Err(error) = services.sender.deliver(message.clone(), appearance, channel, &route).await else {
            return Ok(());
        };
        if error.kind != ErrorKind::Later || tries >= MAX_TRIES {
            return Err(error);
        }
        let wait = services.timings.welcome_retry.jittered_delay(tries);
        tries += 1;
        if stopping.run_until_cancelled(tokio::time::sleep(wait)).await.is_none() {
            return Err(error);
        }
    }
}

/// The users whose direct messages were answered recently.
pub(crate) struct AnsweredUsers(Mutex<LruCache<UserId, Instant>>);

impl Default for AnsweredUsers {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MAX_ANSWERED)))
    }
}

impl AnsweredUsers {
    /// Returns `true` if the user's direct message is to be answered now, and records the answer.
    ///
    /// Two answers to a user are at least `interval` apart.
    pub(crate) fn is_due(&self, user: UserId, interval: Duration) -> bool {
        let mut answered = self.0.lock();
        if answered.get(&user).is_some_and(|at| at.elapsed() < interval) {
            return false;
        }
        answered.put(user, Instant::now());
        true
    }
}

/// Answers a direct message from a user. The content of the message is neither read nor stored.
pub(crate) async fn answer_direct_message(
    services: Services,
    (user, channel, message): (UserId, ChannelId, u64),
    stopping: CancellationToken,
) {
    let appearance = services.preferences.direct_appearance(user).await;
    let answer = messages::welcome_in_private(user, appearance);
    let answer = illustrated(&services, answer, appearance).await;
    let route = (format!("d{message}"), channel);
    if let Err(error) = post(&services, answer, appearance, route, &stopping).await {
        tracing::debug!(%error, "failed to answer direct message");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: Duration = Duration::from_mins(1);

    #[tokio::test(start_paused = true)]
    async fn direct_messages_of_a_user_are_answered_once_a_minute() {
        let answered = AnsweredUsers::default();
        assert!(answered.is_due(UserId(1), INTERVAL) && answered.is_due(UserId(2), INTERVAL));
        assert!(!answered.is_due(UserId(1), INTERVAL));
        tokio::time::advance(INTERVAL).await;
        assert!(answered.is_due(UserId(1), INTERVAL));
        assert!(!answered.is_due(UserId(1), INTERVAL));
    }
}
