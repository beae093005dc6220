//! Tests of the time zone of a server.

use serde_json::json;
use ulti_testkit::TestBot;
use ulti_testkit::game::{auction, fold_deal, start_deal};
use ulti_testkit::messages::private_text;

/// Option of `/ulti-admin settings`.
const OPTION: &str = "time-zone";

#[tokio::test(flavor = "multi_thread")]
async fn time_zone_of_server_applies_from_next_season_on() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    fold_deal(&users).await;
    bot.idle().await;
    let (anna, ed) = (&users[0], bot.user("Ed"));
    anna.set_locale("en-US");
    let ask = async |command: &str| private_text(&ed.command(command, []).await.unwrap());
    let shown = ask("season show").await;
    assert!(shown.contains("in the time zone UTC.") && !shown.contains("next season"), "{shown}");

    let offered = anna.autocomplete("ulti-admin settings", OPTION, "buda").await.unwrap().remove(0);
    assert!(offered.name.starts_with("Europe/Budapest · UTC+"), "{}", offered.name);
    let set = anna.command("ulti-admin settings", [(OPTION, offered.value)]).await.unwrap();
    let text = private_text(&set);
    assert!(text.contains("Time zone from the next season on: Europe/Budapest (now UTC+"), "{text}");
    assert!(text.contains("Time zone of the current season: UTC, until <t:"), "{text}");
    let shown = ask("season show").await;
    let next = "Time zone from the next season on: Europe/Budapest";
    assert!(shown.contains("in the time zone UTC.") && shown.contains(next), "{shown}");

    let end = anna.command("ulti-admin season end", []).await.unwrap();
    anna.press(end.message.as_ref().unwrap(), "End the season").await.unwrap();
    start_deal(&users).await;
    fold_deal(&users).await;
    bot.idle().await;
    let shown = ask("season show").await;
    assert!(shown.contains("in the time zone Europe/Budapest.") && !shown.contains("next season"), "{shown}");
    let settings = private_text(&anna.command("ulti-admin settings", []).await.unwrap());
    assert!(settings.contains("Time zone of the seasons: Europe/Budapest (now UTC+"), "{settings}");
    let monthly = anna.command("ulti-admin season monthly", [("on", json!(true))]).await.unwrap();
    assert!(private_text(&monthly).contains("Time zone: Europe/Budapest."), "{}", monthly.text());
    let stats = private_text(&anna.command("stats", []).await.unwrap());
    assert!(stats.contains("Points over time: one day, <t:"), "{stats}");
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_time_zone_is_refused_with_similar_ones() {
    let bot = TestBot::start().await;
    let (anna, ed) = (bot.user("Anna"), bot.user("Ed"));
    anna.set_locale("en-US");
    for (typed, answer) in [
        ("Budapset", "Did you mean one of these? `Europe/Budapest`"),
        ("new yo", "Did you mean one of these? `America/New_York`"),
        ("GMT+1", "Did you mean one of these? `Europe/Budapest`, "),
        ("@everyone", "Type its largest city, such as Budapest"),
        ("", "Type its largest city, such as Budapest"),
    ] {
        let refused = anna.command("ulti-admin settings", [(OPTION, json!(typed))]).await.unwrap();
        assert!(private_text(&refused).contains(answer), "{typed}: {}", refused.text());
    }
    bot.sandbox.open_commands_to_all();
    let refused = ed.command("ulti-admin settings", [(OPTION, json!("Asia/Tokyo"))]).await.unwrap();
    assert!(private_text(&refused).contains("**Manage Server**"), "{}", refused.text());
    let shown = private_text(&anna.command("ulti-admin settings", []).await.unwrap());
    assert!(shown.contains("Time zone of the seasons: UTC"), "{shown}");
    bot.end().await;
}
