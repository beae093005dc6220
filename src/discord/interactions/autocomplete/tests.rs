use std::collections::BTreeSet;

use super::*;
use crate::discord::messages::fixtures::TestTable;
use crate::discord::messages::samples;
use ulti_rules::{RuleSet, Seat, Suit};

/// Returns the values of the choices that are suggested for what a user types, separated by spaces.
fn found(suggestions: Suggestions, typed: &str) -> String {
    let values: Vec<String> = suggestions.matching(typed).map(|choice| choice.value).collect();
    values.join(" ")
}

#[test]
fn autocomplete_accepts_every_spelling_of_legal_cards() {
    let view = samples::play().view(Some(samples::leader()));
    for appearance in Appearance::ALL {
        assert_eq!(cards(&view, appearance).len(), view.legal.cards.len() as usize);
        for card in view.legal.cards {
            for typed in spellings(card) {
                let found = found(suggest_cards(&view, appearance, &typed), &typed);
                let is_found = found.split(' ').any(|value| value == card.to_string());
                assert!(is_found, "{typed} in {appearance:?}: {found}");
            }
        }
    }
}

/// Returns the code of a card and every name under which it is shown, with and without spaces.
fn spellings(card: Card) -> Vec<String> {
    let shown = |appearance| [text::card(appearance, card), text::card_short(appearance, card)];
    let shown: Vec<String> = Appearance::ALL.into_iter().flat_map(shown).collect();
    let spaced = shown.iter().map(|name| name.replace('\u{a0}', " "));
    let spaceless = shown.iter().map(|name| name.split_whitespace().collect());
    spaced.chain(spaceless).chain(shown.clone()).chain([card.to_string().to_lowercase()]).collect()
}

#[test]
fn autocomplete_accepts_common_spellings_of_cards() {
    let offered = |typed: &str, faces| {
        let choice = |card| card_choice(card, Appearance::new(Lang::Hu, faces));
        let all = Card::deck().map(choice).collect::<Vec<_>>();
        found(Suggestions::from(all).with_parsed(cards_meant(typed, faces)), typed)
    };
    for (typed, faces, wanted) in [
        ("Qs", DeckStyle::Hungarian, "LO"),
        ("10♦", DeckStyle::Hungarian, "BX"),
        ("♥️7", DeckStyle::Hungarian, "H7"),
        ("heart seven", DeckStyle::Hungarian, "H7"),
        ("p10", DeckStyle::Hungarian, "HX"),
        ("p10", DeckStyle::French, "LX HX"),
    ] {
        assert_eq!(offered(typed, faces), wanted, "{typed}");
    }
    assert_eq!(offered("♠", DeckStyle::Hungarian), offered("zöld", DeckStyle::French));
}

#[test]
fn autocomplete_respects_users_deck_style() {
    let french = Appearance::new(Lang::En, DeckStyle::French);
    assert_eq!(card_choice("LO".parse().unwrap(), french).name, "♠\u{a0}Q (Queen of spades)");
    assert_eq!(card_choice("LO".parse().unwrap(), Lang::Hu.into()).name, "🍃\u{a0}F (zöld felső)");
    assert_eq!(trump_name(Some(Suit::Bells), french), "♦\u{a0}diamonds");
    assert_eq!(trump_name(None, french), "no trumps");
}

#[test]
fn autocomplete_finds_contracts_by_other_names() {
    for (preset, typed, wanted) in [
        ("4m", "forintos", "hearts betli"),
        ("4m", "rebetli", "open-betli"),
        ("rablo", "Rebetli", "hearts betli"),
        ("rablo", "redurchm", "re-durchmars"),
        ("4m", "piros passz", "hearts parti"),
    ] {
        let book = Book::preset(preset).unwrap();
        let found = found(suggest_contracts(&book, Lang::Hu.into(), typed), typed);
        assert_eq!(found, wanted, "{typed} in {preset}");
    }
}

/// In `szinlicit` every bid names its suit. A contract without one stands for all of its suits.
#[test]
fn contract_without_its_suit_is_found_in_every_suit() {
    let book = Book::preset("szinlicit").unwrap();
    for (typed, wanted) in [
        ("passz", "acorns parti,leaves parti,bells parti,hearts parti"),
        ("m passz", "acorns parti"),
        ("b passz", "bells parti"),
        ("s passz", ""),
    ] {
        let suggestions = suggest_contracts(&book, Lang::Hu.into(), typed);
        let values: Vec<String> = suggestions.matching(typed).map(|choice| choice.value).collect();
        assert_eq!(values.join(","), wanted, "{typed}");
    }
    for typed in ["ulti", "durchmars", "betli"] {
        let found = suggest_contracts(&book, Lang::En.into(), typed).matching(typed).take(4);
        let suits: BTreeSet<_> = found
            .map(|choice| arguments::contract(Lang::En.into(), book.rules(), &choice.value).unwrap())
            .inspect(|contract| assert_eq!(contract.without_suit().to_string(), typed))
            .filter_map(|contract| contract.suit())
            .collect();
        assert_eq!(suits.len(), 4, "{typed}");
        let refused = arguments::contract_to_bid(Lang::En.into(), &book, typed).unwrap_err();
        let sentence = text::unknown_contract(Lang::En.into(), &refused);
        assert!(sentence.contains("leaves") && sentence.contains("hearts"), "{sentence}");
    }
    assert!(arguments::contract_to_bid(Lang::En.into(), &book, "40-100 betli").is_err());
}

