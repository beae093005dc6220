//! Tests of direct messages and of channels with missing permissions.

use discord_sandbox::SimulatedUser;
use discord_sandbox::permission;
use serde_json::{Value, json};

use crate::harness::{Harness, WEAKEST_BID, lobby, play, private_reply, until_public};

/// Registers all commands for direct messages, as a client with an outdated command list shows them.
async fn offer_everywhere(harness: &Harness) {
    let mut commands = harness.sandbox.commands();
    for command in &mut commands {
        let fields = command.as_object_mut().unwrap();
        for own in ["id", "application_id", "version", "guild_id"] {
            fields.remove(own);
        }
        fields.insert("dm_permission".to_owned(), json!(true));
        fields.insert("contexts".to_owned(), json!([0, 1, 2]));
    }
    let bot = harness.sandbox.bot();
    let url = format!("{}/api/v10/applications/{bot}/commands", harness.sandbox.base_url());
    let put = reqwest::Client::new().put(url).header("authorization", "Bot token");
    let body = Value::Array(commands).to_string();
    let answer = put.header("content-type", "application/json").body(body).send().await.unwrap();
    assert!(answer.status().is_success(), "{}", answer.text().await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_in_direct_messages_are_rejected() {
    let harness = Harness::start().await;
    let people = play(&harness, WEAKEST_BID).await;
    let direct = people[0].in_dm();
    assert!(direct.command("hand", []).await.is_err(), "command is offered in direct messages");
    offer_everywhere(&harness).await;
    let plain = [
        "hand",
        "take",
        "pass",
        "fold",
        "claim",
        "kontra",
        "table",
        "leaderboard",
        "stats",
        "season show",
        "season list",
        "season end",
        "evening",
        "history",
        "privacy about",
        "privacy export",
        "privacy delete",
        "rules page",
        "rules rating",
        "rules bids",
        "ulti new",
        "ulti join",
        "ulti leave",
        "ulti start",
        "ulti robot",
        "ulti end",
    ];
    for (locale, says) in [("hu", "Ulti csak szerveren"), ("en-US", "Ulti is played in a server's channel")] {
        direct.speak(locale);
        for command in plain {
            harness.assert_no_effect(&direct, direct.command(command, []), &[says, "/ulti new"]).await;
        }
        for (command, option) in [("play", "card"), ("bid", "contract"), ("trump", "suit")] {
            let given = [(option, json!("H7"))];
            harness.assert_no_effect(&direct, direct.command(command, given), &[says]).await;
            assert_eq!(direct.autocomplete(command, option, "").await.unwrap(), [], "/{command}");
        }
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_in_direct_messages_are_rejected() {
    let harness = Harness::start().await;
    let people = play(&harness, WEAKEST_BID).await;
    let dealt = harness.dealt().await;
    let direct = dealt.turn(&people).in_dm();
    let own = direct.say("A message to press something on.").unwrap();
    let card = dealt.view(&direct).own_hand().iter().next().unwrap();
    let play = format!("u1:1:play:{}:{card}", dealt.moment());
    for (locale, says) in [("hu", "Ulti csak szerveren"), ("en-US", "Ulti is played in a server's channel")] {
        direct.speak(locale);
        for button in [&play, "u1:1:show:hand", "u1:1:join", "u1:99:start", "u1:-:board:0", "nonsense"] {
            harness.assert_no_effect(&direct, direct.press_raw(own.id(), button), &[says]).await;
        }
    }
    harness.end().await;
}

/// Permissions that the bot needs, with their English and Hungarian names.
const NEEDED: [(u64, &str, &str); 3] = [
    (permission::VIEW_CHANNEL, "View Channel", "Csatorna megtekintése"),
    (permission::SEND_MESSAGES, "Send Messages", "Üzenetek küldése"),
    (permission::EMBED_LINKS, "Embed Links", "Linkek beágyazása"),
];

/// Runs a command without each permission, and asserts that only the missing one is named.
async fn without_each(harness: &Harness, person: &SimulatedUser, command: &str) {
    for (missing, english, hungarian) in NEEDED {
        harness.sandbox.revoke("ulti", missing);
        for (locale, own) in [("en-US", 1), ("hu", 2)] {
            person.speak(locale);
            let name = |needed: (u64, &'static str, &'static str)| if own == 1 { needed.1 } else { needed.2 };
            let told = harness
                .assert_no_effect(person, person.command(command, []), &[name((missing, english, hungarian))])
                .await;
            let others = NEEDED.into_iter().filter(|needed| needed.0 != missing);
            for other in others.map(name) {
                assert!(!told.text().contains(&format!("**{other}**")), "{command}: {}", told.text());
            }
        }
        harness.sandbox.grant("ulti", missing);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_permission_prevents_new_table() {
    let harness = Harness::start().await;
    without_each(&harness, &harness.person("Bea"), "ulti new").await;
    let bea = harness.person("Bea");
    bea.speak("en-US");
    let all = ["**View Channel**", "**Send Messages**", "**Embed Links**"];
    let closed = bea.in_channel("no-entry");
    harness.assert_no_effect(&closed, closed.command("ulti new", []), &all).await;
    // Optional permissions are not required.
    harness.sandbox.revoke("ulti", permission::MANAGE_MESSAGES | permission::ATTACH_FILES);
    private_reply(&bea, bea.command("ulti new", []).await).await;
    until_public(&bea, ":join").await;
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_permission_prevents_start() {
    let harness = Harness::start().await;
    let people = lobby(&harness).await;
    without_each(&harness, &people[1], "ulti start").await;
    without_each(&harness, &people[1], "table").await;
    let posted = until_public(&people[1], ":join").await;
    for (missing, english, _) in NEEDED {
        harness.sandbox.revoke("ulti", missing);
        people[1].speak("en-US");
        harness
            .assert_no_effect(&people[1], people[1].press_raw(posted.id(), "u1:1:start"), &[english])
            .await;
        harness.sandbox.grant("ulti", missing);
    }
    private_reply(&people[1], people[1].command("ulti start", []).await).await;
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_permission_keeps_hands_playable() {
    let harness = Harness::start().await;
    let people = play(&harness, WEAKEST_BID).await;
    harness.sandbox.revoke("ulti", permission::SEND_MESSAGES | permission::VIEW_CHANNEL);
    for _ in 0..4 {
        crate::harness::play_on(&harness, &people).await;
    }
    for person in &people {
        private_reply(person, person.command("hand", []).await).await;
    }
    harness.sandbox.grant("ulti", permission::TEXT);
    crate::harness::play_on(&harness, &people).await;
    harness.end_expecting(&["50001", "50013"]).await;
}
