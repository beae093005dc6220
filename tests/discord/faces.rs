//! Hungarian and French faces: each person's own, and the server's.

use serde_json::json;
use ulti::playground::Message;

use crate::evening::{Evening, PATIENCE, public, three_sit_down, told, until_the_lead};

const HUNGARIAN: [&str; 3] = ["🌰", "🍃", "🔔"];
const FRENCH: [&str; 3] = ["♣", "♠", "♦"];

fn has(text: &str, signs: [&str; 3]) -> bool {
    signs.iter().any(|sign| text.contains(sign))
}

/// What can be read of a message: its text, and what stands on its buttons.
fn whole(message: &Message) -> String {
    format!("{}\n{}", message.text(), message.buttons().join(" "))
}

#[tokio::test(flavor = "multi_thread")]
async fn who_chose_the_french_deck_sees_it_and_nobody_else_does() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let declarer = until_the_lead(&people).await;
    let other = people.iter().find(|person| person.id() != declarer.id()).unwrap();
    let chosen = declarer.command("settings faces", [("faces", json!("french"))]).await.unwrap();
    assert!(told(&chosen).contains("♣ ♠ ♥ ♦"), "{}", chosen.text());

    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    assert!(has(&whole(&hand), FRENCH) && !has(&whole(&hand), HUNGARIAN), "{}", whole(&hand));
    let offered = declarer.autocomplete("play", "card", "").await.unwrap();
    let names = offered.iter().map(|choice| choice.name.as_str()).collect::<Vec<_>>().join("\n");
    assert!(has(&names, FRENCH) && !has(&names, HUNGARIAN), "{names}");
    let hand = other.command("hand", []).await.unwrap().message.unwrap();
    assert!(has(&whole(&hand), HUNGARIAN) && !has(&whole(&hand), FRENCH), "{}", whole(&hand));

    let refused = declarer.command("play", [("card", json!("k7"))]).await.unwrap();
    let refused = told(&refused);
    assert!(has(&refused, FRENCH) && !has(&refused, HUNGARIAN), "{refused}");
    // A card as its button shows it, in a suit whose signs differ.
    let shown = offered.iter().map(|choice| choice.name.split(" (").next().unwrap());
    let card = shown.clone().find(|name| has(name, FRENCH)).unwrap().to_owned();
    told(&declarer.command("play", [("card", json!(card))]).await.unwrap());
    let (sign, _) = card.split_once('\u{a0}').unwrap();
    let sign = HUNGARIAN[FRENCH.iter().position(|one| *one == sign).unwrap()];
    let on_the_table = |messages: &[Message]| {
        public(messages).last().is_some_and(|table| table.text().contains(&format!("{sign}\u{a0}")))
    };
    let seen = declarer.until(on_the_table, PATIENCE).await.unwrap();
    assert!(public(&seen).iter().all(|message| !has(&message.text(), FRENCH)));
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_servers_faces_are_on_the_table_and_in_the_hands_of_who_chose_none() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let refused = people[1].command("settings server-faces", [("faces", json!("french"))]).await.unwrap();
    assert!(!has(&told(&refused), FRENCH), "only for those who manage the server: {}", refused.text());
    let set = people[0].command("settings server-faces", [("faces", json!("francia"))]).await.unwrap();
    assert!(has(&told(&set), FRENCH), "{}", set.text());
    let own = people[1].command("settings faces", [("faces", json!("Hungarian"))]).await.unwrap();
    assert!(has(&told(&own), HUNGARIAN), "{}", own.text());

    let declarer = until_the_lead(&people).await;
    let signs = if declarer.id() == people[1].id() { HUNGARIAN } else { FRENCH };
    let cards = declarer.autocomplete("play", "card", "").await.unwrap();
    let card = cards.into_iter().find(|card| has(&card.name, signs)).unwrap();
    told(&declarer.command("play", [("card", card.value)]).await.unwrap());
    let table = |messages: &[Message]| public(messages).last().is_some_and(|last| has(&last.text(), FRENCH));
    declarer.until(table, PATIENCE).await.unwrap();
    for person in &people {
        let signs = if person.id() == people[1].id() { HUNGARIAN } else { FRENCH };
        let hand = person.command("hand", []).await.unwrap().message.unwrap();
        assert!(has(&whole(&hand), signs), "{}", whole(&hand));
    }
    evening.end().await;
}
