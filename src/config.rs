//! Configuration of the bot: a TOML file, overridden by environment variables.
//!
//! All values are validated before the bot starts. `config.example.toml` documents every key. The token is
//! a secret: no error and no log line contains it.

mod error;
mod sections;
#[cfg(test)]
mod tests;
mod token_text;
mod tokens;

use std::io::Read as _;
use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tracing_subscriber::EnvFilter;

use crate::discord;
use crate::store::{DatabaseLocation, InvalidLocation};
use crate::table;
use ulti_rules::{RuleSet, RuleSetError};

pub use error::ConfigError;
use error::{explain, place_of, wanted};
pub use sections::{Discord, Limits, Log, Store, Watch};
use token_text::{decode, token_in};
pub use tokens::without_tokens;

/// Maximum size of the token file, in bytes.
const TOKEN_FILE_AT_MOST: u64 = 4096;

/// Path of the database file if none is configured.
const DEFAULT_FILE: &str = "ulti.db";

/// Prefix for environment variables that override configuration keys. In a variable name, `__` stands for the
/// dot in a key.
const PREFIX: &str = "ULTI_";

/// The complete configuration of the bot.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Settings for the connection to Discord.
    pub discord: Discord,
    /// Location of the database.
    pub store: Store,
    /// Time limits for tables, and settings for their robots.
    pub table: table::Options,
    /// Limits on how often requests may be made and how many tables may be open, per user and per server.
    pub limits: Limits,
    /// Logging settings.
    pub log: Log,
    /// Settings for the HTTP server that provides metrics and health checks.
    pub watch: Watch,
    /// Default rules for new tables: a preset name, house rules as text, or a TOML table of house rules.
    rules: Option<Value>,
}

