//! Tests of the rules pages under many rule sets.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use ulti_rules::{
    BidSuits, Book, Fold, HeartsOpen, IndividualKontra, KontraItems, LoneDurchmarsTrump, Lost, OpenHands,
    ReDurchmars, RuleSet, SelfRaise, SilentDurchmars, SilentHundred, SilentKontra, SilentUlti, TieBreak,
};

use crate::text::{Appearance, Lang, by_the_rules, contract, orders, topic, topics};

/// Returns the text of all rules pages and help messages, except the list of house rules.
fn pages(lang: Lang, book: &Book) -> Vec<String> {
    let keys = topics(lang).into_iter().map(|(key, _)| key).filter(|key| *key != "house");
    let helps = ["help-lobby", "help-naming", "help-play", "help-play-no-trumps", "help-kontra"];
    keys.flat_map(|key| topic(lang.into(), key, book).unwrap())
        .chain(helps.map(|key| by_the_rules(lang.into(), key, book)))
        .collect()
}

/// Returns the fields whose values are the variants of an enum, each with all of its values.
fn choices() -> Vec<(String, Vec<Value>)> {
    macro_rules! ways {
        ($($field:literal: $way:ident,)*) => {
            vec![$(($field.to_owned(), $way::ALL.iter().map(|way| json!(way.name())).collect()),)*]
        };
    }
    ways! {
        "tie_break": TieBreak,
        "self_raise": SelfRaise,
        "bid_suits": BidSuits,
        "hearts_open": HeartsOpen,
        "lone_durchmars_trump": LoneDurchmarsTrump,
        "re_durchmars": ReDurchmars,
        "open_hands": OpenHands,
        "kontra_items": KontraItems,
        "individual_kontra": IndividualKontra,
        "lost": Lost,
        "fold": Fold,
        "silent_hundred": SilentHundred,
        "silent_ulti": SilentUlti,
        "silent_durchmars": SilentDurchmars,
        "silent_kontra": SilentKontra,
    }
}

/// Returns every field of a rule set, each with the values to test.
fn tried() -> Vec<(String, Vec<Value>)> {
    let mut tried = choices();
    let all = serde_json::to_value(RuleSet::preset("rablo").unwrap()).unwrap();
    for (field, value) in all.as_object().unwrap() {
        match (field.as_str(), value) {
            (_, Value::Bool(_)) => tried.push((field.clone(), vec![json!(true), json!(false)])),
            ("kontra_limit", _) => {
                tried.push((field.clone(), (0..=7).chain([15]).map(|limit| json!(limit)).collect()));
            }
            ("score_limit" | "time_limit", _) => {
                tried.push((field.clone(), [0, 90, 1000].map(|limit| json!(limit)).to_vec()));
            }
            ("marriages_at_most", _) => {
                tried.push((field.clone(), [0, 40, 100].map(|most| json!(most)).to_vec()));
            }
            ("kontra_names", _) => {
                let long = vec!["W".repeat(32); 15];
                tried.push((field.clone(), vec![json!([]), json!(["duplázom", "vissza"]), json!(long)]));
            }
            ("silent_table", _) => tried.push((
                field.clone(),
                vec![json!([]), json!([{"bids": ["parti"], "hundred": "max", "ulti": true}])],
            )),
            ("suit_factors", _) => tried.extend(
                ["acorns", "leaves", "hearts", "bells"]
                    .map(|suit| (format!("suit_factors.{suit}"), vec![json!(7), json!(10)])),
            ),
            ("values", Value::Object(values)) => {
                for side in ["plain", "hearts"] {
                    let numbers = || vec![json!(0), json!(1000)];
                    tried.extend(values.keys().map(|value| (format!("values.{value}.{side}"), numbers())));
                }
            }
            _ => {}
        }
    }
    tried
}

/// Rule set fields without effect, because the games in question cannot be bid in hearts.
const NEVER_BID: [&str; 4] = [
    "values.open-betli.hearts",
    "values.re-durchmars.hearts",
    "values.colourless-durchmars.hearts",
    "values.colourless-open-durchmars.hearts",
];

/// Returns the presets and one rule set that enables every game.
fn bases() -> Vec<RuleSet> {
    let mut bases: Vec<RuleSet> =
        RuleSet::preset_names().map(|name| RuleSet::preset(name).unwrap()).collect();
    let mut all = RuleSet::preset("rablo").unwrap();
    (all.four_tens, all.silent_hundred) = (true, SilentHundred::Item);
    bases.push(all);
    bases
}

#[test]
fn rules_page_tests_cover_every_rule() {
    let all = serde_json::to_value(RuleSet::preset("4m").unwrap()).unwrap();
    let tried = tried();
    for field in all.as_object().unwrap().keys().filter(|field| *field != "preset") {
        assert!(tried.iter().any(|(path, _)| path.split('.').next() == Some(field)), "{field}");
    }
}

/// Checks that every field of a rule set affects a rules page or help message, apart from the list of house
/// rules.
///
/// For each pair of values, the texts must differ in both languages under at least one base rule set.
#[test]
fn every_rule_setting_changes_rules_pages() {
    let bases = bases();
    for (field, values) in tried().into_iter().filter(|(field, _)| !NEVER_BID.contains(&field.as_str())) {
        for pair in values.windows(2) {
            let differ = bases.iter().any(|base| {
                let book = |value: &Value| Some(Book::new(base.with_rule(&field, value.clone()).ok()?));
                let (Some(one), Some(two)) = (book(&pair[0]), book(&pair[1])) else { return false };
                Lang::ALL.into_iter().all(|lang| pages(lang, &one) != pages(lang, &two))
            });
            assert!(differ, "{field} = {} or {} reads the same", pair[0], pair[1]);
        }
    }
}

