//! What has to be known before the bot can go to Discord.

use std::time::Duration;

use secrecy::SecretString;

use super::budget::Caution;
use super::turnstile::Limits;
use crate::rules::{RuleSet, RulesNote};

/// How the bot reaches Discord and how fast it speaks.
#[derive(Debug, Clone)]
pub struct Options {
    /// The bot's token.
    pub token: SecretString,
    /// The base URL of a stand-in, without a path; `None` for Discord itself.
    ///
    /// serenity heeds it only with its rate limiter off, so nothing but a stand-in should be named.
    pub api: Option<String>,
    /// The least time between two edits of the public messages of a channel. Discord allows some
    /// five edits in five seconds a channel; a table that is played fast is shown in steps.
    pub pace: Duration,
    /// How long an interaction may wait for its table before it is deferred. Discord gives up
    /// after three seconds.
    pub patience: Duration,
    /// What a new table plays by where its server has chosen nothing.
    pub rules: RulesNote,
    /// How much may be asked for at once.
    pub limits: Limits,
    /// Two presses on one message within this time are one, where the second would do something in a deal:
    /// nobody can have read what was under the pointer by then.
    pub double_click: Duration,
    /// How long, when stopping, the last announcements may take.
    pub farewell: Duration,
    /// After how long without a whole answer a request counts as lost. What was lost is asked again.
    pub lost_after: Duration,
    /// What is left undone when Discord has refused too much.
    pub caution: Caution,
}

impl Options {
    /// Quicker than anybody reads what a button has become, slower than a double click.
    pub const DOUBLE_CLICK: Duration = Duration::from_millis(350);

    /// What suits Discord itself.
    pub fn new(token: impl Into<SecretString>) -> Self {
        Self {
            token: token.into(),
            api: None,
            pace: Duration::from_secs(1),
            patience: Duration::from_secs(2),
            rules: RulesNote::Preset(RuleSet::USUAL.to_owned()),
            limits: Limits::default(),
            double_click: Self::DOUBLE_CLICK,
            farewell: Duration::from_secs(3),
            lost_after: Duration::from_secs(30),
            caution: Caution::default(),
        }
    }
}
