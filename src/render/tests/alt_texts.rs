//! Tests that alternative texts are complete within Discord's limit, also with long names.

use std::sync::Arc;

use super::deal::hand;
use crate::discord::messages::fixtures::TestTable;
use crate::render::{ReplayStill, Subject};
use crate::table::{Player, UserId};
use crate::text::{self, Appearance};
use ulti_rules::{Book, RuleSet, Seat};

/// Number of deals per rule set.
const DEALS: u64 = 4;

/// Maximum length of an alternative text, as set by Discord.
const LIMIT: usize = 1024;

/// Gives all players different names of 32 characters.
fn with_long_names(mut table: TestTable) -> TestTable {
    for (seat, number) in Seat::ALL.into_iter().zip(1..) {
        let name = format!("Kovácsné-Szentgyörgyi Zsuzsann {number}");
        assert_eq!(name.chars().count(), 32);
        table.seats[seat].name = name;
    }
    let watching = Player::person(UserId(9), "Kovácsné-Szentgyörgyi Zsuzsann 4");
    TestTable { sitting_out: Some(watching), ..table }
}

/// Returns tables for all rule sets, with kontra names of maximum length in the last one.
fn tables() -> impl Iterator<Item = TestTable> {
    let mut rules: Vec<RuleSet> =
        RuleSet::preset_names().map(|name| RuleSet::preset(name).unwrap()).collect();
    let mut named = RuleSet::preset("4m").unwrap();
    named.kontra_names = vec!["W".repeat(32); named.kontra_names.len()];
    rules.push(named);
    let books = rules.into_iter().map(|rules| Arc::new(Book::new(rules)));
    books.flat_map(|book| (0..DEALS).map(move |seed| TestTable::shuffled(seed).by_rules(&book)))
}

/// Returns the alternative text of a picture after checking its length.
fn alt(subject: &Subject, appearance: Appearance) -> Option<String> {
    let (_, alt) = subject.drawing(appearance)?;
    assert!(alt.chars().count() <= LIMIT, "too long: {alt}");
    assert!(!alt.ends_with('…'), "cut off: {alt}");
    Some(alt)
}

/// The alternative text of a result contains all hands, the talon and the standings.
#[test]
fn alt_text_of_result_is_complete() {
    for table in tables() {
        let table = with_long_names(table).until(|_| false);
        let deal = table.deal_view();
        let subject = Subject::Result(Arc::new(deal.clone()));
        for appearance in Appearance::ALL {
            let alt = alt(&subject, appearance).unwrap();
            for player in deal.seats.values() {
                assert!(alt.matches(&player.name).count() >= 2, "{alt}");
            }
            let listed = deal
                .standings
                .iter()
                .all(|one| alt.contains(&format!("{} {}", one.player.name, text::signed(one.points))));
            assert!(listed, "standings are missing: {alt}");
            assert_eq!(super::cards_named(&alt, appearance).len(), 32, "{alt}");
        }
    }
}

#[test]
fn alt_texts_are_not_cut_off() {
    let mut checked = 0;
    for (table, appearance) in tables().zip(Appearance::ALL.into_iter().cycle()) {
        let mut table = with_long_names(table);
        while let Some(seat) = table.deal.turn() {
            let view = Arc::new(table.table_view());
            let subjects = [hand(&table, seat), Subject::Table(Arc::clone(&view)), Subject::Standings(view)];
            checked += subjects.iter().filter_map(|subject| alt(subject, appearance)).count();
            table.step();
        }
        let names = table.seats.clone().map(|player| player.name);
        for frame in table.record().frames().unwrap() {
            let still = ReplayStill { title: "#1234567 · 10".to_owned(), names: names.clone(), frame };
            assert!(alt(&Subject::Replay(Arc::new(still)), appearance).is_some());
        }
    }
    assert!(checked > 1_000, "too few: {checked}");
}
