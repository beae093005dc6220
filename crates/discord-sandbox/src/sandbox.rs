//! Starting, inspecting and stopping a sandbox.

pub(crate) mod control;
mod shards;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::changes::Changes;
use crate::client::message::Message;
use crate::client::response::ActionError;
use crate::client::simulated_user::SimulatedUser;
use crate::clock::{Clock, ClockMode};
use crate::gateway::sent_events::SentEvents;
use crate::gateway::sessions::Intent;
use crate::options::Options;
use crate::rate_limits::record::RateLimited;
use crate::server;
use crate::shared::Shared;
use crate::state::snowflake::Snowflake;
use crate::traffic::{Exchange, Traffic};
use crate::violation::Violation;

/// Error returned by [`Sandbox::start`].
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The sandbox could not listen on the configured port, for example because the port is in use.
    #[error("failed to listen on 127.0.0.1:{port}")]
    Listen {
        /// The configured port.
        port: u16,
        /// The underlying I/O error.
        source: std::io::Error,
    },
    /// The traffic file could not be opened.
    #[error("failed to open traffic file {path}")]
    Traffic {
        /// Path of the traffic file.
        path: PathBuf,
        /// The underlying I/O error.
        source: std::io::Error,
    },
    /// The options contain no users or no channels.
    #[error("sandbox options must contain at least one user and one channel")]
    Empty,
}

/// A running sandbox. Dropping it stops the sandbox.
///
/// Prefer [`Sandbox::shutdown`], which closes all connections gracefully.
#[derive(Debug)]
pub struct Sandbox {
    pub(crate) shared: Arc<Shared>,
    port: u16,
    server: Option<tokio::task::JoinHandle<()>>,
}

impl Sandbox {
    /// Starts a sandbox that listens on 127.0.0.1.
    pub async fn start(options: Options) -> Result<Self, StartError> {
        if options.users.is_empty() || options.channels.is_empty() {
            return Err(StartError::Empty);
        }
        let listen = |source| StartError::Listen { port: options.port, source };
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", options.port)).await.map_err(listen)?;
        let port = listener.local_addr().map_err(listen)?.port();
        let path = options.traffic.clone().unwrap_or_default();
        let clock = Arc::new(Clock::new(options.clock));
        let changes = Changes::default();
        let traffic =
            Traffic::new(options.traffic.as_deref(), options.traffic_capacity.max(1), &clock, &changes)
                .map_err(|source| StartError::Traffic { path, source })?;
        let base_url = format!("http://127.0.0.1:{port}");
        let shared = Shared::new(options, base_url, clock, changes, Arc::new(traffic));
        let server = Some(tokio::spawn(server::serve(Arc::clone(&shared), listener)));
        Ok(Self { shared, port, server })
    }

    /// Returns the base URL for both the bot and the browser, `http://127.0.0.1:PORT`.
    pub fn base_url(&self) -> &str {
        &self.shared.base_url
    }

    /// Returns the TCP port on which the sandbox listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the time within which the bot must respond to an interaction.
    ///
    /// Returns `None` if the sandbox's clock does not follow the system clock, because the bot then has any
    /// amount of real time.
    pub fn response_deadline(&self) -> Option<Duration> {
        let options = &self.shared.options;
        (options.clock == ClockMode::System).then_some(options.response_deadline)
    }

    /// Closes all connections gracefully and stops listening.
    ///
    /// Waits at most two seconds for pending requests.
    pub async fn shutdown(mut self) {
        self.shared.faults.discard_all();
        self.shared.stop.cancel();
        if let Some(mut server) = self.server.take()
            && tokio::time::timeout(Duration::from_secs(2), &mut server).await.is_err()
        {
            // A hanging request must not delay the caller.
            server.abort();
        }
    }

    /// Returns a handle for the simulated user `name` in the first channel.
    ///
    /// If the user does not exist, every action of the returned handle fails.
    pub fn user(&self, name: &str) -> SimulatedUser {
        SimulatedUser::new(Arc::clone(&self.shared), name)
    }

    /// Returns the names of the simulated users in configuration order.
    pub fn user_names(&self) -> Vec<String> {
        self.shared.world().users.iter().map(|user| user.name.clone()).collect()
    }

    /// Returns the bot's user id, which is also the application id.
    pub fn bot(&self) -> Snowflake {
        self.shared.world().bot
    }

    /// Returns the id of the main guild.
    pub fn guild(&self) -> Snowflake {
        self.shared.world().guild
    }

    /// Returns the id of the main guild's channel or thread with the given name, or `None` if it does not
    /// exist.
    pub fn channel(&self, name: &str) -> Option<Snowflake> {
        self.shared.world().channel_named(name).map(|channel| channel.id)
    }

    /// Returns the registered commands as Discord command objects.
    pub fn commands(&self) -> Vec<Value> {
        self.shared.world().commands.iter().map(|(_, command)| command.clone()).collect()
    }

