//! A stand-in for Discord on loopback: the gateway and the REST routes a bot uses, strict about Discord's limits,
//! and a page in the browser that looks and works like a channel.
//!
//! It knows Discord's wire and nothing of any bot. A real client talks to it by one setting, the base URL:
//!
//! ```no_run
//! # use ulti::playground::{Options, Playground};
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let playground = Playground::start(Options::default()).await?;
//! println!("{}", playground.base_url()); // serenity: `HttpBuilder::new(token).proxy(base_url)`
//! let answer = playground.person("Anna").in_channel("ulti").command("ulti new", [("robots", 2.into())]).await?;
//! assert!(answer.message.is_some());
//! # Ok(())
//! # }
//! ```
//!
//! What Discord would refuse is refused with Discord's words and becomes a [`Complaint`]; so is what Discord lets
//! pass in silence and no bot means: an unknown route, a misspelt field, an interaction left unanswered. Tests may
//! tell it to misbehave ([`Playground::fail_next`], [`Playground::hold`], …); nothing else does.
//!
//! Deliberately absent: the newer layout components, polls, private threads, voice, and every route not named in
//! `rest`.

mod answer;
mod attachment;
mod channel;
mod clock;
mod complaint;
mod events;
mod fate;
mod faults;
mod gateway;
mod hub;
mod interaction;
mod invocation;
mod limits;
mod message;
mod page;
mod people;
pub mod permission;
mod person;
mod post;
mod rest;
mod server;
mod sessions;
mod snowflake;
mod socket;
mod traffic;
mod widgets;
mod world;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

#[cfg(test)]
pub(crate) use limits::message::refusals;

pub use answer::{Answer, Choice, Failure};
pub use complaint::Complaint;
pub use faults::{Fault, Hold};
pub use message::Message;
pub use person::Person;
pub use snowflake::Id;
pub use traffic::{Exchange, FileNote, Readers, Sender, Way};

use hub::{Ground, Hub};
use world::{Names, World};

/// What a stand-in is made of.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port on 127.0.0.1; 0 for any that is free.
    pub port: u16,
    /// Tokens and ids come from it.
    pub seed: u64,
    /// Names and client languages. The first owns the guild.
    pub people: Vec<(String, String)>,
    /// Big buttons of the page, as [`Shortcut`]s.
    pub shortcuts: Vec<Shortcut>,
    /// A file that gets the traffic, a JSON object a line.
    pub traffic: Option<PathBuf>,
    /// So many exchanges of the traffic are kept in memory for [`Playground::traffic`].
    pub traffic_kept: usize,
    /// The only bot token accepted; none: any.
    pub token: Option<String>,
    /// The guild's name.
    pub guild: String,
    /// The guild's preferred language.
    pub guild_locale: String,
    /// The bot's name.
    pub bot: String,
    /// Channels in which the bot may do what members may.
    pub channels: Vec<String>,
    /// Channels in which it has no permission at all.
    pub closed_channels: Vec<String>,
    /// Privileged gateway intents that the application has been granted, as bits.
    pub privileged_intents: u64,
    /// Time passes only by [`Playground::advance`].
    pub stopped_clock: bool,
    /// How often the gateway wants a heartbeat.
    pub heartbeat: Duration,
    /// How long a request and its answer are on their way, by the machine's clock.
    pub distance: Duration,
}

/// A command one press away.
#[derive(Clone, Debug, PartialEq)]
pub struct Shortcut {
    /// What stands on the button.
    pub label: String,
    /// The same in other languages, as commands have it: locale and label.
    pub label_localizations: Vec<(String, String)>,
    /// The command, its group, its subcommand.
    pub path: Vec<String>,
    /// Options as in an interaction: `{"name", "type", "value"}` each.
    pub options: Vec<Value>,
}

