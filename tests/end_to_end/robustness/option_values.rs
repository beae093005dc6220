//! Tests of option values that autocomplete did not offer.

use discord_sandbox::{Exchange, SimulatedUser};
use serde_json::{Value, json};
use ulti_testkit::TestBot;
use ulti_testkit::game::{WEAKEST_BID, auction, to_first_lead, to_trump_naming};
use ulti_testkit::messages::{any_reply, private_reply};

fn garbage() -> Vec<String> {
    let long = "á".repeat(6000);
    [
        "nonsense",
        "",
        " ",
        "@everyone <@1> <#2> <@&3>",
        "**bold** `code` [link](https://example.com) ||spoiler||",
        "\u{202e}\u{2066}sdrawkcab\u{200b}\u{feff}",
        "🔔🔔🔔",
        "♥",
        "♥ ♥ 7 7",
        "-1",
        "18446744073709551616",
        "3.14",
        "H7H7",
        "\n# heading\n> quote",
        "null",
        "'; DROP TABLE journal; --",
        "{ $name }",
        "a\u{0351}\u{0352}\u{0353}",
        &long,
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Commands of server managers that accept any text and reply in public.
const TOLD_TO_ALL: [&str; 2] = ["ulti-admin season start", "ulti-admin season rename"];

/// Returns `true` if a text contains no mentions, links or invisible characters and is within Discord's
/// limit.
fn is_harmless(text: &str) -> bool {
    let signs = ['\u{202e}', '\u{2066}', '\u{200b}', '\u{feff}'];
    !text.contains(signs)
        && !text.contains("@everyone")
        && !text.contains("](http")
        && text.chars().count() < 2000
}

/// Returns each registered command with its options.
pub(super) fn commands(bot: &TestBot) -> Vec<(String, Vec<Value>)> {
    fn walk(path: &str, node: &Value, found: &mut Vec<(String, Vec<Value>)>) {
        let options = node["options"].as_array().cloned().unwrap_or_default();
        let is_sub = |option: &&Value| option["type"] == 1 || option["type"] == 2;
        let subs: Vec<&Value> = options.iter().filter(is_sub).collect();
        for sub in &subs {
            walk(&format!("{path} {}", sub["name"].as_str().unwrap()), sub, found);
        }
        if subs.is_empty() {
            found.push((path.to_owned(), options));
        }
    }
    let mut found = Vec::new();
    let slash = |command: &Value| command["type"] == 1;
    for command in bot.sandbox.commands().into_iter().filter(slash) {
        walk(command["name"].as_str().unwrap(), &command, &mut found);
    }
    assert!(found.len() > 18, "{found:?}");
    found
}

/// Types and sends every kind of garbage in every string option, and asserts that nothing changes.
async fn try_everything(bot: &TestBot, user: &SimulatedUser) {
    let kept = bot.stored_state().await;
    for (path, options) in commands(bot) {
        for option in options.iter().filter(|option| option["type"] == 3) {
            let name = option["name"].as_str().unwrap();
            let required = options.iter().filter(|other| other["required"] == true && other["name"] != *name);
            let others: Vec<(&str, Value)> =
                required.map(|other| (other["name"].as_str().unwrap(), json!("nonsense"))).collect();
            // Discord enforces the maximum length itself.
            let most = option["max_length"].as_u64().unwrap_or(6000);
            // The leak scan would take a season with the name of a card for a leak.
            let is_named = TOLD_TO_ALL.contains(&path.as_str());
            for typed in garbage().into_iter().filter(|typed| !(is_named && typed == "H7H7")) {
                let typed: String = typed.chars().take(usize::try_from(most).unwrap()).collect();
                if option["autocomplete"] == true {
                    let offered = user.autocomplete_with(&path, others.clone(), name, &typed).await.unwrap();
                    assert!(offered.len() <= 25);
                }
                let given = others.iter().cloned().chain([(name, json!(typed))]);
                let answer = user.command(&path, given).await;
                let answer =
                    if is_named { any_reply(user, answer).await } else { private_reply(user, answer).await };
                assert!(is_harmless(&answer.text()), "{path} {name}: {:?}", answer.text());
                assert_eq!(bot.stored_state().await, kept, "/{path} {name}:{typed:?}: {}", answer.text());
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_option_values_do_not_change_stored_data() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dori = bot.user("Dóri");
    private_reply(&dori, dori.command("ulti join", []).await).await;
    let dealt = bot.current_deal().await;
    bot.sandbox.open_commands_to_all();
    try_everything(&bot, dealt.turn(&users)).await;
    try_everything(&bot, &bot.user("Ed")).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reply_to_invalid_option_lists_valid_values() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let dealt = bot.current_deal().await;
    let user = dealt.turn(&users);
    for (locale, says) in [("hu", "Ez jó lenne: "), ("en-US", "This would work: ")] {
        user.set_locale(locale);
        let bids = user.autocomplete("bid", "contract", "").await.unwrap();
        let cards = user.autocomplete("bid", "first", "").await.unwrap();
        let wrong = user.command("bid", [("contract", json!("nonsense"))]);
        let (contract, _) = bids[0].name.split_once(" · ").unwrap();
        bot.assert_no_effect(user, wrong, &["nonsense", says, contract]).await;
        let guess = user.command("bid", [("contract", json!("uulti"))]);
        let guess = bot.assert_no_effect(user, guess, &["uulti", "`ulti`"]).await;
        assert!(!guess.text().contains(says), "{}", guess.text());
        let wrong = [("contract", bids[0].value.clone()), ("first", json!("nonsense"))];
        bot.assert_no_effect(user, user.command("bid", wrong), &["nonsense", says, &cards[0].name]).await;
        for (command, option) in [("ulti robot", "level"), ("settings", "language"), ("rules page", "topic")]
        {
            let offered = user.autocomplete(command, option, "").await.unwrap();
            let wrong = user.command(command, [(option, json!("nonsense"))]);
            let told = bot.assert_no_effect(user, wrong, &[says]).await;
            let text = told.text();
            let named = offered.iter().take(10).all(|one| {
                text.contains(&one.name) || text.contains(&format!("`{}`", one.value.as_str().unwrap()))
            });
            assert!(named, "{command}: {text}");
        }
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reply_to_invalid_trump_lists_valid_suits() {
    let bot = TestBot::start().await;
    let users = to_trump_naming(&bot, "ulti").await;
    let dealt = bot.current_deal().await;
    let declarer = dealt.turn(&users);
    for (locale, says) in [("hu", "Ez jó lenne: "), ("en-US", "This would work: ")] {
        declarer.set_locale(locale);
        let offered = declarer.autocomplete("trump", "suit", "").await.unwrap();
        let wrong = declarer.command("trump", [("suit", json!("swords"))]);
        bot.assert_no_effect(declarer, wrong, &[says, &offered[0].name]).await;
    }
    let hearts = declarer.command("trump", [("suit", json!("none"))]);
    bot.assert_no_effect(declarer, hearts, &["You can choose "]).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn playing_card_of_other_player_is_rejected() {
    let bot = TestBot::start().await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    let dealt = bot.current_deal().await;
    let (turn, other) = (dealt.turn(&users), dealt.not_turn(&users));
    turn.set_locale("en-US");
    for card in dealt.view(other).own_hand() {
        let typed = card.to_string();
        let offered = turn.autocomplete("play", "card", &typed).await.unwrap();
        assert!(offered.iter().all(|one| one.value != json!(typed)), "{card}: {offered:?}");
        assert_eq!(
            other.autocomplete("play", "card", &typed).await.unwrap(),
            [],
            "cards are offered out of turn"
        );
        let played = turn.command("play", [("card", json!(typed))]);
        bot.assert_no_effect(turn, played, &["Not in your hand"]).await;
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_asks_user_to_reload_after_unknown_command_type() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    anna.command("hand", []).await.unwrap();
    let is_typed = |one: &&Exchange| one.body["t"] == "INTERACTION_CREATE";
    let mut sent = bot.sandbox.traffic().iter().rfind(is_typed).unwrap().body["d"].clone();
    for kind in [0, 2, 3, 4, 255] {
        sent["data"]["type"] = json!(kind);
        let answer = private_reply(&anna, anna.send_raw(sent.clone()).await).await;
        assert!(answer.text().contains("Töltsd újra"), "{kind}: {}", answer.text());
    }
    bot.end_without_leaks().await;
}