impl Config {
    /// Loads the configuration from a file and from environment variables, and validates every value.
    ///
    /// If `file` is `None`, reads `config.toml` if it exists.
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid, or if the given file does not exist or cannot be
    /// read.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        let path = file.unwrap_or(Path::new("config.toml"));
        if file.is_some() && !path.is_file() {
            let reason = "no such file".to_owned();
            return Err(ConfigError::Unreadable { file: path.display().to_string(), reason });
        }
        let from_file = Toml::file_exact(path);
        // Every key except `rules` is in a TOML table, so a name without `__` (ULTI_CONFIG) is no key.
        let is_key = |name: &figment::value::UncasedStr| name.as_str().contains("__") || name == "rules";
        check_separators()?;
        let from_environment = Env::prefixed(PREFIX).filter(is_key).split("__");
        let figment = Figment::from(Serialized::defaults(Self::default()));
        let figment = if path.is_file() { figment.merge(from_file) } else { figment };
        Self::from(&figment.merge(from_environment))
    }

    fn from(figment: &Figment) -> Result<Self, ConfigError> {
        let config: Self = figment.extract().map_err(explain)?;
        config.check()?;
        let place = || figment.find_metadata("rules").map_or_else(String::new, place_of);
        config.rules().map_err(|reason| ConfigError::Rules { place: place(), reason })?;
        Ok(config)
    }

    /// Returns the rules for new tables on servers that have not chosen their own rules.
    ///
    /// # Errors
    /// Returns an error if the rules are invalid. [`load`](Self::load) already rejects invalid rules.
    pub fn rules(&self) -> Result<RuleSet, RuleSetError> {
        match &self.rules {
            None => RuleSet::preset(RuleSet::USUAL),
            Some(Value::String(words)) => RuleSet::read(words, &RuleSet::preset(RuleSet::USUAL)?),
            Some(Value::Object(house)) => RuleSet::house(house),
            Some(other) => Err(RuleSetError::Unreadable(format!(
                "{other} is neither a preset's name, such as \"4m\", nor a table, such as {{ preset = \"rablo\" }}"
            ))),
        }
    }

    /// Returns the bot token from the configuration or the token file. Returns `None` if no token is
    /// configured.
    ///
    /// # Errors
    /// Returns an error if the text is no token, or if the token file cannot be read or is too long.
    pub fn token(&self) -> Result<Option<SecretString>, ConfigError> {
        if let Some(text) = &self.discord.token {
            let token = token_in(text.expose_secret()).map_err(|reason| ConfigError::Value {
                key: "discord.token".to_owned(),
                value: "not a token".to_owned(),
                place: String::new(),
                wanted: reason,
            })?;
            if token.is_some() {
                return Ok(token.map(SecretString::from));
            }
        }
        let Some(file) = &self.discord.token_file else { return Ok(None) };
        let token = read_token(file).and_then(|text| token_in(&text));
        let unreadable = |reason| ConfigError::Unreadable { file: file.display().to_string(), reason };
        Ok(token.map_err(unreadable)?.map(SecretString::from))
    }

    /// Returns the location of the database.
    ///
    /// # Errors
    /// Returns an error if the address is invalid, or if both `store.path` and `store.url` are set. The error
    /// does not contain the address.
    pub fn database(&self) -> Result<DatabaseLocation, ConfigError> {
        let Store { path, url, connections } = &self.store;
        let invalid = |value: &str, wanted: &str| {
            let (key, value, wanted) = ("store.url".to_owned(), value.to_owned(), wanted.to_owned());
            ConfigError::Value { key, value, place: String::new(), wanted }
        };
        match (path, url) {
            (Some(_), Some(_)) => Err(invalid("set, and so is store.path", "remove one of them")),
            (Some(path), None) => Ok(DatabaseLocation::File(path.clone())),
            (None, None) => Ok(DatabaseLocation::File(DEFAULT_FILE.into())),
            (None, Some(url)) => {
                let location: Result<DatabaseLocation, InvalidLocation> = url.expose_secret().trim().parse();
                let location = location.map_err(|error| invalid("invalid", &error.to_string()))?;
                Ok(location.with_connections(*connections))
            }
        }
    }

    /// Returns the rate limits per user and per server.
    pub fn limits(&self) -> discord::Limits {
        let Limits { person, server, work_of_person, work_of_server, .. } = self.limits;
        discord::Limits { person, server, work_of_person, work_of_server }
    }

    /// Returns the maximum number of open tables per user and per server.
    pub fn most_tables(&self) -> table::TableLimits {
        table::TableLimits {
            of_person: self.limits.tables_of_person,
            on_server: self.limits.tables_on_server,
        }
    }

    fn check(&self) -> Result<(), ConfigError> {
        let api = self.discord.api.as_deref().unwrap_or_default();
        let sandbox = "give the URL of a sandbox on this machine, such as \"http://127.0.0.1:4690\", or leave it \
                       out for Discord";
        require(api.is_empty() || is_of_this_machine(api), "discord.api", &api, sandbox)?;
        let is_empty = self.store.path.as_ref().is_some_and(|path| path.as_os_str().is_empty());
        require(!is_empty, "store.path", &"empty", wanted("store.path"))?;
        let connections = self.store.connections;
        require(
            (3..=1_000).contains(&connections),
            "store.connections",
            &connections,
            wanted("store.connections"),
        )?;
        self.database()?;
        self.check_table()?;
        if let Some(key) = self.limit_of_zero() {
            require(false, &key, &0, wanted(&key))?;
        }
        let filter = &self.log.filter;
        let is_filter = EnvFilter::try_new(filter).is_ok();
        require(is_filter, "log.filter", &format_args!("{filter:?}"), wanted("log.filter"))?;
        let Some(address) = self.watch.address else { return Ok(()) };
        let loopback = "other machines can reach this address, and there is no password: give a loopback \
                        address, such as \"127.0.0.1:9464\", or set watch.beyond_loopback = true";
        require(self.watch.beyond_loopback || address.ip().is_loopback(), "watch.address", &address, loopback)
    }

    fn check_table(&self) -> Result<(), ConfigError> {
        let table = &self.table;
        let require_span =
            |good, key, span: Duration, wanted| require(good, key, &format_args!("{span:?}"), wanted);
        let is_long_enough = table.hard_limit >= Duration::from_secs(1);
        require_span(is_long_enough, "table.hard_limit", table.hard_limit, "give at least \"1s\"")?;
        let (key, step) = ("discord.shutdown_timeout", self.discord.shutdown_timeout);
        require_span(step >= Duration::from_secs(1), key, step, "give at least \"1s\"")?;
        let (key, deadline) = ("discord.response_deadline", self.discord.response_deadline);
        require_span(deadline >= Duration::from_millis(100), key, deadline, "give at least \"100ms\"")?;
        let is_known = self.discord.api.is_some() || deadline == discord::RESPONSE_DEADLINE;
        let unknown =
            "leave it out, because Discord waits for \"3s\"; a sandbox (discord.api) may wait longer";
        require_span(is_known, key, deadline, unknown)?;
        let spans = [
            ("table.soft_limit", table.soft_limit),
            ("table.hard_limit", table.hard_limit),
            ("table.robot_pace", table.robot_pace),
            ("table.sleep_after", table.sleep_after),
            ("table.abandon_after", table.abandon_after),
            ("limits.double_click", self.limits.double_click),
            (key, deadline),
            ("discord.handover_timeout", self.discord.handover_timeout),
            ("discord.shutdown_timeout", self.discord.shutdown_timeout),
        ];
        for (key, span) in spans {
            require_span(span <= table::Options::LONGEST, key, span, "give at most \"30d\"")?;
        }
        let is_soft = table.soft_limit <= table.hard_limit;
        let at_most = "give at most the value of table.hard_limit";
        require_span(is_soft, "table.soft_limit", table.soft_limit, at_most)?;
        let (misses, threads) = (table.misses_allowed, table.robot_threads);
        require(misses >= 1, "table.misses_allowed", &misses, wanted("table.misses_allowed"))?;
        require((1..=64).contains(&threads), "table.robot_threads", &threads, wanted("table.robot_threads"))
    }

    /// Returns the key of the first limit that is zero. A limit of zero would reject every request.
    fn limit_of_zero(&self) -> Option<String> {
        let limits = json!({ "limits": self.limits });
        let is_zero =
            |key: &String| limits.pointer(&format!("/{}", key.replace('.', "/"))) == Some(&0.into());
        keys().into_iter().find(is_zero)
    }
}

