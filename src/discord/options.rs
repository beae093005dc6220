//! Options for creating a bot.

use std::time::Duration;

use secrecy::SecretString;

use super::gateway::discovery::ShardSelection;
use super::interactions::rate_limit::Limits;
use super::rest::invalid_requests::DegradationThresholds;
use super::rest::limiter::GLOBAL_LIMIT;
use ulti_rules::{RuleSet, RulesSpec};

/// Connection settings, timeouts and limits of the bot.
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
    /// Discord documents that they do not. If Discord nevertheless rejects one because of the global limit, they are
    /// counted for an hour.
    pub counts_interactions: bool,
    /// If `true`, the tables' public messages are posted and edited with the tokens of interactions while these are
    /// valid, which does not count towards the global rate limit. If `false`, only the channels' routes are used.
    pub uses_interaction_tokens: bool,
    /// Minimum time between two edits of the public messages in a channel.
    ///
    /// Discord allows about five edits in five seconds per channel. Updates that arrive during this time are
    /// coalesced into one edit.
    pub edit_interval: Duration,
    /// Maximum time to wait for a table's reply before the interaction is deferred.
    ///
    /// Discord drops interactions that get no response within three seconds.
    pub response_timeout: Duration,
    /// Default rules for new tables. A server can override them with its own rules.
    pub rules: RulesSpec,
    /// Per-user and per-server rate limits for interactions.
    pub limits: Limits,
    /// Debounce interval for presses on the same message. A second press within this time is ignored if it
    /// would perform an action in a deal.
    ///
    /// Without debouncing, a double-click could trigger a button that appeared after the first press.
    pub double_click: Duration,
    /// Timeout for each step of a graceful shutdown, such as sending the remaining messages.
    pub shutdown_timeout: Duration,
    /// Maximum time for handing leased shards over to other processes during a graceful shutdown. The
    /// successors keep Discord's pace of one session per five seconds.
    pub handover_timeout: Duration,
    /// Timeout for requests to Discord. Requests that time out are retried.
    pub request_timeout: Duration,
    /// Limits on invalid requests. When a limit is reached, the bot sends fewer messages.
    pub degradation: DegradationThresholds,
}

impl Options {
    /// Default value of [`Options::double_click`].
    ///
    /// It is longer than a typical double-click but shorter than a user's reaction time to a changed button.
    pub const DOUBLE_CLICK: Duration = Duration::from_millis(350);

    /// Default value of [`Options::handover_timeout`].
    pub const HANDOVER_TIMEOUT: Duration = Duration::from_mins(1);

    /// Creates options with default values for a bot that connects to Discord with the given token.
    pub fn new(token: impl Into<SecretString>) -> Self {
        Self {
            token: token.into(),
            api: None,
            shards: ShardSelection::Automatic,
            requests_per_second: GLOBAL_LIMIT,
            counts_interactions: false,
            uses_interaction_tokens: true,
            edit_interval: Duration::from_secs(1),
            response_timeout: Duration::from_secs(2),
            rules: RulesSpec::Preset(RuleSet::USUAL.to_owned()),
            limits: Limits::default(),
            double_click: Self::DOUBLE_CLICK,
            shutdown_timeout: Duration::from_secs(3),
            handover_timeout: Self::HANDOVER_TIMEOUT,
            request_timeout: Duration::from_secs(30),
            degradation: DegradationThresholds::default(),
        }
    }
}
