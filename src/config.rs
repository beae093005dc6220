//! The configuration: a file, then the environment over it, checked before anything starts.
//!
//! `config.example.toml` explains every key. The token is held as a secret: no error and no log
//! line shows it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use figment::error::Kind;
use figment::providers::{Env, Format, Serialized, Toml};
use figment::{Figment, Metadata};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tracing_subscriber::EnvFilter;

use crate::rules::{RuleSet, RuleSetError};
use crate::table;

/// What the names of environment variables begin with; `__` stands for the dot between keys.
const PREFIX: &str = "ULTI_";

/// Everything that can be configured.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The way to Discord.
    pub discord: Discord,
    /// Where everything is kept.
    pub store: Store,
    /// How patient tables are.
    pub table: Table,
    /// What is logged.
    pub log: Log,
    /// What a new table plays by where its server has chosen nothing: a preset's name, house rules
    /// in words, or a table of them.
    rules: Option<Value>,
}

/// The way to Discord.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Discord {
    /// The bot's token.
    pub token: Option<SecretString>,
    /// A file that holds the token, where it is not given itself.
    pub token_file: Option<PathBuf>,
    /// A stand-in for Discord on this machine.
    pub api: Option<String>,
}

/// Where everything is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Store {
    /// The database file.
    pub path: PathBuf,
}

/// How patient tables are; [`table::Options`] says what each key means.
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

/// What is logged.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// `tracing`'s filter: levels by module.
    pub filter: String,
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

impl Default for Log {
    fn default() -> Self {
        Self { filter: "warn,ulti=info".to_owned() }
    }
}

/// What is wrong with the configuration, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// A value that does not do.
    #[error("{key} is {value}{place}: {wanted}")]
    Value {
        /// The key, with dots.
        key: String,
        /// What it is, hidden where it is secret.
        value: String,
        /// Where it stands: ` (config.toml)`, or nothing.
        place: String,
        /// What would be right.
        wanted: String,
    },
    /// A key that there is not.
    #[error("there is no key {key}{place}: did you mean {nearest}?")]
    UnknownKey {
        /// What was written.
        key: String,
        /// Where it stands.
        place: String,
        /// The nearest key there is.
        nearest: String,
    },
    /// Rules that are none.
    #[error("rules{place}: {reason}")]
    Rules {
        /// Where they stand.
        place: String,
        /// What is wrong with them, and the nearest right thing.
        reason: RuleSetError,
    },
    /// A file that can't be read, or is not TOML.
    #[error("{file} can't be read: {reason}")]
    Unreadable {
        /// Which.
        file: String,
        /// Why.
        reason: String,
    },
}

impl Config {
    /// Reads the file, where there is one, and the environment, and checks every value.
    ///
    /// # Errors
    /// The first thing that is wrong. A file that was named and is not there is wrong; without a
    /// name `config.toml` is read if it is there.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        let path = file.unwrap_or(Path::new("config.toml"));
        if file.is_some() && !path.is_file() {
            let reason = "there is no such file".to_owned();
            return Err(ConfigError::Unreadable { file: path.display().to_string(), reason });
        }
        let from_file = Toml::file_exact(path);
        // Every key but the rules lies in a table, so a name without `__` (ULTI_CONFIG) is no key.
        let is_key = |name: &figment::value::UncasedStr| name.as_str().contains("__") || name == "rules";
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

    /// What a new table plays by where its server has chosen nothing.
    ///
    /// # Errors
    /// None in a configuration that was loaded.
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

    /// The token, from wherever it is given.
    ///
    /// # Errors
    /// Where it is given in a file that can't be read. `Ok(None)` where it is not given.
    pub fn token(&self) -> Result<Option<SecretString>, ConfigError> {
        let given = |token: &SecretString| !token.expose_secret().trim().is_empty();
        if let Some(token) = self.discord.token.as_ref().filter(|token| given(token)) {
            return Ok(Some(token.expose_secret().trim().into()));
        }
        let Some(file) = &self.discord.token_file else { return Ok(None) };
        let text = std::fs::read_to_string(file).map_err(|error| ConfigError::Unreadable {
            file: file.display().to_string(),
            reason: error.to_string(),
        })?;
        Ok(Some(SecretString::from(text.trim())).filter(given))
    }

    /// The clock of the tables.
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

