//! A Discord simulator for testing bots: gateway, REST API and a channel page in the browser, all on
//! loopback.
//!
//! A bot under test connects to a [`Sandbox`] instead of Discord. The bot needs no account, no token and no
//! network access, and only its base URL has to be changed. Tests act as simulated users: a [`SimulatedUser`]
//! sends commands, presses buttons, fills in modals and reads messages. The same users are available on a web
//! page at [`Sandbox::base_url`].
//!
//! # Example
//!
//! The bot in this example only posts messages. The second message exceeds Discord's limit.
//!
//! ```
//! use discord_sandbox::{Options, Sandbox};
//! use serde_json::json;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let sandbox = Sandbox::start(Options::default()).await?;
//! let anna = sandbox.user("Anna").in_channel("general");
//!
//! let post = async |content: &str| {
//!     let url = format!("{}/api/v10/channels/{}/messages", sandbox.base_url(), anna.channel());
//!     let request = reqwest::Client::new().post(url).header("Authorization", "Bot token");
//!     request.body(json!({"content": content}).to_string()).send().await
//! };
//!
//! post("Hello!").await?;
//! assert_eq!(anna.messages()[0].text(), "Hello!");
//! assert_eq!(sandbox.violations(), []);
//!
//! let response = post(&"x".repeat(2001)).await?;
//! assert_eq!(response.status(), 400);
//! assert_eq!(sandbox.violations()[0].code, Some(50035));
//! # Ok(())
//! # }
//! ```
//!
//! # Connecting a bot
//!
//! The base URL replaces `https://discord.com`. The bot obtains the gateway's URL from the REST API, so it
//! needs no setting. With serenity or poise:
//!
//! ```no_run
//! # use std::time::Duration;
//! # use discord_sandbox::Sandbox;
//! # use poise::serenity_prelude as serenity;
//! # type Error = Box<dyn std::error::Error + Send + Sync>;
//! # async fn run(sandbox: Sandbox, framework: poise::Framework<(), Error>) -> Result<(), Error> {
//! let http = serenity::HttpBuilder::new("token").proxy(sandbox.base_url());
//! let http = http.ratelimiter_disabled(true).build();
//! let intents = serenity::GatewayIntents::non_privileged();
//! let mut client = serenity::ClientBuilder::new_with_http(http, intents).framework(framework).await?;
//! tokio::spawn(async move { client.start().await });
//! sandbox.wait_until_ready(Duration::from_secs(10)).await?;
//!
//! let anna = sandbox.user("Anna");
//! let answer = anna.command("ping", []).await?;
//! assert_eq!(answer.text(), "Pong!");
//! # Ok(())
//! # }
//! ```
//!
//! # Violations and faults
//!
//! Requests that Discord would reject are rejected with Discord's error codes, and recorded as
//! [`Violation`]s. Mistakes that Discord accepts silently are only recorded, e.g. unknown fields and
//! interactions without a response. A test should end with `assert_eq!(sandbox.violations(), [])`.
//!
//! Tests can inject a [`Fault`] into requests ([`Sandbox::fail_next`]), hold requests back
//! ([`Sandbox::hold`]), drop or freeze gateway connections, deliver interactions twice or late, and change
//! permissions. Unless a test does so, the sandbox has no faults.
//!
//! # Shards
//!
//! [`Options::extra_guilds`] adds guilds, which Discord's formula spreads over the shards of the bot.
//! [`SimulatedUser::in_guild`] returns a user in one of them. [`Sandbox::identifies`] returns the `IDENTIFY`
//! frames of the bot, and shards can fail one by one, e.g. with [`Sandbox::drop_shard`].
//!
//! ```
//! use discord_sandbox::{Options, Sandbox};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let sandbox = Sandbox::start(Options { extra_guilds: 2, ..Options::default() }).await?;
//! for guild in sandbox.guilds() {
//!     // Shard `(guild.0 >> 22) % shard_count` receives the message.
//!     sandbox.user("Anna").in_guild(guild).post("Hello!")?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Rate limits
//!
//! [`RateLimits`] configures the rate limits, which are Discord's by default. [`Sandbox::rate_limited`]
//! returns the requests that exceeded a limit.
//!
//! # Limitations
//!
//! Layout components, polls, private threads, voice and message reactions are not supported. Requests to
//! unsupported routes return 404 and are recorded as violations. The gateway supports the encoding `json`,
//! the compression `zlib-stream`, and compressed payloads (`compress` in `IDENTIFY`).
//!
#![doc = include_str!("../DISCORD_RULES.md")]

mod changes;
mod client;
mod clock;
mod faults;
mod gateway;
mod options;
mod page;
mod rate_limits;
mod rest;
mod sandbox;
mod server;
mod shared;
mod state;
mod traffic;
mod validation;
mod violation;

pub use client::message::Message;
pub use client::response::{ActionError, Choice, Response};
pub use client::simulated_user::SimulatedUser;
pub use clock::ClockMode;
pub use faults::{Fault, Hold};
pub use gateway::identifies::Identified;
pub use gateway::sent_events::SentEvents;
pub use options::{Options, Shortcut};
pub use rate_limits::config::RateLimits;
pub use rate_limits::record::{RateLimitScope, RateLimited};
pub use sandbox::control::SandboxClock;
pub use sandbox::{Sandbox, StartError};
pub use state::interaction::{RESPONSE_DEADLINE, TOKEN_LIFETIME};
pub use state::permission;
pub use state::snowflake::Snowflake;
pub use traffic::{Audience, Exchange, FileInfo, Protocol, Sender};
pub use validation::message::validate_message;
pub use violation::Violation;
