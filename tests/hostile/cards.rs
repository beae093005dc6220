//! What the rules are against.

use serde_json::json;
use ulti::playground::Person;
use ulti::rules::{Action, Card, Illegal};

use crate::evening::{
    Dealt, Evening, LEAST, auction, bid, illegal, play, play_on, told, until_not_all_is_legal,
};

/// Both languages: what a client speaks, and what the sentence has to say.
fn each<'a>(hu: &'a str, en: &'a str) -> [(&'static str, &'a str); 2] {
    [("hu", hu), ("en-US", en)]
}

/// Some card of someone else's.
fn not_held(dealt: &Dealt, person: &Person) -> Card {
    let own = dealt.view(person).own_hand();
    Card::deck().find(|card| !own.contains(*card)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn not_your_turn() {
    let evening = Evening::begin().await;
    let people = auction(&evening).await;
    let dealt = evening.dealt().await;
    let early = dealt.not_turn(&people);
    for (locale, says) in each("Most ", "It is ") {
        early.speak(locale);
        for command in ["take", "pass"] {
            let told = evening.in_vain(early, early.command(command, []), &[says]).await;
            assert!(
                ["Anna", "Bea", "Csaba"].iter().any(|name| told.text().contains(name)),
                "{}",
                told.text()
            );
        }
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn not_your_turn_to_play() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let early = dealt.not_turn(&people);
    for (locale, says) in each("következik, várd meg a sorod", "'s turn; yours will come") {
        early.speak(locale);
        for card in dealt.view(early).own_hand() {
            let options = [("card", json!(card.to_string()))];
            evening.in_vain(early, early.command("play", options), &[says]).await;
        }
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_not_held() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let person = dealt.turn(&people);
    let card = not_held(&dealt, person);
    let hand = told(person, person.command("hand", []).await).await;
    let button = format!("u1:{}:play:{}:{card}", dealt.table, dealt.moment());
    for (locale, says) in each("Ez nincs a kezedben", "You don't hold this") {
        person.speak(locale);
        evening.in_vain(person, person.command("play", [("card", json!(card.to_string()))]), &[says]).await;
        let note = evening.in_vain(person, person.press_raw(hand.id(), &button), &[says]).await;
        assert!(note.enabled().len() > 3, "the hand stands below: {:?}", note.enabled());
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn not_following_suit() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = until_not_all_is_legal(&evening, &people).await;
    let person = dealt.turn(&people);
    let view = dealt.view(person);
    let hand = told(person, person.command("hand", []).await).await;
    for (locale, says) in each("Tehetsz: ", "You can play: ") {
        person.speak(locale);
        for card in view.own_hand() - view.legal.cards {
            let reason = illegal(&dealt, person, Action::Play(card));
            let named = matches!(
                reason,
                Illegal::MustFollow { .. } | Illegal::MustTrump { .. } | Illegal::MustBeat { .. }
            );
            assert!(named, "{reason:?}");
            let options = [("card", json!(card.to_string()))];
            evening.in_vain(person, person.command("play", options), &[says]).await;
            let button = format!("u1:{}:play:{}:{card}", dealt.table, dealt.moment());
            evening.in_vain(person, person.press_raw(hand.id(), &button), &[says]).await;
        }
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bid_too_low_and_other_bids_that_are_none() {
    let evening = Evening::begin().await;
    let people = auction(&evening).await;
    bid(&evening, &people, "ulti").await;
    let dealt = evening.dealt().await;
    let person = dealt.turn(&people);
    let hand: Vec<String> = dealt.view(person).own_hand().iter().map(|card| card.to_string()).collect();
    let options = |contract: &str, first: &str, second: &str| {
        [("contract", json!(contract)), ("first", json!(first)), ("second", json!(second))]
    };
    person.speak("en-US");
    let early = person.command("bid", options("betli", &hand[0], &hand[1]));
    evening.in_vain(person, early, &["Take the talon up first"]).await;
    told(person, person.command("take", []).await).await;
    let dealt = evening.dealt().await;
    let strange = not_held(&dealt, person).to_string();
    let cases = each("Ez kevés", "Too low: parti does not overcall");
    for (locale, says) in cases {
        person.speak(locale);
        let low = person.command("bid", options("parti", &hand[0], &hand[1]));
        evening.in_vain(person, low, &[says, "/bid"]).await;
    }
    let high = "durchmars";
    let foreign = person.command("bid", options(high, &hand[0], &strange));
    evening.in_vain(person, foreign, &["You don't hold this"]).await;
    let same = person.command("bid", options(high, &hand[0], &hand[0]));
    evening.in_vain(person, same, &["Lay down exactly two cards; you chose 1"]).await;
    let one = person.command("bid", [("contract", json!(high)), ("first", json!(hand[0]))]);
    evening.in_vain(person, one, &["Lay down exactly two cards; you chose 1"]).await;
    let none = person.command("bid", [("contract", json!(high))]);
    evening.in_vain(person, none, &["lay two cards down"]).await;
    evening.in_vain(person, person.command("take", []), &["You have the talon already"]).await;
    evening.in_vain(person, person.command("pass", []), &["you can't pass now"]).await;
    evening.in_vain(person, person.command("pass", [("rest", json!(true))]), &["you can't pass now"]).await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kontra_too_late_and_a_fold_too_late() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let declarer = evening.dealt().await.turn(&people).clone();
    for _ in 0..3 {
        play_on(&evening, &people).await;
    }
    let dealt = evening.dealt().await;
    for defender in people.iter().filter(|person| person.id() != declarer.id()) {
        for (locale, says) in each("Kontrázni a saját sorodban lehet", "Kontra is said at your own turn") {
            defender.speak(locale);
            evening.in_vain(defender, defender.command("kontra", []), &[says]).await;
            let games = [("games", json!("parti"))];
            evening.in_vain(defender, defender.command("kontra", games), &[says]).await;
            let hand = told(defender, defender.command("hand", []).await).await;
            let button = format!("u1:{}:kontra:{}:01", dealt.table, dealt.moment());
            evening.in_vain(defender, defender.press_raw(hand.id(), &button), &[says]).await;
        }
        let fold = defender.command("fold", []);
        evening.in_vain(defender, fold, &["Only the declarer can do that"]).await;
        let none = [("games", json!("none"))];
        evening.in_vain(defender, defender.command("kontra", none), &[]).await;
    }
    for (locale, says) in each("Bedobni csak az első hívás előtt lehet", "only before the first lead") {
        declarer.speak(locale);
        evening.in_vain(&declarer, declarer.command("fold", []), &[says]).await;
    }
    evening.end().await;
}
