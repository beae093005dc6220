//! Cards and contracts, there and back.

use crate::rules::{Book, Card, CardSet, Contract, NotAContract, RankOrder, RuleSet, Suit};

use super::super::{
    CardNotUnderstood, ContractNotUnderstood, Faces, Lang, Look, SuitNotUnderstood, article, card,
    card_short, cards_short, contract, parse_card, parse_contract, parse_suit, suit, suit_with_sign,
};

/// Whatever faces its reader sees.
fn is(text: &str, notation: &str) {
    let wanted: Card = notation.parse().unwrap();
    for faces in Faces::ALL {
        assert_eq!(parse_card(faces, text), Ok(wanted), "{text}");
    }
}

#[test]
fn every_card_reads_back() {
    for one in Card::deck() {
        for look in Look::ALL {
            for shown in [card(look, one), card_short(look, one)] {
                is(&shown, &one.to_string());
                is(&shown.to_uppercase(), &one.to_string());
                is(&shown.split_whitespace().collect::<String>().replace("of", " of "), &one.to_string());
            }
        }
        is(&one.to_string(), &one.to_string());
        is(&one.to_string().to_lowercase(), &one.to_string());
    }
}

#[test]
fn every_suit_reads_back() {
    for one in Suit::ALL {
        for look in Look::ALL {
            let shown = [suit(look, one), suit_with_sign(look, one), look.faces.sign(one).to_owned()];
            for text in shown.into_iter().chain([one.to_string(), one.letter().to_string()]) {
                for faces in Faces::ALL {
                    assert_eq!(parse_suit(faces, &text), Ok(one), "{text}");
                    assert_eq!(parse_suit(faces, &text.to_uppercase()), Ok(one), "{text}");
                }
            }
        }
    }
    for text in ["", "swords", "♥♠", "piros zöld", "foo h", "hearts seven"] {
        let refused = parse_suit(Faces::French, text);
        assert!(matches!(refused, Err(SuitNotUnderstood::Unknown(_))), "{text}: {refused:?}");
    }
}

#[test]
fn cards_are_told_apart_without_colour_or_case() {
    for look in Look::ALL {
        for name in [card, card_short] {
            let drawn = Card::deck().map(|one| name(look, one).to_lowercase());
            assert_eq!(drawn.collect::<std::collections::BTreeSet<_>>().len(), 32);
        }
    }
}

#[test]
fn no_line_breaks_between_a_sign_and_what_follows_it() {
    for look in Look::ALL {
        let cards = Card::deck().map(|one| card_short(look, one));
        let suits = Suit::ALL.into_iter().map(|one| suit_with_sign(look, one));
        for shown in cards.chain(suits) {
            assert!(shown.contains('\u{a0}') && !shown.contains(' '), "{shown}");
        }
    }
}

/// Neither of two cards is played where a letter may be the initial of either suit.
#[test]
fn what_may_be_several_cards_is_none() {
    let meant = |faces, text: &str| match parse_card(faces, text) {
        Err(CardNotUnderstood::Ambiguous(_, cards)) => cards.to_string(),
        other => panic!("{text}: {other:?}"),
    };
    for (text, wanted) in [("k7", "H7 B7"), ("k ász", "HA BA"), ("td", "AO BX BO"), ("pb", "LU HU")] {
        for faces in Faces::ALL {
            assert_eq!(meant(faces, text), wanted, "{text}");
        }
    }
    for (text, french, hungarian) in
        [("p7", "L7 H7", "H7"), ("p ász", "LA HA", "HA"), ("t10", "AX BX", "BX"), ("tász", "AA BA", "BA")]
    {
        assert_eq!(meant(Faces::French, text), french, "{text}");
        assert_eq!(parse_card(Faces::Hungarian, text), Ok(hungarian.parse().unwrap()), "{text}");
    }
}

