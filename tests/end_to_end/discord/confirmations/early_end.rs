//! Tests of the question before an action that ends a deal early.

use discord_sandbox::{Response, SimulatedUser};
use serde_json::json;
use ulti_rules::Action;
use ulti_testkit::game::{auction, play_on, play_to_first_lead};
use ulti_testkit::messages::{private_text, until_custom_id, until_text};
use ulti_testkit::{TestBot, enabled, perform};

/// Presses the button for the action `verb` in the message of an answer.
async fn press(user: &SimulatedUser, answer: &Response, verb: &str) -> Response {
    let message = answer.message.as_ref().unwrap();
    user.press(message, &enabled(message, verb).next().unwrap()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn fold_command_asks_before_first_lead() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    let asked = declarer.command("fold", []).await.unwrap();
    assert!(private_text(&asked).contains("Bedobod a lapot?"), "{}", asked.text());
    assert_eq!(bot.query::<i64>("SELECT count(*) FROM deals").await, 0);
    let question = asked.message.unwrap();
    declarer.press(&question, "Igen, bedobom").await.unwrap();
    until_custom_id(declarer, ":next").await;
    assert_eq!(bot.query::<i64>("SELECT count(*) FROM deals").await, 1);
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn command_to_lay_hand_open_asks_first() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    for _ in 0..4 {
        play_on(&users).await;
    }
    let open =
        async |user: &SimulatedUser| user.command("claim", [("only_open", json!(true))]).await.unwrap();
    let kept = bot.stored_state().await;
    for (locale, says) in [("hu", "Terítesz?"), ("en-US", "Lay your hand open for everybody? Play goes on")]
    {
        declarer.set_locale(locale);
        let asked = open(declarer).await;
        assert!(private_text(&asked).contains(says), "{}", asked.text());
        let back = press(declarer, &asked, "look").await;
        assert!(!private_text(&back).contains(says), "{}", back.text());
    }
    let defender = users.iter().find(|user| user.id() != declarer.id()).unwrap();
    let refused = open(defender).await;
    assert!(
        private_text(&refused).contains("Only the declarer can lay the hand open now."),
        "{}",
        refused.text()
    );
    assert_eq!(bot.stored_state().await, kept, "the hand lies open without a confirmation");
    let question = open(declarer).await;
    // The question remains valid while other players act.
    play_on(&users).await;
    let opened = press(declarer, &question, "open-hand").await;
    assert!(
        private_text(&opened).starts_with("Your cards lie open for everybody. Play goes on."),
        "{}",
        opened.text()
    );
    assert!(bot.current_deal().await.view(declarer).board().unwrap().open.0.contains(&true));
    let refused = open(declarer).await;
    assert!(!private_text(&refused).contains("Lay your hand open"), "{}", refused.text());
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uncertain_claim_asks_before_it_lays_hand_open() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    for _ in 0..4 {
        play_on(&users).await;
    }
    let asked = declarer.command("claim", []).await.unwrap();
    let says = "Abból, amit látsz, az eredmény még nem biztos.";
    assert!(private_text(&asked).contains(says), "{}", asked.text());
    let is_open = async || bot.current_deal().await.view(declarer).board().unwrap().open.0.contains(&true);
    assert!(!is_open().await, "the hand lies open without a confirmation");
    let question = asked.message.unwrap();
    let opened = declarer.press(&question, "Terítek").await.unwrap();
    assert!(
        private_text(&opened).starts_with("Az eredmény még nem biztos, ezért a játék folytatódik."),
        "{}",
        opened.text()
    );
    until_text(declarer, "terített").await;
    assert!(is_open().await, "the hand does not lie open");
    // An open hand cannot be laid open again, so there is nothing to confirm. A claim is possible once per
    // trick.
    for _ in 0..3 {
        play_on(&users).await;
    }
    let asked = perform(declarer, Action::Claim).await.unwrap();
    assert!(private_text(&asked).contains("Már terítettél"), "{}", asked.text());
    bot.end_without_leaks().await;
}
