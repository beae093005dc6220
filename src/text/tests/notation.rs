//! Cards and contracts, there and back.

use crate::rules::{Book, Card, CardSet, NotAContract, RankOrder, RuleSet};

use super::super::{
    ContractNotUnderstood, Faces, Lang, Signs, article, card, card_short, cards_short, contract, parse_card,
    parse_contract,
};

fn is(text: &str, notation: &str) {
    let wanted: Card = notation.parse().unwrap();
    assert_eq!(parse_card(text), Ok(wanted), "{text}");
}

#[test]
fn every_card_reads_back() {
    for one in Card::deck() {
        for lang in Lang::ALL {
            is(&card(lang, one), &one.to_string());
            is(&card_short(lang, one), &one.to_string());
            is(&card(lang, one).to_uppercase(), &one.to_string());
            for signs in [Signs::Hungarian, Signs::French, Signs::Words] {
                is(&signs.card(lang, one), &one.to_string());
            }
        }
        is(&one.to_string(), &one.to_string());
        is(&one.to_string().to_lowercase(), &one.to_string());
    }
}

#[test]
fn cards_are_told_apart_without_colour_or_case() {
    for lang in Lang::ALL {
        for signs in [Signs::Hungarian, Signs::French, Signs::Words] {
            let drawn = Card::deck().map(|one| signs.card(lang, one).to_lowercase());
            assert_eq!(drawn.collect::<std::collections::BTreeSet<_>>().len(), 32);
        }
    }
}

#[test]
fn cards_as_people_type_them() {
    for (text, notation) in [
        ("h7", "H7"),
        ("p7", "H7"),
        ("7h", "H7"),
        ("♥7", "H7"),
        ("❤️ 7", "H7"),
        ("piros hetes", "H7"),
        ("Piros VII", "H7"),
        ("pirosVII", "H7"),
        ("hearts 7", "H7"),
        ("7 of hearts", "H7"),
        ("makk ász", "AA"),
        ("makk asz", "AA"),
        ("acorns ace", "AA"),
        ("ace of acorns", "AA"),
        ("ma", "AA"),
        ("zöld felső", "LO"),
        ("zold felso", "LO"),
        ("zf", "LO"),
        ("🍃 király", "LK"),
        ("tök 10", "BX"),
        ("tök tízes", "BX"),
        ("t10", "BX"),
        ("bells X", "BX"),
        ("bal", "BU"),
        ("tök-alsó", "BU"),
    ] {
        is(text, notation);
    }
    for text in ["", "h", "7", "h11", "piros", "piros hetes nyolcas", "joker", "♥", "é", "h7h7"] {
        assert!(parse_card(text).is_err(), "{text}");
    }
}

#[test]
fn every_contract_of_every_book_reads_back() {
    for preset in RuleSet::preset_names() {
        reads_back(&Book::preset(preset).unwrap());
    }
}

fn reads_back(book: &Book) {
    let rules = book.rules();
    for entry in book.entries() {
        for lang in Lang::ALL {
            let said = contract(lang, &entry.contract);
            assert_eq!(parse_contract(&said, rules), Ok(entry.contract), "{said}");
            assert_eq!(parse_contract(&said.to_uppercase(), rules), Ok(entry.contract), "{said}");
        }
        assert_eq!(parse_contract(&entry.contract.to_string(), rules), Ok(entry.contract));
    }
}

#[test]
fn contracts_as_people_type_them() {
    let rules = RuleSet::preset("4m").unwrap();
    for (text, canonical) in [
        ("ulti", "ulti"),
        ("ultimó", "ulti"),
        ("ulti-passz", "ulti"),
        ("passz", "parti"),
        ("piros passz", "hearts parti"),
        ("party", "parti"),
        ("piros negyven-száz ulti", "hearts 40-100+ulti"),
        ("piros ulti–40-100", "hearts 40-100+ulti"),
        ("ulti 40-100 in hearts", "hearts 40-100+ulti"),
        ("negyvenszáz és ulti", "40-100+ulti"),
        ("húsz-száz", "20-100"),
        ("20/100 + durchmarsch", "20-100+durchmars"),
        ("rebetli", "open-betli"),
        ("terített betli", "open-betli"),
        ("re betli", "open-betli"),
        ("redurchmars ulti", "ulti+open-durchmars"),
        ("open durchmars, ulti, hearts", "hearts ulti+open-durchmars"),
        ("p betli", "hearts betli"),
        ("zöld ulti", "leaves ulti"),
        ("színtelen durchmars", "colourless durchmars"),
        ("négy ász", "four-aces"),
        ("four tens + ulti", "ulti+four-tens"),
    ] {
        assert_eq!(parse_contract(text, &rules), Ok(canonical.parse().unwrap()), "{text}");
    }
}

#[test]
fn re_is_what_the_rules_say_it_is() {
    let rules = RuleSet::preset("rablo").unwrap();
    for (text, canonical) in
        [("rebetli", "hearts betli"), ("redurchmars", "re-durchmars"), ("re-durchmars", "re-durchmars")]
    {
        assert_eq!(parse_contract(text, &rules), Ok(canonical.parse().unwrap()), "{text}");
    }
    assert_eq!(parse_contract("redurchmars ulti", &rules), Err(NotAContract::NotRe.into()));
}

#[test]
fn what_is_no_contract_is_answered_with_help() {
    let rules = RuleSet::preset("4m").unwrap();
    let unknown = parse_contract("ultti", &rules).unwrap_err();
    assert_eq!(unknown, ContractNotUnderstood::Word { word: "ultti".into(), nearest: "ulti" });
    assert_eq!(parse_contract(" ", &rules), Err(NotAContract::NoGame.into()));
    assert!(parse_contract("betli ulti", &rules).is_err());
    assert!(parse_contract("terített ulti", &rules).is_err());
}

#[test]
fn a_hand_is_shown_suit_by_suit_strongest_first() {
    let hand: CardSet =
        ["H7", "AA", "HX", "HK", "B9"].iter().map(|card| card.parse::<Card>().unwrap()).collect();
    let shown = |order| cards_short(Lang::Hu, &Signs::Hungarian, hand, order);
    assert_eq!(shown(RankOrder::WithTrumps), "🌰 A · ♥ X · ♥ K · ♥ VII · 🔔 IX");
    assert_eq!(shown(RankOrder::WithoutTrumps), "🌰 A · ♥ K · ♥ X · ♥ VII · 🔔 IX");
}

#[test]
fn the_hungarian_article_follows_the_sound() {
    for (word, wanted) in [
        ("ulti", "az"),
        ("ász", "az"),
        ("betli", "a"),
        ("40-100", "a"),
        ("20-100", "a"),
        ("1", "az"),
        ("11", "a"),
        ("100", "a"),
        ("1000", "az"),
        ("5", "az"),
        ("50", "az"),
        ("„ulti”", "az"),
        ("", "a"),
    ] {
        assert_eq!(article(word), wanted, "{word}");
    }
}
