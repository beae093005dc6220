//! The configuration as TOML.

use ulti::config::{Config, ConfigError};

use crate::memory_folder::memory_folder;

/// The token in the corpus. No error message may quote it.
const TOKEN: &str = "MTk4NjIyNDgzNDcx";
/// First part of the name of the configuration file.
const PREFIX: &str = "ulti-config-";

/// Checks a configuration file.
///
/// A text must either be rejected with the position and the reason, or give valid settings. No error message
/// may reveal the token.
pub fn check(text: &str) {
    let file = tempfile::Builder::new().prefix(PREFIX).suffix(".toml").tempfile_in(memory_folder());
    let file = file.expect("failed to create file").into_temp_path();
    std::fs::write(&file, text).expect("failed to write configuration");
    match Config::load(Some(&file)) {
        Ok(config) => {
            config.rules().expect("accepted rules are invalid");
            let _ = config.token(); // the named token file may be missing
            let (options, limits, most) = (config.table, config.limits(), config.most_tables());
            assert!(options.soft_limit <= options.hard_limit && options.robot_threads > 0);
            assert!(limits.person.at_once > 0 && most.of_person > 0);
            assert!(!format!("{config:?}").contains(TOKEN), "debug output contains the token");
        }
        Err(error) => {
            let message = error.to_string();
            assert!(names_place(&error, &message), "error names no place: {message:?}");
            let quoted = [message, format!("{error:?}")].into_iter().find(|text| text.contains(TOKEN));
            assert!(quoted.is_none() || !is_token_only(text), "error contains the token: {quoted:?}");
        }
    }
}

/// Returns `true` if an error names the file or the key.
fn names_place(error: &ConfigError, message: &str) -> bool {
    match error {
        ConfigError::Value { key, .. } | ConfigError::UnknownKey { key, .. } => !key.is_empty(),
        ConfigError::Rules { .. } => message.starts_with("rules"),
        ConfigError::Unreadable { file, .. } => file.contains(PREFIX),
    }
}

/// Returns `true` if the token occurs only as the value of the key `token`.
///
/// Elsewhere, for example as the name of a key, an error message may quote it.
fn is_token_only(text: &str) -> bool {
    text.lines().filter(|line| line.contains(TOKEN)).all(|line| {
        let mut parts = line.splitn(2, '=');
        let key = parts.next().unwrap_or_default().trim();
        key.trim_start_matches("discord.") == "token"
            && parts.next().is_some_and(|value| value.contains(TOKEN))
    })
}
