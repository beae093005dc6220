//! Comparison of the sentences of result messages with the settlement, on random deals.

use std::sync::Arc;

use super::limits::{check, sent};
use crate::discord::messages;
use crate::discord::messages::fixtures::TestTable;
use crate::text::{Appearance, Lang};
use ulti_rules::{Book, BySeat, Explanation, RuleSet, Seat, Settlement, Stage};

/// Number of deals per preset. The engine's test of explanations plays more.
const DEALS: u64 = 60;

/// The names as they appear in messages.
const NAMES: [&str; 3] = ["Anna", "Kovács\\_Béla", "🤖 Robot 1"];

fn finished(preset: &str, seed: u64) -> TestTable {
    let book = Arc::new(Book::preset(preset).unwrap());
    TestTable::shuffled(seed).by_rules(&book).until(|deal| deal.turn().is_none())
}

/// Returns the seats that an English sentence names as payer or payee.
fn seats(text: &str, declarer: Seat, other: &[Seat]) -> Vec<Seat> {
    match text {
        "Each defender" | "each defender" => declarer.others().to_vec(),
        "Each of the others" | "each of the others" => {
            let others = Seat::ALL.into_iter().filter(|seat| !other.contains(seat));
            others.collect()
        }
        name => vec![Seat::ALL[NAMES.iter().position(|known| *known == name).unwrap()]],
    }
}

/// Splits a calculation at the commas outside brackets.
fn terms(text: &str) -> Vec<String> {
    let (mut depth, mut terms) = (0, vec![String::new()]);
    for sign in text.chars() {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        if sign == ',' && depth == 0 {
            terms.push(String::new());
        } else {
            terms.last_mut().unwrap().push(sign);
        }
    }
    terms
}

/// Returns the sum of the terms such as `12 for the ulti (…), less 2 for the parti`.
fn sum(text: &str) -> i32 {
    let term = |term: &String| {
        let term = term.trim();
        let (sign, rest) = term.strip_prefix("less ").map_or((1, term), |rest| (-1, rest));
        sign * rest.split(' ').next().unwrap().parse::<i32>().unwrap()
    };
    terms(text).iter().map(term).sum()
}

/// Returns the points that an English calculation such as `4, doubled by kontra, plus 4 for a lost ulti`
/// gives.
fn calculated(text: &str) -> i32 {
    terms(text).iter().map(|part| part.trim()).fold(0, |points, part| {
        let number = |prefix: &str| {
            let rest = part.strip_prefix(prefix)?;
            rest.split(' ').next()?.parse::<i32>().ok()
        };
        match (part.starts_with("doubled"), number("× "), number("plus "), part.parse::<i32>()) {
            (true, ..) => 2 * points,
            (_, Some(times), ..) => times * points,
            (_, _, Some(more), _) => points + more,
            (.., Ok(value)) => value,
            _ => panic!("unknown part {part} of {text}"),
        }
    })
}

/// Adds the payment of a sentence to `sums`, and checks its calculation.
fn add(sentence: &str, declarer: Seat, sums: &mut BySeat<i32>) {
    if let Some(even) = sentence.strip_prefix("Nobody pays") {
        let terms = even.strip_prefix(": ").map_or(0, |terms| sum(terms.trim_end_matches('.')));
        assert_eq!(terms, 0, "{sentence}");
        return;
    }
    let (payer, rest) = sentence.split_once(" pays ").unwrap();
    let (payee, rest) = rest.split_once(" **").unwrap();
    let (points, rest) = rest.split_once("**").unwrap();
    let points: i32 = points.parse().unwrap();
    let rest = rest.strip_suffix('.').unwrap();
    if let Some(terms) = rest.strip_prefix(": ") {
        assert_eq!(sum(terms), points, "{sentence}");
    } else if let Some((_, calculation)) = rest.split_once(": ") {
        assert_eq!(calculated(calculation), points, "{sentence}");
    }
    let alone =
        |text: &str| if text.starts_with(['e', 'E']) { Vec::new() } else { seats(text, declarer, &[]) };
    let (from, to) = (seats(payer, declarer, &alone(payee)), seats(payee, declarer, &alone(payer)));
    for (from, to) in from.iter().flat_map(|from| to.iter().map(move |to| (*from, *to))) {
        sums[from] -= points;
        sums[to] += points;
    }
}

