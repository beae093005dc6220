//! Tests of Hungarian and French decks, chosen by a user or for the server.

use discord_sandbox::{Message, SimulatedUser};
use serde_json::json;
use ulti_testkit::game::{play_to_first_lead, seat_three};
use ulti_testkit::messages::{private_text, public, until_button};
use ulti_testkit::{Player, Strategy, TIMEOUT, TestBot};

const HUNGARIAN: [&str; 3] = ["🌰", "🍃", "🔔"];
const FRENCH: [&str; 3] = ["♣", "♠", "♦"];

fn has(text: &str, signs: [&str; 3]) -> bool {
    signs.iter().any(|sign| text.contains(sign))
}

/// Returns the text of a message and the labels of its buttons.
fn whole(message: &Message) -> String {
    format!("{}\n{}", message.text(), message.buttons().join(" "))
}

#[tokio::test(flavor = "multi_thread")]
async fn changing_deck_style_does_not_affect_other_users() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    let other = users.iter().find(|user| user.id() != declarer.id()).unwrap();
    let chosen = declarer.command("settings", [("deck", json!("french"))]).await.unwrap();
    assert!(private_text(&chosen).contains("♣ ♠ ♥ ♦"), "{}", chosen.text());

    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    assert!(has(&whole(&hand), FRENCH) && !has(&whole(&hand), HUNGARIAN), "{}", whole(&hand));
    let offered = declarer.autocomplete("play", "card", "").await.unwrap();
    let names = offered.iter().map(|choice| choice.name.as_str()).collect::<Vec<_>>().join("\n");
    assert!(has(&names, FRENCH) && !has(&names, HUNGARIAN), "{names}");
    let hand = other.command("hand", []).await.unwrap().message.unwrap();
    assert!(has(&whole(&hand), HUNGARIAN) && !has(&whole(&hand), FRENCH), "{}", whole(&hand));

    let refused = declarer.command("play", [("card", json!("k7"))]).await.unwrap();
    let refused = private_text(&refused);
    assert!(has(&refused, FRENCH) && !has(&refused, HUNGARIAN), "{refused}");
    // The card as its button shows it, in a suit with different signs.
    let shown = offered.iter().map(|choice| choice.name.split(" (").next().unwrap());
    let card = shown.clone().find(|name| has(name, FRENCH)).unwrap().to_owned();
    private_text(&declarer.command("play", [("card", json!(card))]).await.unwrap());
    let (sign, _) = card.split_once('\u{a0}').unwrap();
    let sign = HUNGARIAN[FRENCH.iter().position(|one| *one == sign).unwrap()];
    let on_the_table = |messages: &[Message]| {
        public(messages).last().is_some_and(|table| table.text().contains(&format!("{sign}\u{a0}")))
    };
    let seen = declarer.wait_until(on_the_table, TIMEOUT).await.unwrap();
    assert!(public(&seen).iter().all(|message| !has(&message.text(), FRENCH)));
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn user_deck_style_overrides_server_deck_style() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    bot.sandbox.open_commands_to_all();
    let refused = users[1].command("ulti-admin settings", [("deck", json!("french"))]).await.unwrap();
    assert!(
        !has(&private_text(&refused), FRENCH),
        "user without permission changed the server's deck: {}",
        refused.text()
    );
    let set = users[0].command("ulti-admin settings", [("deck", json!("francia"))]).await.unwrap();
    assert!(has(&private_text(&set), FRENCH), "{}", set.text());
    let own = users[1].command("settings", [("deck", json!("Hungarian"))]).await.unwrap();
    assert!(has(&private_text(&own), HUNGARIAN), "{}", own.text());

    let declarer = play_to_first_lead(&users).await;
    let signs = if declarer.id() == users[1].id() { HUNGARIAN } else { FRENCH };
    let cards = declarer.autocomplete("play", "card", "").await.unwrap();
    let card = cards.into_iter().find(|card| has(&card.name, signs)).unwrap();
    private_text(&declarer.command("play", [("card", card.value)]).await.unwrap());
    let table = |messages: &[Message]| public(messages).last().is_some_and(|last| has(&last.text(), FRENCH));
    declarer.wait_until(table, TIMEOUT).await.unwrap();
    for user in &users {
        let signs = if user.id() == users[1].id() { HUNGARIAN } else { FRENCH };
        let hand = user.command("hand", []).await.unwrap().message.unwrap();
        assert!(has(&whole(&hand), signs), "{}", whole(&hand));
    }
    bot.end().await;
}

/// Returns the text of the newest public message that shows cards.
fn newest_cards(user: &SimulatedUser) -> String {
    let messages = user.messages();
    let cards = |message: &&Message| has(&message.text(), FRENCH) || has(&message.text(), HUNGARIAN);
    public(&messages).iter().rfind(cards).unwrap().text()
}

#[tokio::test(flavor = "multi_thread")]
async fn person_who_plays_alone_with_robots_sees_own_deck_in_public_messages() {
    let bot = TestBot::start().await;
    let (anna, bea) = (bot.user("Anna"), bot.user("Bea"));
    private_text(&anna.command("settings", [("deck", json!("french"))]).await.unwrap());
    anna.command("ulti new", [("robots", json!(2))]).await.unwrap();
    until_button(&anna, "Lapjaim").await;
    Player::new(anna.clone(), Strategy::Commands).play_until_button("Elemzés").await;
    bot.settle().await;
    let result = newest_cards(&anna);
    assert!(has(&result, FRENCH) && !has(&result, HUNGARIAN), "{result}");

    // With two people at the table, the deck is that of the server.
    private_text(&bea.command("ulti join", []).await.unwrap());
    bot.settle().await;
    let result = newest_cards(&anna);
    assert!(has(&result, HUNGARIAN) && !has(&result, FRENCH), "{result}");
    bot.end().await;
}