impl Default for Options {
    fn default() -> Self {
        let people = [("Anna", "hu"), ("Bea", "en-US"), ("Csaba", "hu"), ("Dóri", "hu"), ("Ed", "en-US")];
        Self {
            port: 0,
            seed: 1,
            people: people.map(|(name, locale)| (name.to_owned(), locale.to_owned())).to_vec(),
            shortcuts: Vec::new(),
            traffic: None,
            traffic_kept: 200_000,
            token: None,
            guild: "Playground".to_owned(),
            guild_locale: "hu".to_owned(),
            bot: "Bot".to_owned(),
            channels: vec!["ulti".to_owned(), "general".to_owned()],
            closed_channels: vec!["no-entry".to_owned()],
            privileged_intents: 0,
            stopped_clock: false,
            heartbeat: Duration::from_millis(41_250),
            distance: Duration::ZERO,
        }
    }
}

/// Why a stand-in could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port is taken, or not allowed.
    #[error("can't listen on 127.0.0.1:{port}")]
    Listen {
        /// The port asked for.
        port: u16,
        /// What the system says.
        source: std::io::Error,
    },
    /// The traffic file can't be written.
    #[error("can't write the traffic to {path}")]
    Traffic {
        /// The file asked for.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Without people or channels nothing can happen.
    #[error("a playground needs at least one person and one channel")]
    Empty,
}

/// A running stand-in. It stops when dropped, better by [`Playground::shutdown`].
#[derive(Debug)]
pub struct Playground {
    hub: Arc<Hub>,
    port: u16,
    server: Option<tokio::task::JoinHandle<()>>,
}

impl Playground {
    /// Starts to listen on 127.0.0.1.
    pub async fn start(options: Options) -> Result<Self, StartError> {
        if options.people.is_empty() || options.channels.is_empty() {
            return Err(StartError::Empty);
        }
        let listen = |source| StartError::Listen { port: options.port, source };
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", options.port)).await.map_err(listen)?;
        let port = listener.local_addr().map_err(listen)?.port();
        let path = options.traffic.clone().unwrap_or_default();
        let traffic = traffic::Traffic::new(options.traffic.as_deref(), options.traffic_kept.max(1))
            .map_err(|source| StartError::Traffic { path, source })?;
        let names = Names {
            guild: &options.guild,
            guild_locale: &options.guild_locale,
            bot: &options.bot,
            channels: &options.channels,
            closed_channels: &options.closed_channels,
            people: &options.people,
        };
        let ground = Ground {
            base_url: format!("http://127.0.0.1:{port}"),
            token: options.token.clone(),
            privileged: options.privileged_intents,
            shortcuts: options.shortcuts.iter().map(Shortcut::json).collect(),
            heartbeat: clock::millis(options.heartbeat),
            distance: options.distance,
            clock: clock::Clock::new(options.stopped_clock),
            traffic,
            seed: options.seed,
        };
        let hub = Hub::new(ground, World::new(options.seed, &names));
        let server = Some(tokio::spawn(server::serve(Arc::clone(&hub), listener)));
        Ok(Self { hub, port, server })
    }

