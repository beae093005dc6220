//! Snapshot tests of player-facing messages.

use strum::IntoEnumIterator;
use ulti_rules::{
    Card, CardSet, Contract, Game, Games, IllegalAction, KontraRefusal, Seat, Settlement, Suit,
};

use crate::text::{
    Appearance, DeckStyle, Lang, Text, contract_with_trump, parse_card, parse_contract, parse_suit, refusal,
    require_suit, results, topic, unknown_card, unknown_contract, unknown_suit,
};

fn names(seat: Seat) -> String {
    ["Anna", "Bea", "Csaba"][seat.index()].to_owned()
}

fn cards(text: &str) -> CardSet {
    text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
}

fn bid(text: &str) -> Contract {
    text.parse().unwrap()
}

/// Returns examples of actions that are illegal in the auction.
fn refusals_in_auction() -> Vec<IllegalAction> {
    vec![
        IllegalAction::DealOver,
        IllegalAction::NotYourTurn { turn: Seat::One },
        IllegalAction::NotInAuction,
        IllegalAction::NotInPlay,
        IllegalAction::TrumpNotNamed,
        IllegalAction::TakeFirst,
        IllegalAction::AlreadyTaken,
        IllegalAction::MustBid,
        IllegalAction::NothingOvercalls { best: bid("hearts 20-100+ulti+open-durchmars") },
        IllegalAction::NotInBook { contract: bid("four-aces"), nearest: bid("parti") },
        IllegalAction::NotInBook { contract: bid("four-aces+ulti"), nearest: bid("ulti") },
        IllegalAction::TooLow { contract: bid("ulti"), best: bid("betli") },
        IllegalAction::DiscardTwo { count: 0 },
        IllegalAction::DiscardTwo { count: 1 },
        IllegalAction::DiscardTwo { count: 3 },
        IllegalAction::NothingToDiscard,
        IllegalAction::NotHeld { cards: cards("H7 BX") },
    ]
}

/// Returns examples of actions that are illegal after the auction, except kontras.
fn refusals_after_auction() -> Vec<IllegalAction> {
    let instead = cards("L7 LA");
    vec![
        IllegalAction::OnlyDeclarer { declarer: Seat::Two },
        IllegalAction::NotAChoice { choices: vec![Some(Suit::Acorns), Some(Suit::Bells), None] },
        IllegalAction::TrumpSettled,
        IllegalAction::MustFollow { suit: Suit::Leaves, instead },
        IllegalAction::MustTrump { trump: Suit::Bells, instead: cards("B7 BO") },
        IllegalAction::MustBeat { best: "LK".parse().unwrap(), instead: cards("LX LA") },
        IllegalAction::SevenLocked { instead },
        IllegalAction::SplitsItem,
        IllegalAction::NothingOffered,
        IllegalAction::RaiseOffered { seat: Seat::Zero },
        IllegalAction::TooLateToFold,
        IllegalAction::TooEarlyToConcede,
        IllegalAction::TooLateToConcede,
        IllegalAction::NoFolding,
        IllegalAction::OnlyPlainPartiFolds,
        IllegalAction::NoClaims,
        IllegalAction::AlreadyClaimed,
        IllegalAction::AlreadyOpen,
        IllegalAction::CannotOpen,
    ]
}

/// Returns at least one example of each illegal action.
fn refusals() -> Vec<IllegalAction> {
    let games = Games::only(Game::Ulti);
    let mut refusals = refusals_in_auction();
    refusals.extend(refusals_after_auction());
    let cannot = |reason| IllegalAction::CannotKontra { games, reason, open: Games::empty() };
    refusals.extend(KontraRefusal::iter().map(cannot));
    let open = Game::Parti | Game::Ulti;
    refusals.push(IllegalAction::CannotKontra { games, reason: KontraRefusal::NotInContract, open });
    let (games, open) = (Game::Parti | Game::Ulti, Games::empty());
    refusals.push(IllegalAction::CannotKontra { games, reason: KontraRefusal::NotDoubled, open });
    refusals
}

#[test]
fn every_illegal_action_has_an_error_message() {
    for lang in Lang::ALL {
        let said: Vec<String> = refusals().iter().map(|one| refusal(lang.into(), one, &names)).collect();
        assert!(said.iter().all(|sentence| !sentence.contains('⟨')));
        insta::assert_snapshot!(format!("refusals_{lang}"), said.join("\n"));
    }
}

/// With the French deck style, error messages use the French names of cards and suits.
#[test]
fn error_messages_use_french_card_names_with_french_deck() {
    let rules = ulti_rules::RuleSet::preset("4m").unwrap();
    for lang in Lang::ALL {
        let appearance = Appearance::new(lang, DeckStyle::French);
        let names_cards =
            |one: &&IllegalAction| refusal(appearance, one, &names) != refusal(lang.into(), one, &names);
        let mut said: Vec<String> =
            refusals().iter().filter(names_cards).map(|one| refusal(appearance, one, &names)).collect();
        for text in ["joker", "p7", "k10"] {
            said.push(unknown_card(appearance, &parse_card(DeckStyle::French, text).unwrap_err()));
        }
        for text in ["", "t"] {
            said.push(unknown_suit(appearance, &parse_suit(DeckStyle::French, text).unwrap_err()));
        }
        for text in ["p ulti", "zöld tök ulti"] {
            said.push(unknown_contract(
                appearance,
                &parse_contract(DeckStyle::French, text, &rules).unwrap_err(),
            ));
        }
        insta::assert_snapshot!(format!("refusals_french_{lang}"), said.join("\n"));
    }
}

