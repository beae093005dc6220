//! Tests of user names with hostile content.

use discord_sandbox::{Options, Protocol, Sender, SimulatedUser};
use serde_json::{Value, json};
use ulti_testkit::TestBot;
use ulti_testkit::game::{bidder, make_weakest_bid, play_on, start_deal};
use ulti_testkit::messages::{any_reply, private_reply, private_text, public, until_custom_id};

/// Returns names with formatting, mentions, links, bidirectional controls, invisible characters, stacked
/// marks and maximum length.
fn hostile_names() -> [String; 6] {
    [
        "**@everyone** <@1> `x".to_owned(),
        "\u{202e}\u{2066}live\u{200b}\u{feff}".to_owned(),
        "\u{1f0cf}".repeat(32),
        "[a](https://evil.example)\n# A".to_owned(),
        "\u{200b}\u{3164}".to_owned(),
        format!("Z{}\u{5d0}\u{5d1}|| > ~~", "\u{0351}\u{0352}\u{0353}".repeat(9)),
    ]
}

/// Invisible, bidirectional and stacking characters that the bot must never send.
const SIGNS: [&str; 9] =
    ["\u{202e}", "\u{2066}", "\u{200b}", "\u{feff}", "\u{3164}", "\u{0351}", "\u{0352}", "\u{0353}", "\n# A"];
/// Formatting that must not appear in message content and embeds.
const FORMATS: [&str; 5] = ["@everyone", "<@1>", "](https", "**@", "|| >"];

/// Returns the commands whose replies name users, with their options.
fn screens() -> Vec<(&'static str, Vec<(&'static str, Value)>)> {
    let mut all: Vec<(&str, Vec<(&str, Value)>)> = [
        "leaderboard",
        "stats",
        "history",
        "evening",
        "season show",
        "season list",
        "ulti-admin season review",
        "privacy",
        "table",
        "hand",
        "ulti join",
        "ulti leave",
        "ulti start",
        "take",
        "pass",
        "fold",
        "kontra",
        "hint",
    ]
    .map(|command| (command, Vec::new()))
    .into();
    all.extend(
        ["points", "a-deal", "rating", "made", "all"].map(|by| ("leaderboard", vec![("by", json!(by))])),
    );
    all.extend(["replay", "verify"].map(|command| (command, vec![("deal", json!("1"))])));
    all
}

/// Runs a command and presses all buttons and options of its reply that concern finished deals. Returns
/// their number.
async fn press_all(user: &SimulatedUser, command: &str, options: Vec<(&str, Value)>) -> usize {
    let shown = private_reply(user, user.command(command, options).await).await;
    let mut ids: Vec<String> = Vec::new();
    for part in shown.components() {
        let values = part["options"].as_array().into_iter().flatten().filter_map(|one| one["value"].as_str());
        ids.extend(values.chain(part["custom_id"].as_str()).map(str::to_owned));
    }
    let kinds = ["played", "board", "season", "stats", "replay", "analyse"];
    ids.retain(|id| kinds.iter().any(|kind| id.contains(kind)) && !id.ends_with(":menu"));
    for id in &ids {
        private_reply(user, user.press_raw(shown.id(), id).await).await;
    }
    ids.len()
}

/// Plays a whole deal and runs other commands on the way.
async fn a_deal(bot: &TestBot, users: &[SimulatedUser; 3], others: &[SimulatedUser]) {
    private_reply(&users[0], users[0].command("ulti new", []).await).await;
    for user in &users[1..] {
        private_reply(user, user.command("ulti join", []).await).await;
    }
    until_custom_id(&users[0], ":start").await;
    start_deal(users).await;
    private_text(&make_weakest_bid(bidder(users).await).await);
    while bot.current_deal().await.deal.contract().is_none() {
        let dealt = bot.current_deal().await;
        let turn = dealt.turn(users);
        private_reply(dealt.not_turn(users), dealt.not_turn(users).command("take", []).await).await;
        private_reply(turn, turn.command("pass", []).await).await;
    }
    for user in others {
        private_reply(user, user.command("ulti join", []).await).await;
        private_reply(user, user.command("hand", []).await).await;
    }
    let dealt = bot.current_deal().await;
    let declarer = dealt.turn(users);
    if let Some(trump) = dealt.view(declarer).legal.trumps.first() {
        let suit = trump.map_or("none", ulti_rules::Suit::word);
        private_reply(declarer, declarer.command("trump", [("suit", suit.into())]).await).await;
    }
    private_reply(&users[0], users[0].command("table", []).await).await;
    while bot.current_deal().await.deal.turn().is_some() {
        play_on(users).await;
    }
    until_custom_id(&users[0], ":next").await;
}

