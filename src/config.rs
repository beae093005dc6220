//! Configuration of the bot: a TOML file, overridden by environment variables.
//!
//! All values are validated before the bot starts. `config.example.toml` documents every key. The token is
//! a secret: no error and no log line contains it.

mod error;
#[cfg(test)]
mod tests;

use std::io::Read as _;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tracing_subscriber::EnvFilter;

use crate::discord::{self, Rate};
use crate::table;
use ulti_rules::{RuleSet, RuleSetError};

pub use error::{ConfigError, without_tokens};
use error::{KEYS, explain, place_of, wanted};

/// Maximum size of the token file, in bytes.
const TOKEN_FILE_AT_MOST: u64 = 4096;

/// Prefix of the environment variables that override configuration keys. A double underscore in a variable
/// name stands for the dot in a key.
const PREFIX: &str = "ULTI_";

/// The complete configuration of the bot.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Settings of the connection to Discord.
    pub discord: Discord,
    /// Location of the database.
    pub store: Store,
    /// Time limits of tables, and settings of their robots.
    pub table: Table,
    /// Rate limits and maximum numbers of tables, per user and per server.
    pub limits: Limits,
    /// Settings of the log output.
    pub log: Log,
    /// HTTP server for metrics and health checks.
    pub watch: Watch,
    /// Default rules of new tables: the name of a preset, house rules as text, or a TOML table of house
    /// rules.
    rules: Option<Value>,
}

/// Settings of the connection to Discord.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Discord {
    /// Token of the bot.
    pub token: Option<SecretString>,
    /// File that contains the bot token. Read only if `token` is not set.
    pub token_file: Option<PathBuf>,
    /// Base URL of a Discord sandbox on this machine. If `None`, the bot connects to Discord.
    pub api: Option<String>,
}

/// Location of the database.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Store {
    /// Path of the `SQLite` database file.
    pub path: PathBuf,
}

/// Time limits of tables, and settings of their robots. [`table::Options`] documents each field.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)] // the fields are those of `table::Options`
pub struct Table {
    #[serde(with = "humantime_serde")]
    pub soft_limit: Duration,
    #[serde(with = "humantime_serde")]
    pub hard_limit: Duration,
    pub misses_allowed: u8,
    #[serde(with = "humantime_serde")]
    pub robot_pace: Duration,
    pub robot_threads: usize,
    #[serde(with = "humantime_serde")]
    pub sleep_after: Duration,
    #[serde(with = "humantime_serde")]
    pub abandon_after: Duration,
}

/// Rate limits, and maximum numbers of tables. [`discord::Limits`], [`table::TableLimits`] and
/// [`discord::Options`] document each field.
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

/// Settings of the log output.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// Filter directives of `tracing`, which set the log level of each module.
    pub filter: String,
}

/// HTTP server for metrics and health checks. Disabled by default.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Watch {
    /// Address to listen on. If `None`, the server is disabled.
    pub address: Option<SocketAddr>,
    /// `true` to allow an `address` that other machines can reach.
    pub beyond_loopback: bool,
}

impl Default for Store {
    fn default() -> Self {
        Self { path: "ulti.db".into() }
    }
}

impl Default for Table {
    fn default() -> Self {
        let options = table::Options::default();
        Self {
            soft_limit: options.soft_limit,
            hard_limit: options.hard_limit,
            misses_allowed: options.misses_allowed,
            robot_pace: options.robot_pace,
            robot_threads: options.robot_threads,
            sleep_after: options.sleep_after,
            abandon_after: options.abandon_after,
        }
    }
}

impl Table {
    /// Returns the first key whose duration exceeds [`table::Options::LONGEST`], together with the duration.
    fn too_long(&self) -> Option<(&'static str, Duration)> {
        [
            ("table.soft_limit", self.soft_limit),
            ("table.hard_limit", self.hard_limit),
            ("table.robot_pace", self.robot_pace),
            ("table.sleep_after", self.sleep_after),
            ("table.abandon_after", self.abandon_after),
        ]
        .into_iter()
        .find(|(_, span)| *span > table::Options::LONGEST)
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
            double_click: discord::Options::DOUBLE_CLICK,
        }
    }
}

impl Limits {
    fn too_long(&self) -> Option<(&'static str, Duration)> {
        Some(("limits.double_click", self.double_click)).filter(|(_, span)| *span > table::Options::LONGEST)
    }

    /// Returns the first key that is zero. A limit of zero would reject every request.
    fn first_zero(&self) -> Option<&'static str> {
        [
            ("limits.person.at_once", self.person.at_once),
            ("limits.person.per_second", self.person.per_second),
            ("limits.server.at_once", self.server.at_once),
            ("limits.server.per_second", self.server.per_second),
            ("limits.work_of_person.at_once", self.work_of_person.at_once),
            ("limits.work_of_person.per_second", self.work_of_person.per_second),
            ("limits.work_of_server.at_once", self.work_of_server.at_once),
            ("limits.work_of_server.per_second", self.work_of_server.per_second),
            ("limits.tables_of_person", self.tables_of_person),
            ("limits.tables_on_server", self.tables_on_server),
        ]
        .into_iter()
        .find_map(|(key, value)| (value == 0).then_some(key))
    }
}

impl Default for Log {
    fn default() -> Self {
        Self { filter: "warn,ulti=info".to_owned() }
    }
}

impl Config {
    /// Loads the configuration from a file and from environment variables, and validates every value.
    ///
    /// If `file` is `None`, `config.toml` is read if it exists.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, or if the given file does not exist.
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
        let figment = Figment::from(Serialized::defaults(Defaults::default()));
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

