//! Tests of small queries about rules, contracts, card sets and records.

use ulti_rules::{Book, BySeat, CardSet, Contract, Fold, Game, Games, Kontra, Record, RuleSet, Seat, Suit};

use crate::properties::{played, record};

fn contract(text: &str) -> Contract {
    text.parse().expect("valid contract")
}

#[test]
fn error_for_unavailable_contract_suggests_similar_one() {
    for (preset, asked, nearest) in [
        ("4m", "leaves ulti", "ulti"),
        ("4m", "colourless durchmars", "durchmars"),
        ("4m", "four-aces", "parti"),
        ("4m", "leaves open-betli", "open-betli"),
        ("basic", "hearts open-durchmars", "open-durchmars"),
        ("basic", "hearts ulti+open-durchmars", "ulti+open-durchmars"),
        ("pagat", "hearts re-durchmars", "hearts durchmars"),
        ("rablo", "hearts colourless open-durchmars", "colourless open-durchmars"),
        ("rablo", "hearts open-betli", "open-betli"),
        ("szinlicit", "ulti", "acorns ulti"),
    ] {
        let book = Book::preset(preset).expect("known preset");
        assert_eq!(book.nearest(&contract(asked)).to_string(), nearest, "{preset}: {asked}");
    }
}

#[test]
fn cost_of_folding_depends_on_rules() {
    for (preset, folded, fold, costs) in [
        ("4m", "parti", Fold::KontraLost, 0),
        ("4m", "ulti", Fold::KontraLost, 2 + 8 + 4),
        ("4m", "hearts 40-100", Fold::KontraLost, 16),
        ("rablo", "ulti", Fold::TwiceWon, 10),
        ("rablo", "hearts durchmars", Fold::TwiceWon, 24),
        ("pagat", "parti", Fold::PlainParti, 2),
    ] {
        let book = Book::preset(preset).expect("known preset");
        assert_eq!(book.rules().fold, fold);
        let entry = book.find(&contract(folded)).expect("bid was made");
        assert_eq!(entry.folding_costs(fold), costs, "{preset}: {folded}");
    }
}

#[test]
fn kontra_can_affect_one_or_both_defenders() {
    let rules = RuleSet::preset("4m").expect("known preset");
    let bid = contract("40-100+durchmars");
    let mut kontra = Kontra::new(Seat::Zero, &bid, Some(Suit::Leaves), &rules);
    assert!(kontra.is_individual(Game::Durchmars));
    assert!(!kontra.is_individual(Game::FortyHundred));
    assert_eq!(kontra.doubled().count(), 0);
    kontra.announce(Seat::One, Game::Durchmars.into());
    let doubled: Vec<(Game, BySeat<u8>)> = kontra.doubled().collect();
    assert_eq!(doubled, [(Game::Durchmars, BySeat([0, 1, 0]))]);
    kontra.announce(Seat::Two, Game::FortyHundred.into());
    assert_eq!(kontra.doubled().count(), 2);
    assert_eq!((kontra.highest_level(), kontra.highest_of_all()), (1, 2));
    let apart: Vec<Games> = kontra.items_of(Game::FortyHundred | Game::Durchmars).collect();
    assert_eq!(apart, [Games::only(Game::FortyHundred), Games::only(Game::Durchmars)]);
}

#[test]
fn comparing_rule_sets_lists_changed_fields() {
    let preset = RuleSet::preset("rablo").expect("known preset");
    assert_eq!(preset.unlike(&preset), []);
    let house = preset.with_rule("values.ulti.plain", 7.into()).expect("valid house rules");
    assert_eq!(house.unlike(&preset), [("values.ulti.plain".to_owned(), 7.into())]);
    assert_eq!(preset.unlike(&house), [("values.ulti.plain".to_owned(), 4.into())]);
    assert_eq!(preset.rule("values.ulti.plain"), Some(4.into()));
    assert_eq!(preset.rule("values.ultimo"), None);
}

#[test]
fn maximum_number_of_players_depends_on_house_rule() {
    let preset = RuleSet::preset("4m").expect("known preset");
    assert_eq!(preset.most_players(), 4);
    assert_eq!(preset.with_rule("four_players", false.into()).expect("valid house rules").most_players(), 3);
}

#[test]
fn suit_has_eight_cards() {
    let hearts = CardSet::suit(Suit::Hearts);
    assert_eq!(hearts.iter().len(), 8);
    assert_eq!(hearts.iter().skip(3).len(), 5);
    assert!(CardSet::DECK.is_superset(hearts) && !hearts.is_superset(CardSet::DECK));
    assert!(!hearts.is_superset(CardSet::suit(Suit::Bells)));
}

#[test]
fn deal_record_omits_empty_pot() {
    let (mut empty, mut filled) = (0, 0);
    for seed in 0..30 {
        let (over, events) = played(seed);
        let mut record: Record = record(&over, &events);
        assert_eq!(record.len(), record.steps().count());
        assert!(!record.is_empty());
        let json: serde_json::Value =
            serde_json::from_str(&record.to_json().expect("valid JSON")).expect("JSON document");
        let window = over.start().window;
        assert_eq!(json.get("window").cloned(), (window != 0).then(|| window.into()));
        *(if window == 0 { &mut empty } else { &mut filled }) += 1;
        record.result.window += 3;
        assert!(record.replay().is_err());
        assert_eq!(over.view(None).contract(), over.contract());
    }
    assert!(empty > 0 && filled > 0);
}
