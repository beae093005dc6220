//! Looks through everything that went over the wire for a card that its reader could not know.
//!
//! In an evening of people alone a card becomes public by one thing only: its holder plays it, and
//! that is an interaction in the traffic, before anything shows it. So each exchange is held against
//! what its readers can know at that moment: what was played in this deal so far, and for a person
//! the cards that were ever in that hand. When a deal is over, its cards are everybody's.

use std::collections::HashMap;

use serde_json::Value;
use ulti::playground::{Exchange, Playground, Readers, Sender, Way};
use ulti::rules::{Card, CardSet, Event, Seat};
use ulti::store::Store;
use ulti::table::{TableEvent, UserId};

use crate::emoji::{Emojis, OF_CARDS};
use crate::secrets;

/// What there is to know about a deal.
struct Cards {
    /// The cards that were ever in a person's hand.
    own: HashMap<UserId, CardSet>,
    /// The cards in the order in which they were played.
    played: Vec<Card>,
    /// What the shuffle came from: as good as all the cards.
    seed: String,
    /// The beginning of the shuffle's seal, which public messages carry: it says which deal they are of.
    seal: String,
}

pub(crate) async fn no_card_is_seen_too_early(playground: &Playground, store: &Store) {
    let (_, events) = crate::only_table(store).await;
    let deals = deals(&events);
    let drawn: CardSet = events.iter().flat_map(draws).collect();
    let signs = secrets::signs();
    let traffic = playground.traffic();
    let emojis = Emojis::told_in(&traffic);
    assert_eq!(emojis.count(), OF_CARDS, "each card has its emoji");
    let mut scan =
        Scan { deals: &deals, drawn, signs: &signs, emojis, deal: 0, played: 0, looked_at: 0, small: 0 };
    for exchange in &traffic {
        scan.look(exchange);
    }
    eprintln!("{} cards were seen, {} as emoji", scan.looked_at, scan.small);
    assert!(scan.looked_at > 1000, "only {} cards were seen at all", scan.looked_at);
    assert!(scan.small > 500, "only {} cards were seen as emoji", scan.small);
}

fn draws(event: &TableEvent) -> Vec<Card> {
    match event {
        TableEvent::Drew { draws, .. } => draws.iter().map(|(_, card)| *card).collect(),
        _ => Vec::new(),
    }
}

/// Each deal as the journal has it.
fn deals(events: &[TableEvent]) -> Vec<Cards> {
    let mut deals: Vec<Cards> = Vec::new();
    let mut players = Vec::new();
    let mut hands: Vec<CardSet> = Vec::new();
    let mut talon = CardSet::EMPTY;
    for event in events {
        match event {
            TableEvent::DealBegan { seats, start, seed, commitment, .. } => {
                players = seats.values().map(|player| player.user().unwrap()).collect();
                hands = start.hands.values().copied().collect();
                let own = players.iter().copied().zip(hands.iter().copied()).collect();
                let seal = commitment.to_string()[..16].to_owned();
                deals.push(Cards { own, played: Vec::new(), seed: seed.to_string(), seal });
            }
            TableEvent::InDeal { event } => {
                let deal = deals.last_mut().unwrap();
                let own = |seat: &Seat| players[seat.index()];
                match event {
                    Event::TalonTaken { seat } => *deal.own.get_mut(&own(seat)).unwrap() |= talon,
                    Event::Bid { discard: Some(cards), .. } => talon = *cards,
                    Event::Played { card, .. } => deal.played.push(*card),
                    Event::Opened { .. } | Event::Claimed { .. } => {
                        panic!("nobody opens a hand this evening")
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
    deals: &'a [Cards],
    drawn: CardSet,
    signs: &'a [(String, Card)],
    emojis: Emojis,
    /// How many deals have begun, as far as the traffic shows.
    deal: usize,
    /// How many cards of this deal may have been played so far.
    played: usize,
    looked_at: usize,
    /// How many of those were emoji, whatever else named them.
    small: usize,
}

impl Scan<'_> {
    fn look(&mut self, exchange: &Exchange) {
        if exchange.way == Way::Gateway && exchange.from == Sender::Discord {
            self.follow(&exchange.body["d"]);
            return; // what a person sent, or what a program alone reads
        }
        let reader = match exchange.readers {
            Readers::Nobody => return,
            Readers::Everyone => None,
            Readers::Only(person) => Some(UserId(person.0)),
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
        let small = cards(&exchange.body, &|text| self.emojis.cards_in(text));
        let seen = small | cards(&exchange.body, &|text| self.cards_in(text));
        self.looked_at += seen.len() as usize;
        self.small += small.len() as usize;
        let leaked = seen - may;
        assert!(leaked.is_empty(), "{leaked} shown to {reader:?} in deal {}: {exchange:#?}", self.deal);
    }

    /// Whether this is still about a deal before the one that is played. A seed may be told of such
    /// a deal alone.
    fn is_of_a_finished_deal(&self, exchange: &Exchange) -> bool {
        let text = exchange.body.to_string();
        let (finished, rest) = self.deals.split_at(self.deal - 1);
        let told = rest.iter().any(|deal| text.contains(&deal.seed));
        assert!(!told, "a seed before the end of its deal: {exchange:#?}");
        finished.iter().any(|deal| text.contains(&deal.seal))
    }

    fn is_over(&self, deal: &Cards) -> bool {
        self.played >= deal.played.len()
    }

    /// A card may be seen from the moment at which its holder asked to play it; a deal begins when
    /// somebody asks for it.
    fn follow(&mut self, interaction: &Value) {
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

    /// The cards that a text names: by sign and rank, in words, or in a custom id.
    fn cards_in(&self, text: &str) -> CardSet {
        let mut rest = text.to_owned();
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

/// The cards in all strings of a message, names and numbers of emoji among them.
fn cards(body: &Value, find: &impl Fn(&str) -> CardSet) -> CardSet {
    match body {
        Value::String(text) => find(text),
        Value::Array(items) => items.iter().fold(CardSet::EMPTY, |all, item| all | cards(item, find)),
        Value::Object(fields) => fields.values().fold(CardSet::EMPTY, |all, item| all | cards(item, find)),
        _ => CardSet::EMPTY,
    }
}
