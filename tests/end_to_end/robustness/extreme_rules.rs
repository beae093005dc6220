//! Tests of extreme house rules and made-up input to the score calculator.

use discord_sandbox::{ActionError, Message, Response, SimulatedUser};
use serde_json::json;
use ulti_testkit::TestBot;
use ulti_testkit::messages::{private_reply, until_custom_id};

/// Rules with every number at its maximum, the longest names and the most verbose settings.
const EXTREME: &str = "{ preset = \"szinlicit\", kontra_limit = 7, kontra_names = [NAMES], four_tens = true, \
    kontra_items = \"ulti_and_rest\", silent_kontra = \"highest\", window = true, must_beat = false, \
    parti_needs_points = false, marriages_at_most = 0, fold = \"kontra_lost\", renonsz_partner = false, \
    silent_table = [{ bids = [\"betli\", \"open-betli\", \"four-tens\"], hundred = \"max\", ulti = true, durchmars = true }], \
    suit_factors = { acorns = 10, leaves = 10, hearts = 10, bells = 10 }, values = { VALUES } }";

const WORTH: [&str; 8] =
    ["parti", "40-100", "ulti", "four-aces", "four-tens", "betli", "open-betli", "silent-ulti"];

fn extreme() -> String {
    let names = format!("\"{}\", ", "\u{1d44a}".repeat(32)).repeat(7);
    let worth = |game: &str| format!("{game} = {{ plain = 1000, hearts = 999 }}, ");
    let values: String = WORTH.into_iter().map(worth).collect();
    let rules = EXTREME.replace("NAMES", names.trim_end_matches(", "));
    rules.replace("VALUES", values.trim_end_matches(", "))
}

fn ids(message: &Message) -> Vec<String> {
    let values = |part: &serde_json::Value| -> Vec<String> {
        let options = part["options"].as_array().into_iter().flatten();
        let own = part["custom_id"].as_str().into_iter();
        own.chain(options.filter_map(|option| option["value"].as_str())).map(str::to_owned).collect()
    };
    message.components().flat_map(values).collect()
}

async fn new_table(host: &SimulatedUser, rules: &str) {
    private_reply(host, host.command("ulti new", [("rules", json!(rules))]).await).await;
    until_custom_id(host, ":join").await;
}

fn assert_within_limits(message: &Message) {
    let text = message.text();
    assert!(text.chars().count() <= 2000 && !text.contains(['\u{27e8}', '\u{2205}']), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_pages_with_extreme_values_fit_discord_limits() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    new_table(&anna, &extreme()).await;
    for locale in ["hu", "en-US"] {
        anna.set_locale(locale);
        let first = private_reply(&anna, anna.command("rules page", []).await).await;
        let chapters =
            ids(&first).into_iter().filter(|id| id.starts_with("u1:-:topic:") || id.contains(":book:"));
        for chapter in chapters.filter(|id| !id.ends_with(":menu")) {
            for beyond in [chapter.clone(), format!("{}:255", chapter.trim_end_matches(":0"))] {
                assert_within_limits(&private_reply(&anna, anna.press_raw(first.id(), &beyond).await).await);
            }
        }
        for contract in ["acorns parti", "bells 40-100+ulti+durchmars+four-tens", "hearts open-betli"] {
            let asked = anna.command("rules score", [("contract", json!(contract))]).await;
            let sheet = private_reply(&anna, asked).await;
            assert!(sheet.text().contains("000"), "{}", sheet.text());
            // Follow the buttons of the calculator.
            let mut seen = ids(&sheet);
            for _ in 0..12 {
                let Some(id) = seen.iter().rfind(|id| id.contains(":score:") && !id.contains("share")) else {
                    break;
                };
                let next = private_reply(&anna, anna.press_raw(sheet.id(), &id.clone()).await).await;
                assert_within_limits(&next);
                seen = ids(&next).into_iter().filter(|id| !id.ends_with(":menu")).collect();
                let turn = seen.len() / 2;
                seen.rotate_left(turn);
            }
        }
    }
    bot.end_without_leaks().await;
}

/// Made-up inputs of the score calculator, valid and invalid.
const FORGED_INPUTS: [&str; 16] = [
    "09_:A:09:00000000:----",
    "09_:H:09:00000000:----",
    "09_:-:09:77777777:----",
    "09_:A:00:07070707:dddb",
    "09_:A:ff:00000000:----",
    "ff_:A:00:00000000:----",
    "09Hco:A:00:00000000:----",
    "01_:A:01:70000000:dddb",
    "80_:-:80:00000000:aaaa",
    "09_:A:09:99999999:----",
    "09_:A:09:0000000:----",
    "09_:A:09:00000000:-----",
    "09_:A:09:00000000:z\u{e9}--",
    "09_:A:09:00000000:",
    "menu",
    "",
];

/// Asserts that a press gets a private reply within Discord's limits and changes nothing.
async fn assert_harmless(
    bot: &TestBot,
    user: &SimulatedUser,
    id: &str,
    press: impl Future<Output = Result<Response, ActionError>>,
) {
    let kept = bot.stored_state().await;
    assert_within_limits(&private_reply(user, press.await).await);
    assert_eq!(bot.stored_state().await, kept, "after {id}");
}

/// Custom ids that share nothing.
const INVALID_SHARES: [&str; 5] = [
    "u1:-:share:score",
    "u1:-:share:score:menu",
    "u1:-:share",
    "u1:-:share:topic:KONTRA",
    "u1:-:share:share:book:0",
];

/// Custom ids that share an impossible input or a page that does not exist.
const IMPOSSIBLE_SHARES: [&str; 3] =
    ["u1:-:share:score:09_:A:00:07070707:dddb", "u1:-:share:topic:nonsense:7", "u1:-:share:book:255"];

/// Presses all buttons of an old score calculator except those that share it.
async fn press_old_buttons(bot: &TestBot, user: &SimulatedUser, calculator: &Message, ids: &[String]) {
    for id in ids.iter().filter(|id| !id.contains(":share:")) {
        assert_harmless(bot, user, id, user.press_raw(calculator.id(), id)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_score_calculator_buttons_have_no_effect() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    anna.set_locale("en-US");
    new_table(&anna, "basic").await;
    let own = private_reply(&anna, anna.command("rules score", [("contract", json!("ulti"))]).await).await;
    let real: Vec<String> = ids(&own).into_iter().filter(|id| id.contains(":score:")).collect();
    assert!(real.len() > 5, "{real:?}");
    for input in FORGED_INPUTS {
        let id = format!("u1:-:score:{input}");
        assert_harmless(&bot, &anna, &id, anna.press_raw(own.id(), &id)).await;
        assert_harmless(&bot, &anna, &id, anna.select_raw(own.id(), "u1:-:score:menu", &[&id])).await;
    }
    for id in INVALID_SHARES {
        assert_harmless(&bot, &anna, id, anna.press_raw(own.id(), id)).await;
    }
    // Old buttons use the rules of the next table.
    private_reply(&anna, anna.command("ulti end", []).await).await;
    press_old_buttons(&bot, &anna, &own, &real).await;
    new_table(&anna, "szinlicit kontra_limit=0").await;
    press_old_buttons(&bot, &anna, &own, &real).await;
    // Sharing an impossible input also posts a valid message.
    for shared in IMPOSSIBLE_SHARES {
        let answer = anna.press_raw(own.id(), shared).await.unwrap();
        let text = answer.text();
        assert!(!text.is_empty() && !text.contains('\u{27e8}') && text.chars().count() <= 2000, "{text}");
    }
    bot.end_without_leaks().await;
}
