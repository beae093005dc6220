//! State shared by all commands and buttons.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::delivery::MessageSender;
use super::interactions::debounce::Debouncer;
use super::interactions::rate_limit::RateLimiter;
use super::lifecycle::guilds::PendingGuilds;
use super::preferences::Preferences;
use super::publish::announcer::ChannelAnnouncer;
use super::publish::open_hands::HandMessages;
use super::publish::pictures::PictureService;
use super::rest::channel_breaker::ChannelBreakers;
use super::rest::invalid_requests::InvalidRequestBudget;
use crate::table::Registry;
use crate::watch::Metrics;

/// Services and settings shared by all interactions.
pub(super) struct BotState {
    /// Registry of all tables.
    pub(super) registry: Registry,
    /// Cached settings, and the locations of messages.
    pub(super) preferences: Arc<Preferences>,
    /// Ephemeral hand messages that can still be edited.
    pub(super) tokens: Arc<HandMessages>,
    /// Service that publishes the tables' messages.
    pub(super) herald: Arc<ChannelAnnouncer>,
    /// Service that draws pictures.
    pub(super) picture_service: Arc<PictureService>,
    /// Circuit breakers of the channels.
    pub(super) breakers: Arc<ChannelBreakers>,
    /// Budget of the requests that Discord rejects as invalid.
    pub(super) budget: Arc<InvalidRequestBudget>,
    /// Rate limiter for users and servers.
    pub(super) rate_limiter: Arc<RateLimiter>,
    /// Detector of double clicks.
    pub(super) debouncer: Debouncer,
    /// Service that sends messages.
    pub(super) sender: Arc<MessageSender>,
    /// Maximum time to wait for a response before an interaction is deferred.
    pub(super) patience: Duration,
    /// Notified when a member ends a season.
    pub(super) seasons_ended: Arc<Notify>,
    /// Metrics of the process.
    pub(super) metrics: Metrics,
    /// Servers whose details have not yet been received.
    pub(super) pending_guilds: PendingGuilds,
    /// Cancelled when the bot shuts down. No new work starts afterwards.
    pub(super) stopping: CancellationToken,
}

/// Error type of commands and event handlers; see [`super::interactions::error_handler`].
pub(super) type Error = super::rest::error::ApiError;
/// Context of a slash command.
pub(super) type Slash<'a> = poise::ApplicationContext<'a, BotState, Error>;