/// Opens all screens that name users, and returns their number.
async fn open_all_screens(users: &[SimulatedUser]) -> usize {
    let mut seen = 0;
    for user in users {
        for (command, options) in screens() {
            seen += 1 + press_all(user, command, options).await;
        }
        for (command, option) in [("replay", "deal"), ("verify", "deal"), ("season show", "season")] {
            assert!(!user.autocomplete(command, option, "").await.unwrap().is_empty(), "{command}");
        }
    }
    seen
}

async fn check_names(places: [usize; 3]) {
    let names = hostile_names();
    let users = names.iter().map(|name| (name.clone(), "hu".to_owned())).collect();
    let bot = TestBot::builder().sandbox(Options { users, ..Options::default() }).start_with_pictures().await;
    bot.sandbox.open_commands_to_all();
    let all: Vec<SimulatedUser> = names.iter().map(|name| bot.user(name)).collect();
    let users = places.map(|place| all[place].clone());
    let others: Vec<SimulatedUser> =
        all.iter().filter(|one| users.iter().all(|user| user.id() != one.id())).cloned().collect();
    a_deal(&bot, &users, &others).await;
    let seen = open_all_screens(&users).await + open_all_screens(&others[..1]).await;
    // Texts by a server manager are posted publicly.
    let owner = &all[0];
    for reason in &names {
        let options = [("deal", json!("1")), ("reason", json!(reason.replace('\n', " ")))];
        any_reply(owner, owner.command("ulti-admin void", options).await).await;
        private_reply(&users[1], users[1].command("history", []).await).await;
        any_reply(owner, owner.command("ulti-admin unvoid", [("deal", json!("1"))]).await).await;
    }
    for user in &users {
        private_reply(user, user.command("ulti end", []).await).await;
    }
    private_reply(owner, owner.command("evening", []).await).await;
    any_reply(owner, owner.command("ulti-admin season start", [("name", json!("**A** <@1>"))]).await).await;
    let said = assert_traffic_harmless(&bot, owner);
    println!("hostile names {places:?}: {seen} screens, {said} messages, lists and pictures checked");
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn user_names_with_formatting_are_sanitized() {
    check_names([0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn user_names_with_links_are_sanitized() {
    check_names([3, 4, 5]).await;
}

/// Asserts that no request of the bot contains unescaped hostile text, and returns the number of checked
/// requests.
fn assert_traffic_harmless(bot: &TestBot, someone: &SimulatedUser) -> usize {
    let mut looked_at = 0;
    for exchange in bot.sandbox.traffic() {
        if exchange.protocol != Protocol::Rest || exchange.from != Sender::Bot {
            continue;
        }
        let body = exchange.body.get("data").unwrap_or(&exchange.body);
        let said = [&body["content"], &body["embeds"]].map(ToString::to_string).join(" ");
        let all = [said.clone()]
            .into_iter()
            .chain([&body["components"], &body["choices"], &body["attachments"]].map(ToString::to_string))
            .collect::<Vec<_>>()
            .join(" ");
        looked_at += usize::from(all.len() > 20);
        for (text, bad) in FORMATS.map(|bad| (&said, bad)).into_iter().chain(SIGNS.map(|bad| (&all, bad))) {
            let written = serde_json::to_string(bad).unwrap();
            assert!(!text.contains(written.trim_matches('"')), "{bad:?} in {text}");
        }
    }
    for message in public(&someone.messages()) {
        assert!(message.pinged_users().is_empty(), "{}", message.text());
    }
    looked_at
}
