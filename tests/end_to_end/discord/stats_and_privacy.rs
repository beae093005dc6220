//! Tests of `/stats` and `/privacy`: statistics and stored data of a user.

use std::time::Duration;

use discord_sandbox::{Message, Response, SimulatedUser};
use serde_json::{Value, json};
use ulti::table::UserId;
use ulti_testkit::game::{play_to_first_lead, seat_three};
use ulti_testkit::messages::{custom_id, private_text, public, until_button, until_private};
use ulti_testkit::{TIMEOUT, TestBot, fold};

/// Returns three players after a folded deal, the declarer first.
async fn after_a_deal(bot: &TestBot) -> [SimulatedUser; 3] {
    let users = seat_three(bot).await;
    for user in &users {
        user.set_locale("hu");
    }
    let declarer = play_to_first_lead(&users).await.id();
    let mut users = users;
    users.sort_by_key(|user| user.id() != declarer);
    private_text(&fold(&users[0]).await);
    until_button(&users[0], "Következő osztás").await;
    users
}

/// Ends the evening with the consent of all three players.
async fn end_the_evening(users: &[SimulatedUser; 3]) {
    for user in users {
        user.command("ulti end", []).await.unwrap();
    }
    let over = |message: &Message| message.text().contains("Vége az estének");
    users[0].wait_until(|seen| public(seen).iter().any(over), TIMEOUT).await.unwrap();
}

fn user(user: &SimulatedUser) -> UserId {
    UserId(user.id().0)
}