/// Payments in the explanation of a contract are not searched, so `20` does not find a bid that pays 20.
#[test]
fn numbers_find_contracts_by_name_only() {
    for preset in RuleSet::preset_names() {
        let book = Book::preset(preset).unwrap();
        for typed in ["20", "40", "4"] {
            for choice in suggest_contracts(&book, Lang::En.into(), typed).matching(typed) {
                assert!(
                    choice.name.contains(typed) || choice.value.starts_with("four"),
                    "{typed}: {choice:?}"
                );
            }
        }
    }
    let book = Book::preset("4m").unwrap();
    let explained = found(suggest_contracts(&book, Lang::En.into(), "last trick"), "last trick");
    assert!(explained.starts_with("ulti"), "{explained}");
}

#[test]
fn names_that_begin_with_the_text_come_first() {
    let choices = vec![Choice::new("Four-colour", "a"), Choice::new("ulti", "b"), Choice::new("x", "c u")];
    assert_eq!(found(choices.into(), "u"), "b c u a");
}

/// Words of contracts that users type.
const WORDS: [&str; 46] = [
    "ulti",
    "ultimo",
    "betli",
    "durchmars",
    "durchmarsch",
    "durmars",
    "durch",
    "parti",
    "party",
    "passz",
    "pass",
    "20",
    "húsz",
    "twenty",
    "40",
    "negyven",
    "forty",
    "100",
    "száz",
    "hundred",
    "negyvenszáz",
    "húszszáz",
    "40-100",
    "20/100",
    "négy",
    "ász",
    "aces",
    "tízes",
    "tens",
    "4",
    "piros",
    "hearts",
    "♥",
    "kőr",
    "zöld",
    "♠",
    "makk",
    "clubs",
    "terített",
    "open",
    "színtelen",
    "colourless",
    "re",
    "rebetli",
    "redurchmars",
    "forintos",
];

#[test]
fn every_spelling_of_a_contract_offers_it_first() {
    let faces = DeckStyle::Hungarian;
    let mut accepted = 0;
    for preset in RuleSet::preset_names() {
        let book = Book::preset(preset).unwrap();
        let suggestions = |typed: &str| suggest_contracts(&book, Lang::Hu.into(), typed);
        let offered: BTreeSet<String> = suggestions("").matching("").map(|choice| choice.value).collect();
        let pairs = WORDS.iter().flat_map(|one| WORDS.iter().map(move |other| format!("{one} {other}")));
        let one_more = |pair: String| [pair.clone(), format!("piros {pair}"), format!("{pair}, ulti")];
        for typed in WORDS.iter().map(|word| (*word).to_owned()).chain(pairs.flat_map(one_more)) {
            let Ok(meant) = text::parse_contract(faces, &typed, book.rules()) else { continue };
            let Some(meant) = book.find(&meant).map(|entry| entry.contract.to_string()) else { continue };
            // Choices for what was meant come first.
            assert_eq!(values_meant(&typed, faces, &book)[0], meant, "{typed} in {preset}");
            assert!(offered.contains(&meant), "{typed} in {preset}");
            accepted += 1;
            if accepted % 100 == 0 {
                let first = suggestions(&typed).matching(&typed).next().map(|choice| choice.value);
                assert_eq!(first, Some(meant), "{typed} in {preset}");
            }
        }
    }
    assert!(accepted > 5000, "{accepted}");
}

#[test]
fn contracts_are_found_while_they_are_typed() {
    let book = Book::preset("4m").unwrap();
    for (typed, first) in [
        ("passz", "parti"),
        ("40 100", "40-100"),
        ("negyvensz", "40-100"),
        ("durchmars 20-100", "20-100+durchmars"),
        ("Rebet", "open-betli"),
        ("pir ult", "hearts ulti"),
    ] {
        let found = found(suggest_contracts(&book, Lang::Hu.into(), typed), typed);
        assert!(found.starts_with(first), "{typed}: {found}");
    }
}

#[test]
fn autocomplete_suggests_nothing_if_it_is_not_users_turn() {
    let deal = samples::play();
    for seat in [None, Some(samples::leader().next())] {
        let view = deal.view(seat);
        assert!(cards(&view, Appearance::default()).is_empty());
        assert!(contracts(&view, Appearance::default()).is_empty());
        assert!(trumps(&view, Appearance::default()).is_empty());
    }
}