    fn check(&self) -> Result<(), ConfigError> {
        let table = &self.table;
        let span = |span: Duration| format!("{span:?}");
        let api = self.discord.api.clone().unwrap_or_default();
        let local = ["http://127.", "http://localhost:", "http://[::1]"];
        let rules: [(bool, &str, String, &str); 7] = [
            (
                api.is_empty() || local.iter().any(|start| api.starts_with(start)),
                "discord.api",
                api.clone(),
                "only a stand-in on this machine, such as \"http://127.0.0.1:4690\"; leave it out for Discord",
            ),
            (!self.store.path.as_os_str().is_empty(), "store.path", "empty".to_owned(), wanted("store.path")),
            (
                table.hard_limit >= Duration::from_secs(1),
                "table.hard_limit",
                span(table.hard_limit),
                "give at least \"1s\"",
            ),
            (
                table.soft_limit <= table.hard_limit,
                "table.soft_limit",
                span(table.soft_limit),
                "it can't be longer than table.hard_limit",
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
            (
                EnvFilter::try_new(&self.log.filter).is_ok(),
                "log.filter",
                format!("{:?}", self.log.filter),
                wanted("log.filter"),
            ),
        ];
        match rules.into_iter().find(|(good, ..)| !good) {
            None => Ok(()),
            Some((_, key, value, wanted)) => Err(ConfigError::Value {
                key: key.to_owned(),
                value,
                place: String::new(),
                wanted: wanted.to_owned(),
            }),
        }
    }
}

/// The defaults that can be shown; the way to Discord has none.
#[derive(Debug, Default, Serialize)]
struct Defaults {
    store: Store,
    table: Table,
    log: Log,
}

/// What would be right for a key.
fn wanted(key: &str) -> &'static str {
    match key {
        "discord.token" => "give the bot's token as text in quotes",
        "discord.token_file" => "give the path of a file in quotes",
        "store.path" => "give the path of the database file, such as \"ulti.db\"",
        "table.misses_allowed" => "give a whole number from 1 to 255, such as 2",
        "table.robot_threads" => "give a whole number from 1 to 64, such as 2",
        "log.filter" => "give levels by module, such as \"warn,ulti=info\"",
        key if key.starts_with("table.") => "give a time, such as \"90s\", \"5m\" or \"12h\"",
        "rules" => "give a preset's name, such as \"4m\", or a table, such as { preset = \"rablo\" }",
        "discord" | "store" | "table" | "log" => "give a table of keys, such as [table]",
        _ => "give text in quotes",
    }
}

const KEYS: [&str; 17] = [
    "discord",
    "discord.token",
    "discord.token_file",
    "discord.api",
    "store",
    "store.path",
    "table",
    "table.soft_limit",
    "table.hard_limit",
    "table.misses_allowed",
    "table.robot_pace",
    "table.robot_threads",
    "table.sleep_after",
    "table.abandon_after",
    "log",
    "log.filter",
    "rules",
];

/// figment's error in the words of whoever runs the bot.
#[allow(clippy::needless_pass_by_value)] // for map_err
fn explain(error: figment::Error) -> ConfigError {
    let key = error.path.join(".");
    let source = error.metadata.as_ref().map(source_of);
    let place = error.metadata.as_ref().map_or_else(String::new, place_of);
    match &error.kind {
        Kind::InvalidType(actual, _) | Kind::InvalidValue(actual, _) => {
            let secret = key == "discord.token";
            let value = if secret { "not text".to_owned() } else { actual.to_string() };
            ConfigError::Value { wanted: wanted(&key).to_owned(), key, value, place }
        }
        Kind::UnknownField(field, _) => {
            let full =
                if key.is_empty() || key.ends_with(field.as_str()) { key } else { format!("{key}.{field}") };
            let full = if full.is_empty() { field.clone() } else { full };
            let nearest = KEYS.iter().min_by_key(|known| strsim::levenshtein(known, &full));
            ConfigError::UnknownKey {
                key: full,
                place,
                nearest: nearest.copied().unwrap_or_default().to_owned(),
            }
        }
        kind if key.is_empty() => ConfigError::Unreadable {
            file: source.unwrap_or_else(|| "the configuration".to_owned()),
            reason: without_values(&kind.to_string()),
        },
        kind => ConfigError::Value {
            wanted: wanted(&key).to_owned(),
            value: if key == "discord.token" { "not readable".to_owned() } else { kind.to_string() },
            key,
            place,
        },
    }
}

/// Where a key stands, as words.
fn source_of(metadata: &Metadata) -> String {
    metadata.source.as_ref().map_or_else(|| metadata.name.to_string(), ToString::to_string)
}

fn place_of(metadata: &Metadata) -> String {
    format!(" ({})", source_of(metadata))
}

