//! Configuration of a sandbox.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

/// Configuration of a [`Sandbox`](crate::Sandbox).
#[derive(Clone, Debug)]
pub struct Options {
    /// TCP port on 127.0.0.1, or 0 for any free port.
    pub port: u16,
    /// Seed from which tokens and ids are generated.
    pub seed: u64,
    /// Name and client locale of each simulated user. The first user owns the guild.
    pub people: Vec<(String, String)>,
    /// Buttons on the sandbox's web page that run slash commands.
    pub shortcuts: Vec<Shortcut>,
    /// File to which all recorded traffic is appended, one JSON object per line. `None` writes no file.
    pub traffic: Option<PathBuf>,
    /// Maximum number of requests, responses and gateway frames kept in memory for
    /// [`Sandbox::traffic`](crate::Sandbox::traffic).
    pub traffic_kept: usize,
    /// The only accepted bot token, or `None` to accept any token.
    pub token: Option<String>,
    /// Name of the guild.
    pub guild: String,
    /// Preferred locale of the guild.
    pub guild_locale: String,
    /// Name of the bot.
    pub bot: String,
    /// Names of the channels in which the bot has the permissions of an ordinary member.
    pub channels: Vec<String>,
    /// Names of the channels in which the bot has no permissions.
    pub closed_channels: Vec<String>,
    /// Bits of the privileged gateway intents granted to the application.
    pub privileged_intents: u64,
    /// If `true`, time advances only through [`Sandbox::advance`](crate::Sandbox::advance).
    pub stopped_clock: bool,
    /// Heartbeat interval requested by the gateway.
    pub heartbeat: Duration,
    /// Simulated network round-trip time of a REST request, measured in real time instead of by the sandbox's
    /// clock.
    pub distance: Duration,
}

/// A button on the sandbox's web page that runs a slash command.
#[derive(Clone, Debug, PartialEq)]
pub struct Shortcut {
    /// Label of the button.
    pub label: String,
    /// Localized labels as pairs of locale and label.
    pub label_localizations: Vec<(String, String)>,
    /// Name of the command, followed by the names of its subcommand group and subcommand, if any.
    pub path: Vec<String>,
    /// Option values as JSON objects with the fields `name`, `type` and `value`.
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
            guild: "Sandbox".to_owned(),
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

impl Shortcut {
    pub(crate) fn json(&self) -> Value {
        let others =
            self.label_localizations.iter().map(|(locale, label)| (locale.clone(), label.clone().into()));
        let others: serde_json::Map<String, Value> = others.collect();
        serde_json::json!({
            "label": self.label, "label_localizations": others, "path": self.path, "options": self.options,
        })
    }
}
