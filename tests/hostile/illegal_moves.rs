//! Tests of moves that the rules forbid.

use discord_sandbox::SimulatedUser;
use serde_json::json;
use ulti_rules::{Action, Card, IllegalAction};

use crate::harness::{
    Dealt, Harness, WEAKEST_BID, auction, bid, illegal, play, play_on, private_reply, until_card_is_illegal,
};

/// Pairs each client language with the expected text.
fn each<'a>(hu: &'a str, en: &'a str) -> [(&'static str, &'a str); 2] {
    [("hu", hu), ("en-US", en)]
}

/// Returns a card that this player does not hold.
fn not_held(dealt: &Dealt, person: &SimulatedUser) -> Card {
    let own = dealt.view(person).own_hand();
    Card::deck().find(|card| !own.contains(*card)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn auction_action_out_of_turn_is_rejected() {
    let harness = Harness::start().await;
    let people = auction(&harness).await;
    let dealt = harness.dealt().await;
    let early = dealt.not_turn(&people);
    for (locale, says) in each("Most ", "It is ") {
        early.speak(locale);
        for command in ["take", "pass"] {
            let told = harness.assert_no_effect(early, early.command(command, []), &[says]).await;
            assert!(
                ["Anna", "Bea", "Csaba"].iter().any(|name| told.text().contains(name)),
                "{}",
                told.text()
            );
        }
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn card_out_of_turn_is_rejected() {
    let harness = Harness::start().await;
    let people = play(&harness, WEAKEST_BID).await;
    let dealt = harness.dealt().await;
    let early = dealt.not_turn(&people);
    for (locale, says) in each("következik, várd meg a sorod", "'s turn; yours will come") {
        early.speak(locale);
        for card in dealt.view(early).own_hand() {
            let options = [("card", json!(card.to_string()))];
            harness.assert_no_effect(early, early.command("play", options), &[says]).await;
        }
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn card_not_held_is_rejected() {
    let harness = Harness::start().await;
    let people = play(&harness, WEAKEST_BID).await;
    let dealt = harness.dealt().await;
    let person = dealt.turn(&people);
    let card = not_held(&dealt, person);
    let hand = private_reply(person, person.command("hand", []).await).await;
    let button = format!("u1:{}:play:{}:{card}", dealt.table, dealt.moment());
    for (locale, says) in each("Ez nincs a kezedben", "You don't hold this") {
        person.speak(locale);
        harness
            .assert_no_effect(person, person.command("play", [("card", json!(card.to_string()))]), &[says])
            .await;
        let note = harness.assert_no_effect(person, person.press_raw(hand.id(), &button), &[says]).await;
        assert!(note.enabled().len() > 3, "reply lacks the hand's buttons: {:?}", note.enabled());
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn card_not_following_suit_is_rejected() {
    let harness = Harness::start().await;
    let people = play(&harness, WEAKEST_BID).await;
    let dealt = until_card_is_illegal(&harness, &people).await;
    let person = dealt.turn(&people);
    let view = dealt.view(person);
    let hand = private_reply(person, person.command("hand", []).await).await;
    for (locale, says) in each("Tehetsz: ", "You can play: ") {
        person.speak(locale);
        for card in view.own_hand() - view.legal.cards {
            let reason = illegal(&dealt, person, Action::Play(card));
            let named = matches!(
                reason,
                IllegalAction::MustFollow { .. }
                    | IllegalAction::MustTrump { .. }
                    | IllegalAction::MustBeat { .. }
            );
            assert!(named, "{reason:?}");
            let options = [("card", json!(card.to_string()))];
            harness.assert_no_effect(person, person.command("play", options), &[says]).await;
            let button = format!("u1:{}:play:{}:{card}", dealt.table, dealt.moment());
            harness.assert_no_effect(person, person.press_raw(hand.id(), &button), &[says]).await;
        }
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_bids_are_rejected() {
    let harness = Harness::start().await;
    let people = auction(&harness).await;
    bid(&harness, &people, "ulti").await;
    let dealt = harness.dealt().await;
    let person = dealt.turn(&people);
    let hand: Vec<String> = dealt.view(person).own_hand().iter().map(|card| card.to_string()).collect();
    let options = |contract: &str, first: &str, second: &str| {
        [("contract", json!(contract)), ("first", json!(first)), ("second", json!(second))]
    };
    person.speak("en-US");
    let early = person.command("bid", options("betli", &hand[0], &hand[1]));
    harness.assert_no_effect(person, early, &["Take the talon up first"]).await;
    private_reply(person, person.command("take", []).await).await;
    let dealt = harness.dealt().await;
    let strange = not_held(&dealt, person).to_string();
    let cases = each("Ez kevés", "Too low: parti does not overcall");
    for (locale, says) in cases {
        person.speak(locale);
        let low = person.command("bid", options("parti", &hand[0], &hand[1]));
        harness.assert_no_effect(person, low, &[says, "/bid"]).await;
    }
    let high = "durchmars";
    let foreign = person.command("bid", options(high, &hand[0], &strange));
    harness.assert_no_effect(person, foreign, &["You don't hold this"]).await;
    let same = person.command("bid", options(high, &hand[0], &hand[0]));
    harness.assert_no_effect(person, same, &["Lay down exactly two cards; you chose 1"]).await;
    let one = person.command("bid", [("contract", json!(high)), ("first", json!(hand[0]))]);
    harness.assert_no_effect(person, one, &["Lay down exactly two cards; you chose 1"]).await;
    let none = person.command("bid", [("contract", json!(high))]);
    harness.assert_no_effect(person, none, &["lay two cards down"]).await;
    harness.assert_no_effect(person, person.command("take", []), &["You have the talon already"]).await;
    harness.assert_no_effect(person, person.command("pass", []), &["you can't pass now"]).await;
    harness
        .assert_no_effect(person, person.command("pass", [("rest", json!(true))]), &["you can't pass now"])
        .await;
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn late_kontra_and_fold_are_rejected() {
    let harness = Harness::start().await;
    let people = play(&harness, WEAKEST_BID).await;
    let declarer = harness.dealt().await.turn(&people).clone();
    for _ in 0..3 {
        play_on(&harness, &people).await;
    }
    let dealt = harness.dealt().await;
    for defender in people.iter().filter(|person| person.id() != declarer.id()) {
        for (locale, says) in each("Kontrázni a saját sorodban lehet", "Kontra is said at your own turn") {
            defender.speak(locale);
            harness.assert_no_effect(defender, defender.command("kontra", []), &[says]).await;
            let games = [("games", json!("parti"))];
            harness.assert_no_effect(defender, defender.command("kontra", games), &[says]).await;
            let hand = private_reply(defender, defender.command("hand", []).await).await;
            let button = format!("u1:{}:kontra:{}:01", dealt.table, dealt.moment());
            harness.assert_no_effect(defender, defender.press_raw(hand.id(), &button), &[says]).await;
        }
        let fold = defender.command("fold", []);
        harness.assert_no_effect(defender, fold, &["Only the declarer can do that"]).await;
        let none = [("games", json!("none"))];
        harness.assert_no_effect(defender, defender.command("kontra", none), &[]).await;
    }
    for (locale, says) in each("Bedobni csak az első hívás előtt lehet", "only before the first lead") {
        declarer.speak(locale);
        harness.assert_no_effect(&declarer, declarer.command("fold", []), &[says]).await;
    }
    harness.end().await;
}
