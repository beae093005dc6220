//! Tests of rate limits.

use std::time::Duration;

use discord_sandbox::{ActionError, Exchange, Options, Protocol, Response, Sender, SimulatedUser};
use futures::future::join_all;
use serde_json::json;
use ulti::discord::{Limits, Rate};
use ulti_testkit::TestBot;
use ulti_testkit::game::{WEAKEST_BID, auction, play_on, to_first_lead, to_next_deal};
use ulti_testkit::messages::{private_reply, until_custom_id};

/// Message to a user who exceeds the personal rate limit, in both languages.
const PERSONAL_LIMIT: [&str; 2] = ["That was too much at once", "Ez túl sok volt egyszerre"];
/// Messages for the server's limit and the limit on expensive commands, in both languages.
const OTHER_LIMITS: [&str; 4] =
    ["Too much is going on", "túl sok minden történik", "take work, so", "sok munkával járnak"];
/// Interval between two interactions of a fast player.
const INTERVAL: Duration = Duration::from_millis(50);
/// Violations that the sandbox reports for missing and late answers.
const UNANSWERED: [&str; 2] = ["not answered within 3 seconds", "10062"];

/// Starts a bot with the default rate limits.
async fn start_limited(sandbox: Options) -> TestBot {
    TestBot::builder().sandbox(sandbox).options(|options| options.limits = Limits::default()).start().await
}

/// Outcome of a burst: interactions answered, rejected with a message, and rejected without a message.
#[derive(Debug, Default)]
struct BurstOutcome {
    answered: usize,
    rejected: Vec<String>,
    ignored: usize,
}

/// Performs actions at once, waits until the bot has handled all of them, and returns the outcome, which is
/// read from the bot's requests and metrics.
async fn burst<F>(bot: &TestBot, actions: impl Iterator<Item = F>) -> BurstOutcome
where
    F: Future<Output = Result<Response, ActionError>>,
{
    let (answered, ignored) = (callbacks(bot).len(), turned_away(bot, "no"));
    let results = bot.advance_while(join_all(actions)).await;
    for result in &results {
        assert!(matches!(result, Ok(_) | Err(ActionError::NoResponse)), "{result:?}");
    }
    let activity = bot.idle().await;
    let (answers, ignored) = (callbacks(bot).split_off(answered), turned_away(bot, "no") - ignored);
    let handled = answers.len() + ignored;
    assert_eq!(handled, results.len(), "{} answered, {ignored} ignored, {activity}", answers.len());
    let answered = answers.len();
    let rejected: Vec<String> = answers.iter().filter_map(rejection).collect();
    BurstOutcome { answered: answered - rejected.len(), rejected, ignored }
}

/// Returns the text of an answer if it rejects an interaction for the personal limit.
fn rejection(answer: &Exchange) -> Option<String> {
    let text = answer.body["data"]["content"].as_str()?;
    PERSONAL_LIMIT.iter().any(|says| text.contains(says)).then(|| {
        // The answer is a new ephemeral message.
        assert!(answer.body["type"] == 4 && answer.body["data"]["flags"] == 64, "{answer:?}");
        text.to_owned()
    })
}

/// Returns the bot's first answers to interactions, in time or not, oldest first.
fn callbacks(bot: &TestBot) -> Vec<Exchange> {
    let of_bot = |one: &Exchange| one.protocol == Protocol::Rest && one.from == Sender::Bot;
    let is_answer = |one: &Exchange| one.path.as_ref().is_some_and(|path| path.contains("/callback"));
    bot.sandbox.traffic().into_iter().filter(|one| of_bot(one) && is_answer(one)).collect()
}

/// Returns the value of the metric of rejected interactions, for one value of its label `told`.
fn turned_away(bot: &TestBot, told: &str) -> usize {
    let figure = format!("ulti_interactions_turned_away_total{{told=\"{told}\"}} ");
    let text = bot.metrics.text().unwrap();
    text.lines().find_map(|line| line.strip_prefix(&figure)).map_or(0, |count| count.parse().unwrap())
}

/// Returns an upper bound of the answers to one user since the time `began` on the sandbox's clock,
/// rejections included.
fn at_most(bot: &TestBot, began: u64) -> usize {
    let seconds = usize::try_from((bot.sandbox.clock().unix_ms() - began) / 1_000 + 1).unwrap();
    100 + 10 * seconds + 3 + seconds / 5
}

/// Asserts that no request was rejected.
fn assert_nobody_limited(bot: &TestBot) {
    for one in bot.sandbox.traffic().iter().filter(|one| one.from == Sender::Bot) {
        let said = one.body.to_string();
        assert!(!PERSONAL_LIMIT.iter().chain(&OTHER_LIMITS).any(|says| said.contains(says)), "{said}");
    }
}

/// Asserts that a command is answered.
async fn assert_answered(user: &SimulatedUser) {
    let answer = private_reply(user, user.command("rules page", []).await).await;
    assert!(!PERSONAL_LIMIT.iter().any(|says| answer.text().contains(says)), "{}", answer.text());
}