#[test]
fn autocomplete_offers_only_matching_legal_bids() {
    let view = samples::bidding().view(Some(Seat::Zero));
    let offered = contracts(&view, Appearance::default());
    assert_eq!(offered.len(), view.legal.bids.len());
    let found: Vec<Choice> = suggest_bids(&view, Appearance::default(), "ULTI").matching("ULTI").collect();
    assert!(!found.is_empty() && found.iter().all(|choice| choice.value.contains("ulti")), "{found:?}");
}

#[test]
fn autocomplete_offers_discards_only_during_bidding() {
    let view = samples::bidding().view(Some(Seat::Zero));
    assert_eq!(hand(&view, Appearance::default()).len(), 12);
    assert!(hand(&samples::play().view(Some(samples::leader())), Appearance::default()).is_empty());
}

#[test]
fn autocomplete_ignores_accents_and_case() {
    let choices = vec![Choice::new("Zöld ász", "LA"), Choice::new("Tök király", "BK")];
    assert_eq!(found(choices.clone().into(), "zold"), "LA");
    assert_eq!(found(choices.into(), "KIRÁLY"), "BK");
}

/// Returns views of deals in which the viewer may double games.
fn kontra_views() -> Vec<View> {
    let mut views = Vec::new();
    for seed in 0..60 {
        let mut table = TestTable::shuffled(seed);
        while table.step() {
            let of_seats = Seat::ALL.into_iter().map(|seat| table.deal.view(Some(seat)));
            views.extend(of_seats.filter(|view| !view.legal.kontra.is_empty()));
        }
    }
    assert!(views.len() > 20, "{}", views.len());
    views
}

#[test]
fn label_of_every_choice_is_accepted_in_place_of_its_value() {
    let cards: Vec<Card> = Card::deck().collect();
    let kontra_views = kontra_views();
    for shown in Appearance::ALL {
        for appearance in Appearance::ALL {
            for card in &cards {
                let label = shortened(&card_choice(*card, shown).name);
                assert_eq!(arguments::card(appearance, &label), Ok(*card), "{label}");
            }
            for trump in Suit::ALL.into_iter().map(Some).chain([None]) {
                let label = shortened(&trump_choice(trump, shown).name);
                assert_eq!(arguments::trump(appearance, &label), Ok(trump), "{label}");
            }
        }
        for view in &kontra_views {
            for choice in kontras(view, shown) {
                let [label, value] = [&choice.name, &choice.value].map(|text| {
                    arguments::doubling(Lang::En, text).unwrap_or_else(|error| panic!("{text}: {error}"))
                });
                assert_eq!(label, value, "{choice:?}");
            }
        }
    }
}

#[test]
fn label_of_every_contract_is_accepted_in_place_of_its_value() {
    for preset in RuleSet::preset_names() {
        let of_preset = Book::preset(preset).unwrap();
        for shown in Appearance::ALL {
            for choice in book(&of_preset, shown) {
                let label = shortened(&choice.label());
                let meant = arguments::contract(Lang::En.into(), of_preset.rules(), &label);
                assert_eq!(meant.unwrap().to_string(), choice.value, "{label} in {preset}");
            }
        }
    }
}

/// The name of the level that the games reach finds and means all games. Several groups of games can be
/// chosen together.
#[test]
fn kontra_is_found_by_its_level_and_as_a_combination() {
    let mut combined = 0;
    for view in kontra_views() {
        let appearance = Appearance::from(Lang::Hu);
        let level = messages::own_next_level(&view, appearance).unwrap();
        let all = kontras(&view, appearance).swap_remove(0).value;
        let typed = level.to_lowercase();
        assert_eq!(found(suggest_kontras(&view, appearance, &typed), &typed).split(' ').next(), Some(&*all));
        assert_eq!(doubling(Some(&view), appearance, &typed), Ok(Doubling::All), "{typed}");
        assert_eq!(found(suggest_kontras(&view, appearance, "minden"), "minden"), all);
        let typed = text::games(Lang::En, view.legal.kontra);
        let found = found(suggest_kontras(&view, appearance, &typed), &typed);
        assert!(found.split(' ').any(|value| value == value_of_games(view.legal.kontra)), "{typed}: {found}");
        combined += usize::from(view.kontra_items().len() > 1);
    }
    assert!(combined > 0);
    assert!(doubling(None, Lang::Hu.into(), "rekontra").is_err());
    let leader = samples::play().view(Some(samples::leader()));
    assert!(leader.legal.kontra.is_empty());
    assert_eq!(doubling(Some(&leader), Lang::Hu.into(), "Rekontra"), Ok(Doubling::All));
}
