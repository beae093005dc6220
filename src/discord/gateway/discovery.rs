//! Discord's requirements on the gateway connections: number of shards, pace and number of session starts.

use std::fmt;
use std::num::NonZero;
use std::str::FromStr;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serde::{Deserialize, Serialize};
use serenity::{BotGateway, Http};

use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::table::{ShardRange, ShardRangeError};

/// Maximum number of servers on a shard. Discord closes a connection with more servers with code 4011.
const MAX_SERVERS: u32 = 2_500;
/// Number of servers per shard in Discord's recommendation.
const RECOMMENDED_SERVERS: u32 = 1_000;
/// Timeout for the request.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The shards that a process runs, as configured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ShardSelection {
    /// All shards. Their number is the one that Discord recommends when the bot starts.
    #[default]
    Automatic,
    /// A range of shards. Other processes run the other shards.
    Range(ShardRange),
    /// The process's share of all shards. Processes with the same database lease the shards from each other.
    ///
    /// The value is the number of all shards. If it is `None`, the first process uses the number that Discord
    /// recommends.
    Leased(Option<NonZero<u32>>),
}

impl ShardSelection {
    /// Returns the selected shards, or all shards if the process leases its share of them.
    ///
    /// `recommended` is the number of shards that Discord recommends.
    ///
    /// # Errors
    /// Returns an error if the selected number of shards is too low for the bot's servers.
    pub fn range(self, recommended: u32) -> Result<ShardRange, ShardingError> {
        let recommended = recommended.max(1);
        let range = match self {
            Self::Automatic => ShardRange::all(recommended),
            Self::Range(range) => range,
            Self::Leased(total) => ShardRange::all(total.map_or(recommended, NonZero::get)),
        };
        let servers = (recommended - 1).saturating_mul(RECOMMENDED_SERVERS);
        let (total, required) = (range.total(), servers / MAX_SERVERS + 1);
        if total < required {
            return Err(ShardingError::TooFewShards { total, servers, required, recommended });
        }
        Ok(range)
    }

    /// Checks that a bot that was started with `total` shards does not need more.
    ///
    /// # Errors
    /// Returns an error if Discord requires more shards, or recommends more and their number is automatic.
    pub(crate) fn still_suits(self, total: u32, recommended: u32) -> Result<(), ShardingError> {
        let range = self.range(recommended)?;
        // Processes that lease their shards all use the number with which the first one was started.
        if range.total() > total && !self.is_leased() {
            return Err(ShardingError::Outgrown { total, recommended });
        }
        Ok(())
    }

    /// Returns the range that determines the process's share of the rate limit.
    pub(crate) const fn share(self) -> ShardRange {
        match self {
            Self::Automatic | Self::Leased(_) => ShardRange::SINGLE,
            Self::Range(range) => range,
        }
    }

    /// Returns `true` if the process leases its shards.
    pub const fn is_leased(self) -> bool {
        matches!(self, Self::Leased(_))
    }

    /// Returns `true` if other processes may run shards with the same token.
    pub(crate) const fn has_other_processes(self) -> bool {
        !matches!(self, Self::Automatic)
    }
}

impl FromStr for ShardSelection {
    type Err = ShardRangeError;

    /// Parses `auto`, `leased`, `leased` with the number of all shards such as `leased/16`, or a range such
    /// as `0-3/16`.
    fn from_str(text: &str) -> Result<Self, ShardRangeError> {
        match (text, text.strip_prefix("leased/")) {
            ("auto", _) => Ok(Self::Automatic),
            ("leased", _) => Ok(Self::Leased(None)),
            (_, Some(total)) => match total.parse() {
                Ok(total) => Ok(Self::Leased(Some(total))),
                Err(_) => Err(ShardRangeError::Malformed(text.to_owned())),
            },
            _ => text.parse().map(Self::Range),
        }
    }
}

/// Formats a selection in the form that [`FromStr`] reads.
impl fmt::Display for ShardSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Automatic => f.write_str("auto"),
            Self::Leased(None) => f.write_str("leased"),
            Self::Leased(Some(total)) => write!(f, "leased/{total}"),
            Self::Range(range) => range.fmt(f),
        }
    }
}

impl TryFrom<String> for ShardSelection {
    type Error = ShardRangeError;

    fn try_from(text: String) -> Result<Self, ShardRangeError> {
        text.parse()
    }
}

impl From<ShardSelection> for String {
    fn from(selection: ShardSelection) -> Self {
        selection.to_string()
    }
}

