use super::super::samples;
use super::*;
use crate::rules::Seat;

fn values(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.value.as_str()).collect()
}

#[test]
fn only_legal_cards_are_offered_and_found_in_many_ways() {
    let view = samples::play().view(Some(samples::leader()));
    for look in Look::ALL {
        let offered = cards(&view, look);
        assert_eq!(offered.len(), view.legal.cards.len() as usize);
        for card in view.legal.cards {
            for typed in ways_to_type(card) {
                let found = fitting(offered.clone(), &typed, look.faces);
                assert!(values(&found).contains(&card.to_string().as_str()), "{typed} in {look:?}");
            }
        }
    }
}

/// The code of a card, and all that it is ever shown as, with and without spaces.
fn ways_to_type(card: Card) -> Vec<String> {
    let shown = |look| [text::card(look, card), text::card_short(look, card)];
    let shown: Vec<String> = Look::ALL.into_iter().flat_map(shown).collect();
    let spaced = shown.iter().map(|name| name.replace('\u{a0}', " "));
    let spaceless = shown.iter().map(|name| name.split_whitespace().collect());
    spaced.chain(spaceless).chain(shown.clone()).chain([card.to_string().to_lowercase()]).collect()
}

#[test]
fn what_is_understood_is_offered_too() {
    let offered = |typed: &str, faces| {
        let all = Card::deck().map(|card| card_choice(card, Look::new(Lang::Hu, faces))).collect();
        values(&fitting(all, typed, faces)).join(" ")
    };
    for (typed, faces, wanted) in [
        ("Qs", Faces::Hungarian, "LO"),
        ("10♦", Faces::Hungarian, "BX"),
        ("♥️7", Faces::Hungarian, "H7"),
        ("heart seven", Faces::Hungarian, "H7"),
        ("p10", Faces::Hungarian, "HX"),
        ("p10", Faces::French, "LX HX"),
    ] {
        assert_eq!(offered(typed, faces), wanted, "{typed}");
    }
    assert_eq!(offered("♠", Faces::Hungarian), offered("zöld", Faces::French));
}

#[test]
fn cards_and_trumps_have_the_faces_of_whoever_reads_them() {
    let french = Look::new(Lang::En, Faces::French);
    assert_eq!(card_choice("LO".parse().unwrap(), french).name, "♠\u{a0}Q (Queen of spades)");
    assert_eq!(card_choice("LO".parse().unwrap(), Lang::Hu.into()).name, "🍃\u{a0}F (zöld felső)");
    assert_eq!(trump_name(Some(Suit::Bells), french), "♦\u{a0}diamonds");
    assert_eq!(trump_name(None, french), "no trumps");
}

#[test]
fn nothing_is_offered_out_of_turn_or_to_the_public() {
    let deal = samples::play();
    for seat in [None, Some(samples::leader().next())] {
        let view = deal.view(seat);
        assert!(cards(&view, Look::default()).is_empty());
        assert!(contracts(&view, Look::default()).is_empty());
        assert!(trumps(&view, Look::default()).is_empty());
    }
}

#[test]
fn only_overcalls_are_offered_and_no_more_than_discord_takes() {
    let view = samples::bidding().view(Some(Seat::Zero));
    let offered = contracts(&view, Look::default());
    assert_eq!(offered.len(), view.legal.bids.len());
    assert!(fitting(offered.clone(), "", Faces::Hungarian).len() <= MOST);
    let found = fitting(offered, "ULTI", Faces::Hungarian);
    assert!(!found.is_empty() && found.iter().all(|choice| choice.value.contains("ulti")));
}

#[test]
fn both_cards_to_lay_down_come_from_the_hand() {
    let view = samples::bidding().view(Some(Seat::Zero));
    assert_eq!(hand(&view, Look::default()).len(), 12);
    assert!(hand(&samples::play().view(Some(samples::leader())), Look::default()).is_empty());
}

#[test]
fn accents_and_capitals_do_not_matter() {
    let choices = vec![Choice::new("Zöld ász", "LA"), Choice::new("Tök király", "BK")];
    assert_eq!(values(&fitting(choices.clone(), "zold", Faces::Hungarian)), ["LA"]);
    assert_eq!(values(&fitting(choices, "KIRÁLY", Faces::Hungarian)), ["BK"]);
}
