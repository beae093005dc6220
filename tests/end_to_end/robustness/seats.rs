//! Tests of taking seats, and of buttons pressed by users without a seat.

use discord_sandbox::SimulatedUser;
use serde_json::json;
use ulti_testkit::game::{WEAKEST_BID, lobby, to_first_lead};
use ulti_testkit::messages::{private_reply, private_text, until_custom_id, until_text};
use ulti_testkit::{TestBot, fold};

#[tokio::test(flavor = "multi_thread")]
async fn seated_player_cannot_join_again() {
    let bot = TestBot::start().await;
    let [anna, bea, _] = lobby(&bot).await;
    let posted = until_custom_id(&anna, ":join").await;
    for (user, says) in [(&anna, "Már ülsz ennél az asztalnál"), (&bea, "already have a seat")] {
        bot.assert_no_effect(user, user.command("ulti join", []), &[says]).await;
        bot.assert_no_effect(user, user.press_raw(posted.id(), "u1:1:join"), &[says]).await;
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn channel_cannot_have_two_game_tables() {
    let bot = TestBot::start().await;
    let [anna, bea, _] = lobby(&bot).await;
    bot.assert_no_effect(&anna, anna.command("ulti new", []), &["már van asztal"]).await;
    let robots = [("robots", json!(3))];
    bot.assert_no_effect(&bea, bea.command("ulti new", robots), &["already has a table"]).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifth_player_cannot_join_game_table() {
    let bot = TestBot::start().await;
    let [anna, ..] = seat_four(&bot).await;
    let ed = bot.user("Ed");
    let posted = until_text(&anna, "Dóri").await;
    for says in ["The table is full: four sit here", "Az asztal tele van: négyen ülnek"] {
        bot.assert_no_effect(&ed, ed.command("ulti join", []), &[says]).await;
        bot.assert_no_effect(&ed, ed.press_raw(posted.id(), "u1:1:join"), &[says]).await;
        ed.set_locale("hu");
    }
    bot.assert_no_effect(&anna, anna.command("ulti robot", []), &["Hárman már elegen vagytok"]).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deal_cannot_be_started_with_too_few_players() {
    let bot = TestBot::start().await;
    let (anna, bea) = (bot.user("Anna"), bot.user("Bea"));
    private_reply(&anna, anna.command("ulti new", []).await).await;
    let posted = until_custom_id(&anna, ":join").await;
    bot.assert_no_effect(&anna, anna.command("ulti start", []), &["Hárman kelletek", "robot"]).await;
    bot.assert_no_effect(&bea, bea.command("ulti start", []), &["You have no seat"]).await;
    private_reply(&bea, bea.command("ulti join", []).await).await;
    until_text(&bea, "Bea").await;
    bot.assert_no_effect(&bea, bea.press_raw(posted.id(), "u1:1:start"), &["It takes three", "2 seats"])
        .await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectator_cannot_use_table_buttons() {
    let bot = TestBot::start().await;
    let users = seat_four(&bot).await;
    let ed = bot.user("Ed");
    let posted = until_text(&users[0], "Dóri").await;
    press_everything(&bot, &ed, &["robot:easy", "robot", "start", "leave", "leave:12", "end", "next"]).await;
    private_reply(&users[0], users[0].command("ulti start", []).await).await;
    until_custom_id(&ed, ":show:hand").await;
    press_everything(&bot, &ed, &["start", "leave", "leave:12", "end", "next", "back", "join"]).await;
    let shown =
        bot.assert_no_effect(&ed, ed.press_raw(posted.id(), "u1:1:show:hand"), &["The table is full"]).await;
    assert!(shown.components().all(|part| !part["custom_id"].as_str().unwrap().contains(":play:")));
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unseated_users_cannot_use_result_buttons() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dori = bot.user("Dóri");
    private_reply(&dori, dori.command("ulti join", []).await).await;
    let dealt = bot.current_deal().await;
    let declarer = dealt.turn(&users);
    private_text(&fold(declarer).await);
    let ed = bot.user("Ed");
    until_custom_id(&ed, ":next").await;
    press_everything(&bot, &ed, &["start", "leave", "end", "next", "back", "join"]).await;
    bot.end_without_leaks().await;
}

/// Seats Anna, Bea, Csaba and Dóri in the lobby.
async fn seat_four(bot: &TestBot) -> [SimulatedUser; 4] {
    let [anna, bea, csaba] = lobby(bot).await;
    let dori = bot.user("Dóri");
    private_reply(&dori, dori.command("ulti join", []).await).await;
    until_text(&dori, "Dóri").await;
    [anna, bea, csaba, dori]
}

/// Changes of settings, and an invitation, whose buttons others do not see.
const SETTINGS: [&str; 3] = ["set:deals:3", "set:pause:20", "invite:7"];

/// Presses all buttons of public messages, disabled or not, and the table's buttons listed in `also`.
async fn press_everything(bot: &TestBot, user: &SimulatedUser, also: &[&str]) {
    let seen = ulti_testkit::messages::public(&user.messages());
    let newest = seen.last().unwrap().id();
    let also = also.iter().chain(&SETTINGS).map(|what| (newest, format!("u1:1:{what}")));
    let there = seen.iter().flat_map(|message| {
        let ids = message.components().filter_map(|part| part["custom_id"].as_str());
        ids.map(|id| (message.id(), id.to_owned()))
    });
    for (message, id) in there.chain(also).collect::<Vec<_>>() {
        bot.assert_no_effect(user, user.press_raw(message, &id), &[]).await;
    }
}
