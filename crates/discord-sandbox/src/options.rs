//! Configuration of a sandbox.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::clock::ClockMode;
use crate::rate_limits::config::RateLimits;
use crate::state::interaction::RESPONSE_DEADLINE;

/// The configuration of a [`Sandbox`](crate::Sandbox).
#[derive(Clone, Debug)]
pub struct Options {
    /// TCP port to listen on (127.0.0.1 only). If 0, the operating system chooses a free port.
    pub port: u16,
    /// Seed for the pseudorandom tokens and ids.
    pub seed: u64,
    /// Name and client locale of each simulated user. The first user owns the guilds.
    pub users: Vec<(String, String)>,
    /// Buttons on the sandbox's web page that run slash commands.
    pub shortcuts: Vec<Shortcut>,
    /// File to which recorded traffic is appended, one JSON object per line. If `None`, no file is written.
    pub traffic: Option<PathBuf>,
    /// Maximum number of requests, responses and gateway frames to keep for
    /// [`Sandbox::traffic`](crate::Sandbox::traffic).
    pub traffic_capacity: usize,
    /// The bot token to accept. If `None`, any token is accepted.
    pub token: Option<String>,
    /// Name of the main guild.
    pub guild: String,
    /// Preferred locale of the guilds.
    pub guild_locale: String,
    /// Number of further guilds.
    ///
    /// Each has the text channel `general` and the same users and bot as the main guild. The first user owns
    /// it. [`Sandbox::guilds`](crate::Sandbox::guilds) returns the ids.
    pub extra_guilds: usize,
    /// Maximum number of guilds for one shard. A session of a shard with more guilds is closed with code
    /// 4011.
    pub max_guilds_per_shard: usize,
    /// Recommended number of shards in the response to `GET /gateway/bot`. If `None`, one for each 1000
    /// guilds.
    pub shards: Option<u32>,
    /// Number of shards that may start a session in the same five seconds.
    ///
    /// Enforced if [`RateLimits::identifies`] is set.
    pub max_concurrency: u32,
    /// Number of sessions that the bot may start in 24 hours.
    ///
    /// If the bot exceeds it, all sessions are closed and the bot's token becomes invalid.
    pub session_starts: u32,
    /// Name of the simulated bot user.
    pub bot: String,
    /// Names of the main guild's channels in which the bot has the default permissions of a member.
    pub channels: Vec<String>,
    /// Names of the main guild's channels in which the bot has no permissions.
    pub closed_channels: Vec<String>,
    /// Privileged gateway intents granted to the application, as a bit field.
    pub privileged_intents: u64,
    /// Mode of the sandbox's clock.
    pub clock: ClockMode,
    /// Time within which the bot must respond to an interaction. The default is [`RESPONSE_DEADLINE`], as on
    /// Discord.
    ///
    /// Tests of a bot in another process, which has a real clock, may set a longer time, because the machine
    /// may be slow.
    pub response_deadline: Duration,
    /// Interval at which the bot must send gateway heartbeats.
    pub heartbeat: Duration,
    /// Simulated round-trip time for REST requests.
    ///
    /// The delay is measured in real time, even if the sandbox's clock is stopped.
    pub round_trip_time: Duration,
    /// If `true`, fields and query parameters that Discord would ignore are recorded as violations.
    ///
    /// Such a request is processed normally. Turn this off for clients that send more fields than a route
    /// has.
    pub report_unknown_fields: bool,
    /// Rate limits that the sandbox enforces on REST requests and `IDENTIFY` frames.
    pub rate_limits: RateLimits,
}

/// A button on the sandbox's web page that runs a slash command.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shortcut {
    /// Text on the button if no translation is available.
    pub label: String,
    /// Translations of the label, by locale.
    pub label_localizations: BTreeMap<String, String>,
    /// Name of the command to run, followed by its subcommand group and subcommand, if any.
    pub path: Vec<String>,
    /// Options of the command, as JSON objects with the fields `name`, `type` and `value`.
    pub options: Vec<Value>,
    /// Part of a custom id. The button is hidden while a message in the channel has an enabled component
    /// whose custom id contains this text. `None` if the button is always shown.
    pub hidden_by: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        let users = [("Anna", "hu"), ("Bea", "en-US"), ("Csaba", "hu"), ("Dóri", "hu"), ("Ed", "en-US")];
        Self {
            port: 0,
            seed: 1,
            users: users.map(|(name, locale)| (name.to_owned(), locale.to_owned())).to_vec(),
            shortcuts: Vec::new(),
            traffic: None,
            traffic_capacity: 200_000,
            token: None,
            guild: "Sandbox".to_owned(),
            guild_locale: "hu".to_owned(),
            extra_guilds: 0,
            max_guilds_per_shard: 2_500,
            shards: None,
            max_concurrency: 1,
            session_starts: 1_000,
            bot: "Bot".to_owned(),
            channels: vec!["ulti".to_owned(), "general".to_owned()],
            closed_channels: vec!["no-entry".to_owned()],
            privileged_intents: 0,
            clock: ClockMode::System,
            response_deadline: RESPONSE_DEADLINE,
            heartbeat: Duration::from_millis(41_250),
            round_trip_time: Duration::ZERO,
            report_unknown_fields: true,
            rate_limits: RateLimits::default(),
        }
    }
}