async fn asked(user: &SimulatedUser, about: &SimulatedUser) -> String {
    private_text(&user.command("stats", [("person", json!(about.id().to_string()))]).await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_are_visible_to_everyone() {
    let mut bot = TestBot::start().await;
    let first = bot.user("Anna").command("stats", []).await.unwrap();
    assert!(private_text(&first).contains("még nem fejeztél be osztást"), "{}", first.text());
    let users = after_a_deal(&bot).await;
    let own = users[0].command("stats", []).await.unwrap();
    for says in [
        "**1 osztás**",
        "Felvevőként 1, ebből 0 teljesítve (0%)",
        "**Bemondások**",
        "Pontok alakulása: egyetlen nap",
    ] {
        assert!(private_text(&own).contains(says), "{says}: {}", own.text());
    }
    let other = asked(&users[1], &users[0]).await;
    assert_eq!(other, own.text(), "stats differ between users");
    assert!(asked(&users[0], &users[2]).await.contains("Felvevő még nem volt; védőként 1"));
    let nobody = asked(&users[0], &bot.user("Ed")).await;
    assert!(nobody.contains("nem fejezett be osztást"), "{nobody}");
    let unknown = users[0].command("stats", [("season", json!("Nyár"))]).await.unwrap();
    assert!(private_text(&unknown).contains("/szezon lista"), "{}", unknown.text());
    let offered = users[0].autocomplete("stats", "season", "").await.unwrap();
    assert_eq!(offered.len(), 2, "expected all seasons and the current one: {offered:?}");
    let all = users[0].command("stats", [("season", offered[0].value.clone())]).await.unwrap();
    assert!(private_text(&all).contains("Minden szezon együtt"), "{}", all.text());

    // The buttons also work after a restart.
    let (before, message) = (own.text(), own.message.unwrap());
    bot.stop_bot().await;
    bot.start_bot().await;
    let all = users[0].press(&message, "Minden szezon").await.unwrap();
    assert!(all.updated && private_text(&all).contains("Minden szezon együtt"), "{}", all.text());
    let message = users[0].message(message.id()).unwrap();
    let now = users[0].press(&message, "A mostani szezon").await.unwrap();
    assert_eq!(private_text(&now), before);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_of_hidden_user_are_visible_only_to_that_user() {
    let bot = TestBot::start().await;
    let [shy, other, _] = after_a_deal(&bot).await;
    let about = shy.command("privacy", []).await.unwrap().message.unwrap();
    let hidden = shy.press(&about, "Ne legyek rajta a listákon").await.unwrap();
    assert!(private_text(&hidden).contains("nem szerepelsz a ranglistákon"), "{}", hidden.text());
    assert!(asked(&other, &shy).await.contains("nem szerepel a listákon"));
    assert!(asked(&shy, &shy).await.contains("**1 osztás**"), "user cannot see own stats");
    let own = other.command("stats", []).await.unwrap().message.unwrap();
    for span in ["all", "now"] {
        let forged = other.press_raw(own.id(), &format!("u1:-:stats:{}:{span}", shy.id())).await.unwrap();
        assert!(private_text(&forged).contains("nem szerepel a listákon"), "{}", forged.text());
    }
    let message = hidden.message.unwrap();
    let shown = shy.press(&message, "Legyek rajta a listákon").await.unwrap();
    assert!(shown.updated && private_text(&shown).contains("szerepelsz a ranglistákon"), "{}", shown.text());
    assert!(asked(&other, &shy).await.contains("**1 osztás**"));
    bot.end().await;
}

/// Presses the button that deletes the user's data, and returns the reply.
async fn deletion(user: &SimulatedUser) -> Response {
    let about = user.command("privacy", []).await.unwrap().message.unwrap();
    user.press(&about, "Törlés…").await.unwrap()
}

/// Returns the exported document that is attached to a reply.
fn exported_document(bot: &TestBot, answer: &Response) -> Value {
    private_text(answer);
    let message = answer.message.as_ref().unwrap().json();
    assert_eq!(message["attachments"][0]["filename"], "ulti-person.json", "{message}");
    let url = message["attachments"][0]["url"].as_str().unwrap();
    serde_json::from_slice(&bot.sandbox.file(url).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn data_export_contains_stored_user_data() {
    let bot = TestBot::start().await;
    let users = after_a_deal(&bot).await;
    let about = users[0].command("privacy", []).await.unwrap();
    for says in ["30 nap múlva", "Mit őrzök meg rólad?", "szerepelsz a ranglistákon"] {
        assert!(private_text(&about).contains(says), "{says}: {}", about.text());
    }
    let pressed = users[0].press(about.message.as_ref().unwrap(), "Elkérem az adataimat").await.unwrap();
    let document = exported_document(&bot, &pressed);
    assert_eq!(document["format"], "ulti-person/1");
    assert_eq!(document["user"], users[0].id().to_string());
    let deal = &document["deals"]["lines"][0];
    assert_eq!(deal["record"]["format"], "ulti-record/1", "{deal}");
    for other in &users[1..] {
        assert!(!document.to_string().contains(&other.id().to_string()), "export contains another user's id");
    }
    let names: Vec<&str> =
        deal["record"]["players"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(names.iter().filter(|name| **name == "–").count(), 2, "{names:?}");
    bot.end().await;
}

/// A slow export is sent after the interaction was deferred.
#[tokio::test(flavor = "multi_thread")]
async fn slow_data_export_is_sent_after_deferred_response() {
    let bot = TestBot::builder().options(|options| options.timings.deferral = Duration::ZERO).start().await;
    let anna = bot.user("Anna");
    let _ = anna.command("privacy", []).await.unwrap();
    let about = until_private(&anna, |own| own.enabled_buttons().contains(&"Elkérem az adataimat")).await;
    let _ = anna.press(&about, "Elkérem az adataimat").await.unwrap();
    let has_file = |own: &Message| own.json()["attachments"][0]["filename"] == "ulti-person.json";
    let given = until_private(&anna, has_file).await;
    assert!(given.text().contains("Itt van minden"), "{}", given.text());
    bot.end().await;
}

/// Presses the button of a deletion twice at once. Asserts that the second press finds no data left. Both
/// answers edit the same message.
async fn delete_twice_at_once(bot: &TestBot, leaver: &SimulatedUser, sure: &Message) {
    let erase = custom_id(sure, "Töröld");
    let press = || leaver.press_raw(sure.id(), &erase);
    let (one, two) = tokio::join!(press(), press());
    private_text(&one.unwrap());
    private_text(&two.unwrap());
    let traffic = bot.sandbox.traffic();
    let said = |words: &str| {
        let answers =
            traffic.iter().filter(|one| one.path.as_deref().is_some_and(|to| to.contains("/callback")));
        answers
            .filter(|one| one.body["data"]["content"].as_str().is_some_and(|said| said.contains(words)))
            .count()
    };
    assert_eq!(
        (said("Töröltelek"), said("Semmit sem őrzök rólad")),
        (1, 2),
        "unexpected numbers of deletions and empty answers"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn users_can_delete_only_their_own_data() {
    let bot = TestBot::start().await;
    let ed = bot.user("Ed");
    ed.set_locale("hu");
    let nothing = deletion(&ed).await;
    assert!(private_text(&nothing).contains("Semmit sem őrzök rólad"), "{}", nothing.text());

    let users = after_a_deal(&bot).await;
    let [leaver, other, _] = &users;
    let sure = deletion(leaver).await;
    assert!(private_text(&sure).contains("Biztosan töröljek"), "{}", sure.text());
    let sure = sure.message.unwrap();
    let early = leaver.press(&sure, "Töröld").await.unwrap();
    assert!(private_text(&early).contains("Még tart egy este"), "{}", early.text());
    assert!(bot.store().is_known(user(leaver)).await.unwrap());

    end_the_evening(&users).await;
    let of_other = asked(other, other).await;
    let own = deletion(other).await.message.unwrap();
    let yes = format!("u1:-:privacy:sure:{}", leaver.id());
    let forged = other.press_raw(own.id(), &yes).await.unwrap();
    assert!(private_text(&forged).contains("valaki másé"), "{}", forged.text());
    for known in [leaver, other] {
        assert!(bot.store().is_known(user(known)).await.unwrap());
    }

    delete_twice_at_once(&bot, leaver, &sure).await;
    let again = leaver.press_raw(sure.id(), &yes).await.unwrap();
    assert!(private_text(&again).contains("Semmit sem őrzök rólad"), "{}", again.text());
    assert!(!bot.store().is_known(user(leaver)).await.unwrap());
    assert!(asked(other, leaver).await.contains("nem fejezett be osztást"));
    assert_eq!(asked(other, other).await, of_other, "stats of another user changed");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn user_cannot_delete_own_data_during_deal() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    let csaba = &users[2];
    let sure = deletion(csaba).await.message.unwrap();
    let early = csaba.press(&sure, "Töröld").await.unwrap();
    assert!(private_text(&early).contains(&format!("<#{}>", csaba.channel())), "{}", early.text());
    let hand = csaba.command("hand", []).await.unwrap();
    assert!(!hand.message.unwrap().buttons().is_empty(), "deal did not go on");
    let back = csaba.press(&sure, "Mégse").await.unwrap();
    assert!(back.updated && private_text(&back).contains("Az adataid"), "{}", back.text());
    bot.end().await;
}
