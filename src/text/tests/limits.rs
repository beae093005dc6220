//! Tests of text lengths against Discord's limits.

use super::files::all_keys;
use crate::text::{Lang, Text};

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

#[test]
fn command_descriptions_in_locale_files_fit_discord_limit() {
    for lang in Lang::ALL {
        for key in all_keys(lang).into_keys().filter(|key| key.starts_with("cmd-")) {
            let text = Text::new(lang).text(&key);
            assert!((1..=100).contains(&length(&text)), "{lang} {key}: {}", length(&text));
        }
    }
}

#[test]
fn button_labels_fit_discord_limit() {
    for lang in Lang::ALL {
        for (key, args) in all_keys(lang).into_iter().filter(|(key, _)| key.starts_with("button-")) {
            let given = [
                ("suit", "leaves".into()),
                ("card", "Queen of diamonds".into()),
                ("level", 7.into()),
                ("game", "open durchmars".into()),
                ("contract", "hearts 40-100 + ulti + four aces + durchmars".into()),
                // The labels with unequal stakes are tested with the contracts of all presets.
                ("stake", "±99".into()),
                ("votes", 3.into()),
                ("needed", 4.into()),
                ("page", 2.into()),
                ("pages", 9.into()),
            ];
            assert!(args.iter().all(|arg| given.iter().any(|(name, _)| name == arg)), "{key}");
            let text = Text::new(lang).with(&key, &given);
            assert!(length(&text) <= 80, "{lang} {key}");
        }
    }
}