/// A rule set that differs from its preset in one field has exactly one entry on the house rules page.
#[test]
fn house_rules_page_lists_every_change_to_preset() {
    let mut shown = BTreeSet::new();
    for base in ["4m", "szinlicit"].map(|name| RuleSet::preset(name).unwrap()) {
        for (field, value) in tried().into_iter().filter_map(|(field, values)| {
            let other = values.into_iter().find(|value| base.rule(&field).as_ref() != Some(value));
            other.map(|other| (field, other))
        }) {
            let Ok(rules) = base.with_rule(&field, value) else { continue };
            let book = Book::new(rules);
            for lang in Lang::ALL {
                let page = topic(lang.into(), "house", &book).unwrap();
                assert_valid_pages(lang, "house", &page);
                let lines = page.iter().flat_map(|page| page.lines()).filter(|line| line.starts_with("- "));
                assert_eq!(lines.count(), 1, "{lang} {field}: {page:?}");
            }
            shown.insert(field);
        }
    }
    let all: BTreeSet<String> = tried().into_iter().map(|(field, _)| field).collect();
    assert_eq!(shown, all, "every field goes with one of the two presets");
}

/// Asserts that pages are within the length limit and contain no placeholders or formatting errors.
fn assert_valid_pages(lang: Lang, key: &str, pages: &[String]) {
    for page in pages {
        let length = page.encode_utf16().count();
        assert!(length <= 1900, "{lang} {key}: {length}\n{page}");
        for wrong in ["⟨", "∅", "{", "}", "\n\n\n", "  \n", " .", " ,", "..", ",."] {
            let body: String = page
                .split("```")
                .step_by(2)
                .collect::<Vec<_>>()
                .concat()
                .replace("…", "")
                .replace("`..`", "");
            assert!(!body.contains(wrong), "{lang} {key}: {wrong:?} in\n{page}");
        }
        assert_eq!(page.matches("**").count() % 2, 0, "{lang} {key}: bold is not closed\n{page}");
    }
}

fn assert_all_pages_valid(appearance: Appearance, book: &Book) {
    for (key, title) in topics(appearance.lang) {
        assert!(title.encode_utf16().count() <= 100);
        assert_valid_pages(appearance.lang, key, &topic(appearance, key, book).unwrap());
    }
    for key in ["help-lobby", "help-naming", "help-play", "help-play-no-trumps", "help-kontra"] {
        assert_valid_pages(appearance.lang, key, &[by_the_rules(appearance, key, book)]);
    }
}

#[test]
fn rules_pages_are_valid_for_every_preset() {
    for base in bases() {
        let book = Book::new(base);
        for appearance in Appearance::ALL {
            assert_all_pages_valid(appearance, &book);
        }
    }
}

/// Generates arbitrary rule sets by changing many fields of a preset at once.
fn house() -> impl Strategy<Value = RuleSet> {
    let tried = tried();
    let fields = tried.len();
    let changes = proptest::collection::vec((0..fields, any::<prop::sample::Index>()), 0..60);
    let base = proptest::sample::select(bases());
    (base, changes).prop_map(move |(base, changes)| {
        changes.into_iter().fold(base, |rules, (field, value)| {
            let (field, values) = &tried[field];
            rules.with_rule(field, values[value.index(values.len())].clone()).unwrap_or(rules)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn rules_pages_are_valid_for_random_rule_sets(rules in house()) {
        let book = Book::new(rules);
        for lang in Lang::ALL {
            assert_all_pages_valid(lang.into(), &book);
        }
    }
}

#[test]
fn unknown_rules_chapter_returns_none() {
    assert_eq!(topic(Lang::En.into(), "poker", &Book::preset("4m").unwrap()), None);
}

#[test]
fn rules_page_lists_every_contract_once() {
    for preset in RuleSet::preset_names() {
        let book = Book::preset(preset).unwrap();
        for lang in Lang::ALL {
            let pages = topic(lang.into(), "book", &book).unwrap();
            let table = pages.iter().map(|page| page.split("```").nth(1).unwrap());
            let is_row =
                |line: &&str| line.split_whitespace().next().is_some_and(|word| word.parse::<u32>().is_ok());
            let rows: usize = table.map(|table| table.lines().filter(is_row).count()).sum();
            assert_eq!(rows, book.entries().len(), "{preset}");
        }
    }
}

/// Discord shows about 36 characters of a code block in one line at a width of 390 pixels.
#[test]
fn rows_of_contract_table_fit_a_phone() {
    for book in RuleSet::preset_names().map(|name| Book::preset(name).unwrap()) {
        for lang in Lang::ALL {
            let pages = topic(lang.into(), "book", &book).unwrap();
            let rows = pages.iter().filter_map(|page| page.split("```").nth(1)).flat_map(str::lines);
            for row in rows {
                assert!(row.chars().count() <= 36, "{row}");
            }
        }
    }
}

/// In text-only mode, all contracts are listed in words, without a table.
#[test]
fn text_only_list_of_contracts_is_complete() {
    for book in RuleSet::preset_names().map(|name| Book::preset(name).unwrap()) {
        for appearance in Appearance::ALL.map(Appearance::text_only) {
            let pages = topic(appearance, "book", &book).unwrap();
            for page in &pages {
                assert!(!page.contains('`') && !page.contains("  "), "{page}");
                assert!(page.encode_utf16().count() <= 1900, "{page}");
            }
            let lines: Vec<&str> = pages.iter().flat_map(|page| page.lines()).collect();
            for (order, entry) in orders(&book) {
                let line = format!("{order}: {}. ", contract(appearance, &entry.contract));
                assert_eq!(lines.iter().filter(|listed| listed.starts_with(&line)).count(), 1, "{line}");
            }
        }
    }
}
