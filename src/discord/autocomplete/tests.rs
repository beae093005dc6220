use super::super::samples;
use super::*;
use crate::rules::Seat;

fn values(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.value.as_str()).collect()
}

#[test]
fn only_legal_cards_are_offered_and_found_in_many_ways() {
    let view = samples::play().view(Some(samples::leader()));
    let offered = cards(&view, Lang::Hu);
    assert_eq!(offered.len(), view.legal.cards.len() as usize);
    for card in view.legal.cards {
        let short = text::card_short(Lang::Hu, card).replace(' ', "");
        let words =
            [card.to_string().to_lowercase(), text::card(Lang::Hu, card), text::card(Lang::En, card), short];
        for typed in words {
            let found = fitting(offered.clone(), &typed);
            assert!(values(&found).contains(&card.to_string().as_str()), "{typed}");
        }
    }
}

#[test]
fn nothing_is_offered_out_of_turn_or_to_the_public() {
    let deal = samples::play();
    for seat in [None, Some(samples::leader().next())] {
        let view = deal.view(seat);
        assert!(cards(&view, Lang::En).is_empty());
        assert!(contracts(&view, Lang::En).is_empty());
        assert!(trumps(&view, Lang::En).is_empty());
    }
}

#[test]
fn only_overcalls_are_offered_and_no_more_than_discord_takes() {
    let view = samples::bidding().view(Some(Seat::Zero));
    let offered = contracts(&view, Lang::En);
    assert_eq!(offered.len(), view.legal.bids.len());
    assert!(fitting(offered.clone(), "").len() <= MOST);
    let found = fitting(offered, "ULTI");
    assert!(!found.is_empty() && found.iter().all(|choice| choice.value.contains("ulti")));
}

#[test]
fn both_cards_to_lay_down_come_from_the_hand() {
    let view = samples::bidding().view(Some(Seat::Zero));
    assert_eq!(hand(&view, Lang::En).len(), 12);
    assert!(hand(&samples::play().view(Some(samples::leader())), Lang::En).is_empty());
}

#[test]
fn accents_and_capitals_do_not_matter() {
    let choices = vec![Choice::new("Zöld ász", "LA"), Choice::new("Tök király", "BK")];
    assert_eq!(values(&fitting(choices.clone(), "zold")), ["LA"]);
    assert_eq!(values(&fitting(choices, "KIRÁLY")), ["BK"]);
}