/// Returns [`ConfigError::Value`] for `key` if `good` is `false`. `wanted` describes the valid values.
fn require(good: bool, key: &str, value: &dyn ToString, wanted: &str) -> Result<(), ConfigError> {
    if good {
        return Ok(());
    }
    let (key, value, wanted) = (key.to_owned(), without_tokens(&value.to_string()), wanted.to_owned());
    Err(ConfigError::Value { key, value, place: String::new(), wanted })
}

/// Reads the token file, which may be a pipe.
///
/// # Errors
/// Returns an error if the file cannot be read or is longer than [`TOKEN_FILE_AT_MOST`] bytes.
fn read_token(file: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = std::fs::File::open(file)
        .and_then(|opened| opened.take(TOKEN_FILE_AT_MOST + 1).read_to_end(&mut bytes))
        .map_err(|error| error.to_string())?;
    if u64::try_from(read).is_ok_and(|read| read <= TOKEN_FILE_AT_MOST) {
        decode(bytes)
    } else {
        Err("the file is too long for a token, which has about 70 characters".to_owned())
    }
}

/// Returns `true` if the URL uses plain HTTP and points to this machine (`localhost` or a loopback address).
fn is_of_this_machine(api: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(api) else { return false };
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    let is_loopback = host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    url.scheme() == "http" && url.username().is_empty() && (is_loopback || host == "localhost")
}

/// Rejects environment variables that have a single underscore between section and key.
///
/// The correct separator is `__`. Without this check, such variables would be silently ignored.
fn check_separators() -> Result<(), ConfigError> {
    let variable = |key: &str, dot: &str| format!("{PREFIX}{}", key.replace('.', dot).to_uppercase());
    let is_set = |key: &&String| key.contains('.') && std::env::var_os(variable(key, "_")).is_some();
    keys().iter().find(is_set).map_or(Ok(()), |key| {
        let place = " in the environment".to_owned();
        Err(ConfigError::UnknownKey { key: variable(key, "_"), place, nearest: variable(key, "__") })
    })
}

/// Returns the full names of all configuration sections and keys.
fn keys() -> Vec<String> {
    let mut keys = Vec::new();
    add_keys(&json!(Config::default()), "", &mut keys);
    keys
}

fn add_keys(section: &Value, prefix: &str, keys: &mut Vec<String>) {
    for (name, value) in section.as_object().into_iter().flatten() {
        keys.push(format!("{prefix}{name}"));
        add_keys(value, &format!("{prefix}{name}."), keys);
    }
}
