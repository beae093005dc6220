//! Test of the house rule `last_trick_hidden`: after the next lead, no message shows the last trick.

use discord_sandbox::SimulatedUser;
use serde_json::json;
use ulti_rules::CardSet;
use ulti_testkit::game::{play_on, play_to_first_lead, start_deal};
use ulti_testkit::messages::{private_reply, private_text};
use ulti_testkit::{TestBot, leaks};

/// Number of tricks after which the messages are checked.
const TRICKS: usize = 4;

/// Commands whose private replies show something of the deal.
const COMMANDS: [&str; 4] = ["table", "help", "hint", "history"];

/// Seats three users at a table with the house rule and plays the first trick of the weakest contract.
async fn after_first_trick(bot: &TestBot, is_text_only: bool) -> [SimulatedUser; 3] {
    let users = ["Anna", "Bea", "Csaba"].map(|name| bot.user(name));
    for user in users.iter().filter(|_| is_text_only) {
        private_text(&user.command("settings", [("text-only", json!(true))]).await.unwrap());
    }
    if is_text_only {
        let settings = users[0].command("ulti-admin settings", [("text-only", json!(true))]).await;
        private_text(&settings.unwrap());
    }
    let rules = json!("4m last_trick_hidden=true");
    private_reply(&users[0], users[0].command("ulti new", [("rules", rules)]).await).await;
    for user in &users[1..] {
        private_text(&user.command("ulti join", []).await.unwrap());
    }
    start_deal(&users).await;
    play_to_first_lead(&users).await;
    for _ in 0..3 {
        play_on(&users).await;
    }
    users
}

/// Returns the texts of all messages that show one of the cards, each with the name of a reader.
fn messages_with(bot: &TestBot, users: &[SimulatedUser; 3], cards: CardSet) -> Vec<String> {
    let traffic = bot.sandbox.traffic();
    let all = users.iter().flat_map(|user| user.messages().into_iter().map(move |message| (user, message)));
    let showing = all.filter(|(_, message)| !(leaks::cards_in(message.json(), &traffic) & cards).is_empty());
    showing.map(|(user, message)| format!("{}: {}", user.id(), message.json())).collect()
}

/// Plays tricks, and checks the messages of all players before and after each lead.
async fn assert_last_trick_is_hidden(bot: TestBot, is_text_only: bool) {
    let users = after_first_trick(&bot, is_text_only).await;
    for _ in 0..TRICKS {
        for user in &users {
            private_reply(user, user.command("hand", []).await).await;
        }
        bot.idle().await;
        let last = bot.current_deal().await.deal.view(None).board().unwrap().tricks.last().unwrap().0.cards();
        let before = messages_with(&bot, &users, last);
        assert!(before.len() >= 3, "the last trick is not shown before the lead: {before:#?}");
        play_on(&users).await;
        bot.idle().await;
        let after = messages_with(&bot, &users, last);
        assert!(after.is_empty(), "the last trick {last} is shown after the lead: {after:#?}");
        let mut replies = Vec::new();
        for user in &users {
            for command in COMMANDS {
                replies.push((user, private_reply(user, user.command(command, []).await).await));
            }
            // Only finished deals are replayed.
            private_text(&user.command("replay", [("deal", json!("1"))]).await.unwrap());
        }
        bot.idle().await;
        let after = messages_with(&bot, &users, last);
        assert!(after.is_empty(), "a command shows the last trick {last}: {after:#?}");
        // Replies to commands are never edited, so they show the current trick after it is complete.
        for (user, reply) in replies {
            user.dismiss(reply.id()).unwrap();
        }
        play_on(&users).await;
        play_on(&users).await;
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_text_shows_last_trick_after_next_lead() {
    assert_last_trick_is_hidden(TestBot::start().await, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_text_only_message_shows_last_trick_after_next_lead() {
    assert_last_trick_is_hidden(TestBot::start().await, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_picture_shows_last_trick_after_next_lead() {
    assert_last_trick_is_hidden(TestBot::builder().start_with_pictures().await, false).await;
}
