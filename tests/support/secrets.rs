//! Looks through the log and the figures for what must never stand there: a card, a seed, a token, a
//! name. Not even of a deal that is over: nothing there hangs on that.
#![allow(unreachable_pub, clippy::unwrap_used)] // shared by test programs

use ulti::playground::{Playground, Sender, Way};
use ulti::rules::Card;
use ulti::table::TableEvent;
use ulti::text::{self, Look};

use crate::bot::TOKEN;

/// None of the evening's secrets stands in this text.
pub fn none_in<'a>(text: &str, playground: &Playground, events: impl IntoIterator<Item = &'a TableEvent>) {
    let secrets = Secrets::of(playground, events);
    assert!(secrets.said.len() > 10, "hardly anything is looked for: {:?}", secrets.said);
    assert_eq!(secrets.found_in(text), [""; 0]);
}

/// How cards are written, in both languages, the longest first.
pub fn signs() -> Vec<(String, Card)> {
    let written = |look: Look, card: Card| [text::card_short(look, card), text::card(look, card)];
    let all = Look::ALL
        .into_iter()
        .flat_map(|look| Card::deck().flat_map(move |card| written(look, card).map(|sign| (sign, card))));
    let mut signs: Vec<(String, Card)> = all.collect();
    signs.sort_by_key(|(sign, _)| std::cmp::Reverse(sign.len()));
    signs.dedup();
    signs
}

struct Secrets {
    /// Nowhere as a word.
    names: Vec<String>,
    /// Tokens and seeds: nowhere, as they are.
    said: Vec<String>,
    /// How cards are written for people.
    signs: Vec<String>,
}

impl Secrets {
    fn of<'a>(playground: &Playground, events: impl IntoIterator<Item = &'a TableEvent>) -> Self {
        let mut said = vec![TOKEN.to_owned()];
        let frames = playground.traffic().into_iter().filter(|one| one.way == Way::Gateway);
        let told = frames.filter(|one| one.from == Sender::Discord && one.body["t"] == "INTERACTION_CREATE");
        said.extend(told.filter_map(|one| one.body["d"]["token"].as_str().map(str::to_owned)));
        said.extend(events.into_iter().filter_map(|event| match event {
            TableEvent::DealBegan { seed, .. } => Some(seed.to_string()),
            _ => None,
        }));
        let signs = signs().into_iter().map(|(sign, _)| sign).collect();
        Self { names: playground.people(), said, signs }
    }

    /// The lines with secrets in them.
    fn found_in(&self, text: &str) -> Vec<String> {
        let is_in = |line: &&str| {
            let written = self.said.iter().chain(&self.signs).any(|secret| line.contains(secret.as_str()));
            let is_told = |word: &str| is_card(word) || self.names.iter().any(|name| name == word);
            written || line.split(|letter: char| !letter.is_alphanumeric()).any(is_told)
        };
        text.lines().filter(is_in).map(str::to_owned).collect()
    }
}

/// Whether a word is a card, or several, as a button has them: `H7`, `H7LU`.
fn is_card(word: &str) -> bool {
    let card = |at: usize| {
        word.get(at..at + 2)
            .is_some_and(|pair| pair.parse::<Card>().is_ok_and(|card| card.to_string() == pair))
    };
    !word.is_empty() && word.len().is_multiple_of(2) && (0..word.len()).step_by(2).all(card)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_look_for_secrets_has_eyes() {
    let playground = Playground::start(ulti::playground::Options::default()).await.unwrap();
    let secrets = Secrets::of(&playground, &[]);
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
    let harmless =
        "2026-11-21T17:09:00.123456Z  INFO interaction{id=1441 kind=\"command\" command=\"ulti new\"}: OK";
    assert_eq!(secrets.found_in(harmless), [""; 0]);
}
