//! Scan of all traffic for cards that the recipient could not know.
//!
//! Without robots, a card becomes public only when its holder plays it, which is an interaction that
//! precedes every message about it. Each message is therefore compared with what its audience can know at
//! that time: the cards played in the deal so far, and for a single reader the cards that were ever in that
//! hand. Once a deal is over, all its cards are public.

use std::collections::HashMap;

use discord_sandbox::{Audience, Exchange, Protocol, Sandbox, Sender};
use serde_json::Value;
use ulti::store::Store;
use ulti::table::{TableEvent, UserId};
use ulti_rules::{Card, CardSet, Event, Seat};
use ulti_testkit::leaks::emoji::{CARD_COUNT, Emojis};
use ulti_testkit::leaks::{card_names, without_absent_cards};

use super::evening::only_table;

/// The cards of one deal.
struct DealCards {
    /// Cards that were ever in each user's hand.
    own: HashMap<UserId, CardSet>,
    /// Cards in the order in which they were played.
    played: Vec<Card>,
    /// Seed of the shuffle, which reveals all cards.
    seed: String,
    /// Beginning of the shuffle's commitment, which identifies the deal in public messages.
    commitment: String,
}

pub(super) async fn assert_no_early_cards(sandbox: &Sandbox, store: &Store) {
    let (_, events) = only_table(store).await;
    let deals = deals(&events);
    let drawn: CardSet = events.iter().flat_map(draws).collect();
    let signs = card_names();
    let traffic = sandbox.traffic();
    let emojis = Emojis::from_traffic(&traffic);
    assert_eq!(emojis.count(), CARD_COUNT, "unexpected number of card emoji");
    let mut scan = Scan {
        deals: &deals,
        drawn,
        signs: &signs,
        emojis,
        deal: 0,
        played: 0,
        shown_cards: 0,
        shown_as_emoji: 0,
    };
    for exchange in &traffic {
        scan.check(exchange);
    }
    eprintln!("{} cards were seen, {} as emoji", scan.shown_cards, scan.shown_as_emoji);
    assert!(scan.shown_cards > 1000, "only {} cards were seen", scan.shown_cards);
    assert!(scan.shown_as_emoji > 500, "only {} cards were seen as emoji", scan.shown_as_emoji);
}

fn draws(event: &TableEvent) -> Vec<Card> {
    match event {
        TableEvent::Drew { draws, .. } => draws.iter().map(|(_, card)| *card).collect(),
        _ => Vec::new(),
    }
}

