//! What is wrong with the configuration, in the words of whoever runs the bot.

use figment::Metadata;
use figment::error::Kind;

use crate::rules::RuleSetError;

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
    #[error("rules{place}: {}", without_tokens(&reason.to_string()))]
    Rules {
        /// Where they stand.
        place: String,
        /// What is wrong with them, and the nearest right thing.
        reason: RuleSetError,
    },
    /// A file that can't be read, or is not TOML.
    #[error("{} can't be read: {reason}", without_tokens(file))]
    Unreadable {
        /// Which.
        file: String,
        /// Why.
        reason: String,
    },
}

/// What would be right for a key.
pub(super) fn wanted(key: &str) -> &'static str {
    match key {
        "discord.token" => "give the bot's token as text in quotes",
        "discord.token_file" => "give the path of a file in quotes",
        "store.path" => "give the path of the database file, such as \"ulti.db\"",
        "table.misses_allowed" => "give a whole number from 1 to 255, such as 2",
        "table.robot_threads" => "give a whole number from 1 to 64, such as 2",
        "limits.double_click" => "give a time, such as \"350ms\"",
        key if key.starts_with("limits.") => "give a whole number from 1 on, such as 10",
        "watch.address" => "give an address and a port, such as \"127.0.0.1:9464\"",
        "watch.beyond_loopback" => "give true or false",
        "log.filter" => "give levels by module, such as \"warn,ulti=info\"",
        key if key.starts_with("table.") => "give a time, such as \"90s\", \"5m\" or \"12h\"",
        "rules" => "give a preset's name, such as \"4m\", or a table, such as { preset = \"rablo\" }",
        "discord" | "store" | "table" | "limits" | "log" | "watch" => "give a table of keys, such as [table]",
        _ => "give text in quotes",
    }
}

/// Every key, and every table of keys.
pub(super) const KEYS: [&str; 35] = [
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
    "limits",
    "limits.person",
    "limits.person.at_once",
    "limits.person.per_second",
    "limits.server",
    "limits.server.at_once",
    "limits.server.per_second",
    "limits.work_of_person",
    "limits.work_of_person.at_once",
    "limits.work_of_person.per_second",
    "limits.work_of_server",
    "limits.work_of_server.at_once",
    "limits.work_of_server.per_second",
    "limits.tables_of_person",
    "limits.tables_on_server",
    "log",
    "log.filter",
    "watch",
    "watch.address",
    "watch.beyond_loopback",
    "rules",
];

/// figment's error in the words of whoever runs the bot.
#[allow(clippy::needless_pass_by_value)] // for map_err
pub(super) fn explain(error: figment::Error) -> ConfigError {
    let key = error.path.join(".");
    let source = error.metadata.as_ref().map(source_of);
    let place = error.metadata.as_ref().map_or_else(String::new, place_of);
    match &error.kind {
        Kind::InvalidType(actual, _) | Kind::InvalidValue(actual, _) => {
            // A token may stand where its table should.
            let secret = key == "discord" || key == "discord.token";
            let value =
                if secret { "something else".to_owned() } else { without_tokens(&actual.to_string()) };
            ConfigError::Value { wanted: wanted(&key).to_owned(), key, value, place }
        }
        Kind::UnknownField(field, _) => {
            let full =
                if key.is_empty() || key.ends_with(field.as_str()) { key } else { format!("{key}.{field}") };
            let full = without_tokens(if full.is_empty() { field } else { &full });
            // TOML has a key without a name.
            let full = if full.is_empty() { "''".to_owned() } else { full };
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
            value: if key == "discord.token" {
                "not readable".to_owned()
            } else {
                without_tokens(&kind.to_string())
            },
            key,
            place,
        },
    }
}

/// Where a key stands, as words.
fn source_of(metadata: &Metadata) -> String {
    metadata.source.as_ref().map_or_else(|| metadata.name.to_string(), ToString::to_string)
}

/// The same in brackets, to follow a key.
pub(super) fn place_of(metadata: &Metadata) -> String {
    format!(" ({})", source_of(metadata))
}

/// From so many characters on, letters, digits, dots and dashes in a row may be a token: Discord's have some
/// seventy.
const LIKE_A_TOKEN: usize = 50;

/// The same text without what may be a token that stands in the wrong place.
pub fn without_tokens(text: &str) -> String {
    let is_of_token = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let words = text.split_inclusive(|letter| !is_of_token(letter));
    let shown = |word: &str| {
        let letters = word.trim_end_matches(|letter| !is_of_token(letter));
        if letters.len() < LIKE_A_TOKEN {
            return word.to_owned();
        }
        format!("(what may be a token){}", &word[letters.len()..])
    };
    words.map(shown).collect()
}

/// A TOML error quotes the line it is about, which may be the token's: only what is said about it
/// is kept.
fn without_values(message: &str) -> String {
    let quoting = |line: &&str| !line.contains('|') && !line.trim().is_empty();
    message.lines().filter(quoting).collect::<Vec<_>>().join("; ")
}
