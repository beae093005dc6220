//! Sections of the configuration, with their default values.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use secrecy::SecretString;
use serde::{Deserialize, Serialize, Serializer};

use crate::discord::{self, Rate, ShardSelection};
use crate::store::DatabaseLocation;
use crate::table;

/// Settings for the connection to Discord.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Discord {
    /// Token of the bot.
    #[serde(serialize_with = "without_secret")]
    pub token: Option<SecretString>,
    /// File that contains the bot token. Used only if `token` is not set.
    pub token_file: Option<PathBuf>,
    /// Base URL of a Discord sandbox on this machine. If `None`, the bot connects to Discord.
    pub api: Option<String>,
    /// Time within which the sandbox expects the first response to an interaction.
    ///
    /// Without a sandbox, it must be [`RESPONSE_DEADLINE`](discord::RESPONSE_DEADLINE).
    #[serde(with = "humantime_serde")]
    pub response_deadline: Duration,
    /// See [`discord::Options::shards`].
    pub shards: ShardSelection,
    /// See [`discord::Timings::handover_timeout`].
    #[serde(with = "humantime_serde")]
    pub handover_timeout: Duration,
    /// See [`discord::Timings::shutdown_timeout`].
    #[serde(with = "humantime_serde")]
    pub shutdown_timeout: Duration,
    /// See [`discord::Options::counts_interactions`].
    pub counts_interactions: bool,
    /// See [`discord::Options::uses_interaction_tokens`].
    pub uses_interaction_tokens: bool,
}

impl Default for Discord {
    fn default() -> Self {
        let discord::Options { shards, timings, counts_interactions, uses_interaction_tokens, .. } =
            discord::Options::new(String::new());
        Self {
            token: None,
            token_file: None,
            api: None,
            response_deadline: discord::RESPONSE_DEADLINE,
            shards,
            handover_timeout: timings.handover_timeout,
            shutdown_timeout: timings.shutdown_timeout,
            counts_interactions,
            uses_interaction_tokens,
        }
    }
}

/// Location of the database.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Store {
    /// Path of a `SQLite` database file. If neither `path` nor `url` is set, the file is `ulti.db`.
    pub path: Option<PathBuf>,
    /// Address of the database, such as `postgres://ulti@db.example/ulti`. It may contain a password.
    #[serde(serialize_with = "without_secret")]
    pub url: Option<SecretString>,
    /// Maximum number of connections to a database server.
    pub connections: u32,
}

/// Limits on how often requests may be made and how many tables may be open. See [`discord::Limits`],
/// [`table::TableLimits`] and [`discord::Options`] for a description of each field.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)] // the fields are those of the types above
pub struct Limits {
    pub person: Rate,
    pub server: Rate,
    pub work_of_person: Rate,
    pub work_of_server: Rate,
    pub tables_of_person: u32,
    pub tables_on_server: u32,
    #[serde(with = "humantime_serde")]
    pub double_click: Duration,
}

/// Logging settings.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// Filter directives in `tracing` syntax, such as `warn,ulti=info`.
    pub filter: String,
}

/// Settings for the HTTP server that provides metrics and health checks. The server is disabled by default.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Watch {
    /// Address to listen on. If `None`, the server is disabled.
    pub address: Option<SocketAddr>,
    /// `true` to allow an `address` that is reachable from other machines.
    pub beyond_loopback: bool,
}

impl Default for Store {
    fn default() -> Self {
        Self { path: None, url: None, connections: DatabaseLocation::CONNECTIONS }
    }
}

impl Default for Limits {
    fn default() -> Self {
        let discord::Limits { person, server, work_of_person, work_of_server } = discord::Limits::default();
        let table::TableLimits { of_person, on_server } = table::TableLimits::default();
        Self {
            person,
            server,
            work_of_person,
            work_of_server,
            tables_of_person: of_person,
            tables_on_server: on_server,
            double_click: discord::Timings::DEFAULT.double_click,
        }
    }
}

impl Default for Log {
    fn default() -> Self {
        Self { filter: "warn,ulti=info".to_owned() }
    }
}

/// Serializes a secret as `None`, so that the output does not contain it.
#[allow(clippy::ref_option, reason = "serde passes a reference to the field")]
fn without_secret<S: Serializer>(_: &Option<SecretString>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_none()
}
