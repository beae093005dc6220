//! Comparison of the engine with the reference implementation ([`crate::reference`]) on random deals.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use ulti_rules::{
    Action, Book, Card, CardSet, Deal, Event, Game, Games, Legal, Record, RuleSet, RulesSpec, Seat,
    SeatAction, Settlement, Suit,
};

use crate::random::{Dice, PlayStyle, play_out, start};
use crate::reference::cards::{PlainCard, in_order};
use crate::reference::claim::Claim;
use crate::reference::deal::Deal as ReferenceDeal;
use crate::reference::house::house;
use crate::reference::moves::{self, Move};
use crate::reference::replay::BookCache;

/// Number of deals to compare, over all presets.
const DEALS: u64 = 2500;
/// Number of random rule sets that are compared.
const HOUSES: u64 = 60;
const DEALS_OF_A_HOUSE: u64 = 8;

fn plain_card(card: Card) -> PlainCard {
    PlainCard { suit: card.suit().letter(), rank: card.rank().letter() }
}

/// Converts a set of cards to a list in deck order.
pub(crate) fn plain_cards(cards: CardSet) -> Vec<PlainCard> {
    in_order(cards.iter().map(plain_card).collect())
}

fn names(games: Games) -> Vec<String> {
    let mut names: Vec<String> = games.iter().map(|game: Game| game.name().to_owned()).collect();
    names.sort();
    names
}

/// Converts the engine's legal actions to moves of the reference implementation.
fn listed(legal: &Legal) -> Vec<Move> {
    let flags = [
        (legal.take, Move::Take),
        (legal.pass, Move::Pass),
        (legal.no_kontra, Move::NoKontra),
        (legal.fold, Move::Fold),
        (legal.open, Move::Open),
        (legal.claim, Move::Claim),
    ];
    let mut moves: Vec<Move> = flags.into_iter().filter(|(yes, _)| *yes).map(|(_, what)| what).collect();
    moves.extend(legal.bids.iter().map(|bid| Move::Bid(bid.to_string(), None)));
    moves.extend(legal.trumps.iter().map(|trump| Move::Trump(trump.map(Suit::letter))));
    moves.extend(plain_cards(legal.cards).into_iter().map(Move::Play));
    if !legal.kontra.is_empty() {
        moves.push(Move::Kontra(names(legal.kontra)));
    }
    moves
}

/// Returns the moves as sorted texts, so that they can be compared.
fn sorted(moves: Vec<Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves
        .into_iter()
        .map(|choice| match choice {
            Move::Kontra(mut games) => {
                games.sort();
                format!("{:?}", Move::Kontra(games))
            }
            other => format!("{other:?}"),
        })
        .collect();
    texts.sort();
    texts
}

/// Asserts that both implementations agree on the turn, the legal actions and the announced marriages.
fn compare_state(deal: &Deal, reference: &ReferenceDeal, what: &str) {
    assert_eq!(deal.turn().map(Seat::index), reference.whose_turn(), "turn: {what}");
    for seat in Seat::ALL {
        let legal = deal.legal(seat);
        let (engine, own) = (sorted(listed(&legal)), sorted(reference.legal(seat.index())));
        let only = |some: &[String], other: &[String]| -> Vec<String> {
            some.iter().filter(|choice| !other.contains(choice)).cloned().collect()
        };
        let (more, less) = (only(&engine, &own), only(&own, &engine));
        assert!(
            more.is_empty() && less.is_empty(),
            "seat {seat}: engine only {more:?}, reference only {less:?}: {what}"
        );
        if deal.turn() == Some(seat) && !legal.bids.is_empty() {
            assert_eq!(legal.discard, reference.holding, "discard: {what}");
        }
    }
    let Some(board) = deal.view(None).board().cloned() else { return };
    for seat in Seat::ALL {
        let found: Vec<char> = board.announced[seat].iter().map(Suit::letter).collect();
        assert_eq!(found, announced(reference, seat.index()), "marriages of {seat}: {what}");
    }
}

/// Returns the marriages that a seat has announced with its first card.
fn announced(reference: &ReferenceDeal, seat: usize) -> Vec<char> {
    let first = reference.tricks.first().map_or(&reference.table, |trick| &trick.cards);
    let has_played = first.iter().any(|(player, _)| *player == seat);
    if has_played { reference.announced(seat) } else { Vec::new() }
}

pub(crate) fn reference_move(seat: Seat, action: Action) -> (usize, Move) {
    let json = SeatAction { seat, action }.to_string();
    moves::read(&serde_json::from_str(&json).expect("valid JSON")).expect("valid action")
}

/// Result of a deal played by both implementations.
struct Compared {
    settlement: Settlement,
    claim: Option<Claim>,
}

