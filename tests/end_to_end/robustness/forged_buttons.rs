//! Tests of outdated and foreign buttons.

use std::collections::BTreeSet;

use discord_sandbox::{Message, SimulatedUser};
use ulti_testkit::game::{WEAKEST_BID, auction, lobby, play_on, start_deal, to_first_lead, to_next_deal};
use ulti_testkit::messages::{private_reply, private_text, until_custom_id, until_text};
use ulti_testkit::{TestBot, fold};

/// Returns the custom ids and menu values of a message.
pub(super) fn ids(message: &Message) -> Vec<String> {
    let values = |part: &serde_json::Value| -> Vec<String> {
        let options = part["options"].as_array().into_iter().flatten();
        let own = part["custom_id"].as_str().into_iter();
        own.chain(options.filter_map(|option| option["value"].as_str())).map(str::to_owned).collect()
    };
    message.components().flat_map(values).collect()
}

pub(super) async fn hand(user: &SimulatedUser) -> Message {
    private_reply(user, user.command("hand", []).await).await
}

#[tokio::test(flavor = "multi_thread")]
async fn button_from_finished_deal_is_rejected() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let declarer = dealt.turn(&users);
    let old = hand(declarer).await;
    let buttons: Vec<String> = ids(&old).into_iter().filter(|id| id.contains(":play:")).collect();
    assert_eq!(buttons.len(), 10);
    private_text(&fold(declarer).await);
    until_custom_id(declarer, ":next").await;
    let over = hand(declarer).await;
    for (locale, says) in [("hu", "Közben továbbment a játék"), ("en-US", "The table has moved on")] {
        declarer.set_locale(locale);
        for button in &buttons {
            bot.assert_no_effect(declarer, declarer.press_raw(over.id(), button), &[says]).await;
        }
    }
    start_deal(&users).await;
    let next = hand(declarer).await;
    for button in &buttons {
        bot.assert_no_effect(declarer, declarer.press_raw(next.id(), button), &["The table has moved on"])
            .await;
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn button_from_earlier_turn_is_rejected() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let first = bot.current_deal().await;
    let declarer = first.turn(&users);
    let old = hand(declarer).await;
    let buttons: Vec<String> = ids(&old).into_iter().filter(|id| id.contains(":play:")).collect();
    for _ in 0..3 {
        play_on(&users).await;
    }
    declarer.set_locale("hu");
    let now = hand(declarer).await;
    for button in &buttons {
        bot.assert_no_effect(declarer, declarer.press_raw(now.id(), button), &["Közben továbbment a játék"])
            .await;
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn button_from_another_channel_is_rejected() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let declarer = dealt.turn(&users);
    let own = hand(declarer).await;
    let elsewhere = bot.user("Ed").in_channel("general");
    private_reply(&elsewhere, elsewhere.command("ulti new", []).await).await;
    let other = until_custom_id(&elsewhere, ":join").await;
    // Buttons of this table do not work from another channel, even for its players.
    let there = declarer.in_channel("general");
    for button in ids(&own) {
        for (locale, says) in [("hu", "Ez a gomb egy másik asztalé"), ("en-US", "belongs to another table")]
        {
            there.set_locale(locale);
            let told = bot.assert_no_effect(&there, there.press_raw(other.id(), &button), &[says]).await;
            assert!(!told.text().contains("###  "), "{}", told.text());
        }
    }
    // Buttons of the other table do not work in this channel.
    for button in ids(&other) {
        bot.assert_no_effect(declarer, declarer.press_raw(own.id(), &button), &["belongs to another table"])
            .await;
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn button_in_channel_without_game_table_is_rejected() {
    let bot = TestBot::start().await;
    let users = lobby(&bot).await;
    let elsewhere = users[1].in_channel("general");
    let own = elsewhere.post("A message to press something on.").unwrap();
    for button in ["u1:1:start", "u1:1:show:hand", "u1:77:start", "nonsense"] {
        for (locale, says) in
            [("hu", "Ebben a csatornában nincs asztal"), ("en-US", "no table in this channel")]
        {
            elsewhere.set_locale(locale);
            bot.assert_no_effect(&elsewhere, elsewhere.press_raw(own.id(), button), &[says, "`/ulti "]).await;
        }
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_from_another_players_hand_are_rejected() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let (turn, other) = (dealt.turn(&users), dealt.not_turn(&users));
    let (his, own) = (hand(turn).await, hand(other).await);
    let seen: BTreeSet<String> = ids(&own).into_iter().collect();
    other.set_locale("en-US");
    for button in ids(&his).iter().filter(|id| !seen.contains(*id) && !id.contains(":sure:")) {
        let told = bot.assert_no_effect(other, other.press_raw(own.id(), button), &[]).await;
        let text = told.text();
        let refused = ["Yours comes later", "Only the declarer", "It is not your turn"]
            .iter()
            .any(|says| text.contains(says));
        assert!(refused, "{button}: {text}");
    }
    // The other player's card buttons, pressed on the player's own turn.
    for button in ids(&own).iter().filter(|id| id.contains(":play:")) {
        turn.set_locale("hu");
        bot.assert_no_effect(turn, turn.press_raw(his.id(), button), &["Ez nincs a kezedben"]).await;
    }
    // Confirmation dialogs for another player's actions.
    for grave in ["fold", "open", "claim"] {
        let button = dealt.button("sure", grave);
        bot.assert_no_effect(other, other.press_raw(own.id(), &button), &[]).await;
    }
    // Ed, who has no seat, presses all buttons.
    let ed = bot.user("Ed");
    let posted = until_text(&ed, "Anna").await;
    for button in ids(&his) {
        let told = bot.assert_no_effect(&ed, ed.press_raw(posted.id(), &button), &[]).await;
        assert!(ids(&told).iter().all(|id| !id.contains(":play:")), "{}", told.text());
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn player_cannot_discard_another_players_cards() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let dealt = bot.current_deal().await;
    let (turn, other) = (dealt.turn(&users), dealt.not_turn(&users));
    let own = hand(turn).await;
    let theirs: Vec<String> = dealt.view(other).own_hand().iter().map(|card| card.to_string()).collect();
    let at = dealt.moment_code();
    for pair in theirs.chunks(2) {
        let cards = pair.concat();
        for page in [0, 7, 255] {
            let draft = format!("u1:1:draft:{at}:{page}:-:{cards}");
            let shown = bot.assert_no_effect(turn, turn.press_raw(own.id(), &draft), &[]).await;
            assert!(
                ids(&shown).iter().all(|id| !id.contains(&pair[0])),
                "card of another player was accepted: {}",
                shown.text()
            );
        }
        let bid = format!("u1:1:bid:{at}:01_:{cards}");
        bot.assert_no_effect(turn, turn.press_raw(own.id(), &bid), &[]).await;
        let draft = format!("u1:1:draft:{at}:0:-:{cards}");
        bot.assert_no_effect(other, other.press_raw(hand(other).await.id(), &draft), &[]).await;
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn button_from_closed_game_table_is_rejected() {
    let bot = TestBot::start().await;
    let users = to_next_deal(&bot).await;
    let posted = until_custom_id(&users[0], ":next").await;
    for user in &users {
        private_reply(user, user.command("ulti end", []).await).await;
    }
    until_text(&users[0], "Mára ennyi.").await;
    for (locale, says) in [("hu", "Ez az asztal már bezárt"), ("en-US", "This table has closed")] {
        let user = &users[1];
        user.set_locale(locale);
        for what in ["next", "start", "join", "leave", "leave:12", "end", "robot:easy", "back", "show:hand"] {
            let button = format!("u1:1:{what}");
            bot.assert_no_effect(user, user.press_raw(posted.id(), &button), &[says, "`/ulti "]).await;
        }
    }
    bot.end_without_leaks().await;
}