/// Returns the cards of each deal in the journal.
fn deals(events: &[TableEvent]) -> Vec<DealCards> {
    let mut deals: Vec<DealCards> = Vec::new();
    let mut players = Vec::new();
    let mut hands: Vec<CardSet> = Vec::new();
    let mut talon = CardSet::EMPTY;
    for event in events {
        match event {
            TableEvent::DealBegan { seats, start, seed, commitment, .. } => {
                players = seats.values().map(|player| player.user().unwrap()).collect();
                hands = start.hands.values().copied().collect();
                let own = players.iter().copied().zip(hands.iter().copied()).collect();
                let commitment = commitment.to_string()[..16].to_owned();
                deals.push(DealCards { own, played: Vec::new(), seed: seed.to_string(), commitment });
            }
            TableEvent::InDeal { event } => {
                let deal = deals.last_mut().unwrap();
                let own = |seat: &Seat| players[seat.index()];
                match event {
                    Event::TalonTaken { seat } => *deal.own.get_mut(&own(seat)).unwrap() |= talon,
                    Event::Bid { discard: Some(cards), .. } => talon = *cards,
                    Event::Played { card, .. } => deal.played.push(*card),
                    Event::Opened { .. } | Event::Claimed { .. } => {
                        panic!("unexpected open hand")
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    assert!(!hands.is_empty());
    deals
}

struct Scan<'a> {
    deals: &'a [DealCards],
    drawn: CardSet,
    signs: &'a [(String, Card)],
    emojis: Emojis,
    /// Number of deals started, according to the traffic.
    deal: usize,
    /// Number of cards of the current deal that may have been played.
    played: usize,
    shown_cards: usize,
    /// Number of those cards that were shown as emoji.
    shown_as_emoji: usize,
}

impl Scan<'_> {
    fn check(&mut self, exchange: &Exchange) {
        if exchange.protocol == Protocol::Gateway && exchange.from == Sender::Discord {
            self.record_interaction(&exchange.body["d"]);
            return; // sent by a user, or not shown to anybody
        }
        let reader = match exchange.audience {
            Audience::Nobody => return,
            Audience::Everyone => None,
            Audience::Only(user) => Some(UserId(user.0)),
        };
        let Some(deal) = self.deals.get(self.deal.wrapping_sub(1)) else { return };
        let mut may = self.drawn | deal.played.iter().take(self.played).copied().collect();
        if let Some(reader) = reader {
            may |= deal.own.get(&reader).copied().unwrap_or_default();
        }
        if self.is_over(deal) {
            return;
        }
        if self.is_of_a_finished_deal(exchange) {
            return;
        }
        let shown_as_emoji = cards(&exchange.body, &|text| self.emojis.cards_in(text));
        let seen = shown_as_emoji | cards(&exchange.body, &|text| self.cards_in(text));
        self.shown_cards += seen.len() as usize;
        self.shown_as_emoji += shown_as_emoji.len() as usize;
        let leaked = seen - may;
        assert!(leaked.is_empty(), "{leaked} shown to {reader:?} in deal {}: {exchange:#?}", self.deal);
    }

    /// Returns `true` if the message refers to an earlier deal.
    ///
    /// # Panics
    ///
    /// Panics if the message contains the seed of an unfinished deal.
    fn is_of_a_finished_deal(&self, exchange: &Exchange) -> bool {
        let text = exchange.body.to_string();
        let (finished, rest) = self.deals.split_at(self.deal - 1);
        let told = rest.iter().any(|deal| text.contains(&deal.seed));
        assert!(!told, "seed of an unfinished deal: {exchange:#?}");
        finished.iter().any(|deal| text.contains(&deal.commitment))
    }

    fn is_over(&self, deal: &DealCards) -> bool {
        self.played >= deal.played.len()
    }

    /// Counts a deal started or a card played by an interaction.
    fn record_interaction(&mut self, interaction: &Value) {
        const AUTOCOMPLETE: u64 = 4;
        if interaction["type"] == AUTOCOMPLETE {
            return;
        }
        let data = &interaction["data"];
        let id = data["custom_id"].as_str().unwrap_or_default();
        let verb = id.split(':').nth(2).unwrap_or_default();
        if verb == "play" || data["name"] == "play" {
            self.played += 1;
        }
        if matches!(verb, "start" | "next") {
            self.deal += 1;
            self.played = 0;
        }
    }

    /// Returns the cards that a text names by sign, in words or in a custom id.
    fn cards_in(&self, text: &str) -> CardSet {
        let mut rest = without_absent_cards(text);
        let mut seen = CardSet::EMPTY;
        for (sign, card) in self.signs {
            let ends = |at: usize| !rest[at + sign.len()..].starts_with(char::is_alphanumeric);
            if rest.match_indices(sign.as_str()).any(|(at, _)| ends(at)) {
                seen |= (*card).into();
                rest = rest.replace(sign.as_str(), " ");
            }
        }
        if let Some(cards) = text.strip_prefix("u1:").and_then(|id| id.rsplit(':').next()) {
            seen |= cards.parse::<Card>().map_or(CardSet::EMPTY, CardSet::of);
        }
        seen
    }
}

/// Returns the cards in all strings of a message, including the names and ids of emoji.
fn cards(body: &Value, find: &impl Fn(&str) -> CardSet) -> CardSet {
    match body {
        Value::String(text) => find(text),
        Value::Array(items) => items.iter().fold(CardSet::EMPTY, |all, item| all | cards(item, find)),
        Value::Object(fields) => fields.values().fold(CardSet::EMPTY, |all, item| all | cards(item, find)),
        _ => CardSet::EMPTY,
    }
}