#[test]
fn cards_as_people_type_them() {
    for (text, notation) in [
        ("h7", "H7"),
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
        ("bells X", "BX"),
        ("bal", "BU"),
        ("tök-alsó", "BU"),
        ("♥️7", "H7"),
        ("♥\u{a0}7", "H7"),
        ("7♥", "H7"),
        ("heart seven", "H7"),
        ("seven of hearts", "H7"),
        ("kőr 7", "H7"),
        ("kör hetes", "H7"),
        ("Kőr Bubi", "HU"),
        ("pikk ász", "LA"),
        ("pikkász", "LA"),
        ("ász pikk", "LA"),
        ("spades ace", "LA"),
        ("♠ Á", "LA"),
        ("♠D", "LO"),
        ("pikk d", "LO"),
        ("zd", "LO"),
        ("Qs", "LO"),
        ("sQ", "LO"),
        ("Q♠", "LO"),
        ("queen of spades", "LO"),
        ("As", "LA"),
        ("Ad", "BA"),
        ("Kd", "BK"),
        ("Kh", "HK"),
        ("Ts", "LX"),
        ("10s", "LX"),
        ("10♦", "BX"),
        ("káró tízes", "BX"),
        ("karo 10", "BX"),
        ("10 of diamonds", "BX"),
        ("10d", "BX"),
        ("treff alsó", "AU"),
        ("treff jack", "AU"),
        ("Jc", "AU"),
        ("♣ B", "AU"),
        ("makk bubi", "AU"),
        ("mb", "AU"),
        ("club knave", "AU"),
    ] {
        is(text, notation);
    }
    for text in [
        "",
        "h",
        "7",
        "h11",
        "piros",
        "piros hetes nyolcas",
        "joker",
        "♥",
        "é",
        "h7h7",
        "six",
        "s six",
        "hearts spades",
        "hd",
    ] {
        assert!(parse_card(Faces::Hungarian, text).is_err(), "{text}");
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
        for look in Look::ALL {
            let said = contract(look, &entry.contract);
            assert_eq!(parse_contract(look.faces, &said, rules), Ok(entry.contract), "{said}");
            assert_eq!(parse_contract(look.faces, &said.to_uppercase(), rules), Ok(entry.contract), "{said}");
            let listed = format!("{said} ({})", entry.points);
            assert_eq!(parse_contract(look.faces, &listed, rules), Ok(entry.contract), "{listed}");
        }
        assert_eq!(parse_contract(Faces::French, &entry.contract.to_string(), rules), Ok(entry.contract));
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
        ("pikk ulti", "leaves ulti"),
        ("♠ ulti", "leaves ulti"),
        ("ulti in clubs", "acorns ulti"),
        ("♥️ 40-100", "hearts 40-100"),
        ("kőr betli", "hearts betli"),
        ("színtelen durchmars", "colourless durchmars"),
        ("négy ász", "four-aces"),
        ("four tens + ulti", "ulti+four-tens"),
    ] {
        assert_eq!(parse_contract(Faces::Hungarian, text, &rules), Ok(canonical.parse().unwrap()), "{text}");
    }
}

#[test]
fn re_is_what_the_rules_say_it_is() {
    let rules = RuleSet::preset("rablo").unwrap();
    for (text, canonical) in
        [("rebetli", "hearts betli"), ("redurchmars", "re-durchmars"), ("re-durchmars", "re-durchmars")]
    {
        assert_eq!(parse_contract(Faces::Hungarian, text, &rules), Ok(canonical.parse().unwrap()), "{text}");
    }
    assert_eq!(parse_contract(Faces::Hungarian, "redurchmars ulti", &rules), Err(NotAContract::NotRe.into()));
}

#[test]
fn what_is_no_contract_is_answered_with_help() {
    let rules = RuleSet::preset("4m").unwrap();
    let unknown = parse_contract(Faces::Hungarian, "ultti", &rules).unwrap_err();
    assert_eq!(unknown, ContractNotUnderstood::Word { word: "ultti".into(), nearest: "ulti" });
    assert_eq!(parse_contract(Faces::Hungarian, " ", &rules), Err(NotAContract::NoGame.into()));
    assert!(parse_contract(Faces::Hungarian, "betli ulti", &rules).is_err());
    assert!(parse_contract(Faces::Hungarian, "terített ulti", &rules).is_err());
}

/// A bid in hearts is called so with whatever deck; every other suit has the name of its faces.
#[test]
fn contracts_are_called_by_the_suits_that_are_seen() {
    let french = |lang, text: &str| contract(Look::new(lang, Faces::French), &text.parse().unwrap());
    assert_eq!(french(Lang::Hu, "hearts 40-100+ulti"), "piros 40-100 ulti");
    assert_eq!(french(Lang::Hu, "leaves ulti"), "pikk ulti");
    assert_eq!(french(Lang::En, "bells ulti"), "diamonds ulti");
}

#[test]
fn a_contract_has_one_suit() {
    let rules = RuleSet::preset("4m").unwrap();
    let both = Err(ContractNotUnderstood::Suits(vec![Suit::Hearts, Suit::Leaves]));
    assert_eq!(parse_contract(Faces::Hungarian, "piros ulti pikk", &rules), both);
    assert_eq!(parse_contract(Faces::French, "p ulti", &rules), both);
    let hearts: Contract = "hearts ulti".parse().unwrap();
    assert_eq!(parse_contract(Faces::Hungarian, "♥ piros ulti", &rules), Ok(hearts));
}

#[test]
fn a_hand_is_shown_suit_by_suit_strongest_first() {
    let hand: CardSet =
        ["H7", "AA", "HX", "HK", "B9"].iter().map(|card| card.parse::<Card>().unwrap()).collect();
    let shown = |faces, order| cards_short(Look::new(Lang::Hu, faces), hand, order).replace('\u{a0}', " ");
    let (hungarian, french) = (Faces::Hungarian, Faces::French);
    assert_eq!(shown(hungarian, RankOrder::WithTrumps), "🌰 A · ♥ X · ♥ K · ♥ VII · 🔔 IX");
    assert_eq!(shown(hungarian, RankOrder::WithoutTrumps), "🌰 A · ♥ K · ♥ X · ♥ VII · 🔔 IX");
    assert_eq!(shown(french, RankOrder::WithTrumps), "♣ Á · ♥ 10 · ♥ K · ♥ 7 · ♦ 9");
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
