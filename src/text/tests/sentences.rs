//! What people read, as snapshots.

use crate::rules::{Card, CardSet, Contract, Game, Games, Illegal, Seat, Settlement, Suit};

use super::super::{
    Faces, Lang, Look, Text, contract_with_trump, parse_card, parse_contract, parse_suit, refusal, results,
    topic, unknown_card, unknown_contract, unknown_suit,
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

/// One of each refusal.
fn refusals() -> Vec<Illegal> {
    let instead = cards("L7 LA");
    let games = Games::only(Game::Ulti);
    vec![
        Illegal::DealOver,
        Illegal::NotYourTurn { turn: Seat::One },
        Illegal::NotInAuction,
        Illegal::NotInPlay,
        Illegal::TrumpNotNamed,
        Illegal::TakeFirst,
        Illegal::AlreadyTaken,
        Illegal::MustBid,
        Illegal::NothingOvercalls { best: bid("hearts 20-100+ulti+open-durchmars") },
        Illegal::NotInBook { contract: bid("four-aces"), nearest: bid("parti") },
        Illegal::TooLow { contract: bid("ulti"), best: bid("betli") },
        Illegal::DiscardTwo { count: 0 },
        Illegal::DiscardTwo { count: 1 },
        Illegal::DiscardTwo { count: 3 },
        Illegal::NothingToDiscard,
        Illegal::NotHeld { cards: cards("H7 BX") },
        Illegal::OnlyDeclarer { declarer: Seat::Two },
        Illegal::NotAChoice { choices: vec![Some(Suit::Acorns), Some(Suit::Bells), None] },
        Illegal::TrumpSettled,
        Illegal::MustFollow { suit: Suit::Leaves, instead },
        Illegal::MustTrump { trump: Suit::Bells, instead: cards("B7 BO") },
        Illegal::MustBeat { best: "LK".parse().unwrap(), instead: cards("LX LA") },
        Illegal::SevenLocked { instead },
        Illegal::CannotKontra { games, open: Games::empty() },
        Illegal::CannotKontra { games, open: Game::Parti | Game::Ulti },
        Illegal::SplitsItem,
        Illegal::NothingOffered,
        Illegal::RaiseOffered { seat: Seat::Zero },
        Illegal::TooLateToFold,
        Illegal::NoFolding,
        Illegal::OnlyPlainPartiFolds,
        Illegal::CannotOpen,
    ]
}

#[test]
fn refusals_help() {
    for lang in Lang::ALL {
        let said: Vec<String> = refusals().iter().map(|one| refusal(lang.into(), one, &names)).collect();
        assert!(said.iter().all(|sentence| !sentence.contains('⟨')));
        insta::assert_snapshot!(format!("refusals_{lang}"), said.join("\n"));
    }
}

/// The refusals that name cards and suits, for whoever sees the French deck.
#[test]
fn refusals_have_french_faces() {
    let rules = crate::rules::RuleSet::preset("4m").unwrap();
    for lang in Lang::ALL {
        let look = Look::new(lang, Faces::French);
        let names_cards = |one: &&Illegal| refusal(look, one, &names) != refusal(lang.into(), one, &names);
        let mut said: Vec<String> =
            refusals().iter().filter(names_cards).map(|one| refusal(look, one, &names)).collect();
        for text in ["joker", "p7", "k10"] {
            said.push(unknown_card(look, &parse_card(Faces::French, text).unwrap_err()));
        }
        for text in ["", "t"] {
            said.push(unknown_suit(look, &parse_suit(Faces::French, text).unwrap_err()));
        }
        for text in ["p ulti", "zöld tök ulti"] {
            said.push(unknown_contract(look, &parse_contract(Faces::French, text, &rules).unwrap_err()));
        }
        insta::assert_snapshot!(format!("refusals_french_{lang}"), said.join("\n"));
    }
}

#[test]
fn what_was_not_understood() {
    let card = parse_card(Faces::Hungarian, "`joker` @everyone").unwrap_err();
    let rules = crate::rules::RuleSet::preset("4m").unwrap();
    for lang in Lang::ALL {
        let mut said = vec![unknown_card(lang.into(), &card)];
        for text in ["ultti", "", "betli ulti", "terített ulti", "színtelen ulti"] {
            said.push(unknown_contract(
                lang.into(),
                &parse_contract(Faces::Hungarian, text, &rules).unwrap_err(),
            ));
        }
        insta::assert_snapshot!(format!("unknown_{lang}"), said.join("\n"));
    }
}

/// An ulti made, the parti lost with kontra, a silent hundred of the defence, a silent ulti lost and
/// a renonsz: not one deal's, but every kind of line.
#[test]
fn results_say_who_pays_whom() {
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
        let said = results(lang, &settlement, Seat::One, &names).join("\n");
        insta::assert_snapshot!(format!("results_{lang}"), said);
    }
}

#[test]
fn a_table_in_both_languages() {
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
            text.with("leave-confirm", &[("points", 10.into())]),
            text.with("table-window", &[("points", 12.into())]),
            text.say("notice-storage"),
            text.with("clock-down", &[("minutes", 1.into())]),
            text.say("NO-SUCH-KEY"),
            text.say("table-turn"),
        ];
        insta::assert_snapshot!(format!("table_{lang}"), said.join("\n"));
    }
}

/// Only the page of the cards says what they stand for.
#[test]
fn pages_of_the_rules_have_french_faces() {
    let book = crate::rules::Book::preset("4m").unwrap();
    let hungarian =
        ["VII", "IX", "Under", "Over", "🌰", "🍃", "🔔", "alsó", "felső", "makk", "tök", "leaves", "acorns"];
    for lang in Lang::ALL {
        let look = Look::new(lang, Faces::French);
        insta::assert_snapshot!(
            format!("topic_cards_french_{lang}"),
            topic(look, "cards", &book).unwrap().concat()
        );
        for (key, _) in super::super::topics(lang).into_iter().filter(|(key, _)| *key != "cards") {
            let page = topic(look, key, &book).unwrap().concat();
            let words: Vec<&str> = page.split(|sign: char| sign.is_whitespace() || sign == '*').collect();
            assert!(!hungarian.iter().any(|word| words.contains(word)), "{lang} {key}:\n{page}");
        }
    }
}

#[test]
fn pages_of_the_rules() {
    let book = crate::rules::Book::preset("4m").unwrap();
    for lang in Lang::ALL {
        for key in ["contracts", "silent", "window", "play", "fold", "kontra"] {
            let pages = topic(lang.into(), key, &book).unwrap();
            insta::assert_snapshot!(format!("topic_{key}_{lang}"), pages.join("\n"));
        }
    }
}
