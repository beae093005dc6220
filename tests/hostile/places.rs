//! Where there is no playing: direct messages, and channels in which the bot may not post.

use serde_json::{Value, json};
use ulti::playground::{Person, permission};

use crate::evening::{Evening, LEAST, lobby, play, told, until_public};

/// Makes the stand-in offer all commands in direct messages, as a client does that has an old list of them.
async fn offer_everywhere(evening: &Evening) {
    let mut commands = evening.playground.commands();
    for command in &mut commands {
        let fields = command.as_object_mut().unwrap();
        for own in ["id", "application_id", "version", "guild_id"] {
            fields.remove(own);
        }
        fields.insert("dm_permission".to_owned(), json!(true));
        fields.insert("contexts".to_owned(), json!([0, 1, 2]));
    }
    let bot = evening.playground.bot();
    let url = format!("{}/api/v10/applications/{bot}/commands", evening.playground.base_url());
    let put = reqwest::Client::new().put(url).header("authorization", "Bot token");
    let body = Value::Array(commands).to_string();
    let answer = put.header("content-type", "application/json").body(body).send().await.unwrap();
    assert!(answer.status().is_success(), "{}", answer.text().await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_in_direct_messages() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let direct = people[0].in_dm();
    assert!(direct.command("hand", []).await.is_err(), "not even offered there");
    offer_everywhere(&evening).await;
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
            evening.in_vain(&direct, direct.command(command, []), &[says, "/ulti new"]).await;
        }
        for (command, option) in [("play", "card"), ("bid", "contract"), ("trump", "suit")] {
            let given = [(option, json!("H7"))];
            evening.in_vain(&direct, direct.command(command, given), &[says]).await;
            assert_eq!(direct.autocomplete(command, option, "").await.unwrap(), [], "/{command}");
        }
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_in_direct_messages() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let direct = dealt.turn(&people).in_dm();
    let own = direct.say("A message to press something on.").unwrap();
    let card = dealt.view(&direct).own_hand().iter().next().unwrap();
    let play = format!("u1:1:play:{}:{card}", dealt.moment());
    for (locale, says) in [("hu", "Ulti csak szerveren"), ("en-US", "Ulti is played in a server's channel")] {
        direct.speak(locale);
        for button in [&play, "u1:1:show:hand", "u1:1:join", "u1:99:start", "u1:-:board:0", "nonsense"] {
            evening.in_vain(&direct, direct.press_raw(own.id(), button), &[says]).await;
        }
    }
    evening.end().await;
}

/// What the bot needs, with how it is called in both languages.
const NEEDED: [(u64, &str, &str); 3] = [
    (permission::VIEW_CHANNEL, "View Channel", "Csatorna megtekintése"),
    (permission::SEND_MESSAGES, "Send Messages", "Üzenetek küldése"),
    (permission::EMBED_LINKS, "Embed Links", "Linkek beágyazása"),
];

/// Does it without each of the permissions; exactly the missing one is named.
async fn without_each(evening: &Evening, person: &Person, command: &str) {
    for (missing, english, hungarian) in NEEDED {
        evening.playground.revoke("ulti", missing);
        for (locale, own) in [("en-US", 1), ("hu", 2)] {
            person.speak(locale);
            let name = |needed: (u64, &'static str, &'static str)| if own == 1 { needed.1 } else { needed.2 };
            let told = evening
                .in_vain(person, person.command(command, []), &[name((missing, english, hungarian))])
                .await;
            let others = NEEDED.into_iter().filter(|needed| needed.0 != missing);
            for other in others.map(name) {
                assert!(!told.text().contains(&format!("**{other}**")), "{command}: {}", told.text());
            }
        }
        evening.playground.grant("ulti", missing);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_permission_nothing_is_opened() {
    let evening = Evening::begin().await;
    without_each(&evening, &evening.person("Bea"), "ulti new").await;
    let bea = evening.person("Bea");
    bea.speak("en-US");
    let all = ["**View Channel**", "**Send Messages**", "**Embed Links**"];
    let closed = bea.in_channel("no-entry");
    evening.in_vain(&closed, closed.command("ulti new", []), &all).await;
    // What it does not need is not asked for.
    evening.playground.revoke("ulti", permission::MANAGE_MESSAGES | permission::ATTACH_FILES);
    told(&bea, bea.command("ulti new", []).await).await;
    until_public(&bea, ":join").await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_permission_nothing_begins() {
    let evening = Evening::begin().await;
    let people = lobby(&evening).await;
    without_each(&evening, &people[1], "ulti start").await;
    without_each(&evening, &people[1], "table").await;
    let posted = until_public(&people[1], ":join").await;
    for (missing, english, _) in NEEDED {
        evening.playground.revoke("ulti", missing);
        people[1].speak("en-US");
        evening.in_vain(&people[1], people[1].press_raw(posted.id(), "u1:1:start"), &[english]).await;
        evening.playground.grant("ulti", missing);
    }
    told(&people[1], people[1].command("ulti start", []).await).await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permission_lost_in_mid_deal_leaves_the_players_their_hands() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    evening.playground.revoke("ulti", permission::SEND_MESSAGES | permission::VIEW_CHANNEL);
    for _ in 0..4 {
        crate::evening::play_on(&evening, &people).await;
    }
    for person in &people {
        told(person, person.command("hand", []).await).await;
    }
    evening.playground.grant("ulti", permission::TEXT);
    crate::evening::play_on(&evening, &people).await;
    evening.end_but_for(&["50001", "50013"]).await;
}
