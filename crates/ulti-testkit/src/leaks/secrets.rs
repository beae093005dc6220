//! Scans logs and metrics for secrets: cards, seeds, tokens and user names.
//!
//! Cards remain secret even when their deal is over.

use discord_sandbox::{Protocol, Sandbox, Sender};
use ulti::table::TableEvent;

use super::card_notation::{card_names, code};

/// The bot token used in tests. It must not appear in any log.
pub const TOKEN: &str = "a-token-that-must-not-be-logged";

/// Asserts that a text contains no secrets, such as tokens, seeds, user names or cards.
pub fn assert_no_secrets<'a>(
    text: &str,
    sandbox: &Sandbox,
    events: impl IntoIterator<Item = &'a TableEvent>,
) {
    let secrets = Secrets::of(sandbox, events);
    assert!(
        secrets.tokens_and_seeds.len() > 6,
        "too few secrets to scan for: {:?}",
        secrets.tokens_and_seeds
    );
    assert_eq!(secrets.found_in(text), [""; 0]);
}

struct Secrets {
    /// User names, which must not appear in the scanned text as whole words.
    names: Vec<String>,
    /// Tokens and seeds, which must not appear anywhere in the scanned text.
    tokens_and_seeds: Vec<String>,
    /// Names and abbreviations of all cards, which must not appear anywhere in the scanned text.
    signs: Vec<String>,
}

impl Secrets {
    fn of<'a>(sandbox: &Sandbox, events: impl IntoIterator<Item = &'a TableEvent>) -> Self {
        let mut tokens_and_seeds = vec![TOKEN.to_owned()];
        let frames = sandbox.traffic().into_iter().filter(|one| one.protocol == Protocol::Gateway);
        let interactions =
            frames.filter(|one| one.from == Sender::Discord && one.body["t"] == "INTERACTION_CREATE");
        tokens_and_seeds
            .extend(interactions.filter_map(|one| one.body["d"]["token"].as_str().map(str::to_owned)));
        tokens_and_seeds.extend(events.into_iter().filter_map(|event| match event {
            TableEvent::DealBegan { seed, .. } => Some(seed.to_string()),
            _ => None,
        }));
        let signs = card_names().into_iter().map(|(sign, _)| sign).collect();
        Self { names: sandbox.user_names(), tokens_and_seeds, signs }
    }

    /// Returns the lines of a text that contain a secret.
    fn found_in(&self, text: &str) -> Vec<String> {
        let is_in = |line: &&str| {
            let written =
                self.tokens_and_seeds.iter().chain(&self.signs).any(|secret| line.contains(secret.as_str()));
            let is_told = |word: &str| is_card(word) || self.names.iter().any(|name| name == word);
            written || line.split(|letter: char| !letter.is_alphanumeric()).any(is_told)
        };
        text.lines().filter(is_in).map(str::to_owned).collect()
    }
}

/// Returns `true` if a word consists only of card codes, such as `H7` or `H7LU`.
fn is_card(word: &str) -> bool {
    let is_code = |at: usize| word.get(at..at + 2).and_then(code).is_some();
    !word.is_empty() && word.len().is_multiple_of(2) && (0..word.len()).step_by(2).all(is_code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn leak_scan_detects_secrets_in_log_lines() {
        let sandbox = Sandbox::start(discord_sandbox::Options::default()).await.unwrap();
        let secrets = Secrets::of(&sandbox, &[]);
        for line in [
            "WARN ulti: Anna has joined",
            "DEBUG hyper: Bot a-token-that-must-not-be-logged",
            "TRACE ulti: custom_id=u1:1:play:2.17:H7",
            "TRACE ulti: bid:LULK",
            "INFO ulti: makk ász",
            "INFO ulti: Ace of acorns",
            "INFO ulti: Ace of clubs",
        ] {
            assert_eq!(secrets.found_in(&format!("INFO ulti: at Discord\n{line}\n")), [line]);
        }
        let harmless = "2026-11-21T17:09:00.123456Z  INFO interaction{id=1441 kind=\"command\" command=\"ulti new\"}: OK";
        assert_eq!(secrets.found_in(harmless), [""; 0]);
    }
}
