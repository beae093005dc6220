//! Tests of moves that the rules forbid.

use discord_sandbox::SimulatedUser;
use serde_json::json;
use ulti_rules::{Action, Card, IllegalAction};
use ulti_testkit::game::{
    WEAKEST_BID, auction, bidder, make_bid, play_on, to_first_lead, until_card_is_illegal,
};
use ulti_testkit::messages::{private_reply, private_text};
use ulti_testkit::{CurrentDeal, TestBot};

/// Pairs each client language with the expected text.
fn each<'a>(hu: &'a str, en: &'a str) -> [(&'static str, &'a str); 2] {
    [("hu", hu), ("en-US", en)]
}

/// Returns a card that this player does not hold.
fn not_held(dealt: &CurrentDeal, user: &SimulatedUser) -> Card {
    let own = dealt.view(user).own_hand();
    Card::deck().find(|card| !own.contains(*card)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn player_cannot_take_talon_or_pass_out_of_turn() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let dealt = bot.current_deal().await;
    let early = dealt.not_turn(&users);
    for (locale, says) in each("Most ", "It is ") {
        early.set_locale(locale);
        for command in ["take", "pass"] {
            let told = bot.assert_no_effect(early, early.command(command, []), &[says]).await;
            assert!(
                ["Anna", "Bea", "Csaba"].iter().any(|name| told.text().contains(name)),
                "{}",
                told.text()
            );
        }
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn card_played_out_of_turn_is_rejected() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let early = dealt.not_turn(&users);
    for (locale, says) in each("következik, várd meg a sorod", "'s turn. Yours comes later") {
        early.set_locale(locale);
        for card in dealt.view(early).own_hand() {
            let options = [("card", json!(card.to_string()))];
            bot.assert_no_effect(early, early.command("play", options), &[says]).await;
        }
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn card_not_in_hand_is_rejected() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let user = dealt.turn(&users);
    let card = not_held(&dealt, user);
    let hand = private_reply(user, user.command("hand", []).await).await;
    let button = dealt.button("play", card);
    for (locale, says) in each("Ez nincs a kezedben", "Not in your hand") {
        user.set_locale(locale);
        bot.assert_no_effect(user, user.command("play", [("card", json!(card.to_string()))]), &[says]).await;
        let note = bot.assert_no_effect(user, user.press_raw(hand.id(), &button), &[says]).await;
        assert!(
            note.enabled_buttons().len() > 3,
            "reply lacks the hand's buttons: {:?}",
            note.enabled_buttons()
        );
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn card_that_does_not_follow_suit_is_rejected() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = until_card_is_illegal(&bot, &users).await;
    let user = dealt.turn(&users);
    let view = dealt.view(user);
    let hand = private_reply(user, user.command("hand", []).await).await;
    for (locale, says) in each("Tehetsz: ", "You can play: ") {
        user.set_locale(locale);
        for card in view.own_hand() - view.legal.cards {
            let reason = dealt.illegal(user, Action::Play(card));
            let named = matches!(
                reason,
                IllegalAction::MustFollow { .. }
                    | IllegalAction::MustTrump { .. }
                    | IllegalAction::MustBeat { .. }
            );
            assert!(named, "{reason:?}");
            let options = [("card", json!(card.to_string()))];
            bot.assert_no_effect(user, user.command("play", options), &[says]).await;
            let button = dealt.button("play", card);
            bot.assert_no_effect(user, user.press_raw(hand.id(), &button), &[says]).await;
        }
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_bids_are_rejected() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    private_text(&make_bid(bidder(&users).await, "ulti").await);
    let dealt = bot.current_deal().await;
    let user = dealt.turn(&users);
    let hand: Vec<String> = dealt.view(user).own_hand().iter().map(|card| card.to_string()).collect();
    let options = |contract: &str, first: &str, second: &str| {
        [("contract", json!(contract)), ("first", json!(first)), ("second", json!(second))]
    };
    user.set_locale("en-US");
    let early = user.command("bid", options("betli", &hand[0], &hand[1]));
    bot.assert_no_effect(user, early, &["Take the talon first"]).await;
    let unknown = user.command("bid", [("contract", json!("nonsense"))]);
    bot.assert_no_effect(user, unknown, &["Take the talon first"]).await;
    private_reply(user, user.command("take", []).await).await;
    let dealt = bot.current_deal().await;
    let strange = not_held(&dealt, user).to_string();
    let cases = each("Ez kevés", "Too low: parti does not beat");
    for (locale, says) in cases {
        user.set_locale(locale);
        let low = user.command("bid", options("parti", &hand[0], &hand[1]));
        bot.assert_no_effect(user, low, &[says, "`/"]).await;
    }
    let high = "durchmars";
    let foreign = user.command("bid", options(high, &hand[0], &strange));
    bot.assert_no_effect(user, foreign, &["Not in your hand"]).await;
    let same = user.command("bid", options(high, &hand[0], &hand[0]));
    bot.assert_no_effect(user, same, &["twice. Choose a different second card."]).await;
    let one = user.command("bid", [("contract", json!(high)), ("first", json!(hand[0]))]);
    bot.assert_no_effect(user, one, &["Your bid: **durchmars**. You discard ", "One more!"]).await;
    let none = user.command("bid", [("contract", json!(high))]);
    bot.assert_no_effect(user, none, &["Your bid: **durchmars**. Which two cards do you discard?"]).await;
    bot.assert_no_effect(user, user.command("take", []), &["You already have the talon"]).await;
    bot.assert_no_effect(user, user.command("pass", []), &["you can't pass"]).await;
    bot.assert_no_effect(user, user.command("pass", [("rest", json!(true))]), &["you can't pass"]).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn player_cannot_announce_kontra_or_fold_after_first_trick() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let declarer = bot.current_deal().await.turn(&users).clone();
    for _ in 0..3 {
        play_on(&users).await;
    }
    let dealt = bot.current_deal().await;
    for defender in users.iter().filter(|user| user.id() != declarer.id()) {
        for (locale, says) in each("A védő csak addig kontrázhat", "A defender can say kontra only before")
        {
            defender.set_locale(locale);
            bot.assert_no_effect(defender, defender.command("kontra", []), &[says]).await;
            let games = [("games", json!("parti"))];
            bot.assert_no_effect(defender, defender.command("kontra", games), &[says]).await;
            let hand = private_reply(defender, defender.command("hand", []).await).await;
            let button = dealt.button("kontra", "01");
            bot.assert_no_effect(defender, defender.press_raw(hand.id(), &button), &[says]).await;
        }
        let fold = defender.command("fold", []);
        bot.assert_no_effect(defender, fold, &["Only the declarer can do this"]).await;
        let none = [("games", json!("none"))];
        bot.assert_no_effect(defender, defender.command("kontra", none), &[]).await;
    }
    for (locale, says) in each("Bedobni csak az első hívás előtt lehet", "only before the first lead") {
        declarer.set_locale(locale);
        bot.assert_no_effect(&declarer, declarer.command("fold", []), &[says]).await;
    }
    bot.end_without_leaks().await;
}