#[test]
fn messages_about_unknown_cards_and_contracts_match_snapshots() {
    let card = parse_card(DeckStyle::Hungarian, "`joker` @everyone").unwrap_err();
    let rules = ulti_rules::RuleSet::preset("4m").unwrap();
    for lang in Lang::ALL {
        let mut said = vec![unknown_card(lang.into(), &card)];
        for text in ["ultti", "", "betli ulti", "terített ulti", "színtelen ulti"] {
            said.push(unknown_contract(
                lang.into(),
                &parse_contract(DeckStyle::Hungarian, text, &rules).unwrap_err(),
            ));
        }
        let szinlicit = ulti_rules::Book::preset("szinlicit").unwrap();
        let no_suit = require_suit("parti".parse().unwrap(), &szinlicit).unwrap_err();
        said.push(unknown_contract(lang.into(), &no_suit));
        insta::assert_snapshot!(format!("unknown_{lang}"), said.join("\n"));
    }
}

/// Formats a settlement with every kind of payment line, including kontra, silent games and a renonsz.
///
/// The payments do not come from a single real deal.
#[test]
fn payment_lists_match_snapshots() {
    let settlement: Settlement = serde_json::from_str(
        r#"{"payments": [-4, -4, -4], "window": 12, "items": [
            {"game": "ulti", "side": "declarer", "made": true, "value": 4, "kontra": 1, "against": [0, 2], "points": 4},
            {"game": "ulti", "side": "declarer", "made": false, "value": 4, "kontra": 2, "against": [0, 2], "points": -12},
            {"game": "parti", "side": "declarer", "made": false, "value": 1, "kontra": 2, "against": [0, 2], "points": -2},
            {"game": "parti", "side": "declarer", "made": false, "value": 1, "kontra": 1, "against": [0, 2], "points": 0},
            {"game": "silent-100", "side": "defence", "made": true, "value": 2, "kontra": 1, "against": [0, 2], "points": -2},
            {"game": "silent-ulti", "side": "defence", "seat": 2, "made": false, "value": 4, "kontra": 1, "against": [0, 1], "points": -4},
            {"game": "renonsz", "side": "declarer", "seat": 0, "made": false, "value": 5, "kontra": 2, "against": [1, 2], "points": -20}
        ]}"#,
    )
    .unwrap();
    for lang in Lang::ALL {
        let said = results(lang.into(), &settlement, Seat::One, &names).join("\n");
        insta::assert_snapshot!(format!("results_{lang}"), said);
    }
}

#[test]
fn game_table_sentences_match_snapshots() {
    for lang in Lang::ALL {
        let text = Text::new(lang);
        let ulti = contract_with_trump(lang.into(), &bid("ulti"), Some(Suit::Leaves));
        let said = [
            text.with("table-title", &[("number", 3.into())]),
            text.with("auction-turn-until", &[("name", "Anna".into()), ("until", "<t:0:R>".into())]),
            text.with("auction-best", &[("name", "Bea".into()), ("contract", (&ulti).into())]),
            text.with("lobby-waiting", &[("missing", 1.into())]),
            text.with("lobby-waiting", &[("missing", 0.into())]),
            text.with("lobby-full", &[("seats", 4.into())]),
            text.with("button-kontra-game", &[("level", "Rekontra".into()), ("game", "ulti".into())]),
            text.with(
                "kontra-state",
                &[("game", "ulti".into()), ("level", "kontra".into()), ("times", 2.into())],
            ),
            text.with("settings-pings", &[("on", true.into())]),
            text.with("evening-vote", &[("votes", 1.into()), ("needed", 2.into())]),
            text.with("leave-confirm", &[("points", 10.into()), ("others", "Anna: 10".into())]),
            text.with("table-window", &[("points", 12.into())]),
            text.text("notice-storage"),
            text.with("clock-down", &[("minutes", 1.into())]),
            text.text("NO-SUCH-KEY"),
            text.text("table-turn"),
        ];
        insta::assert_snapshot!(format!("table_{lang}"), said.join("\n"));
    }
}

/// With the French deck style, only the chapter about cards mentions names of the Hungarian deck.
#[test]
fn rules_use_french_card_names_with_french_deck() {
    let book = ulti_rules::Book::preset("4m").unwrap();
    let hungarian =
        ["VII", "IX", "Under", "Over", "🌰", "🍃", "🔔", "alsó", "felső", "makk", "tök", "leaves", "acorns"];
    for lang in Lang::ALL {
        let appearance = Appearance::new(lang, DeckStyle::French);
        insta::assert_snapshot!(
            format!("topic_cards_french_{lang}"),
            topic(appearance, "cards", &book).unwrap().concat()
        );
        for (key, _) in crate::text::topics(lang).into_iter().filter(|(key, _)| *key != "cards") {
            let page = topic(appearance, key, &book).unwrap().concat();
            let words: Vec<&str> = page.split(|sign: char| sign.is_whitespace() || sign == '*').collect();
            assert!(!hungarian.iter().any(|word| words.contains(word)), "{lang} {key}:\n{page}");
        }
    }
}

#[test]
fn rules_pages_match_snapshots() {
    let book = ulti_rules::Book::preset("4m").unwrap();
    for lang in Lang::ALL {
        for key in ["contracts", "silent", "window", "play", "fold", "kontra"] {
            let pages = topic(lang.into(), key, &book).unwrap();
            insta::assert_snapshot!(format!("topic_{key}_{lang}"), pages.join("\n"));
        }
    }
}