/// A TOML error quotes the line it is about, which may be the token's: only what is said about it
/// is kept.
fn without_values(message: &str) -> String {
    let quoting = |line: &&str| !line.contains('|') && !line.trim().is_empty();
    message.lines().filter(quoting).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(text: &str) -> Result<Config, ConfigError> {
        let figment = Figment::from(Serialized::defaults(Defaults::default())).merge(Toml::string(text));
        Config::from(&figment)
    }

    fn error(text: &str) -> String {
        from(text).unwrap_err().to_string()
    }

    #[test]
    fn nothing_is_needed_and_every_key_is_read() {
        let none = from("").unwrap();
        assert_eq!(none.table_options(), table::Options::default());
        let some = from("[table]\nhard_limit = \"2h\"\nmisses_allowed = 5").unwrap();
        assert_eq!(some.table_options().hard_limit, Duration::from_hours(2));
    }

    #[test]
    fn the_example_is_what_is_read_without_a_file() {
        let example = from(include_str!("../config.example.toml")).unwrap();
        assert_eq!(example.table_options(), table::Options::default());
        assert_eq!(example.log.filter, Log::default().filter);
        assert!(example.token().unwrap().is_none());
    }

    #[test]
    fn the_example_names_every_key() {
        let example = include_str!("../config.example.toml");
        for key in KEYS.iter().filter_map(|key| key.split_once('.')) {
            assert!(example.contains(&format!("{} = ", key.1)), "{key:?} is not explained");
        }
        assert!(example.contains("\nrules = "));
    }

    #[test]
    fn an_error_names_key_value_and_what_would_be_right() {
        let said = error("[table]\nhard_limit = \"soon\"");
        assert!(
            said.contains("table.hard_limit") && said.contains("soon") && said.contains("\"5m\""),
            "{said}"
        );
        let said = error("[table]\nmisses_allowed = \"two\"");
        assert!(
            said.contains("table.misses_allowed") && said.contains("two") && said.contains("such as 2"),
            "{said}"
        );
        let said = error("[table]\nmisses_allowed = 0");
        assert!(said.contains("table.misses_allowed is 0"), "{said}");
        let said = error("[table]\nhard_limt = \"5m\"");
        assert!(said.contains("hard_limt") && said.contains("table.hard_limit"), "{said}");
        let said = error("[table]\nsoft_limit = \"10m\"");
        assert!(said.contains("table.soft_limit is 600s"), "{said}");
        let said = error("[discord]\napi = \"https://evil.example\"");
        assert!(said.contains("discord.api") && said.contains("127.0.0.1"), "{said}");
    }

    #[test]
    fn rules_are_a_name_words_or_a_table() {
        assert_eq!(from("").unwrap().rules(), RuleSet::preset("4m"));
        assert_eq!(from("rules = \"rablo\"").unwrap().rules(), RuleSet::preset("rablo"));
        let wanted = RuleSet::preset("rablo").unwrap().with_rule("four_tens", true.into());
        assert_eq!(from("rules = { preset = \"rablo\", four_tens = true }").unwrap().rules(), wanted);
        assert_eq!(from("rules = \"rablo four_tens\"").unwrap().rules(), wanted);
        let table =
            from("[rules]\npreset = \"rablo\"\nfour_tens = true\n[rules.values]\nulti = { plain = 5 }");
        assert_eq!(table.unwrap().rules().unwrap().values.ulti.plain, 5);
    }

    #[test]
    fn an_error_in_the_rules_names_the_nearest_right_thing() {
        assert_eq!(
            error("rules = { preset = \"4m\", four_ace = true }"),
            "rules (TOML source string): unknown rule 'four_ace': did you mean 'four_aces'?"
        );
        assert!(error("rules = \"rabl\"").contains("did you mean 'rablo'?"));
        assert!(error("rules = { four_tens = true }").contains("preset = \"4m\""));
        assert!(error("rules = { preset = \"4m\", kontra_limit = 9 }").contains("from 0 to 7"));
        assert!(error("rules = 5").contains("neither a preset's name"));
        let said = error("rules = { preset = \"4m\", silent_hundred = \"table\" }");
        assert!(said.contains("silent_table"), "{said}");
        let said = error("rule = \"4m\"");
        assert!(said.contains("did you mean rules?"), "{said}");
    }

    #[test]
    fn no_error_shows_the_token() {
        for text in [
            "[discord]\ntoken = [\"hunter2\"]",
            "[discord]\ntoken = \"hunter2",
            "[discord]\ntoken = \"hunter2\"\nfoo = 1",
            "[discord]\ntoken = \"hunter2\" x",
        ] {
            let said = error(text);
            assert!(!said.contains("hunter2"), "{said}");
        }
        let config = from("[discord]\ntoken = \"hunter2\"").unwrap();
        assert!(!format!("{config:?}").contains("hunter2"));
        assert_eq!(config.token().unwrap().unwrap().expose_secret(), "hunter2");
    }
}
