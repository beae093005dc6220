//! Tests of forced cards, which are played automatically for players who want this.

use std::time::Duration;

use discord_sandbox::SimulatedUser;
use serde_json::json;
use ulti_testkit::TestBot;
use ulti_testkit::game::{auction, play_on, play_to_first_lead};
use ulti_testkit::messages::{private_reply, private_text, until_custom_id, until_private};

/// Time that the players take for each card.
const TIME: Duration = Duration::from_secs(1);
/// Number of own times from which forced cards are played automatically.
const MIN_TIMES: u32 = 3;

/// Plays cards with [`TIME`] between them until a forced card of a user is about to be played automatically.
async fn until_automatic(bot: &TestBot, users: &[SimulatedUser; 3], user: &SimulatedUser) {
    let mut chosen = 0;
    loop {
        let deal = bot.current_deal().await;
        if deal.turn(users).id() == user.id() {
            let view = deal.view(user);
            if view.legal.forced_card().is_some() && chosen >= MIN_TIMES {
                return;
            }
            let is_lead = view.board().is_none_or(|board| board.current.is_empty());
            chosen += u32::from(!is_lead && view.legal.cards.len() > 1);
        }
        bot.advance(TIME).await;
        play_on(users).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forced_card_is_played_for_player_who_wants_it() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let anna = &users[0];
    let settings = anna.command("settings", [("forced-cards", json!(true))]).await.unwrap();
    assert!(private_text(&settings).contains("Ha csak egy lapot tehetsz le"), "{}", settings.text());
    play_to_first_lead(&users).await;
    until_automatic(&bot, &users, anna).await;
    let table = until_custom_id(anna, ":show:hand").await;
    let hand = private_reply(anna, anna.press(&table, "Lapjaim").await).await;
    let before = bot.current_deal().await;
    let card = before.view(anna).legal.forced_card().unwrap();
    let button = before.button("play", card);
    bot.advance(2 * TIME).await;
    let after = bot.current_deal().await;
    assert!(!after.view(anna).own_hand().contains(card), "the card was not played");
    // The hand shows that the card is gone, and its button does nothing any more.
    until_private(anna, |message| {
        message.id() >= hand.id() && !message.components().any(|part| part["custom_id"] == button.as_str())
    })
    .await;
    bot.assert_no_effect(anna, anna.press_raw(hand.id(), &button), &[]).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forced_cards_are_played_by_hand_after_setting_is_switched_off() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let anna = &users[0];
    let settings = private_reply(anna, anna.command("settings", []).await).await;
    let on = private_reply(anna, anna.press(&settings, "Tedd le helyettem a kényszerű lapokat").await).await;
    play_to_first_lead(&users).await;
    until_automatic(&bot, &users, anna).await;
    let off = private_reply(anna, anna.press(&on, "Ne tedd le helyettem a kényszerű lapokat").await).await;
    assert!(off.text().contains("Minden lapot te teszel le"), "{}", off.text());
    let before = bot.played().await;
    bot.advance(10 * TIME).await;
    assert_eq!(bot.played().await, before);
    bot.end().await;
}
