//! That the scan for cards in wrong hands has eyes.

use ulti::playground::{Exchange, Playground, Readers};

use crate::evening::{Evening, LEAST, PATIENCE, play, play_on, told};
use crate::secrecy;

/// The traffic with one exchange changed.
fn with(traffic: &[Exchange], place: usize, change: impl Fn(&mut Exchange)) -> Vec<Exchange> {
    let mut traffic = traffic.to_vec();
    change(&mut traffic[place]);
    traffic
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_shown_to_another_a_card_too_early_and_a_seed_are_seen() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let (turn, other) = (dealt.turn(&people), dealt.not_turn(&people));
    told(turn, turn.command("hand", []).await).await;
    let offered = turn.autocomplete("play", "card", "").await.unwrap();
    assert_eq!(offered.len(), 10);
    let card = dealt.view(turn).legal.cards.iter().next().unwrap();
    play_on(&evening, &people).await;
    let sign = ulti::text::card_short(ulti::text::Lang::Hu.into(), card);
    let is_trick = |one: &Exchange| one.readers == Readers::Everyone && one.body.to_string().contains(&sign);
    // Who reads a message is noted a moment after it can be seen.
    let noted = |playground: &Playground| playground.traffic().iter().any(is_trick);
    evening.playground.until(noted, PATIENCE).await.unwrap();
    let (traffic, journals) = (evening.playground.traffic(), evening.journals().await);
    assert!(secrecy::leaks(&traffic, &journals).is_empty());

    let last = |wanted: &dyn Fn(&Exchange) -> bool| traffic.iter().rposition(wanted).unwrap();
    let his = Readers::Only(turn.id());
    let is_choices = |one: &Exchange| {
        one.readers == his && one.body["type"] == 8 && one.body["data"].to_string().len() > 50
    };
    let is_hand = |one: &Exchange| one.readers == his && one.body.to_string().contains(":play:");
    for place in [last(&is_choices), last(&is_hand)] {
        for readers in [Readers::Only(other.id()), Readers::Everyone] {
            let changed = with(&traffic, place, |one| one.readers = readers);
            assert_eq!(secrecy::leaks(&changed, &journals).len(), 1);
        }
    }
    let place = last(&is_trick);
    let early = with(&traffic, place, |one| one.at = 0);
    assert_eq!(secrecy::leaks(&early, &journals).len(), 1);
    let seed = evening.seed().await;
    let told_early = with(&traffic, place, |one| one.body["content"] = seed.clone().into());
    assert_eq!(secrecy::leaks(&told_early, &journals).len(), 1);
    evening.end().await;
}
