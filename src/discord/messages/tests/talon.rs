//! Tests of the messages that say what a player commits to by taking the talon.

use std::sync::Arc;

use serde_json::Value;

use super::limits::sent;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::messages::fixtures::TestTable;
use crate::discord::messages::{Message, bid_marks, refusal};
use crate::table::{Command, ExpensiveTalon, Moment, Refusal, TableId};
use crate::text::{self, Appearance};
use ulti_rules::{Action, Book, Card, RankOrder, RuleSet};

use super::positions::{ANNA_SITS, BELA_SITS, ROBOT_SITS, bid, cards, hand};
use super::snapshot::assert_snapshots;

/// Returns the question that the player to move is asked before taking the talon.
fn question(table: &TestTable) -> Refusal {
    let view = table.deal.view(table.deal.turn());
    let commitment = view.talon_commitment().unwrap();
    assert!(commitment.is_expensive, "{commitment:?}");
    let at = Moment { deal: 3, version: table.deal.version() };
    Refusal::ExpensiveTalon(Box::new(ExpensiveTalon { at, raises_own: view.has_best_bid(), commitment }))
}

#[test]
fn prompt_before_expensive_talon_matches_snapshots() {
    for (name, contract) in [("betli", "open-betli"), ("durchmars", "hearts durchmars")] {
        let mut table = TestTable::written();
        table.act(ANNA_SITS, bid(contract, "B8 B9"));
        let why = question(&table);
        assert_snapshots(&format!("expensive_talon_{name}"), |lang| refusal(&why, Some(TableId(17)), lang));
        assert_snapshots(&format!("hand_expensive_talon_{name}"), |lang| hand(&table, BELA_SITS, lang, None));
        table.act(BELA_SITS, Action::Pass);
        table.act(ROBOT_SITS, Action::Pass);
        let why = question(&table);
        assert_snapshots(&format!("expensive_own_{name}"), |lang| refusal(&why, Some(TableId(17)), lang));
    }
}

#[test]
fn hand_after_taking_talon_matches_snapshots() {
    let mut table = TestTable::written();
    table.act(ANNA_SITS, bid("ulti", "B8 B9"));
    table.act(BELA_SITS, Action::Take);
    assert_snapshots("hand_taken", |lang| hand(&table, BELA_SITS, lang, None));
    for seat in [ANNA_SITS, ROBOT_SITS] {
        let text = hand(&table, seat, Appearance::ALL[0], None).content;
        assert!(!text.contains("A talonból"), "{text}");
    }
    assert_snapshots("hand_taken_text_only", |lang| hand(&table, BELA_SITS, lang.text_only(), None));
}

/// Returns the cards of the buttons of a hand, in the order of the buttons.
fn buttons(hand: &Message) -> Vec<Card> {
    let message = sent(hand);
    let rows = message["components"].as_array().unwrap().iter();
    let buttons = rows.flat_map(|row| row["components"].as_array().unwrap());
    let card = |button: &Value| match button["custom_id"].as_str()?.parse().ok()? {
        CustomId::Ask { command: Command::Act { action: Action::Play(card), .. }, .. } => Some(card),
        _ => None,
    };
    buttons.filter_map(card).collect()
}

/// If the rules allow raising without the talon, a player with ten cards can prepare a bid too.
#[test]
fn hand_of_ten_is_sorted_like_its_picture() {
    let mut table = TestTable::written().by_rules(&Arc::new(Book::preset("rablo").unwrap()));
    table.act(ANNA_SITS, bid("parti", "B8 B9"));
    table.act(BELA_SITS, Action::Pass);
    table.act(ROBOT_SITS, Action::Pass);
    let view = table.deal.view(Some(ANNA_SITS));
    assert!(!view.legal.bids.is_empty() && !view.legal.discard);
    let mut orders = Vec::new();
    for contract in ["ulti", "betli"] {
        let draft = BidDraft::default().with_contract(contract.parse().unwrap());
        let order = bid_marks(&view, &draft).order;
        let sorted = text::in_hand_order(view.own_hand(), order);
        assert_eq!(buttons(&hand(&table, ANNA_SITS, Appearance::default(), Some(&draft))), sorted);
        orders.push(order);
    }
    assert_eq!(orders, [RankOrder::WithTrumps, RankOrder::WithoutTrumps]);
}

/// Returns all appearances, each for another player's bid and for the player's own.
fn appearances() -> impl Iterator<Item = (Appearance, bool)> {
    Appearance::ALL.into_iter().flat_map(|appearance| [(appearance, false), (appearance, true)])
}

/// Plays an auction in which Anna bids each contract of each preset.
#[test]
fn button_for_talon_names_cheapest_bid_with_its_terms() {
    let mut compared = 0;
    for book in RuleSet::preset_names().map(|preset| Arc::new(Book::preset(preset).unwrap())) {
        for standing in book.entries() {
            let mut table = TestTable::written().by_rules(&book);
            let discard = Some(cards("B8 B9"));
            table.act(ANNA_SITS, Action::Bid { contract: standing.contract, discard });
            let Some(commitment) = table.deal.view(Some(BELA_SITS)).talon_commitment() else { continue };
            let entry = book.find(&commitment.cheapest).unwrap();
            for (appearance, own) in appearances() {
                let label = appearance.take_label(own, &commitment);
                assert!(label.chars().count() <= 80, "cut: {label}");
                assert!(label.contains(&appearance.contract(entry.contract)), "{label}");
                let stake = label.rsplit(", ").next().unwrap().trim_end_matches(')');
                let terms = text::contract_terms(appearance, entry, 100);
                assert!(terms.contains(stake), "{label}: {terms}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}
