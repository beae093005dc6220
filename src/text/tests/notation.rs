//! Round-trip tests of the notation for cards, suits and contracts.

use ulti_rules::{Book, Card, CardSet, Contract, ContractError, RankOrder, RuleSet, Suit};

use crate::text::{
    Appearance, CardNotUnderstood, ContractNotUnderstood, DeckStyle, Lang, SuitNotUnderstood, article, card,
    card_short, contract, in_hand_order, parse_card, parse_contract, parse_suit, suit, suit_with_sign,
};

/// Asserts that a text is parsed as the given card with every deck style.
fn assert_parses_to(text: &str, notation: &str) {
    let wanted: Card = notation.parse().unwrap();
    for faces in DeckStyle::ALL {
        assert_eq!(parse_card(faces, text), Ok(wanted), "{text}");
    }
}

#[test]
fn every_card_can_be_parsed_from_its_name() {
    for one in Card::deck() {
        for appearance in Appearance::ALL {
            for shown in [card(appearance, one), card_short(appearance, one)] {
                assert_parses_to(&shown, &one.to_string());
                assert_parses_to(&shown.to_uppercase(), &one.to_string());
                assert_parses_to(
                    &shown.split_whitespace().collect::<String>().replace("of", " of "),
                    &one.to_string(),
                );
            }
        }
        assert_parses_to(&one.to_string(), &one.to_string());
        assert_parses_to(&one.to_string().to_lowercase(), &one.to_string());
    }
}

#[test]
fn every_suit_can_be_parsed_from_its_name() {
    for one in Suit::ALL {
        for appearance in Appearance::ALL {
            let shown = [
                suit(appearance, one),
                suit_with_sign(appearance, one),
                appearance.faces.sign(one).to_owned(),
            ];
            for text in shown.into_iter().chain([one.to_string(), one.letter().to_string()]) {
                for faces in DeckStyle::ALL {
                    assert_eq!(parse_suit(faces, &text), Ok(one), "{text}");
                    assert_eq!(parse_suit(faces, &text.to_uppercase()), Ok(one), "{text}");
                }
            }
        }
    }
    for text in ["", "swords", "♥♠", "piros zöld", "foo h", "hearts seven"] {
        let refused = parse_suit(DeckStyle::French, text);
        assert!(matches!(refused, Err(SuitNotUnderstood::Unknown(_))), "{text}: {refused:?}");
    }
}

#[test]
fn card_names_are_unique_ignoring_case() {
    for appearance in Appearance::ALL {
        for name in [card, card_short] {
            let drawn = Card::deck().map(|one| name(appearance, one).to_lowercase());
            assert_eq!(drawn.collect::<std::collections::BTreeSet<_>>().len(), 32);
        }
    }
}

#[test]
fn suit_symbol_is_followed_by_non_breaking_space() {
    for appearance in Appearance::ALL {
        let cards = Card::deck().map(|one| card_short(appearance, one));
        let suits = Suit::ALL.into_iter().map(|one| suit_with_sign(appearance, one));
        for shown in cards.chain(suits) {
            assert!(shown.contains('\u{a0}') && !shown.contains(' '), "{shown}");
        }
    }
}

/// An initial shared by two suits is rejected as ambiguous.
#[test]
fn ambiguous_card_names_are_rejected() {
    let meant = |faces, text: &str| match parse_card(faces, text) {
        Err(CardNotUnderstood::Ambiguous(_, cards)) => cards.to_string(),
        other => panic!("{text}: {other:?}"),
    };
    for (text, wanted) in [("k7", "H7 B7"), ("k ász", "HA BA"), ("td", "AO BX BO"), ("pb", "LU HU")] {
        for faces in DeckStyle::ALL {
            assert_eq!(meant(faces, text), wanted, "{text}");
        }
    }
    for (text, french, hungarian) in
        [("p7", "L7 H7", "H7"), ("p ász", "LA HA", "HA"), ("t10", "AX BX", "BX"), ("tász", "AA BA", "BA")]
    {
        assert_eq!(meant(DeckStyle::French, text), french, "{text}");
        assert_eq!(parse_card(DeckStyle::Hungarian, text), Ok(hungarian.parse().unwrap()), "{text}");
    }
}

/// Spellings of cards, each with the notation of the card.
const SPELLINGS: [(&str, &str); 61] = [
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
];

/// Texts that do not name a card.
const NOT_CARDS: [&str; 14] = [
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
];

#[test]
fn common_spellings_of_cards_are_parsed() {
    for (text, notation) in SPELLINGS {
        assert_parses_to(text, notation);
    }
    for text in NOT_CARDS {
        assert!(parse_card(DeckStyle::Hungarian, text).is_err(), "{text}");
    }
}

#[test]
fn every_contract_can_be_parsed_from_its_name() {
    for preset in RuleSet::preset_names() {
        assert_contracts_round_trip(&Book::preset(preset).unwrap());
    }
}