    /// Returns the rules of new tables on servers that have not chosen their own rules.
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

    /// Returns the token from the configuration or from the token file, or `None` if neither is set.
    ///
    /// # Errors
    /// Returns an error if the token file cannot be read.
    pub fn token(&self) -> Result<Option<SecretString>, ConfigError> {
        let given = |token: &SecretString| !token.expose_secret().trim().is_empty();
        if let Some(token) = self.discord.token.as_ref().filter(|token| given(token)) {
            return Ok(Some(token.expose_secret().trim().into()));
        }
        let Some(file) = &self.discord.token_file else { return Ok(None) };
        let text = read_token(file)
            .map_err(|reason| ConfigError::Unreadable { file: file.display().to_string(), reason })?;
        Ok(Some(SecretString::from(text.trim())).filter(given))
    }

    /// Returns the options for tables.
    pub fn table_options(&self) -> table::Options {
        let table = &self.table;
        table::Options {
            soft_limit: table.soft_limit,
            hard_limit: table.hard_limit,
            misses_allowed: table.misses_allowed,
            robot_pace: table.robot_pace,
            robot_threads: table.robot_threads,
            sleep_after: table.sleep_after,
            abandon_after: table.abandon_after,
            ..table::Options::default()
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
        let table = &self.table;
        let span = |span: Duration| format!("{span:?}");
        let api = self.discord.api.clone().unwrap_or_default();
        let watch = &self.watch;
        let zero = self.limits.first_zero();
        let too_long = table.too_long().or_else(|| self.limits.too_long());
        let rules: [(bool, &str, String, &str); 10] = [
            (
                api.is_empty() || is_of_this_machine(&api),
                "discord.api",
                api.clone(),
                "give the URL of a sandbox on this machine, such as \"http://127.0.0.1:4690\", or leave it out \
                 for Discord",
            ),
            (!self.store.path.as_os_str().is_empty(), "store.path", "empty".to_owned(), wanted("store.path")),
            (
                table.hard_limit >= Duration::from_secs(1),
                "table.hard_limit",
                span(table.hard_limit),
                "give at least \"1s\"",
            ),
            (
                too_long.is_none(),
                too_long.map_or("", |(key, _)| key),
                too_long.map_or_else(String::new, |(_, long)| span(long)),
                "give at most \"30d\"",
            ),
            (
                table.soft_limit <= table.hard_limit,
                "table.soft_limit",
                span(table.soft_limit),
                "give at most the value of table.hard_limit",
            ),
            (
                table.misses_allowed >= 1,
                "table.misses_allowed",
                table.misses_allowed.to_string(),
                wanted("table.misses_allowed"),
            ),
            (
                (1..=64).contains(&table.robot_threads),
                "table.robot_threads",
                table.robot_threads.to_string(),
                wanted("table.robot_threads"),
            ),
            (zero.is_none(), zero.unwrap_or_default(), "0".to_owned(), wanted(zero.unwrap_or_default())),
            (
                EnvFilter::try_new(&self.log.filter).is_ok(),
                "log.filter",
                format!("{:?}", self.log.filter),
                wanted("log.filter"),
            ),
            (
                watch.beyond_loopback || watch.address.is_none_or(|address| address.ip().is_loopback()),
                "watch.address",
                watch.address.map_or_else(String::new, |address| address.to_string()),
                "other machines can reach this address, and there is no password: give a loopback address, such \
                 as \"127.0.0.1:9464\", or set watch.beyond_loopback = true",
            ),
        ];
        match rules.into_iter().find(|(good, ..)| !good) {
            None => Ok(()),
            Some((_, key, value, wanted)) => Err(ConfigError::Value {
                key: key.to_owned(),
                value: without_tokens(&value),
                place: String::new(),
                wanted: wanted.to_owned(),
            }),
        }
    }
}

/// Reads the token file, which may be a pipe, up to [`TOKEN_FILE_AT_MOST`] bytes.
fn read_token(file: &Path) -> Result<String, String> {
    let mut text = String::new();
    let read = std::fs::File::open(file)
        .and_then(|opened| opened.take(TOKEN_FILE_AT_MOST + 1).read_to_string(&mut text))
        .map_err(|error| error.to_string())?;
    let fits = u64::try_from(read).is_ok_and(|read| read <= TOKEN_FILE_AT_MOST);
    fits.then_some(text)
        .ok_or_else(|| "the file is too long for a token, which has about 70 characters".to_owned())
}

/// Returns `true` if the URL uses plain HTTP and its host is `localhost` or a loopback address.
fn is_of_this_machine(api: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(api) else { return false };
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    let is_loopback = host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    url.scheme() == "http" && url.username().is_empty() && (is_loopback || host == "localhost")
}

/// Rejects environment variables with a single underscore between section and key.
///
/// The correct separator is `__`. Without this check, such variables would be ignored.
fn check_separators() -> Result<(), ConfigError> {
    let variable = |key: &str, dot: &str| format!("{PREFIX}{}", key.replace('.', dot).to_uppercase());
    let is_set = |key: &&&str| key.contains('.') && std::env::var_os(variable(key, "_")).is_some();
    KEYS.iter().find(is_set).map_or(Ok(()), |key| {
        let place = " in the environment".to_owned();
        Err(ConfigError::UnknownKey { key: variable(key, "_"), place, nearest: variable(key, "__") })
    })
}

/// Default values of all configuration sections that have defaults.
#[derive(Debug, Default, Serialize)]
struct Defaults {
    store: Store,
    table: Table,
    limits: Limits,
    log: Log,
}
