//! Configuration errors, as shown to the operator.

use figment::Metadata;
use figment::error::Kind;

use super::tokens::without_tokens;
use ulti_rules::RuleSetError;

/// A configuration error, with advice on how to correct it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// A configuration value is invalid.
    #[error("{key} is {value}{place}: {wanted}")]
    Value {
        /// Full name of the configuration key, such as `discord.api`.
        key: String,
        /// The invalid value, masked if it is secret.
        value: String,
        /// Source of the value, as shown in the error message, such as ` (config.toml)`. Empty if unknown.
        place: String,
        /// Description of the valid values.
        wanted: String,
    },
    /// The configuration contains an unknown key.
    #[error("unknown key {key}{place}: did you mean {nearest}?")]
    UnknownKey {
        /// Name of the unknown key.
        key: String,
        /// The place where the unknown key was found, formatted for the error message, such as `
        /// (config.toml)`. Empty if the place cannot be determined.
        place: String,
        /// The known key that is most similar to the unknown key.
        nearest: String,
    },
    /// The default rules for new tables are invalid.
    #[error("rules{place}: {}", without_tokens(&reason.to_string()))]
    Rules {
        /// Source of the rules as shown in the error message, such as ` (config.toml)`. Empty if the source
        /// is unknown.
        place: String,
        /// Reason why the rules are invalid, with a suggested correction.
        reason: RuleSetError,
    },
    /// A file cannot be read or is not valid TOML.
    #[error("failed to read {}: {reason}", without_tokens(file))]
    Unreadable {
        /// Path of the file.
        file: String,
        /// Reason why the file cannot be read or parsed.
        reason: String,
    },
}

/// Returns a description of the valid values for a configuration key.
pub(super) fn wanted(key: &str) -> &'static str {
    match key {
        "discord.token" => "give the bot's token as text in quotes",
        "discord.token_file" => "give the path of a file in quotes",
        "store.url" => "give the address of a database, such as \"postgres://ulti@db.example/ulti\"",
        "store.connections" => "give a whole number from 3 to 1000, such as 10",
        "store.path" => "give the path of the database file, such as \"ulti.db\"",
        "table.misses_allowed" => "give a whole number from 1 to 255, such as 2",
        "table.robot_threads" => "give a whole number from 1 to 64, such as 2",
        "limits.double_click" => "give a time, such as \"350ms\"",
        "discord.handover_timeout" => "give a time, such as \"1m\"",
        "discord.response_deadline" | "discord.shutdown_timeout" => "give a time, such as \"3s\"",
        key if key.starts_with("limits.") => "give a whole number of at least 1, such as 10",
        "watch.address" => "give an address and a port, such as \"127.0.0.1:9464\"",
        "watch.beyond_loopback" => "give true or false",
        "log.filter" => "give levels by module, such as \"warn,ulti=info\"",
        key if key.starts_with("table.") => "give a time, such as \"90s\", \"5m\" or \"12h\"",
        "rules" => "give a preset's name, such as \"4m\", or a table, such as { preset = \"rablo\" }",
        "discord" | "store" | "table" | "limits" | "log" | "watch" => "give a table of keys, such as [table]",
        _ => "give text in quotes",
    }
}

/// Converts a `figment` error to a [`ConfigError`] and removes any secrets.
#[allow(clippy::needless_pass_by_value)] // so that it can be passed to `map_err`
pub(super) fn explain(error: figment::Error) -> ConfigError {
    let key = error.path.join(".");
    let source = error.metadata.as_ref().map(source_of);
    let place = error.metadata.as_ref().map_or_else(String::new, place_of);
    match &error.kind {
        Kind::InvalidType(actual, _) | Kind::InvalidValue(actual, _) => {
            // A token may have been given in place of the `discord` table.
            let secret = matches!(key.as_str(), "discord" | "discord.token" | "store" | "store.url");
            let value =
                if secret { "something else".to_owned() } else { without_tokens(&actual.to_string()) };
            ConfigError::Value { wanted: wanted(&key).to_owned(), key, value, place }
        }
        Kind::UnknownField(field, _) => {
            let full =
                if key.is_empty() || key.ends_with(field.as_str()) { key } else { format!("{key}.{field}") };
            let full = without_tokens(if full.is_empty() { field } else { &full });
            // TOML allows an empty key.
            let full = if full.is_empty() { "''".to_owned() } else { full };
            let nearest = super::keys().into_iter().min_by_key(|known| strsim::levenshtein(known, &full));
            ConfigError::UnknownKey { key: full, place, nearest: nearest.unwrap_or_default() }
        }
        kind if key.is_empty() => ConfigError::Unreadable {
            file: source.unwrap_or_else(|| "the configuration".to_owned()),
            reason: without_values(&kind.to_string()),
        },
        kind => ConfigError::Value {
            wanted: wanted(&key).to_owned(),
            value: if matches!(key.as_str(), "discord.token" | "store.url") {
                "not readable".to_owned()
            } else {
                without_tokens(&kind.to_string())
            },
            key,
            place,
        },
    }
}

/// Returns the source of a configuration value, such as the path of the configuration file.
fn source_of(metadata: &Metadata) -> String {
    metadata.source.as_ref().map_or_else(|| metadata.name.to_string(), ToString::to_string)
}

/// Returns the source of a configuration value in parentheses, for use in error messages.
pub(super) fn place_of(metadata: &Metadata) -> String {
    format!(" ({})", source_of(metadata))
}

/// Removes the quoted source lines and unknown names from a TOML error message, because they may contain the
/// bot token or a part of it.
fn without_values(message: &str) -> String {
    let unquoted = |line: &&str| !line.contains('|') && !line.trim().is_empty();
    let text = message.lines().filter(unquoted).collect::<Vec<_>>().join("; ");
    let known = super::keys();
    let is_known =
        |name: &str| known.iter().any(|key| key == name || key.split('.').any(|part| part == name));
    // Every second part is a name between backticks. Names of up to two characters are punctuation.
    let parts = text
        .split('`')
        .enumerate()
        .map(|(at, part)| if at % 2 == 1 && part.len() > 2 && !is_known(part) { "…" } else { part });
    parts.collect::<Vec<_>>().join("`")
}