fn assert_contracts_round_trip(book: &Book) {
    let rules = book.rules();
    for entry in book.entries() {
        for appearance in Appearance::ALL {
            let name = contract(appearance, &entry.contract);
            assert_eq!(parse_contract(appearance.faces, &name, rules), Ok(entry.contract), "{name}");
            assert_eq!(
                parse_contract(appearance.faces, &name.to_uppercase(), rules),
                Ok(entry.contract),
                "{name}"
            );
            let listed = format!("{name} ({})", entry.points);
            assert_eq!(parse_contract(appearance.faces, &listed, rules), Ok(entry.contract), "{listed}");
        }
        assert_eq!(parse_contract(DeckStyle::French, &entry.contract.to_string(), rules), Ok(entry.contract));
    }
}

#[test]
fn common_spellings_of_contracts_are_parsed() {
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
        ("forintos betli", "hearts betli"),
        ("piros forintos betli", "hearts betli"),
        ("színtelen durchmars", "colourless durchmars"),
        ("négy ász", "four-aces"),
        ("four tens + ulti", "ulti+four-tens"),
    ] {
        assert_eq!(
            parse_contract(DeckStyle::Hungarian, text, &rules),
            Ok(canonical.parse().unwrap()),
            "{text}"
        );
    }
}

#[test]
fn forintos_is_hearts_only_in_betli() {
    let rules = RuleSet::preset("4m").unwrap();
    let parse = |text| parse_contract(DeckStyle::Hungarian, text, &rules);
    assert!(matches!(parse("forintos ulti"), Err(ContractNotUnderstood::Word { .. })));
    assert!(matches!(parse("zöld forintos betli"), Err(ContractNotUnderstood::Suits(_))));
}

#[test]
fn rebetli_is_parsed_as_hearts_betli() {
    let rules = RuleSet::preset("rablo").unwrap();
    for (text, canonical) in
        [("rebetli", "hearts betli"), ("redurchmars", "re-durchmars"), ("re-durchmars", "re-durchmars")]
    {
        assert_eq!(
            parse_contract(DeckStyle::Hungarian, text, &rules),
            Ok(canonical.parse().unwrap()),
            "{text}"
        );
    }
    assert_eq!(
        parse_contract(DeckStyle::Hungarian, "redurchmars ulti", &rules),
        Err(ContractError::NotRe.into())
    );
}

#[test]
fn error_for_misspelled_contract_suggests_correction() {
    let rules = RuleSet::preset("4m").unwrap();
    let unknown = parse_contract(DeckStyle::Hungarian, "ultti", &rules).unwrap_err();
    assert_eq!(unknown, ContractNotUnderstood::Word { word: "ultti".into(), nearest: "ulti" });
    assert_eq!(parse_contract(DeckStyle::Hungarian, " ", &rules), Err(ContractError::NoGame.into()));
    assert!(parse_contract(DeckStyle::Hungarian, "betli ulti", &rules).is_err());
    assert!(parse_contract(DeckStyle::Hungarian, "terített ulti", &rules).is_err());
}

/// Bids in hearts have the same name with every deck style. Bids in other suits use the suit names of the
/// deck.
#[test]
fn contract_names_depend_on_deck_style() {
    let french =
        |lang, text: &str| contract(Appearance::new(lang, DeckStyle::French), &text.parse().unwrap());
    assert_eq!(french(Lang::Hu, "hearts 40-100+ulti"), "piros 40-100 ulti");
    assert_eq!(french(Lang::Hu, "leaves ulti"), "pikk ulti");
    assert_eq!(french(Lang::En, "bells ulti"), "diamonds ulti");
}

#[test]
fn contract_with_two_suits_is_rejected() {
    let rules = RuleSet::preset("4m").unwrap();
    let both = Err(ContractNotUnderstood::Suits(vec![Suit::Hearts, Suit::Leaves]));
    assert_eq!(parse_contract(DeckStyle::Hungarian, "piros ulti pikk", &rules), both);
    assert_eq!(parse_contract(DeckStyle::French, "p ulti", &rules), both);
    let hearts: Contract = "hearts ulti".parse().unwrap();
    assert_eq!(parse_contract(DeckStyle::Hungarian, "♥ piros ulti", &rules), Ok(hearts));
}

#[test]
fn hand_text_is_sorted_by_suit_and_rank() {
    let hand: CardSet =
        ["H7", "AA", "HX", "HK", "B9"].iter().map(|card| card.parse::<Card>().unwrap()).collect();
    let shown = |faces, order| {
        let card = |card| card_short(Appearance::new(Lang::Hu, faces), card).replace('\u{a0}', " ");
        in_hand_order(hand, order).into_iter().map(card).collect::<Vec<_>>().join(" · ")
    };
    let (hungarian, french) = (DeckStyle::Hungarian, DeckStyle::French);
    assert_eq!(shown(hungarian, RankOrder::WithTrumps), "🌰 A · ♥ X · ♥ K · ♥ VII · 🔔 IX");
    assert_eq!(shown(hungarian, RankOrder::WithoutTrumps), "🌰 A · ♥ K · ♥ X · ♥ VII · 🔔 IX");
    assert_eq!(shown(french, RankOrder::WithTrumps), "♣ Á · ♥ 10 · ♥ K · ♥ 7 · ♦ 9");
}

#[test]
fn hungarian_article_depends_on_pronunciation_of_next_word() {
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