async fn pages(bot: &TestBot, user: &SimulatedUser, many: usize) -> BurstOutcome {
    burst(bot, (0..many).map(|_| user.command("rules page", []))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn user_sending_too_many_commands_is_rate_limited() {
    let bot = start_limited(Options::default()).await;
    let users = auction(&bot).await;
    let (kept, began) = (bot.stored_state().await, bot.sandbox.clock().unix_ms());
    let ed = bot.user("Ed");
    let outcome = pages(&bot, &ed, 500).await;
    let answered = outcome.answered + outcome.rejected.len();
    assert!(answered <= at_most(&bot, began), "{answered}, {outcome:?}");
    assert!(!outcome.rejected.is_empty() && outcome.ignored > 100, "{outcome:?}");
    assert_eq!(bot.stored_state().await, kept);
    assert!(turned_away(&bot, "yes") >= outcome.rejected.len() && turned_away(&bot, "no") > 100);
    println!(
        "500 simultaneous commands of one user: {answered} answers sent, {} of them rejections, the others ignored",
        outcome.rejected.len()
    );
    // Other users at the table are not limited.
    for user in &users {
        assert_answered(user).await;
    }
    bot.end_without_leaks_expecting(&UNANSWERED).await;
}

/// Rejections need no database query, and still use the user's language.
#[tokio::test(flavor = "multi_thread")]
async fn rate_limit_message_uses_user_language() {
    let bot = start_limited(Options::default()).await;
    auction(&bot).await;
    let sentences = [
        ("Ed", "hu", "Ez túl sok volt egyszerre. 1 másodperc múlva megint megy."),
        ("Dóri", "en", "That was too much at once. It works again in a second."),
    ];
    for (name, language, says) in sentences {
        // The client has another language than the settings.
        let user = bot.user(name);
        user.set_locale(if language == "hu" { "en-US" } else { "hu" });
        private_reply(&user, user.command("settings", [("language", json!(language))]).await).await;
        private_reply(&user, user.command("settings", [("hints", json!(true))]).await).await;
        let outcome = pages(&bot, &user, 300).await;
        assert!(!outcome.rejected.is_empty(), "{outcome:?}");
        assert!(outcome.rejected.iter().all(|text| text == says), "{outcome:?}");
    }
    let bea = bot.user("Bea");
    pages(&bot, &bea, 120).await;
    bot.store().close().await;
    let outcome = pages(&bot, &bea, 300).await;
    assert!(outcome.rejected.len() + outcome.ignored > 100, "{outcome:?}");
    assert_answered(&bot.user("Anna")).await;
    bot.end_without_leaks_expecting(&UNANSWERED).await;
}

/// One user takes the whole allowance of the server and goes on. The others are told in their language.
#[tokio::test(flavor = "multi_thread")]
async fn other_users_are_told_that_server_is_limited() {
    let server = Rate { at_once: 20, per_second: 1 };
    let configure = move |options: &mut ulti::discord::Options| {
        options.limits = Limits { server, work_of_server: server, ..Limits::default() };
    };
    let bot = TestBot::builder().options(configure).start().await;
    let ed = bot.user("Ed");
    let flood = || join_all((0..60).map(|_| ed.command("rules page", [])));
    bot.advance_while(flood()).await;
    let sentences = [
        ("Anna", "hu", "Ezen a szerveren most túl sok minden történik egyszerre."),
        ("Bea", "en-US", "Too much is going on at once on this server."),
        ("Csaba", "de", "Too much is going on at once on this server."),
        ("Dóri", "hu", "Ezen a szerveren most túl sok minden történik egyszerre."),
    ];
    for (name, locale, says) in sentences {
        let user = bot.user(name);
        user.set_locale(locale);
        for _ in 0..3 {
            // The server refills one token per second, which Ed takes again.
            let both = async { tokio::join!(user.command("rules page", []), flood()) };
            let (reply, _) = bot.advance_while(both).await;
            let reply = private_reply(&user, reply).await;
            let is_page = reply.text().contains("4M");
            assert!(reply.text().contains(says) || is_page, "{name}: {}", reply.text());
        }
    }
    assert!(turned_away(&bot, "no") > 500, "{}", turned_away(&bot, "no"));
    // The command of the harness at the end is not limited.
    bot.settle().await;
    bot.end_without_leaks_expecting(&UNANSWERED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bursts_of_button_presses_are_rate_limited() {
    let bot = start_limited(Options::default()).await;
    let users = auction(&bot).await;
    let posted = until_custom_id(&users[0], ":show:hand").await;
    let ed = bot.user("Ed");
    let (kept, before) = (bot.stored_state().await, callbacks(&bot).len());
    let began = bot.sandbox.clock().unix_ms();
    let outcome = burst(&bot, (0..300).map(|_| ed.press_raw(posted.id(), "u1:1:show:hand"))).await;
    assert!(!outcome.rejected.is_empty() && outcome.ignored > 100, "{outcome:?}");
    let dori = bot.user("Dóri");
    let lists = join_all((0..300).map(|_| dori.autocomplete("rules page", "topic", "")));
    let offered = bot.advance_while(lists).await;
    let full = offered.iter().filter(|offered| offered.as_ref().is_ok_and(|one| !one.is_empty())).count();
    let empty = offered.iter().filter(|offered| offered.as_ref().is_ok_and(Vec::is_empty)).count();
    let none = offered.iter().filter(|offered| matches!(offered, Err(ActionError::NoResponse))).count();
    assert!(full <= at_most(&bot, began) && (1..=5).contains(&empty) && none > 100, "{full} {empty} {none}");
    assert!(callbacks(&bot).len() - before <= 2 * at_most(&bot, began));
    assert_eq!(bot.stored_state().await, kept);
    println!(
        "300 presses: {} answered, {} rejected, {} ignored; 300 lists: {full} full, {empty} empty, {none} unanswered",
        outcome.answered,
        outcome.rejected.len(),
        outcome.ignored
    );
    assert_answered(&users[0]).await;
    bot.end_without_leaks_expecting(&UNANSWERED).await;
}

/// Expensive commands have a separate limit, and play goes on meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn expensive_commands_have_separate_rate_limit() {
    let bot = start_limited(Options::default()).await;
    let users = to_next_deal(&bot).await;
    let anna = &users[0];
    anna.set_locale("en-US");
    let posted = until_custom_id(anna, ":next").await;
    let about = private_reply(anna, anna.command("privacy", []).await).await.id();
    let exports = join_all((0..30).map(|_| anna.press_raw(about, "u1:-:privacy:export")));
    let answers = bot.advance_while(exports).await;
    let waits = |answer: &&Result<Response, ActionError>| {
        answer
            .as_ref()
            .is_ok_and(|answer| answer.text().contains("take work, so there are only so many at once"))
    };
    assert!((1..=4).contains(&answers.iter().filter(waits).count()), "{answers:?}");
    assert!(answers.iter().filter(|answer| answer.is_err()).count() >= 10, "{answers:?}");
    bot.advance(Duration::from_secs(10)).await;
    assert_answered(anna).await;
    private_reply(anna, anna.press_raw(posted.id(), "u1:1:next").await).await;
    bot.end_without_leaks_expecting(&UNANSWERED).await;
}

/// Plays and replays a deal with twenty interactions per second, which uses the allowance for bursts.
#[tokio::test(flavor = "multi_thread")]
async fn fast_player_is_not_rate_limited() {
    let bot = start_limited(Options::default()).await;
    let users = to_first_lead(&bot, WEAKEST_BID).await;
    while bot.current_deal().await.deal.turn().is_some() {
        let dealt = bot.current_deal().await;
        let user = dealt.turn(&users);
        private_reply(user, user.command("hand", []).await).await;
        user.autocomplete("play", "card", "").await.unwrap();
        play_on(&users).await;
        bot.advance(4 * INTERVAL).await;
    }
    until_custom_id(&users[0], ":next").await;
    for user in &users {
        let shown = private_reply(user, user.command("replay", [("deal", json!("1"))]).await).await;
        for step in 0..30 {
            private_reply(user, user.press_raw(shown.id(), &format!("u1:-:played:deal:1:on:{step}")).await)
                .await;
            bot.advance(INTERVAL).await;
        }
    }
    assert_nobody_limited(&bot);
    bot.end_without_leaks().await;
}

/// Ten tables with three players each play at once in one server.
#[tokio::test(flavor = "multi_thread")]
async fn ten_simultaneous_games_stay_within_rate_limit() {
    let users: Vec<(String, String)> =
        (0..30).map(|number| (format!("Person {number}"), "en-US".to_owned())).collect();
    let tables = (0..10).map(|number| format!("table-{number}"));
    let channels: Vec<String> = tables.chain(["general".to_owned()]).collect();
    let options = Options { users, channels, ..Options::default() };
    let bot = start_limited(options).await;
    let seated = (0..10).map(async |table| {
        let at = format!("table-{table}");
        let [one, two, three] =
            [0, 1, 2].map(|seat| bot.sandbox.user(&format!("Person {}", 3 * table + seat)).in_channel(&at));
        private_reply(&one, one.command("ulti new", []).await).await;
        for user in [&two, &three] {
            private_reply(user, user.command("ulti join", []).await).await;
        }
        private_reply(&one, one.command("ulti start", []).await).await;
        for _ in 0..12 {
            for user in [&one, &two, &three] {
                private_reply(user, user.command("hand", []).await).await;
            }
        }
    });
    join_all(seated).await;
    let interactions = bot.sandbox.interaction_count();
    assert_nobody_limited(&bot);
    println!("ten tables of three: {interactions} interactions, none rejected");
    bot.end_without_leaks().await;
}
