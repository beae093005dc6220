//! Tests of hands that are sent to players who have not asked for them.

use std::time::Duration;

use discord_sandbox::{Message, Response, SimulatedUser, Snowflake};
use ulti_testkit::game::{WEAKEST_BID, auction, lobby, make_weakest_bid, to_first_lead, to_next_deal};
use ulti_testkit::messages::{private_reply, private_text, public, until_button, until_custom_id};
use ulti_testkit::{TestBot, enabled};

/// Time after which the bot does not use the token of an interaction.
const TOKEN_LIFETIME: Duration = Duration::from_mins(15);

/// Returns the hands that a user sees, oldest first.
fn hands(user: &SimulatedUser) -> Vec<Message> {
    let is_hand = |message: &Message| {
        let text = message.text();
        message.is_ephemeral() && ["Your hand", "A lapjaid"].iter().any(|title| text.contains(title))
    };
    user.messages().into_iter().filter(is_hand).collect()
}

/// Asserts that a user sees one hand, below a message. Returns the hand.
fn assert_hand_below(user: &SimulatedUser, above: Snowflake) -> Message {
    let [hand] = <[Message; 1]>::try_from(hands(user)).expect("not exactly one hand");
    assert!(hand.id() > above, "the hand is above the message: {}", hand.text());
    assert!(!hand.buttons().is_empty(), "the hand has no buttons");
    hand
}

/// Returns the id of the newest public message.
fn last_public(user: &SimulatedUser) -> Snowflake {
    public(&user.messages()).last().unwrap().id()
}

/// Returns the text of the table's message.
fn table_text(user: &SimulatedUser) -> String {
    let is_table =
        |message: &&Message| enabled(message, "show:hand").next().is_some() && !message.is_ephemeral();
    let messages = user.messages();
    messages.iter().rfind(is_table).expect("there is no table message").text()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_player_gets_a_hand_when_the_deal_begins() {
    for uses_tokens in [true, false] {
        let bot = if uses_tokens { TestBot::builder() } else { TestBot::builder().on_channel_routes() };
        let bot = bot.start().await;
        let users = auction(&bot).await;
        bot.settle().await;
        let table = last_public(&users[0]);
        for user in &users {
            assert_hand_below(user, table);
        }
        assert!(!table_text(&users[0]).contains("Lapjaim"), "{}", table_text(&users[0]));
        bot.end_without_leaks().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_who_join_with_a_button_get_their_hands() {
    let bot = TestBot::start().await;
    let [anna, bea, csaba] = ["Anna", "Bea", "Csaba"].map(|name| bot.user(name));
    anna.command("ulti new", []).await.unwrap();
    for user in [&bea, &csaba] {
        let table = until_custom_id(user, ":join").await;
        user.press(&table, "Beülök").await.unwrap();
    }
    // Until the lobby's message shows all players, its button is disabled.
    bot.settle().await;
    let lobby = until_button(&anna, "Kezdjük").await;
    private_reply(&anna, anna.press(&lobby, "Kezdjük").await).await;
    bot.settle().await;
    let table = last_public(&anna);
    for user in [&anna, &bea, &csaba] {
        assert_hand_below(user, table);
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_player_gets_a_hand_when_the_next_deal_begins() {
    let bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    bot.settle().await;
    let before = last_public(&users[0]);
    for user in &users {
        let [hand] = <[Message; 1]>::try_from(hands(user)).unwrap();
        assert!(hand.id() < before, "the hand is below the result");
    }
    let result = until_custom_id(&users[0], ":next").await;
    private_reply(&users[0], users[0].press(&result, "Következő osztás").await).await;
    bot.settle().await;
    let table = last_public(&users[0]);
    assert!(table > before);
    for user in &users {
        assert_hand_below(user, table);
    }
    bot.end_without_leaks().await;
}

/// Anna's token has expired when the deal begins, and she gets a hand when she asks for it.
#[tokio::test(flavor = "multi_thread")]
async fn players_without_a_token_are_told_how_to_see_their_hands() {
    let bot = TestBot::start().await;
    let users = lobby(&bot).await;
    bot.advance(TOKEN_LIFETIME).await;
    private_reply(&users[1], users[1].command("ulti start", []).await).await;
    bot.settle().await;
    let table = last_public(&users[0]);
    assert_hand_below(&users[1], table);
    assert!(hands(&users[0]).is_empty() && hands(&users[2]).is_empty());
    let told = table_text(&users[0]);
    assert!(told.contains("Anna és Csaba: a lapokat a **Lapjaim** gomb mutatja meg."), "{told}");
    for user in [&users[0], &users[2]] {
        let message = until_custom_id(user, ":show:hand").await;
        private_reply(user, user.press(&message, "Lapjaim").await).await;
    }
    let dealt = bot.current_deal().await;
    make_weakest_bid(dealt.turn(&users)).await;
    bot.settle().await;
    let told = table_text(&users[0]);
    assert!(!told.contains("gomb mutatja meg"), "{told}");
    bot.end_without_leaks().await;
}

/// Lets a player play a card with a button of their hand.
async fn play_with_button(user: &SimulatedUser) -> Response {
    let hand = hands(user).pop().expect("the player has no hand");
    let card = enabled(&hand, "play").next().expect("no card can be played");
    user.press_raw(hand.id(), &card).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn hand_moves_below_the_table_that_was_posted_again() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    bot.settle().await;
    let dealt = bot.current_deal().await;
    let (leader, other) = (dealt.turn(&users).clone(), dealt.not_turn(&users).clone());
    private_text(&other.command("table", []).await.unwrap());
    bot.settle().await;
    let table = last_public(&leader);
    assert!(hands(&leader)[0].id() < table, "the hand moves at the next turn only");
    play_with_button(&leader).await;
    for _ in 0..5 {
        bot.settle().await;
        let dealt = bot.current_deal().await;
        let next = dealt.turn(&users);
        assert_hand_below(next, table);
        play_with_button(next).await;
    }
    bot.end_without_leaks().await;
}
