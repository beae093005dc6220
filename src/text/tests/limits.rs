//! Discord's limits, and the pages'.

use super::super::{Lang, Text};
use super::files::all_keys;

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

#[test]
fn descriptions_of_commands_are_short_enough() {
    for lang in Lang::ALL {
        for key in all_keys(lang).into_keys().filter(|key| key.starts_with("cmd-")) {
            let said = Text::new(lang).say(&key);
            assert!((1..=100).contains(&length(&said)), "{lang} {key}: {}", length(&said));
        }
    }
}

#[test]
fn labels_are_short_enough() {
    for lang in Lang::ALL {
        for (key, args) in all_keys(lang).into_iter().filter(|(key, _)| key.starts_with("button-")) {
            let given = [("suit", "leaves".into()), ("level", 7.into()), ("game", "open durchmars".into())];
            assert!(args.iter().all(|arg| given.iter().any(|(name, _)| name == arg)), "{key}");
            let said = Text::new(lang).with(&key, &given);
            assert!(length(&said) <= 80, "{lang} {key}");
        }
    }
}
