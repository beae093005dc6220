use super::*;
use crate::discord::messages::samples;
use ulti_rules::Seat;

fn values(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.value.as_str()).collect()
}

#[test]
fn autocomplete_accepts_every_spelling_of_legal_cards() {
    let view = samples::play().view(Some(samples::leader()));
    for appearance in Appearance::ALL {
        let offered = cards(&view, appearance);
        assert_eq!(offered.len(), view.legal.cards.len() as usize);
        for card in view.legal.cards {
            for typed in spellings(card) {
                let found = fitting(offered.clone(), &typed, appearance.faces);
                assert!(values(&found).contains(&card.to_string().as_str()), "{typed} in {appearance:?}");
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
        let all = Card::deck().map(|card| card_choice(card, Appearance::new(Lang::Hu, faces))).collect();
        values(&fitting(all, typed, faces)).join(" ")
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
        let offered = book(&Book::preset(preset).unwrap(), Lang::Hu.into());
        let found = fitting(offered, typed, DeckStyle::Hungarian);
        assert_eq!(values(&found), [wanted], "{typed} in {preset}");
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
    assert!(fitting(offered.clone(), "", DeckStyle::Hungarian).len() <= MOST);
    let found = fitting(offered, "ULTI", DeckStyle::Hungarian);
    assert!(!found.is_empty() && found.iter().all(|choice| choice.value.contains("ulti")));
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
    assert_eq!(values(&fitting(choices.clone(), "zold", DeckStyle::Hungarian)), ["LA"]);
    assert_eq!(values(&fitting(choices, "KIRÁLY", DeckStyle::Hungarian)), ["BK"]);
}
