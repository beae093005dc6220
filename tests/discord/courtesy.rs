//! What somebody meets who is in a hurry, or does not know their way about yet.

use serde_json::json;
use ulti::playground::{Message, Person};

use crate::evening::{Evening, bidder, public, three_sit_down, told, until_public, until_the_lead};

/// Labels of what can be pressed under an answer.
fn buttons(message: &Message) -> Vec<String> {
    message.enabled().into_iter().map(str::to_owned).collect()
}

/// A deal that is over because its declarer folded; the message with the way on.
async fn after_a_deal(people: &[Person; 3]) -> Message {
    let declarer = until_the_lead(people).await;
    told(&declarer.command("fold", []).await.unwrap());
    until_public(&people[0], "Következő osztás").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_stands_below_the_table_that_it_belongs_to() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    let dealt = anna.command("ulti new", [("robots", json!(2))]).await.unwrap();
    assert!(told(&dealt).contains("A lapjaid"), "{}", dealt.text());
    let table = until_public(&anna, "Lapjaim").await;
    assert!(dealt.message.unwrap().id() > table.id(), "the newest is looked for at the end");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_wants_a_second_table_hears_of_the_first_and_sees_the_own_hand() {
    let evening = Evening::begin().await;
    let (anna, bea) = (evening.person("Anna"), evening.person("Bea"));
    told(&anna.command("ulti new", [("robots", json!(2))]).await.unwrap());
    let again = told(&anna.command("ulti new", [("robots", json!(2))]).await.unwrap());
    assert!(again.contains("már van asztal") && again.contains("A lapjaid"), "{again}");
    let others = told(&bea.command("ulti new", []).await.unwrap());
    assert!(others.contains("There is a table") && !others.contains("Your hand"), "{others}");
    assert_eq!(public(&anna.messages()).len(), 1);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_who_ask_for_the_next_deal_at_once_see_their_hands() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let reckoning = after_a_deal(&people).await;
    let press = async |person: &Person| person.press(&reckoning, "Következő osztás").await.unwrap();
    let typed = async |person: &Person| person.command("ulti start", []).await.unwrap();
    let seen = tokio::join!(press(&people[0]), press(&people[1]), typed(&people[2]));
    let table = until_public(&people[0], "Lapjaim").await;
    for (hand, title) in [(seen.0, "A lapjaid"), (seen.1, "Your hand"), (seen.2, "A lapjaid")] {
        assert!(told(&hand).contains(title), "{}", hand.text());
        assert!(hand.message.unwrap().id() > table.id(), "below the table");
    }
    assert_eq!(public(&people[0].messages()).len(), 4, "lobby, table, reckoning, and one table more");
    // A stranger presses what they still see.
    let late = told(&evening.person("Ed").press_raw(reckoning.id(), "u1:1:next").await.unwrap());
    assert!(!late.contains("Your hand"), "{late}");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_for_good_hears_it_and_has_nothing_more_to_press() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    let question = people[0].command("ulti leave", []).await.unwrap().message.unwrap();
    let left = people[0].press(&question, question.enabled()[0]).await.unwrap();
    assert!(told(&left).contains("Felálltál az asztaltól"), "{}", left.text());
    assert_eq!(buttons(&people[0].message(question.id()).unwrap()), Vec::<String>::new());
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_table_offers_beside_the_game_is_for_those_who_sit_there() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let reckoning = after_a_deal(&people).await;
    let seated = people[0].press(&reckoning, "Továbbiak").await.unwrap().message.unwrap();
    let stranger = evening.person("Ed").press(&reckoning, "Továbbiak").await.unwrap().message.unwrap();
    assert!(buttons(&seated).iter().any(|label| label == "Felállok"), "{:?}", buttons(&seated));
    assert_eq!(buttons(&stranger), ["Join", "Rules", "All contracts"]);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_typed_behind_a_bid_are_shown_their_place() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let bidder = bidder(&people).await;
    for typed in ["ulti l9 l8", "ulti piros hetes", "ulti makk 7"] {
        let together = told(&bidder.command("bid", [("contract", json!(typed))]).await.unwrap());
        assert!(together.contains("`first:`") && together.contains("`second:`"), "{typed}: {together}");
    }
    let misspelt = told(&bidder.command("bid", [("contract", json!("ulto"))]).await.unwrap());
    assert!(misspelt.contains("ulto") && !misspelt.contains("`first:`"), "{misspelt}");
    evening.end().await;
}