    /// `http://127.0.0.1:PORT`, for the bot and for the browser.
    pub fn base_url(&self) -> &str {
        &self.hub.base_url
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Closes every socket properly and stops listening.
    pub async fn shutdown(mut self) {
        self.hub.faults.discard_all();
        self.hub.stop.cancel();
        if let Some(mut server) = self.server.take()
            && tokio::time::timeout(Duration::from_secs(2), &mut server).await.is_err()
        {
            // A request that hangs must not keep the program.
            server.abort();
        }
    }

    /// Someone, in the first channel. Of a name that nobody has, everything they do is refused.
    pub fn person(&self, name: &str) -> Person {
        Person::new(Arc::clone(&self.hub), name)
    }

    /// The names of the people, in order.
    pub fn people(&self) -> Vec<String> {
        self.hub.world().people.iter().map(|human| human.name.clone()).collect()
    }

    /// The bot's user id, which is the application's too.
    pub fn bot(&self) -> Id {
        self.hub.world().bot
    }

    /// The guild's id.
    pub fn guild(&self) -> Id {
        self.hub.world().guild
    }

    /// The id of a channel of the guild.
    pub fn channel(&self, name: &str) -> Option<Id> {
        self.hub.world().channel_named(name).map(|channel| channel.id)
    }

    /// The registered commands, as Discord gives them back.
    pub fn commands(&self) -> Vec<Value> {
        self.hub.world().commands.iter().map(|(_, command)| command.clone()).collect()
    }

    /// The application's emoji, as Discord gives them back.
    pub fn emojis(&self) -> Vec<Value> {
        self.hub.world().emojis.clone()
    }

    /// Gives the application so many emoji that nobody asked for, as somebody else might have.
    pub fn add_emojis(&self, names: impl IntoIterator<Item = String>) {
        let mut world = self.hub.world();
        for name in names {
            let id = self.hub.id(&mut world);
            world.emojis.push(serde_json::json!({
                "id": id, "name": name, "roles": [], "require_colons": true, "managed": false,
                "animated": false, "available": true,
            }));
        }
    }

    /// Deletes the application's emoji whose names are so, as somebody in the portal might.
    pub fn delete_emojis(&self, unwanted: impl Fn(&str) -> bool) {
        let kept = |emoji: &Value| !emoji["name"].as_str().is_some_and(&unwanted);
        self.hub.world().emojis.retain(kept);
    }

    /// Whether a shard of the bot is connected.
    pub fn online(&self) -> bool {
        self.hub.sessions.online()
    }

    /// The connected shards, `(id, count)`.
    pub fn shards(&self) -> Vec<(u64, u64)> {
        self.hub.sessions.shards()
    }

    /// Waits until the bot is connected and has registered commands.
    pub async fn ready(&self, patience: Duration) -> Result<(), Failure> {
        self.until(|playground| playground.online() && !playground.commands().is_empty(), patience).await
    }

    /// Waits until something about the stand-in is as wanted.
    pub async fn until(&self, wanted: impl Fn(&Self) -> bool, patience: Duration) -> Result<(), Failure> {
        let mut changes = self.hub.changes();
        let come = async { while !wanted(self) && changes.changed().await.is_ok() {} };
        tokio::time::timeout(patience, come).await.map_err(|_| Failure::NotSeen {
            waited: patience,
            seen: self.complaints().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
            traffic: self.hub.traffic.print(),
        })
    }

    /// Sends the bot an event of the gateway, whatever it says.
    pub fn dispatch(&self, event: &str, data: &serde_json::Value) {
        self.hub.sessions.dispatch(&self.hub, event, data, sessions::Intent::None, None);
    }

    /// Everything that went over the wire.
    pub fn traffic(&self) -> Vec<Exchange> {
        self.hub.traffic.all()
    }

    /// How many interactions there have been.
    pub fn interactions(&self) -> usize {
        self.hub.world().interactions.len()
    }

    /// What the bot did wrong so far.
    pub fn complaints(&self) -> Vec<Complaint> {
        self.hub.world().complaints.clone()
    }

    /// The bytes of an uploaded file, by the address that a message gives for it.
    pub fn file(&self, url: &str) -> Option<Vec<u8>> {
        let path = url.strip_prefix(self.base_url())?.strip_prefix("/attachments/")?;
        let id: Id = path.split('/').next()?.parse().ok()?;
        self.hub.world().files.get(&id).map(|(_, _, bytes)| bytes.to_vec())
    }

    /// A message whoever sees it, ephemeral ones too.
    pub fn message(&self, id: Id) -> Option<Message> {
        self.hub.world().posts.get(&id).map(|post| Message::new(post.body.clone()))
    }
}

impl Drop for Playground {
    fn drop(&mut self) {
        self.hub.faults.discard_all();
        self.hub.stop.cancel();
    }
}

impl Shortcut {
    fn json(&self) -> Value {
        let others =
            self.label_localizations.iter().map(|(locale, label)| (locale.clone(), label.clone().into()));
        let others: serde_json::Map<String, Value> = others.collect();
        serde_json::json!({
            "label": self.label, "label_localizations": others, "path": self.path, "options": self.options,
        })
    }
}