/// Plays a random deal with both implementations and compares every state.
///
/// Then replays the record of the deal with the reference implementation.
fn play_both(book: &Arc<Book>, note: &Value, cache: &mut BookCache, seed: u64) -> Compared {
    let mut dice = Dice(seed);
    let deal = Deal::new(Arc::clone(book), start(&mut dice)).expect("valid deal");
    // Proving claims is slow in debug builds.
    let style = if seed.is_multiple_of(40) { PlayStyle::any(&mut dice) } else { PlayStyle::plain(&mut dice) };
    let what = format!("seed {seed}, {note}");
    let (rules, entries) = cache.get(note).expect("valid rules");
    let begin = deal.start();
    let hands = begin.hands.0.map(plain_cards);
    let mut reference =
        ReferenceDeal::new(rules, entries, begin.dealer.index(), hands, begin.window).expect("valid deal");
    let mut all: Vec<Event> = Vec::new();
    let over = play_out(deal, style, &mut dice, |deal, seat, action, events| {
        compare_state(deal, &reference, &what);
        let (seat, wanted) = reference_move(seat, action);
        reference.act(seat, &wanted).unwrap_or_else(|reason| panic!("{reason}: {what}"));
        all.extend_from_slice(events);
    });
    let json = record(&over, &all);
    let replayed = cache.replay(&json).unwrap_or_else(|reason| panic!("{reason}: {what}\n{json}"));
    assert_eq!(over.settlement().map(|paid| paid.payments.0), Some(replayed.outcome.payments), "{what}");
    if replayed.claim.is_none() {
        assert!(reference.is_over(), "reference deal is not over: {what}");
    }
    Compared { settlement: over.settlement().expect("deal is over").clone(), claim: replayed.claim }
}

pub(crate) fn record(over: &Deal, events: &[Event]) -> Value {
    let players = ["Anna", "Bea", "Csaba"].map(str::to_owned);
    let record = Record::of(over.book(), over.start(), events, players).expect("complete deal");
    serde_json::from_str(&record.to_json().expect("valid JSON")).expect("valid JSON")
}

#[test]
fn rules_engine_matches_reference_implementation_for_presets() {
    let presets: Vec<&str> = RuleSet::preset_names().collect();
    let each = DEALS / presets.len() as u64;
    let mut seen = BTreeMap::new();
    for (place, preset) in presets.iter().enumerate() {
        let book = Arc::new(Book::preset(preset).expect("known preset"));
        let note =
            serde_json::to_value(RulesSpec::of(book.rules()).expect("valid rules")).expect("valid JSON");
        let mut cache = BookCache::default();
        for seed in 0..each {
            let compared = play_both(&book, &note, &mut cache, place as u64 * each + seed);
            count(&compared, &mut seen);
        }
    }
    println!("{} deals by {presets:?}: {seen:#?}", each * presets.len() as u64);
    assert_covered(&seen);
}

#[test]
fn rules_engine_matches_reference_implementation_for_house_rules() {
    let (mut seen, mut refused) = (BTreeMap::new(), Vec::new());
    for number in 0..HOUSES {
        let note = Value::Object(house(&mut Dice(1_000_000 + number)));
        let read: RulesSpec = serde_json::from_value(note.clone()).expect("deserialized rules");
        let rules = match read.rules() {
            Ok(rules) => rules,
            Err(reason) => {
                refused.push(format!("{reason}: {note}"));
                continue;
            }
        };
        let (book, mut cache) = (Arc::new(Book::new(rules)), BookCache::default());
        for seed in 0..DEALS_OF_A_HOUSE {
            let compared = play_both(&book, &note, &mut cache, 1 + number * DEALS_OF_A_HOUSE + seed);
            count(&compared, &mut seen);
        }
    }
    println!("{} of {HOUSES} house rules rejected: {refused:#?}; {seen:#?}", refused.len());
    assert!(refused.is_empty(), "rejected house rules: {refused:#?}");
    assert!(seen.len() > 20, "too few kinds of results: {seen:#?}");
}

fn count(compared: &Compared, seen: &mut BTreeMap<String, u32>) {
    for item in &compared.settlement.items {
        let made = if item.made { "made" } else { "lost" };
        *seen.entry(format!("{} {:?} {made}", item.game.name(), item.side)).or_default() += 1;
    }
    *seen.entry(format!("window {}", compared.settlement.window.signum())).or_default() += 1;
    if let Some(claim) = compared.claim {
        *seen.entry(format!("claim {claim:?}")).or_default() += 1;
    }
}

/// Asserts that each expected kind of result has occurred in the random deals.
fn assert_covered(seen: &BTreeMap<String, u32>) {
    let games = ["parti", "ulti", "40-100", "20-100", "four-aces", "betli", "durchmars"];
    let mut wanted: Vec<String> = Vec::new();
    for game in games {
        // Random play hardly ever reaches the 80 points of a made 20-100; the cases cover it.
        let hows: &[&str] = if game == "20-100" { &["lost"] } else { &["made", "lost"] };
        wanted.extend(hows.iter().map(|how| format!("{game} Declarer {how}")));
    }
    let silent = ["silent-100 Declarer made", "silent-100 Defence made", "silent-ulti Declarer made"];
    wanted.extend(silent.map(str::to_owned));
    let more = ["silent-ulti Defence lost", "silent-durchmars Declarer made", "window -1", "window 1"];
    wanted.extend(more.map(str::to_owned));
    for what in wanted {
        assert!(seen.contains_key(&what), "result never occurred: {what} in {seen:#?}");
    }
}
