//! Robots by level, hints, and deals looked at again.

use std::time::Duration;

use serde_json::json;
use ulti::discord::{Drawing, Limits, Rate};
use ulti::playground::{Message, Person};

use crate::evening::{Evening, PATIENCE, public, told, until_public};

/// With a bot that holds nobody back: Anna looks after her turn more often than any person would.
async fn without_limits() -> Evening {
    Evening::begin_but(Drawing::default(), |options| {
        let any = Rate { at_once: 1_000_000, per_second: 1_000_000 };
        options.limits = Limits { person: any, server: any, work_of_person: any, work_of_server: any };
    })
    .await
}

/// Anna in a lobby with an easy robot and a strong one, each seated by a press.
async fn with_robots(evening: &Evening) -> (Person, Message) {
    let anna = evening.person("Anna");
    anna.speak("en-US");
    anna.command("ulti new", []).await.unwrap();
    let lobby = until_public(&anna, "🤖 Erős robot").await;
    for (button, level) in [("🤖 Könnyű robot", "(könnyű)"), ("🤖 Erős robot", "(erős)")] {
        let pressed = anna.press(&lobby, button).await.unwrap();
        assert!(pressed.updated, "the lobby itself says who sits there");
        let sits = |messages: &[Message]| public(messages)[0].text().contains(level);
        anna.until(sits, PATIENCE).await.unwrap();
    }
    (anna, lobby)
}

/// Anna does the first thing that she may; false where it is not her turn.
async fn act(anna: &Person) -> bool {
    for (command, option) in [("play", "card"), ("trump", "suit")] {
        if let Some(first) = anna.autocomplete(command, option, "").await.unwrap().first() {
            told(&anna.command(command, [(option, first.value.clone())]).await.unwrap());
            return true;
        }
    }
    let kontras = anna.autocomplete("kontra", "games", "").await.unwrap();
    if kontras.iter().any(|choice| choice.value == json!("none")) {
        told(&anna.command("kontra", [("games", json!("none"))]).await.unwrap());
        return true;
    }
    let twelve = !anna.autocomplete("bid", "first", "").await.unwrap().is_empty();
    if twelve {
        told(&crate::evening::bid_something(anna).await);
    } else if anna.command("hint", []).await.unwrap().text().contains("💡") {
        told(&anna.command("pass", []).await.unwrap());
    }
    twelve
}

/// Plays on until the result is there.
async fn until_the_result(anna: &Person) -> Message {
    for _ in 0..200 {
        let newest = public(&anna.messages()).pop();
        if let Some(result) = newest.filter(|message| message.buttons().contains(&"Elemzés")) {
            return result;
        }
        if !act(anna).await {
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }
    let newest = public(&anna.messages()).pop().map(|message| message.text());
    panic!("the deal does not end: {newest:?}, {}", anna.command("hand", []).await.unwrap().text());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_button_of_an_old_lobby_still_seats_a_robot() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    anna.command("ulti new", []).await.unwrap();
    let lobby = until_public(&anna, "Beülök").await;
    for (id, level) in [("u1:1:robot:plain", "(könnyű)"), ("u1:1:robot:normal", "(közepes)")] {
        anna.press_raw(lobby.id(), id).await.unwrap();
        let sits = |messages: &[Message]| public(messages)[0].text().contains(level);
        anna.until(sits, PATIENCE).await.unwrap();
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_for_who_asks_at_their_turn_and_wants_it() {
    let evening = without_limits().await;
    let (anna, lobby) = with_robots(&evening).await;
    let early = told(&anna.command("hint", []).await.unwrap());
    assert!(early.contains("not begun"), "{early}");
    anna.press(&lobby, "Kezdjük").await.unwrap();
    let ed = evening.person("Ed");
    ed.speak("en-US");
    let stranger = told(&ed.command("hint", []).await.unwrap());
    assert!(!stranger.contains("💡") && stranger.contains("no seat"), "{stranger}");
    let table = until_public(&anna, "Lapjaim").await;
    let forged = told(&ed.press_raw(table.id(), "u1:1:show:hint").await.unwrap());
    assert!(forged.contains("no seat"), "{forged}");

    for _ in 0..100 {
        let hand = anna.command("hand", []).await.unwrap().message.unwrap();
        if hand.buttons().contains(&"Hint") {
            let hint = anna.press(&hand, "Hint").await.unwrap();
            assert!(told(&hint).contains("💡 The strong robot"), "{}", hint.text());
            anna.command("settings hints", [("on", json!(false))]).await.unwrap();
            let hand = anna.command("hand", []).await.unwrap().message.unwrap();
            assert!(!hand.buttons().contains(&"Hint"), "{:?}", hand.buttons());
            return evening.end().await;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    panic!("it never was her turn");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_is_looked_at_again_once_it_is_over_and_long_after() {
    let mut evening = without_limits().await;
    let (anna, lobby) = with_robots(&evening).await;
    anna.press(&lobby, "Kezdjük").await.unwrap();
    let table = until_public(&anna, "Lapjaim").await;
    let early = told(&anna.press_raw(table.id(), "u1:1:analyse:1").await.unwrap());
    assert!(early.contains("still being played"), "{early}");
    let never = told(&anna.press_raw(table.id(), "u1:1:analyse:7").await.unwrap());
    assert!(never.contains("can't be found"), "{never}");

    let result = until_the_result(&anna).await;
    let ed = evening.person("Ed");
    let analysed = ed.press(&result, "Elemzés").await.unwrap();
    let first = analysis(&anna).await.unwrap_or_else(|| analysed.text());
    // The evening ends, the bot is started anew, and the button still says the same.
    anna.command("ulti end", []).await.unwrap();
    let only_that = |messages: &[Message]| {
        messages.iter().any(|one| one.id() == result.id() && one.enabled() == ["Elemzés", "Visszajátszás"])
    };
    anna.until(only_that, PATIENCE).await.unwrap();
    evening.stop_bot().await;
    evening.start_bot().await;
    let again = ed.press(&anna.message(result.id()).unwrap(), "Elemzés").await.unwrap();
    assert_eq!(analysis(&anna).await.unwrap_or_else(|| again.text()), first);
    evening.end().await;
}

/// The newest analysis that everyone can see; none where the deal was folded.
async fn analysis(anna: &Person) -> Option<String> {
    let analysed = |message: &&Message| message.text().contains(": elemzés");
    for _ in 0..100 {
        if let Some(found) = public(&anna.messages()).iter().rev().find(analysed) {
            return Some(found.text());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    None
}
