//! Discord's limits, and the pages'.

use crate::rules::{Book, RuleSet};

use super::super::{Lang, Look, Text, book, topic, topics};
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

#[test]
fn pages_of_the_rules_fit_and_say_everything() {
    for preset in RuleSet::preset_names() {
        let rules = RuleSet::preset(preset).unwrap();
        for look in Look::ALL {
            assert!(!super::super::preset(look.lang, preset).contains('⟨'), "{preset}");
            for (key, title) in topics(look.lang) {
                let page = topic(look, key, &rules).unwrap();
                assert!(length(&page) <= 3500, "{look:?} {key}: {}", length(&page));
                assert!(length(&title) <= 100);
                assert!(!page.contains('⟨') && !page.contains("\n\n\n"), "{look:?} {key}:\n{page}");
            }
        }
    }
}

/// House rules change what the pages say, without a hole in any of them.
#[test]
fn pages_follow_house_rules() {
    let mut rules = RuleSet::preset("4m").unwrap();
    rules.must_beat = false;
    rules.window = false;
    rules.values.ulti.plain = 77;
    rules.four_aces = true;
    rules.four_tens = true;
    rules.values.four_tens = rules.values.four_aces;
    for lang in Lang::ALL {
        assert_ne!(
            topic(lang.into(), "play", &rules),
            topic(lang.into(), "play", &RuleSet::preset("4m").unwrap())
        );
        let contracts = topic(lang.into(), "contracts", &rules).unwrap();
        assert!(contracts.contains("77"));
        assert_eq!(
            contracts.lines().filter(|line| line.starts_with("- **") && line.contains("(4/8)")).count(),
            3
        );
        assert!(topic(lang.into(), "window", &rules).unwrap().lines().count() <= 3);
    }
}

#[test]
fn there_is_no_page_of_an_unknown_name() {
    assert_eq!(topic(Lang::En.into(), "poker", &RuleSet::preset("4m").unwrap()), None);
}

#[test]
fn the_book_fits_on_its_pages() {
    let four_m = Book::preset("4m").unwrap();
    for lang in Lang::ALL {
        let pages = book(lang.into(), &four_m);
        assert!(pages.iter().all(|page| length(page) <= 1900));
        let rows = pages.iter().flat_map(|page| page.lines()).filter(|line| line.starts_with(' '));
        assert_eq!(rows.count(), four_m.entries().iter().filter(|entry| entry.points < 100).count());
    }
}
