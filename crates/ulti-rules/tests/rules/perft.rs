//! Perft tests, which count the possible continuations of a position.
//!
//! Both implementations must return the numbers in `data/perft.toml`.

use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ulti_rules::{Action, Book, BySeat, Deal, Games, RuleSet, Seat, Stage, Start};

use crate::notation::{card_list, cards, contract, step, trump};
use crate::random::items;
use crate::reference::book::Book as ReferenceBook;
use crate::reference::cards::read_list;
use crate::reference::deal::Deal as ReferenceDeal;
use crate::reference::moves::Move;
use crate::reference::perft::{perft_auction, perft_kontra, perft_play};
use crate::reference::rules::{PRESETS, Rules};

/// Contents of `data/perft.toml`: positions with the expected numbers of continuations.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    auction: Vec<Auction>,
    play: Vec<Play>,
}

/// A position in the auction. Seat 0 bids first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Auction {
    preset: String,
    hands: [String; 3],
    /// The actions so far.
    said: Vec<String>,
    /// Numbers of legal sequences of one action, two actions and so on.
    counts: Vec<u64>,
}

/// A position in the play. Seat 0 is the declarer.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    preset: String,
    contract: String,
    /// The named trump suit. Empty if the contract determines the trumps.
    trump: String,
    hands: [String; 3],
    talon: String,
    /// The cards played so far. No game has been doubled.
    played: String,
    /// For each given number of cards, the number of legal ways to play them without doubling.
    cards: Vec<(usize, u64)>,
    /// For each given number of actions, the number of legal sequences, including doublings.
    kontra: Vec<(usize, u64)>,
}

fn file() -> Counts {
    toml::from_str(include_str!("data/perft.toml")).expect("valid counts")
}

fn reference_deal(preset: &str, hands: &[String; 3]) -> ReferenceDeal {
    let rules = Rules::preset(preset);
    let book = Rc::new(ReferenceBook::new(&rules));
    let hands = [0, 1, 2].map(|seat| read_list(&hands[seat]).expect("valid cards"));
    ReferenceDeal::new(Rc::new(rules), book, 2, hands, 0).expect("valid deal")
}

fn reference_act(deal: &mut ReferenceDeal, wanted: &Move) {
    deal.act(deal.turn, wanted).expect("legal move");
}

fn reference_auction(auction: &Auction) -> ReferenceDeal {
    let mut deal = reference_deal(&auction.preset, &auction.hands);
    for line in &auction.said {
        let words: Vec<&str> = line.split(' ').collect();
        let wanted = match words.as_slice() {
            [_, "bid", games @ .., one, two] => {
                let down = read_list(&format!("{} {}", &one[1..], &two[1..])).expect("valid cards");
                Move::Bid(games.join(" "), Some(down))
            }
            [_, "take"] => Move::Take,
            _ => Move::Pass,
        };
        reference_act(&mut deal, &wanted);
    }
    deal
}

fn reference_play(play: &Play) -> ReferenceDeal {
    let mut deal = reference_deal(&play.preset, &play.hands);
    let talon = read_list(&play.talon).expect("valid cards");
    reference_act(&mut deal, &Move::Bid(play.contract.clone(), Some(talon)));
    while deal.stage == crate::reference::deal::Stage::Auction {
        reference_act(&mut deal, &Move::Pass);
    }
    if !play.trump.is_empty() {
        reference_act(
            &mut deal,
            &Move::Trump(trump(&play.trump).expect("valid trumps").map(ulti_rules::Suit::letter)),
        );
    }
    for card in read_list(&play.played).expect("valid cards") {
        reference_act(&mut deal, &Move::Play(card));
    }
    deal
}

#[test]
fn reference_implementation_finds_expected_position_counts() {
    let counts = file();
    for auction in &counts.auction {
        let deal = reference_auction(auction);
        let found: Vec<u64> = (1..=auction.counts.len()).map(|depth| perft_auction(&deal, depth)).collect();
        assert_eq!(found, auction.counts, "{} after {:?}", auction.preset, auction.said);
    }
    for play in &counts.play {
        let (deal, what) =
            (reference_play(play), format!("{} {} {}", play.preset, play.contract, play.played));
        for (plies, ways) in &play.cards {
            assert_eq!(perft_play(&deal, *plies), *ways, "{plies} cards: {what}");
        }
        for (actions, ways) in &play.kontra {
            assert_eq!(perft_kontra(&deal, *actions), *ways, "{actions} actions: {what}");
        }
    }
}

#[test]
fn every_rule_preset_has_expected_position_counts() {
    let counts = file();
    for preset in PRESETS {
        assert!(counts.auction.iter().any(|auction| auction.preset == preset), "{preset}");
        assert!(counts.play.iter().any(|play| play.preset == preset && !play.played.is_empty()), "{preset}");
    }
}

