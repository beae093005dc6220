//! Options for creating a bot.

use secrecy::SecretString;

use super::gateway::discovery::ShardSelection;
use super::interactions::rate_limit::Limits;
use super::rest::invalid_requests::DegradationThresholds;
use super::rest::limits::GLOBAL_LIMIT;
use super::timings::Timings;
use ulti_rules::{RuleSet, RulesSpec};

/// Connection settings, time limits and rate limits of the bot.
#[derive(Debug, Clone)]
pub struct Options {
    /// Token of the bot.
    pub token: SecretString,
    /// Base URL of an alternative API server, without a path. If `None`, the bot connects to Discord.
    pub api: Option<String>,
    /// Shards of the gateway connection that this process runs.
    pub shards: ShardSelection,
    /// Maximum number of requests per second that count towards the global rate limit. Processes with some of
    /// the shards get their share of it.
    pub requests_per_second: usize,
    /// If `true`, responses to interactions count towards the global rate limit.
    ///
    /// Discord documents that they do not. If Discord nevertheless rejects one because of the global limit,
    /// they are counted for an hour.
    pub counts_interactions: bool,
    /// If `true`, the tables' public messages are posted and edited with the tokens of interactions while
    /// these are valid, which does not count towards the global rate limit. If `false`, only the channels'
    /// routes are used.
    pub uses_interaction_tokens: bool,
    /// Default rules for new tables. A server can override them with its own rules.
    pub rules: RulesSpec,
    /// Per-user and per-server rate limits for interactions.
    pub limits: Limits,
    /// Time limits and delays.
    pub timings: Timings,
    /// Limits on invalid requests. When a limit is reached, the bot sends fewer messages.
    pub degradation: DegradationThresholds,
}

impl Options {
    /// Creates options with default values for a bot that connects to Discord with the given token.
    pub fn new(token: impl Into<SecretString>) -> Self {
        Self {
            token: token.into(),
            api: None,
            shards: ShardSelection::Automatic,
            requests_per_second: GLOBAL_LIMIT,
            counts_interactions: false,
            uses_interaction_tokens: true,
            rules: RulesSpec::Preset(RuleSet::USUAL.to_owned()),
            limits: Limits::default(),
            timings: Timings::DEFAULT,
            degradation: DegradationThresholds::default(),
        }
    }
}
