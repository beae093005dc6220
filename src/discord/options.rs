//! Options for creating a bot.

use std::time::Duration;

use secrecy::SecretString;

use super::interactions::rate_limit::Limits;
use super::rest::invalid_requests::DegradationThresholds;
use ulti_rules::{RuleSet, RulesSpec};

/// Connection settings, timeouts and limits of the bot.
#[derive(Debug, Clone)]
pub struct Options {
    /// Token of the bot.
    pub token: SecretString,
    /// Base URL of another API server, without a path. If `None`, the bot connects to Discord.
    ///
    /// The option is meant for test servers, because serenity uses another server only if its rate limiter is
    /// disabled.
    pub api: Option<String>,
    /// Minimum time between two edits of the public messages in a channel.
    ///
    /// Discord allows about five edits in five seconds per channel. Updates in between are coalesced into one
    /// edit.
    pub edit_interval: Duration,
    /// Maximum time for which an interaction waits for a reply from its table before the interaction is
    /// deferred.
    ///
    /// Discord drops interactions that get no response within three seconds.
    pub response_timeout: Duration,
    /// Rules of new tables on servers that have not chosen their own rules.
    pub rules: RulesSpec,
    /// Rate limits of interactions, per user and per server.
    pub limits: Limits,
    /// Time within which a second press on the same message is ignored if it would perform an action in a
    /// deal.
    ///
    /// The message may have changed between the two presses without the user noticing.
    pub double_click: Duration,
    /// Timeout for each step of the shutdown, such as sending the last messages.
    pub shutdown_timeout: Duration,
    /// Timeout of a request to Discord. A request that times out is retried.
    pub request_timeout: Duration,
    /// Numbers of invalid requests at which the bot starts to send fewer messages.
    pub degradation: DegradationThresholds,
}

impl Options {
    /// Default value of [`Options::double_click`]. The value is longer than a double click and shorter than
    /// the time that a user needs to react to a changed button.
    pub const DOUBLE_CLICK: Duration = Duration::from_millis(350);

    /// Creates options with default values for a bot that connects to Discord.
    pub fn new(token: impl Into<SecretString>) -> Self {
        Self {
            token: token.into(),
            api: None,
            edit_interval: Duration::from_secs(1),
            response_timeout: Duration::from_secs(2),
            rules: RulesSpec::Preset(RuleSet::USUAL.to_owned()),
            limits: Limits::default(),
            double_click: Self::DOUBLE_CLICK,
            shutdown_timeout: Duration::from_secs(3),
            request_timeout: Duration::from_secs(30),
            degradation: DegradationThresholds::default(),
        }
    }
}