    /// Returns the application emoji as Discord emoji objects.
    pub fn emojis(&self) -> Vec<Value> {
        self.shared.world().emojis.clone()
    }

    /// Adds application emoji with the given names.
    ///
    /// This simulates adding emoji in Discord's developer portal.
    pub fn add_emojis(&self, names: impl IntoIterator<Item = String>) {
        let mut world = self.shared.world();
        for name in names {
            let id = self.shared.next_id(&mut world);
            world.emojis.push(serde_json::json!({
                "id": id, "name": name, "roles": [], "require_colons": true, "managed": false,
                "animated": false, "available": true,
            }));
        }
    }

    /// Deletes every application emoji for which `unwanted` returns `true` when called with the emoji's name.
    ///
    /// This simulates deleting emoji in Discord's developer portal.
    pub fn delete_emojis(&self, unwanted: impl Fn(&str) -> bool) {
        let kept = |emoji: &Value| !emoji["name"].as_str().is_some_and(&unwanted);
        self.shared.world().emojis.retain(kept);
    }

    /// Returns `true` if at least one shard of the bot is connected.
    pub fn is_online(&self) -> bool {
        self.shared.sessions.is_online()
    }

    /// Returns the shard id and the shard count of each connected shard.
    pub fn shards(&self) -> Vec<(u64, u64)> {
        self.shared.sessions.shards()
    }

    /// Waits until the bot is connected and has registered at least one command.
    pub async fn wait_until_ready(&self, timeout: Duration) -> Result<(), ActionError> {
        self.wait_until(|sandbox| sandbox.is_online() && !sandbox.commands().is_empty(), timeout).await
    }

    /// Waits until `condition` returns `true` or the timeout expires.
    pub async fn wait_until(
        &self,
        condition: impl Fn(&Self) -> bool,
        timeout: Duration,
    ) -> Result<(), ActionError> {
        let mut changes = self.shared.changes.subscribe();
        let come = async { while !condition(self) && changes.changed().await.is_ok() {} };
        tokio::time::timeout(timeout, come).await.map_err(|_| {
            let seen = self.violations().iter().map(ToString::to_string).collect::<Vec<_>>();
            ActionError::timeout(timeout, &seen, &self.shared)
        })
    }

    /// Sends an arbitrary gateway event to shard 0 of the bot.
    pub fn dispatch(&self, event: &str, data: &serde_json::Value) {
        self.shared.sessions.sent_events().interrupted();
        self.shared.dispatch(event, data, Intent::None, None);
    }

    /// Returns the recorded requests, responses and gateway frames, oldest first.
    pub fn traffic(&self) -> Vec<Exchange> {
        self.shared.traffic.all()
    }

    /// Returns the number of requests, responses and gateway frames that were ever recorded.
    ///
    /// Unlike [`traffic`](Self::traffic), it includes those that exceeded [`Options::traffic_capacity`].
    pub fn traffic_count(&self) -> u64 {
        self.shared.traffic.recorded()
    }

    /// Returns the numbers of the events that have been sent to the bot.
    pub fn sent_events(&self) -> SentEvents {
        self.shared.sessions.sent_events().current()
    }

    /// Returns the number of interactions in memory.
    ///
    /// Interactions older than 30 minutes are removed when a new one is created.
    pub fn interaction_count(&self) -> usize {
        self.shared.world().interactions.len()
    }

    /// Returns all recorded violations of Discord's rules by the bot, oldest first.
    pub fn violations(&self) -> Vec<Violation> {
        self.shared.world().violations.clone()
    }

    /// Returns the requests that were rejected because of [`Options::rate_limits`], oldest first.
    ///
    /// Rate limits injected with [`fail_next`](Self::fail_next) are not included. A rejected request is not a
    /// [`Violation`]: a bot that reads the limits from response headers may exceed a limit that it does not
    /// know.
    pub fn rate_limited(&self) -> Vec<RateLimited> {
        self.shared.limiter.rejected()
    }

    /// Returns the content of the uploaded file at `url`, or `None` if there is no such file.
    pub fn file(&self, url: &str) -> Option<Vec<u8>> {
        let path = url.strip_prefix(self.base_url())?.strip_prefix("/attachments/")?;
        let id: Snowflake = path.split('/').next()?.parse().ok()?;
        self.shared.world().files.get(&id).map(|(_, _, bytes)| bytes.to_vec())
    }

    /// Returns the current version of a message, or `None` if it does not exist.
    ///
    /// Unlike [`SimulatedUser::message`], this method also returns any user's ephemeral messages.
    pub fn message(&self, id: Snowflake) -> Option<Message> {
        self.shared.world().messages.get(&id).map(|message| Message::new(message.body.clone()))
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.shared.faults.discard_all();
        self.shared.stop.cancel();
    }
}
