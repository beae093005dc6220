//! Words alone, hints in the hand, an analysis that is posted once, and where languages are changed.

use serde_json::json;
use ulti::playground::Person;

use crate::evening::{
    Evening, PATIENCE, bid_something, bidder, public, three_sit_down, told, until_message, until_public,
    until_the_lead,
};

fn has_emoji(text: &str) -> bool {
    text.contains(|sign: char| matches!(sign, '⌀'..='⏿' | '\u{1f000}'..='\u{1ffff}' | '➡' | '✅' | '♥'))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_is_played_by_words_alone() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    for person in &people {
        person.speak("hu");
        let set = told(&person.command("settings text", [("on", json!(true))]).await.unwrap());
        assert!(!has_emoji(&set), "{set}");
    }
    let declarer = until_the_lead(&people).await;
    let posts = public(&declarer.messages()).len();
    let table = told(&declarer.command("table", []).await.unwrap());
    assert!(table.contains("Felvevő") && !has_emoji(&table), "{table}");
    assert_eq!(public(&declarer.messages()).len(), posts, "nobody else's table moves");
    let hand = told(&declarer.command("hand", []).await.unwrap());
    let cards = hand.lines().find(|line| line.starts_with("10 lap: ")).unwrap_or_else(|| panic!("{hand}"));
    assert!(!has_emoji(&hand), "{hand}");
    let first = cards.trim_start_matches("10 lap: ").split(", ").next().unwrap().to_owned();
    let after = told(&declarer.command("play", [("card", json!(first))]).await.unwrap());
    assert!(after.contains("9 lap: ") && !has_emoji(&after), "{after}");
    for turn in 1..30 {
        play_in_words(&people, turn).await;
    }
    let reckoning = until_public(&people[0], "Következő osztás").await.text();
    let standings = reckoning.lines().find_map(|line| line.strip_prefix("Állás: "));
    let standings = standings.unwrap_or_else(|| panic!("{reckoning}"));
    assert!(["Anna ", "Bea ", "Csaba "].iter().all(|name| standings.contains(name)), "{standings}");
    assert!(standings.contains('+') && standings.contains('−'), "points have changed hands: {standings}");
    let board = told(&declarer.command("leaderboard", []).await.unwrap());
    assert!(board.contains("Anna") && !has_emoji(&board), "{board}");
    evening.end().await;
}

/// Whoever's turn it is plays the first card that they may, and reads nothing but words.
async fn play_in_words(people: &[Person; 3], turn: usize) {
    for person in people {
        let cards = person.autocomplete("play", "card", "").await.unwrap();
        let Some(card) = cards.first() else { continue };
        let after = told(&person.command("play", [("card", card.value.clone())]).await.unwrap());
        let left = 9 - turn / 3;
        let is_last = left == 0;
        assert!(is_last || after.contains(&format!("{left} lap: ")), "{left} cards are left: {after}");
        assert!(!has_emoji(&after), "{after}");
        return;
    }
    panic!("nobody can play card {turn}: the deal is over too early");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_manages_the_server_chooses_words_for_all() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    told(&people[1].command("settings server-text", [("on", json!(true))]).await.unwrap());
    until_the_lead(&people).await;
    assert!(has_emoji(&until_public(&people[0], "Lapjaim").await.text()));
    told(&people[0].command("settings server-text", [("on", json!(true))]).await.unwrap());
    people[1].command("table", []).await.unwrap();
    let plain = |messages: &[ulti::playground::Message]| {
        public(messages)
            .last()
            .is_some_and(|table| table.text().contains("Felvevő") && !has_emoji(&table.text()))
    };
    people[0].until(plain, PATIENCE).await.unwrap();
    evening.end_but_for("Unknown Message").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_stands_above_the_hand_and_the_next_in_its_place() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let table = until_public(&people[0], "Lapjaim").await;
    let declarer = bidder(&people).await;
    declarer.speak("hu");
    let hand = declarer.press(&table, "Lapjaim").await.unwrap().message.unwrap();
    let before = declarer.messages().len();
    for _ in 0..2 {
        let hinted = declarer.press(&hand, "Tipp").await.unwrap().message.unwrap();
        assert_eq!(hinted.id(), hand.id());
        assert_eq!(hinted.text().matches("Az erős robot").count(), 1, "{}", hinted.text());
        assert!(hinted.text().contains("A lapjaid"), "{}", hinted.text());
    }
    assert_eq!(declarer.messages().len(), before);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_switches_hints_off_has_none_in_the_open_hand_either() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let table = until_public(&people[0], "Lapjaim").await;
    let declarer = bidder(&people).await;
    declarer.speak("hu");
    let hand = declarer.press(&table, "Lapjaim").await.unwrap().message.unwrap();
    assert!(hand.buttons().contains(&"Tipp"));
    bid_something(declarer).await;
    let open = declarer.press(&table, "Lapjaim").await.unwrap().message.unwrap();
    told(&declarer.command("settings hints", [("on", json!(false))]).await.unwrap());
    for person in people.iter().filter(|person| person.id() != declarer.id()) {
        let _ = person.command("pass", [("rest", json!(true))]).await.unwrap();
    }
    let refreshed = until_message(declarer, open.id(), |open| open.text().contains("Te jössz")).await;
    assert!(!refreshed.buttons().contains(&"Tipp"), "{refreshed:?}");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foreigner_is_told_once_where_the_language_is_changed() {
    let evening = Evening::begin().await;
    let [anna, bea] = ["Anna", "Bea"].map(|name| evening.person(name));
    let told_where = |text: &str| text.contains("/settings language");
    let opened = told(&anna.command("ulti new", []).await.unwrap());
    assert!(!told_where(&opened), "Anna reads what the server speaks: {opened}");
    let joined = told(&bea.command("ulti join", []).await.unwrap());
    assert!(told_where(&joined), "{joined}");
    let hand = told(&bea.command("hand", []).await.unwrap());
    assert!(!told_where(&hand), "{hand}");
    evening.end().await;
}
