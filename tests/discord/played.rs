//! What was played: listed, stepped through, analysed, taken away, verified, imported and void.

use serde_json::{Value, json};
use ulti::playground::{Answer, Message, Person};
use ulti::rules::Record;
use ulti::store::{DealId, Import};
use ulti::table::{Clock, ServerId, shuffle};

use crate::evening::{Evening, bid_something, public, three_sit_down, told, until_public, until_the_lead};

/// Plays a whole deal against two robots, whatever the cards.
async fn a_deal_with_robots(anna: &Person) -> Message {
    told(&anna.command("ulti new", [("robots", json!(2))]).await.unwrap());
    let over = |messages: &[Message]| {
        public(messages).last().is_some_and(|last| last.buttons().contains(&"Visszajátszás"))
    };
    for _ in 0..200 {
        if over(&anna.messages()) {
            return until_public(anna, "Visszajátszás").await;
        }
        if let Some(card) = anna.autocomplete("play", "card", "").await.unwrap().first() {
            let _ = anna.command("play", [("card", card.value.clone())]).await.unwrap();
        } else if let Some(trump) = anna.autocomplete("trump", "suit", "").await.unwrap().first() {
            let _ = anna.command("trump", [("suit", trump.value.clone())]).await.unwrap();
        } else if !anna.autocomplete("bid", "first", "").await.unwrap().is_empty() {
            let _ = bid_something(anna).await;
        } else {
            let _ = anna.command("pass", [("rest", json!(true))]).await.unwrap();
            let _ = anna.command("kontra", [("games", json!("none"))]).await.unwrap();
        }
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
    panic!("no deal came to its end in two hundred steps");
}

fn message(answer: Answer) -> Message {
    told(&answer);
    answer.message.unwrap()
}

/// The text of the file that a message holds.
fn file(evening: &Evening, message: &Message) -> (String, String) {
    let attached = &message.attachments()[0];
    let bytes = evening.playground.file(attached["url"].as_str().unwrap()).unwrap();
    (attached["filename"].as_str().unwrap().to_owned(), String::from_utf8(bytes).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_is_stepped_through_and_taken_away_and_comes_back() {
    let mut evening = Evening::begin().await;
    let anna = evening.person("Anna");
    let empty = message(anna.command("history", []).await.unwrap());
    assert!(empty.text().contains("még nem volt"), "{}", empty.text());
    let result = a_deal_with_robots(&anna).await;
    // Buttons work days later and after a restart.
    evening.stop_bot().await;
    evening.start_bot().await;

    let history = message(anna.command("history", []).await.unwrap());
    assert!(history.text().contains("#1") && history.text().contains("Anna"), "{}", history.text());
    let open = "u1:-:played:deal:1";
    let first = message(anna.select(&history, "u1:-:played:menu", &[open]).await.unwrap());
    assert!(first.text().contains("(1/"), "{}", first.text());
    let by_result = message(anna.press(&result, "Visszajátszás").await.unwrap());
    assert_eq!(by_result.text(), first.text());
    let typed = message(anna.command("replay", [("deal", json!("#1"))]).await.unwrap());
    assert_eq!(typed.text(), first.text());

    let mut now = typed;
    let mut steps = 1;
    while now.enabled().contains(&"Tovább ▶") {
        let next = anna.press(&now, "Tovább ▶").await.unwrap();
        assert!(next.updated, "a step takes the place of the one before");
        now = message(next);
        steps += 1;
        assert!(now.text().contains(&format!("({steps}/")), "{}", now.text());
    }
    assert!(now.text().contains("Ebben az osztásban"), "{}", now.text());
    let back = message(anna.press(&now, "⏮ Elejére").await.unwrap());
    assert_eq!(back.text(), first.text());
    let analysed = anna.press(&back, "Elemzés").await.unwrap();
    assert!(told(&analysed).contains("elemzés"), "{}", analysed.text());

    let (name, text) = file(&evening, &message(anna.press(&back, "Ez az osztás fájlban").await.unwrap()));
    assert_eq!(name, "ulti-deal-1.jsonl");
    let record = Record::from_json(text.trim()).unwrap();
    shuffle::check(record.shuffle.as_ref().unwrap(), &record).unwrap();
    let (name, whole) = file(&evening, &message(anna.press(&back, "Az egész este fájlban").await.unwrap()));
    assert_eq!((name.as_str(), whole), ("ulti-evening-1.jsonl", text));

    let verified = anna.press(&back, "Keverés ellenőrzése").await.unwrap();
    let commitment = &record.shuffle.as_ref().unwrap().commitment;
    assert!(told(&verified).contains("Minden egyezik"), "{}", verified.text());
    assert_eq!(verified.text().matches(commitment.as_str()).count(), 2, "computed, and from the journal");

    let imports = [Import::of(record).unwrap()];
    evening.store().import(evening.server(), &imports, Clock::wall().now()).await.unwrap();
    let again = message(anna.command("replay", [("deal", json!("2"))]).await.unwrap());
    assert!(again.text().contains("sehol sem számít"), "{}", again.text());
    let alone = anna.command("verify", [("deal", json!("2"))]).await.unwrap();
    assert!(told(&alone).contains("nincs nyoma"), "no journal holds what was posted of an import");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deals_of_other_servers_and_made_up_ones_are_not_there() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    let record = some_record();
    let imports = [Import::of(record).unwrap()];
    let now = Clock::wall().now();
    let elsewhere = evening.store().import(ServerId(9), &imports, now).await.unwrap();
    let season = evening.store().season(ServerId(9)).await.unwrap().unwrap().id;
    let DealId(deal) = elsewhere.deals[0];
    let refused = |made_up: &str, text: String| {
        let said = [
            "nincs befejezett",
            "nincs ezen a szerveren",
            "nem ismerem",
            "már nem találom",
            "nem vezet sehova",
        ];
        assert!(said.iter().any(|said| text.contains(said)), "{made_up}: {text}");
        assert!(
            !text.contains("lapjai") && !text.contains('♥') && !text.contains("easy"),
            "{made_up}: {text}"
        );
    };
    for typed in [deal.to_string(), "99".to_owned()] {
        for command in ["replay", "verify"] {
            let text = told(&anna.command(command, [("deal", json!(typed))]).await.unwrap());
            assert!(text.contains("nincs befejezett"), "{text}");
        }
    }
    let which = told(&anna.command("replay", [("deal", json!("xyz"))]).await.unwrap());
    assert!(which.contains("Melyik osztást"), "{which}");
    assert!(anna.autocomplete("replay", "deal", &deal.to_string()).await.unwrap().is_empty());

    let message = message(anna.command("history", []).await.unwrap());
    for made_up in [
        format!("u1:-:played:deal:{deal}"),
        format!("u1:-:played:deal:{deal}:on:3"),
        format!("u1:-:played:deal:{deal}:export"),
        format!("u1:-:played:deal:{deal}:evening"),
        format!("u1:-:played:deal:{deal}:analyse"),
        format!("u1:-:played:deal:{deal}:verify"),
        format!("u1:{}:replay:1", elsewhere.table),
        format!("u1:-:played:history:-:-:{season}:-"),
        "u1:-:played:history:-:-:77:-".to_owned(),
        "u1:-:played:menu".to_owned(),
        "u1:99:replay:1".to_owned(),
    ] {
        let answer = anna.press_raw(message.id(), &made_up).await.unwrap();
        assert!(answer.message.as_ref().is_none_or(|one| one.attachments().is_empty()), "{made_up}");
        refused(&made_up, told(&answer));
    }
    evening.end().await;
}

/// A record that holds, of people who are nowhere here.
fn some_record() -> Record {
    Record::from_json(include_str!("played/record.json")).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_is_declared_void_before_everybody_and_only_by_who_manages_the_server() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let declarer = until_the_lead(&people).await;
    told(&declarer.command("fold", []).await.unwrap());
    until_public(&people[0], "Visszajátszás").await;
    let void = |reason: &str| [("deal", json!("1")), ("reason", json!(reason))];
    let [anna, bea, _] = &people;
    let refused = bea.command("void", void("dull")).await.unwrap();
    assert!(refused.is_ephemeral(), "{}", refused.text());
    let no_reason = anna.command("void", void(" ")).await.unwrap();
    assert!(told(&no_reason).contains("miért"), "{}", no_reason.text());
    assert!(told(&anna.command("unvoid", [("deal", json!("1"))]).await.unwrap()).contains("nem érvénytelen"));

    let done = anna.command("void", void("látszott a **talon**")).await.unwrap();
    assert!(!done.is_ephemeral(), "everybody hears it");
    let text = done.text();
    assert!(text.contains("érvénytelenítette") && text.contains("\\*\\*talon"), "{text}");
    assert!(told(&anna.command("void", void("twice")).await.unwrap()).contains("már érvénytelen"));
    let listed = told(&bea.command("history", []).await.unwrap());
    assert!(listed.contains("talon"), "{listed}");
    let offered = anna.autocomplete("unvoid", "deal", "").await.unwrap();
    assert_eq!(offered.iter().map(|choice| &choice.value).collect::<Vec<_>>(), [&json!("1")]);
    let undone = anna.command("unvoid", [("deal", json!("1"))]).await.unwrap();
    assert!(!undone.is_ephemeral() && undone.text().contains("újra számít"), "{}", undone.text());
    let none = told(&anna.command("void", [("deal", json!("77")), ("reason", json!("x"))]).await.unwrap());
    assert!(none.contains("nincs befejezett #77"), "{none}");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_stays_out_of_lists_is_listed_to_themselves_alone() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    let declarer = until_the_lead(&people).await;
    told(&declarer.command("fold", []).await.unwrap());
    until_public(&people[0], "Visszajátszás").await;
    let of = |person: &Person| -> [(&'static str, Value); 1] { [("person", json!(person.id().to_string()))] };
    let [anna, bea, csaba] = &people;
    let listed = told(&anna.command("history", of(bea)).await.unwrap());
    assert!(listed.contains("#1"), "{listed}");
    let bea_is = ulti::table::UserId(bea.id().0);
    evening.store().set_hidden(bea_is, true).await.unwrap();
    let refused = anna.command("history", of(bea)).await.unwrap();
    assert!(!told(&refused).contains("#1"), "{}", refused.text());
    let page = message(anna.command("history", []).await.unwrap());
    let forged = format!("u1:-:played:history:{}:-:-:-", bea.id());
    assert!(!told(&anna.press_raw(page.id(), &forged).await.unwrap()).contains("#1"));
    assert!(told(&bea.command("history", of(bea)).await.unwrap()).contains("#1"));
    assert!(told(&anna.command("history", of(csaba)).await.unwrap()).contains("#1"));
    let none = told(&anna.command("history", [("contract", json!("betli"))]).await.unwrap());
    assert!(!none.contains("#1"), "{none}");
    let odd = told(&anna.command("history", [("season", json!("1999-01"))]).await.unwrap());
    assert!(odd.contains("/season list"), "{odd}");
    evening.end().await;
}
