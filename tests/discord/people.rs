//! `/stats` and `/privacy`: a person's numbers, and what is kept about them.

use serde_json::{Value, json};
use ulti::playground::{Answer, Message, Person};
use ulti::table::UserId;

use crate::evening::{
    Evening, PATIENCE, public, three_sit_down, told, until_own, until_public, until_the_lead,
};

/// Three people who have played one deal; who declared it and gave it up comes first.
async fn after_a_deal(evening: &Evening) -> [Person; 3] {
    let people = three_sit_down(evening).await;
    for person in &people {
        person.speak("hu");
    }
    let declarer = until_the_lead(&people).await.id();
    let mut people = people;
    people.sort_by_key(|person| person.id() != declarer);
    told(&people[0].command("fold", []).await.unwrap());
    until_public(&people[0], "Következő osztás").await;
    people
}

/// All three agree to end the evening.
async fn end_the_evening(people: &[Person; 3]) {
    for person in people {
        person.command("ulti end", []).await.unwrap();
    }
    let over = |message: &Message| message.text().contains("Vége az estének");
    people[0].until(|seen| public(seen).iter().any(over), PATIENCE).await.unwrap();
}

fn user(person: &Person) -> UserId {
    UserId(person.id().0)
}

async fn asked(person: &Person, about: &Person) -> String {
    told(&person.command("stats", [("person", json!(about.id().to_string()))]).await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_are_there_for_everybody_on_the_server() {
    let mut evening = Evening::begin().await;
    let first = evening.person("Anna").command("stats", []).await.unwrap();
    assert!(told(&first).contains("még nem fejeztél be osztást"), "{}", first.text());
    let people = after_a_deal(&evening).await;
    let own = people[0].command("stats", []).await.unwrap();
    for says in
        ["**1 osztás**", "Felvevőként 1, ebből 0 teljesítve (0%)", "**Bemondások**", "Forma: egyetlen nap"]
    {
        assert!(told(&own).contains(says), "{says}: {}", own.text());
    }
    let other = asked(&people[1], &people[0]).await;
    assert_eq!(other, own.text(), "whoever asks");
    assert!(asked(&people[0], &people[2]).await.contains("Felvevő még nem volt; védőként 1"));
    let nobody = asked(&people[0], &evening.person("Ed")).await;
    assert!(nobody.contains("nem fejezett be osztást"), "{nobody}");
    let unknown = people[0].command("stats", [("season", json!("Nyár"))]).await.unwrap();
    assert!(told(&unknown).contains("/season list"), "{}", unknown.text());
    let offered = people[0].autocomplete("stats", "season", "").await.unwrap();
    assert_eq!(offered.len(), 2, "all, and the one that runs: {offered:?}");
    let all = people[0].command("stats", [("season", offered[0].value.clone())]).await.unwrap();
    assert!(told(&all).contains("Minden szezon együtt"), "{}", all.text());

    // The buttons, also after a restart.
    let (before, message) = (own.text(), own.message.unwrap());
    evening.stop_bot().await;
    evening.start_bot().await;
    let all = people[0].press(&message, "Minden szezon").await.unwrap();
    assert!(all.updated && told(&all).contains("Minden szezon együtt"), "{}", all.text());
    let message = people[0].message(message.id()).unwrap();
    let now = people[0].press(&message, "A mostani szezon").await.unwrap();
    assert_eq!(told(&now), before);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_stays_out_of_lists_is_seen_by_nobody_else() {
    let evening = Evening::begin().await;
    let [shy, other, _] = after_a_deal(&evening).await;
    let hidden = shy.command("privacy hide", [("on", json!(true))]).await.unwrap();
    assert!(told(&hidden).contains("nem szerepelsz a ranglistákon"), "{}", hidden.text());
    assert!(asked(&other, &shy).await.contains("nem szerepel a listákon"));
    assert!(asked(&shy, &shy).await.contains("**1 osztás**"), "but oneself");
    let own = other.command("stats", []).await.unwrap().message.unwrap();
    for span in ["all", "now"] {
        let forged = other.press_raw(own.id(), &format!("u1:-:stats:{}:{span}", shy.id())).await.unwrap();
        assert!(told(&forged).contains("nem szerepel a listákon"), "{}", forged.text());
    }
    let message = hidden.message.unwrap();
    let shown = shy.press(&message, "Legyek rajta a listákon").await.unwrap();
    assert!(shown.updated && told(&shown).contains("szerepelsz a ranglistákon"), "{}", shown.text());
    assert!(asked(&other, &shy).await.contains("**1 osztás**"));
    evening.end().await;
}

/// The document that somebody was given.
fn given(evening: &Evening, answer: &Answer) -> Value {
    told(answer);
    let message = answer.message.as_ref().unwrap().json();
    assert_eq!(message["attachments"][0]["filename"], "ulti-person.json", "{message}");
    let url = message["attachments"][0]["url"].as_str().unwrap();
    serde_json::from_slice(&evening.playground.file(url).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_is_told_and_given() {
    let evening = Evening::begin().await;
    let people = after_a_deal(&evening).await;
    let about = people[0].command("privacy about", []).await.unwrap();
    for says in ["30 nap múlva", "Mit őrzök meg rólad?", "szerepelsz a ranglistákon"] {
        assert!(told(&about).contains(says), "{says}: {}", about.text());
    }
    let typed = given(&evening, &people[0].command("privacy export", []).await.unwrap());
    let pressed = people[0].press(about.message.as_ref().unwrap(), "Elkérem az adataimat").await.unwrap();
    assert_eq!(given(&evening, &pressed), typed);
    assert_eq!(typed["format"], "ulti-person/1");
    assert_eq!(typed["user"], people[0].id().to_string());
    let deal = &typed["deals"]["lines"][0];
    assert_eq!(deal["record"]["format"], "ulti-record/1", "{deal}");
    for other in &people[1..] {
        assert!(!typed.to_string().contains(&other.id().to_string()), "somebody else's number");
    }
    let names: Vec<&str> =
        deal["record"]["players"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(names.iter().filter(|name| **name == "–").count(), 2, "{names:?}");
    evening.end().await;
}

/// A file that takes long comes after the button has been answered for.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_arrives_late_as_well() {
    let evening = Evening::begin_with(std::time::Duration::ZERO, ulti::table::Options::default()).await;
    let anna = evening.person("Anna");
    let _ = anna.command("privacy about", []).await.unwrap();
    let about = until_own(&anna, |own| own.enabled().contains(&"Elkérem az adataimat")).await;
    let _ = anna.press(&about, "Elkérem az adataimat").await.unwrap();
    let has_file = |own: &Message| own.json()["attachments"][0]["filename"] == "ulti-person.json";
    let given = until_own(&anna, has_file).await;
    assert!(given.text().contains("Itt van minden"), "{}", given.text());
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_forgotten_once_and_by_themselves_alone() {
    let evening = Evening::begin().await;
    let ed = evening.person("Ed");
    ed.speak("hu");
    let nothing = ed.command("privacy delete", []).await.unwrap();
    assert!(told(&nothing).contains("Semmit sem őrzök rólad"), "{}", nothing.text());

    let people = after_a_deal(&evening).await;
    let [leaver, other, _] = &people;
    let sure = leaver.command("privacy delete", []).await.unwrap();
    assert!(told(&sure).contains("Biztosan töröljek"), "{}", sure.text());
    let sure = sure.message.unwrap();
    let early = leaver.press(&sure, "Töröld").await.unwrap();
    assert!(told(&early).contains("Még tart egy este"), "{}", early.text());
    assert!(evening.store().is_known(user(leaver)).await.unwrap());

    end_the_evening(&people).await;
    let of_other = asked(other, other).await;
    let own = other.command("privacy delete", []).await.unwrap().message.unwrap();
    let yes = format!("u1:-:privacy:sure:{}", leaver.id());
    let forged = other.press_raw(own.id(), &yes).await.unwrap();
    assert!(told(&forged).contains("valaki másé"), "{}", forged.text());
    for known in [leaver, other] {
        assert!(evening.store().is_known(user(known)).await.unwrap());
    }

    // Pressed twice at once: one of the two finds nothing left. Both answers take the same message's place.
    let (one, two) = tokio::join!(leaver.press(&sure, "Töröld"), leaver.press(&sure, "Töröld"));
    told(&one.unwrap());
    told(&two.unwrap());
    let traffic = evening.playground.traffic();
    let said = |words: &str| {
        let answers =
            traffic.iter().filter(|one| one.path.as_deref().is_some_and(|to| to.ends_with("/callback")));
        answers
            .filter(|one| one.body["data"]["content"].as_str().is_some_and(|said| said.contains(words)))
            .count()
    };
    assert_eq!((said("Töröltelek"), said("Semmit sem őrzök rólad")), (1, 2), "the second one was Ed's");
    let again = leaver.press_raw(sure.id(), &yes).await.unwrap();
    assert!(told(&again).contains("Semmit sem őrzök rólad"), "{}", again.text());
    assert!(!evening.store().is_known(user(leaver)).await.unwrap());
    assert!(asked(other, leaver).await.contains("nem fejezett be osztást"));
    assert_eq!(asked(other, other).await, of_other, "the others' numbers stay");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_middle_of_a_deal_nobody_is_forgotten() {
    let evening = Evening::begin().await;
    let people = three_sit_down(&evening).await;
    until_the_lead(&people).await;
    let csaba = &people[2];
    let sure = csaba.command("privacy delete", []).await.unwrap().message.unwrap();
    let early = csaba.press(&sure, "Töröld").await.unwrap();
    assert!(told(&early).contains(&format!("<#{}>", csaba.channel())), "{}", early.text());
    let hand = csaba.command("hand", []).await.unwrap();
    assert!(!hand.message.unwrap().buttons().is_empty(), "the deal goes on");
    let back = csaba.press(&sure, "Mégse").await.unwrap();
    assert!(back.updated && told(&back).contains("Az adataid"), "{}", back.text());
    evening.end().await;
}
