//! Tests of commands in the wrong phase.

use discord_sandbox::SimulatedUser;
use serde_json::json;
use ulti_testkit::TestBot;
use ulti_testkit::game::{
    WEAKEST_BID, auction, lobby, play_on, to_first_lead, to_next_deal, to_trump_naming,
};
use ulti_testkit::messages::until_text;

/// All commands that act on a table, with their options.
const ALL: [(&str, &[(&str, &str)]); 14] = [
    ("take", &[]),
    ("bid", &[("contract", "ulti")]),
    ("pass", &[]),
    ("trump", &[("suit", "hearts")]),
    ("kontra", &[]),
    ("play", &[("card", "H7")]),
    ("fold", &[]),
    ("claim", &[]),
    ("ulti new", &[]),
    ("ulti join", &[]),
    ("ulti leave", &[]),
    ("ulti start", &[]),
    ("ulti robot", &[]),
    ("ulti end", &[]),
];

/// Replies during a deal to commands of the lobby, in Hungarian and English.
const IN_DEAL: [[&str; 4]; 2] = [
    ["Már ülsz", "már van asztal", "Biztos?", "már folyik a játék"],
    ["already have a seat", "already has a table", "Are you sure?", "already begun"],
];

/// Asserts that the player to move may use only `but` in a deal, and a user without a seat nothing. The
/// other commands are rejected with one of the sentences, or one of [`IN_DEAL`].
async fn assert_only_legal_in_deal(
    bot: &TestBot,
    users: &[SimulatedUser; 3],
    but: &[&str],
    sentences: [&[&str]; 2],
) {
    let dealt = bot.current_deal().await;
    let [hu, en] = [0, 1].map(|place| [sentences[place], IN_DEAL[place].as_slice()].concat());
    let but = [but, &["ulti robot", "ulti end"]].concat();
    assert_rejected_except(bot, dealt.turn(users), &but, [&hu, &en]).await;
    assert_stranger_rejected(bot).await;
}

/// Asserts that all commands except `but` are rejected with one of the `sentences`, in Hungarian and
/// English.
async fn assert_rejected_except(bot: &TestBot, user: &SimulatedUser, but: &[&str], sentences: [&[&str]; 2]) {
    for (locale, says) in ["hu", "en-US"].into_iter().zip(sentences) {
        user.set_locale(locale);
        for (command, options) in ALL.into_iter().filter(|(command, _)| !but.contains(command)) {
            let options = options.iter().map(|(name, value)| (*name, json!(value)));
            let told = bot.assert_no_effect(user, user.command(command, options), &[]).await;
            let text = told.text();
            assert!(says.iter().any(|says| text.contains(says)), "/{command}: {text}");
        }
        let told =
            bot.assert_no_effect(user, user.command("ulti robot", [("remove", json!(true))]), &[]).await;
        assert!(!told.text().is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn game_commands_are_rejected_if_there_is_no_game_table() {
    let bot = TestBot::start().await;
    let ed = bot.user("Ed");
    let says: [&[&str]; 2] = [
        &["nincs asztal. Nyiss egyet: `/ulti új`"],
        &["There is no table in this channel. Open one: `/ulti new`"],
    ];
    assert_rejected_except(&bot, &ed, &["ulti new"], says).await;
    for command in ["hand", "table"] {
        bot.assert_no_effect(&ed, ed.command(command, []), &["/ulti new"]).await;
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_commands_are_rejected_before_game_starts() {
    let bot = TestBot::start().await;
    let [_, bea, _] = lobby(&bot).await;
    let but = ["ulti leave", "ulti start", "ulti robot", "ulti end"];
    let hu = ["Még nem kezdődött el a játék", "Már ülsz", "már van asztal", "Nincs robot"];
    let en = ["Play has not begun", "already have a seat", "already has a table", "no robot"];
    assert_rejected_except(&bot, &bea, &but, [&hu, &en]).await;
    assert_stranger_rejected(&bot).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_not_allowed_during_auction_are_rejected() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let but = ["bid"];
    let hu = [
        "A talon már nálad van",
        "nem passzolhatsz",
        "a licitnek kell lezárulnia",
        "Előbb a felvevő",
        "Ezt most nem",
    ];
    let en = [
        "You already have the talon",
        "can't pass",
        "Play begins after the auction",
        "First the declarer names the trumps",
        "can't double",
    ];
    assert_only_legal_in_deal(&bot, &users, &but, [&hu, &en]).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn illegal_commands_are_rejected_during_trump_choice() {
    let bot = TestBot::start().await;
    let users = to_trump_naming(&bot, "ulti").await;
    let but = ["trump", "fold"];
    let hu = ["a licit már lezárult", "Előbb a felvevő bemondja az adut"];
    let en = ["the auction is over", "First the declarer names the trumps"];
    assert_only_legal_in_deal(&bot, &users, &but, [&hu, &en]).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bidding_commands_are_rejected_during_card_play() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    for _ in 0..3 {
        play_on(&users).await;
    }
    let but = ["play", "claim"];
    let hu = [
        "a licit már lezárult",
        "Az adu már eldőlt",
        "Már nem kontrázhatod",
        "Senki sem kontrázta",
        "Ezt csak a felvevő",
        "csak az első hívás előtt",
    ];
    let en = [
        "the auction is over",
        "The trumps are already fixed",
        "too late to double",
        "Nobody has doubled",
        "Only the declarer",
        "before the first lead",
    ];
    assert_only_legal_in_deal(&bot, &users, &but, [&hu, &en]).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_commands_are_rejected_between_deals() {
    let bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    let but = ["ulti leave", "ulti start", "ulti robot", "ulti end"];
    let hu = ["Most nincs folyamatban osztás", "Már ülsz", "már van asztal"];
    let en = ["There is no deal going on", "already have a seat", "already has a table"];
    assert_rejected_except(&bot, &users[2], &but, [&hu, &en]).await;
    assert_stranger_rejected(&bot).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_commands_are_rejected_after_game_table_is_closed() {
    let bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    for user in &users {
        user.command("ulti end", []).await.unwrap();
    }
    until_text(&users[0], "Mára ennyi.").await;
    let says: [&[&str]; 2] = [&["/ulti új"], &["/ulti new"]];
    assert_rejected_except(&bot, &users[1], &["ulti new"], says).await;
    bot.end_without_leaks().await;
}

/// Asserts that every command rejects a user without a seat.
async fn assert_stranger_rejected(bot: &TestBot) {
    let ed = bot.user("Ed");
    let but = ["ulti join", "ulti new"];
    let hu = ["Nem ülsz ennél az asztalnál"];
    let en = ["You have no seat at this table"];
    assert_rejected_except(bot, &ed, &but, [&hu, &en]).await;
}
