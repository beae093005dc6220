//! Tests of direct messages and of channels with missing permissions.

use discord_sandbox::SimulatedUser;
use discord_sandbox::permission;
use serde_json::{Value, json};
use ulti_testkit::TestBot;
use ulti_testkit::game::{WEAKEST_BID, lobby, to_first_lead};
use ulti_testkit::messages::{private_reply, until_custom_id};

/// Registers all commands for direct messages, as a client with an outdated command list shows them.
async fn offer_everywhere(bot: &TestBot) {
    let mut commands = bot.sandbox.commands();
    for command in &mut commands {
        let fields = command.as_object_mut().unwrap();
        for own in ["id", "application_id", "version", "guild_id"] {
            fields.remove(own);
        }
        fields.insert("dm_permission".to_owned(), json!(true));
        fields.insert("contexts".to_owned(), json!([0, 1, 2]));
    }
    let (base, application) = (bot.sandbox.base_url(), bot.sandbox.bot());
    let url = format!("{base}/api/v10/applications/{application}/commands");
    let put = reqwest::Client::new().put(url).header("authorization", "Bot token");
    let body = Value::Array(commands).to_string();
    let answer = put.header("content-type", "application/json").body(body).send().await.unwrap();
    assert!(answer.status().is_success(), "{}", answer.text().await.unwrap());
}

/// Commands that can be invoked without options.
const WITHOUT_OPTIONS: [&str; 22] = [
    "hand",
    "take",
    "pass",
    "fold",
    "claim",
    "kontra",
    "table",
    "leaderboard",
    "season show",
    "season list",
    "settings",
    "ulti-admin settings",
    "ulti-admin season end",
    "evening",
    "history",
    "privacy",
    "ulti new",
    "ulti join",
    "ulti leave",
    "ulti start",
    "ulti robot",
    "ulti end",
];

#[tokio::test(flavor = "multi_thread")]
async fn commands_in_direct_messages_are_rejected() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let direct = users[0].in_dm();
    assert!(direct.command("hand", []).await.is_err(), "command is offered in direct messages");
    offer_everywhere(&bot).await;
    for (locale, says, open) in [
        ("hu", "Ultizni csak egy szerver", "/ulti új"),
        ("en-US", "Ulti is played in a server's channel", "/ulti new"),
    ] {
        direct.set_locale(locale);
        for command in WITHOUT_OPTIONS {
            bot.assert_no_effect(&direct, direct.command(command, []), &[says, open]).await;
        }
        for (command, option) in [("play", "card"), ("bid", "contract"), ("trump", "suit")] {
            let given = [(option, json!("H7"))];
            bot.assert_no_effect(&direct, direct.command(command, given), &[says]).await;
            assert_eq!(direct.autocomplete(command, option, "").await.unwrap(), [], "/{command}");
        }
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_in_direct_messages_are_rejected() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let direct = dealt.turn(&users).in_dm();
    let own = direct.post("A message to press something on.").unwrap();
    let card = dealt.view(&direct).own_hand().iter().next().unwrap();
    let play = dealt.button("play", card);
    for (locale, says) in
        [("hu", "Ultizni csak egy szerver"), ("en-US", "Ulti is played in a server's channel")]
    {
        direct.set_locale(locale);
        for button in [
            &play,
            "u1:1:show:hand",
            "u1:1:join",
            "u1:99:start",
            "u1:-:board:0",
            "u1:-:panel:robots",
            "u1:-:panel:server",
            "u1:-:house:page:0",
            "nonsense",
        ] {
            bot.assert_no_effect(&direct, direct.press_raw(own.id(), button), &[says]).await;
        }
    }
    bot.end_without_leaks().await;
}

/// Permissions that the bot needs, with their English and Hungarian names.
const NEEDED: [(u64, &str, &str); 3] = [
    (permission::VIEW_CHANNEL, "View Channel", "Csatorna megtekintése"),
    (permission::SEND_MESSAGES, "Send Messages", "Üzenetek küldése"),
    (permission::EMBED_LINKS, "Embed Links", "Linkek beágyazása"),
];

/// Runs a command without each permission, and asserts that only the missing one is named.
async fn without_each(bot: &TestBot, user: &SimulatedUser, command: &str) {
    for (missing, english, hungarian) in NEEDED {
        bot.sandbox.revoke("ulti", missing);
        for (locale, own) in [("en-US", 1), ("hu", 2)] {
            user.set_locale(locale);
            let name = |needed: (u64, &'static str, &'static str)| if own == 1 { needed.1 } else { needed.2 };
            let told = bot
                .assert_no_effect(user, user.command(command, []), &[name((missing, english, hungarian))])
                .await;
            let others = NEEDED.into_iter().filter(|needed| needed.0 != missing);
            for other in others.map(name) {
                assert!(!told.text().contains(&format!("**{other}**")), "{command}: {}", told.text());
            }
        }
        bot.sandbox.grant("ulti", missing);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn game_table_cannot_be_opened_if_bot_lacks_permission() {
    let bot = TestBot::start().await;
    without_each(&bot, &bot.user("Bea"), "ulti new").await;
    let bea = bot.user("Bea");
    bea.set_locale("en-US");
    let all = ["**View Channel**", "**Send Messages**", "**Embed Links**"];
    let closed = bea.in_channel("no-entry");
    bot.assert_no_effect(&closed, closed.command("ulti new", []), &all).await;
    // Optional permissions are not required.
    bot.sandbox.revoke("ulti", permission::MANAGE_MESSAGES | permission::ATTACH_FILES);
    private_reply(&bea, bea.command("ulti new", []).await).await;
    until_custom_id(&bea, ":join").await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deal_cannot_be_started_if_bot_lacks_permission() {
    let bot = TestBot::start().await;
    let users = lobby(&bot).await;
    without_each(&bot, &users[1], "ulti start").await;
    without_each(&bot, &users[1], "table").await;
    let posted = until_custom_id(&users[1], ":join").await;
    for (missing, english, _) in NEEDED {
        bot.sandbox.revoke("ulti", missing);
        users[1].set_locale("en-US");
        bot.assert_no_effect(&users[1], users[1].press_raw(posted.id(), "u1:1:start"), &[english]).await;
        bot.sandbox.grant("ulti", missing);
    }
    private_reply(&users[1], users[1].command("ulti start", []).await).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_can_continue_after_bot_loses_channel_permission() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    bot.sandbox.revoke("ulti", permission::SEND_MESSAGES | permission::VIEW_CHANNEL);
    for _ in 0..4 {
        ulti_testkit::game::play_on(&users).await;
    }
    for user in &users {
        private_reply(user, user.command("hand", []).await).await;
    }
    bot.sandbox.grant("ulti", permission::TEXT);
    ulti_testkit::game::play_on(&users).await;
    bot.end_without_leaks_expecting(&["50001", "50013"]).await;
}
