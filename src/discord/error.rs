//! Errors that end the bot.

use poise::serenity_prelude as serenity;
use serenity::GatewayError;

use super::gateway::discovery::ShardingError;
use super::gateway::shard::ShardFailure;

/// Errors returned by [`Bot::run`](super::Bot::run).
#[derive(Debug, thiserror::Error)]
pub enum DiscordError {
    /// The server at the API address does not respond like Discord's API.
    ///
    /// The bot checks the address before it connects, because serenity would otherwise silently use a
    /// different address.
    #[error("failed to reach Discord API at {api}: {reason}")]
    Unreachable {
        /// Base URL of the API.
        api: String,
        /// Description of the failure.
        reason: String,
    },
    /// Discord does not accept the token.
    #[error(
        "Discord rejects the token: reset it in the developer portal (Bot, Reset Token), and set the new one"
    )]
    WrongToken,
    /// Another process answers interactions with the bot's token.
    #[error(
        "another process uses the token: it answers interactions of the same shards. Stop it, or give each process \
         its own range of discord.shards"
    )]
    TokenInUse,
    /// The slash commands could not be registered.
    #[error("failed to register commands: {0}")]
    Setup(String),
    /// The gateway rejected the bot, usually because the token is wrong.
    #[error("gateway rejected the bot: {0}")]
    Gateway(String),
    /// The selected shards cannot be started.
    #[error("failed to start shards: {0}")]
    Sharding(#[from] ShardingError),
    /// The process could not begin to lease shards.
    #[error("failed to lease shards: {0}")]
    Leases(String),
    /// The HTTP client that connects to the gateway could not be created.
    #[error("failed to create HTTP client: {0}")]
    HttpClient(String),
}

impl DiscordError {
    /// Returns `true` if the bot would fail again until its configuration is changed, or another process is
    /// stopped.
    pub const fn is_permanent(&self) -> bool {
        let is_too_few = matches!(self, Self::Sharding(ShardingError::TooFewShards { .. }));
        is_too_few || matches!(self, Self::WrongToken | Self::TokenInUse)
    }
}

impl From<ShardFailure> for DiscordError {
    fn from(failure: ShardFailure) -> Self {
        match failure {
            ShardFailure::Rejected(GatewayError::InvalidAuthentication) => Self::WrongToken,
            ShardFailure::Sharding(error) => Self::Sharding(error),
            failure => Self::Gateway(failure.to_string()),
        }
    }
}