fn settlement(table: &TestTable) -> Settlement {
    let Stage::Over { settlement, .. } = table.deal.view(None).stage else { panic!("not over") };
    settlement
}

#[test]
fn payment_sentences_add_up_to_settlement() {
    let mut combined = 0;
    for preset in RuleSet::preset_names() {
        for seed in 0..DEALS {
            let table = finished(preset, seed);
            let view = table.deal.view(None);
            let message = messages::result(&table.table_view(), &table.deal_view(), None, Lang::En.into());
            let declarer = view.contract().unwrap().0;
            let mut sums = BySeat::default();
            for line in message.content.lines().filter_map(|line| line.strip_prefix("💰 ")) {
                add(line, declarer, &mut sums);
                combined += usize::from(line.contains("less "));
            }
            let window = Explanation::of(&view).unwrap().window;
            let mut paid = sums.map(|sum| sum - window.each_pays);
            paid[declarer] += window.declarer_takes;
            assert_eq!(paid, settlement(&table).payments, "{preset} {seed}: {}", message.content);
        }
    }
    assert!(combined > 3, "few payments have terms of both signs: {combined}");
}

#[test]
fn result_names_each_game_once() {
    for preset in RuleSet::preset_names() {
        for seed in 0..DEALS {
            let table = finished(preset, seed);
            let games = Explanation::of(&table.deal.view(None)).unwrap().games;
            for appearance in Appearance::ALL {
                let message = messages::result(&table.table_view(), &table.deal_view(), None, appearance);
                check(&message);
                let lines = message.content.lines().filter(|line| line.starts_with(['✅', '❌']));
                assert_eq!(lines.count(), games.len(), "{preset} {seed}: {}", message.content);
            }
        }
    }
}

/// A message with a picture does not repeat the hands that the picture shows. Without it, they are text.
#[test]
fn hands_are_shown_once() {
    let table = finished("4m", 1);
    let message = messages::result(&table.table_view(), &table.deal_view(), None, Lang::En.into());
    assert!(sent(&message).to_string().contains("The hands as they were dealt"));
    let mut pictured = message.clone();
    pictured.files.push(serenity::builder::CreateAttachment::bytes(b"png".to_vec(), "result.png"));
    assert!(!sent(&pictured).to_string().contains("The hands as they were dealt"));
    assert!(sent(&pictured.in_words()).to_string().contains("The hands as they were dealt"));
    let kept = messages::Message { keeps_files: true, ..message };
    assert_eq!(sent(&kept)["embeds"], serde_json::json!([]));
}

/// The commitment is part of the table message before the first bid, but only as the id of a button.
#[test]
fn table_message_publishes_commitment_in_lock_button() {
    let table = TestTable::shuffled(1);
    let commitment = table.deal_view().commitment.to_string();
    for message in [
        messages::table(&table.table_view(), Lang::En.into()),
        messages::table(&finished("4m", 1).table_view(), Lang::Hu.into()),
        messages::result(
            &finished("4m", 1).table_view(),
            &finished("4m", 1).deal_view(),
            None,
            Lang::Hu.into(),
        ),
    ] {
        let sent = sent(&message);
        let buttons: Vec<_> = sent["components"].as_array().unwrap().iter().collect();
        assert!(
            buttons.iter().any(|row| row.to_string().contains(&format!(":shuffle:{commitment}"))),
            "{sent}"
        );
        assert!(!message.content.contains(&commitment), "{sent}");
    }
}
