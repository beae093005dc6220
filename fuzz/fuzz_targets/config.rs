//! Any text as the configuration: refused with where and why, or what was read is of use. No error tells
//! the token.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use ulti::config::{Config, ConfigError};

/// Stands where the token is in the corpus; whatever else an error quotes, it may not quote this.
const TOKEN: &str = "MTk4NjIyNDgzNDcx";

/// In memory, where there is such a place.
static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let shared = PathBuf::from("/dev/shm");
    let folder = if shared.is_dir() { shared } else { std::env::temp_dir() };
    folder.join(format!("ulti-config-{}.toml", std::process::id()))
});

/// Whether an error says where to look: the file, or a key of it.
fn says_where(error: &ConfigError, said: &str) -> bool {
    match error {
        ConfigError::Value { key, .. } | ConfigError::UnknownKey { key, .. } => !key.is_empty(),
        ConfigError::Rules { .. } => said.starts_with("rules"),
        ConfigError::Unreadable { file, .. } => file.contains("ulti-config"),
    }
}

fuzz_target!(|text: &str| {
    std::fs::write(&*FILE, text).expect("a file in memory");
    match Config::load(Some(&FILE)) {
        Ok(config) => {
            config.rules().expect("rules that were checked");
            let _ = config.token(); // the file that it names may not be there
            let (patience, limits, most) = (config.table_options(), config.limits(), config.most_tables());
            assert!(patience.soft_limit <= patience.hard_limit && patience.robot_threads > 0);
            assert!(limits.person.at_once > 0 && most.of_person > 0);
            assert!(!format!("{config:?}").contains(TOKEN), "the token is shown by Debug");
        }
        Err(error) => {
            let said = error.to_string();
            assert!(says_where(&error, &said), "{said:?}");
            let quoted = [said, format!("{error:?}")].into_iter().find(|said| said.contains(TOKEN));
            assert!(quoted.is_none() || !is_tokens(text), "{quoted:?}");
        }
    }
});

/// Whether the token is what it was given as: elsewhere, as a name of a key say, it is no secret.
fn is_tokens(text: &str) -> bool {
    text.lines().filter(|line| line.contains(TOKEN)).all(|line| {
        let mut parts = line.splitn(2, '=');
        let key = parts.next().unwrap_or_default().trim();
        key.trim_start_matches("discord.") == "token"
            && parts.next().is_some_and(|value| value.contains(TOKEN))
    })
}