/// The reason why the selected shards cannot be started.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShardingError {
    /// The selected number of shards is too low for the bot's servers.
    #[error(
        "{total} shards are too few: the bot is on more than {servers} servers, and Discord allows {MAX_SERVERS} \
         per shard. Set discord.shards to \"auto\", or to ranges of at least {required} shards ({recommended} are \
         recommended)"
    )]
    TooFewShards {
        /// Selected number of shards.
        total: u32,
        /// Lower bound of the number of servers.
        servers: u32,
        /// Minimum number of shards. Discord rejects the bot if it has fewer.
        required: u32,
        /// Number of shards that Discord recommends.
        recommended: u32,
    },
    /// Discord recommends more shards than it did when the bot was started.
    #[error(
        "the bot has outgrown its {total} shards: Discord recommends {recommended} now. Start the bot again"
    )]
    Outgrown {
        /// Number of shards with which the bot was started.
        total: u32,
        /// Number of shards that Discord recommends.
        recommended: u32,
    },
    /// Fewer sessions may be started today than there are shards.
    #[error(
        "too few session starts are left: {needed} are needed and {remaining} are left. Discord resets them in \
         {minutes} min; nothing has been started"
    )]
    SessionStartsExhausted {
        /// Number of shards to start.
        needed: u32,
        /// Number of sessions that may still be started.
        remaining: u64,
        /// Minutes until the number is reset.
        minutes: u64,
    },
}

/// Asks Discord for the address and the limits of the gateway.
///
/// # Errors
/// Returns a description of the failure if Discord cannot be reached or rejects the token.
pub(crate) async fn bot_gateway(http: &Http) -> Result<BotGateway, ApiError> {
    match tokio::time::timeout(TIMEOUT, http.get_bot_gateway()).await {
        Ok(answer) => answer.map_err(ApiError::from),
        Err(_) => Err(ApiError::new(ErrorKind::Later, format!("no answer within {} s", TIMEOUT.as_secs()))),
    }
}

/// Returns the shards that this process runs.
///
/// # Errors
/// Returns an error if Discord would reject one of the shards.
pub(crate) fn choose(selection: ShardSelection, gateway: &BotGateway) -> Result<ShardRange, ShardingError> {
    let range = selection.range(gateway.shards)?;
    let limit = &gateway.session_start_limit;
    // Processes that lease their shards wait for session starts, because they start few at a time.
    if limit.remaining < u64::from(range.count()) && !selection.is_leased() {
        let minutes = Duration::from_millis(limit.reset_after).as_secs().div_ceil(60);
        let (needed, remaining) = (range.count(), limit.remaining);
        return Err(ShardingError::SessionStartsExhausted { needed, remaining, minutes });
    }
    Ok(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gateway(shards: u32, remaining: u64) -> BotGateway {
        let limit = serde_json::json!({
            "total": 1000, "remaining": remaining, "reset_after": 3_600_500, "max_concurrency": 1
        });
        let gateway =
            serde_json::json!({"url": "wss://gateway", "shards": shards, "session_start_limit": limit});
        serde_json::from_value(gateway).unwrap()
    }

    #[test]
    fn automatic_selection_follows_recommendation() {
        for shards in [1, 12] {
            let chosen = choose(ShardSelection::Automatic, &gateway(shards, 1_000));
            assert_eq!(chosen, Ok(ShardRange::all(shards)));
        }
    }

    #[test]
    fn range_with_too_few_shards_is_rejected() {
        let choose = |range: &str| choose(range.parse().unwrap(), &gateway(12, 1_000));
        assert_eq!(choose("4-7/16").unwrap().to_string(), "4-7/16");
        assert_eq!(choose("0-4/5").unwrap().count(), 5);
        let error = choose("0-3/4").unwrap_err();
        let expected =
            ShardingError::TooFewShards { total: 4, servers: 11_000, required: 5, recommended: 12 };
        assert_eq!(error, expected);
        let text = error.to_string();
        assert!(text.starts_with("4 shards are too few: the bot is on more than 11000 servers"), "{text}");
        assert!(text.contains("at least 5 shards (12 are recommended)"), "{text}");
    }

    #[test]
    fn exhausted_session_starts_are_reported() {
        assert!(choose(ShardSelection::Automatic, &gateway(12, 12)).is_ok());
        let error = choose(ShardSelection::Automatic, &gateway(12, 11)).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("12 are needed and 11 are left. Discord resets them in 60 min"), "{text}");
        assert!(choose("0-3/16".parse().unwrap(), &gateway(12, 4)).is_ok());
    }

    #[test]
    fn bot_with_automatic_shards_outgrows_them() {
        let automatic = ShardSelection::Automatic;
        assert_eq!(automatic.still_suits(4, 4), Ok(()));
        assert_eq!(automatic.still_suits(4, 5), Err(ShardingError::Outgrown { total: 4, recommended: 5 }));
        let range: ShardSelection = "0-3/4".parse().unwrap();
        assert_eq!(range.still_suits(4, 5), Ok(()));
        assert!(matches!(range.still_suits(4, 12), Err(ShardingError::TooFewShards { .. })));
    }

    #[test]
    fn selection_is_parsed_and_formatted() {
        for text in ["auto", "0-3/16", "5/16", "leased", "leased/16"] {
            assert_eq!(text.parse::<ShardSelection>().unwrap().to_string(), text);
        }
        for text in ["automatic", "leased/", "leased/0", "leased/x", "leased/0-3/16"] {
            assert!(text.parse::<ShardSelection>().is_err(), "{text}");
        }
    }
}