fn after(deal: &Deal, seat: Seat, action: Action) -> Deal {
    let mut next = deal.clone();
    for event in deal.judge(seat, action).unwrap_or_else(|reason| panic!("{action:?}: {reason:?}")) {
        next.apply(&event);
    }
    next
}

fn act(deal: &mut Deal, action: Action) {
    *deal = after(deal, deal.turn().expect("deal is not over"), action);
}

fn engine_deal(preset: &str, hands: &[String; 3]) -> Deal {
    let book = Arc::new(Book::preset(preset).expect("known preset"));
    let hands = BySeat([0, 1, 2].map(|seat| cards(&hands[seat]).expect("valid cards")));
    Deal::new(book, Start { dealer: Seat::Two, hands, window: 0 }).expect("valid deal")
}

fn in_auction(deal: &Deal) -> bool {
    matches!(deal.view(None).stage, Stage::Auction { .. })
}

fn engine_play(play: &Play) -> Deal {
    let mut deal = engine_deal(&play.preset, &play.hands);
    let discard = Some(cards(&play.talon).expect("valid cards"));
    act(&mut deal, Action::Bid { contract: contract(&play.contract).expect("valid contract"), discard });
    while in_auction(&deal) {
        act(&mut deal, Action::Pass);
    }
    if !play.trump.is_empty() {
        act(&mut deal, Action::Trump(trump(&play.trump).expect("valid trumps")));
    }
    for card in card_list(&play.played).expect("valid cards") {
        act(&mut deal, Action::Play(card));
    }
    deal
}

fn engine_perft_auction(deal: &Deal, depth: usize) -> u64 {
    if depth == 0 || !in_auction(deal) {
        return 1;
    }
    let seat = deal.turn().expect("deal is not over");
    let legal = deal.legal(seat);
    let flags = [(legal.take, Action::Take), (legal.pass, Action::Pass)];
    let mut actions: Vec<Action> = flags.into_iter().filter(|(yes, _)| *yes).map(|(_, what)| what).collect();
    let two = deal.view(Some(seat)).own_hand().iter().take(2).collect();
    let discard = legal.discard.then_some(two);
    actions.extend(legal.bids.iter().map(|bid| Action::Bid { contract: *bid, discard }));
    actions.into_iter().map(|action| engine_perft_auction(&after(deal, seat, action), depth - 1)).sum()
}

fn engine_perft_play(deal: &Deal, actions: usize, with_kontra: bool) -> u64 {
    let Some(seat) = deal.turn() else { return 1 };
    if actions == 0 {
        return 1;
    }
    let legal = deal.legal(seat);
    let mut choices: Vec<Action> = legal.cards.iter().map(Action::Play).collect();
    if with_kontra {
        choices.extend(legal.no_kontra.then_some(Action::NoKontra));
        choices.extend(some_of(&items(deal, legal.kontra)).into_iter().map(Action::Kontra));
    }
    let below = |action| engine_perft_play(&after(deal, seat, action), actions - 1, with_kontra);
    choices.into_iter().map(below).sum()
}

/// Returns every non-empty union of the given groups of games.
fn some_of(items: &[Games]) -> Vec<Games> {
    let mut choices: Vec<Games> = vec![Games::new()];
    for item in items {
        let with: Vec<Games> =
            choices.iter().map(|games| games.iter().chain(item.iter()).collect()).collect();
        choices.extend(with);
    }
    choices.into_iter().filter(|games| !games.is_empty()).collect()
}

#[test]
fn rules_engine_counts_legal_action_sequences_correctly() {
    let counts = file();
    for preset in RuleSet::preset_names() {
        for auction in counts.auction.iter().filter(|auction| auction.preset == preset) {
            let mut deal = engine_deal(preset, &auction.hands);
            auction.said.iter().for_each(|line| act(&mut deal, step(line).expect("valid action").1));
            let depths = 1..=auction.counts.len();
            let found: Vec<u64> = depths.map(|depth| engine_perft_auction(&deal, depth)).collect();
            assert_eq!(found, auction.counts, "{preset} after {:?}", auction.said);
        }
        for play in counts.play.iter().filter(|play| play.preset == preset) {
            let (deal, what) = (engine_play(play), format!("{preset} {} {}", play.contract, play.played));
            for (plies, ways) in &play.cards {
                assert_eq!(engine_perft_play(&deal, *plies, false), *ways, "{plies} cards: {what}");
            }
            for (actions, ways) in &play.kontra {
                assert_eq!(engine_perft_play(&deal, *actions, true), *ways, "{actions} actions: {what}");
            }
        }
    }
}
