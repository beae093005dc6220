//! Tests of helpful answers to hasty and inexperienced users.

use discord_sandbox::{Message, SimulatedUser};
use serde_json::json;
use ulti_testkit::TestBot;
use ulti_testkit::game::{bidder, fold_deal, play_to_first_lead, seat_three};
use ulti_testkit::messages::{custom_id, private_reply, private_text, public, until_button};

/// Returns the labels of a message's enabled buttons.
fn buttons(message: &Message) -> Vec<String> {
    message.enabled_buttons().into_iter().map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn hand_message_is_posted_below_table_message() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    let dealt = private_reply(&anna, anna.command("ulti new", [("robots", json!(2))]).await).await;
    assert!(dealt.text().contains("A lapjaid"), "{}", dealt.text());
    let table = until_button(&anna, "Lapjaim").await;
    assert!(dealt.id() > table.id(), "hand is above the table message");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn error_about_existing_game_table_shows_players_hand() {
    let bot = TestBot::start().await;
    let (anna, bea) = (bot.user("Anna"), bot.user("Bea"));
    private_reply(&anna, anna.command("ulti new", [("robots", json!(2))]).await).await;
    let again = private_text(&anna.command("ulti new", [("robots", json!(2))]).await.unwrap());
    assert!(again.contains("már van asztal") && again.contains("A lapjaid"), "{again}");
    let others = private_text(&bea.command("ulti new", []).await.unwrap());
    assert!(others.contains("already has a table") && !others.contains("Your hand"), "{others}");
    assert_eq!(public(&anna.messages()).len(), 1);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_can_start_next_deal_simultaneously() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let result = fold_deal(&users).await;
    let next = custom_id(&result, "Következő osztás");
    let press =
        async |user: &SimulatedUser| private_reply(user, user.press_raw(result.id(), &next).await).await;
    let typed = async |user| private_reply(user, user.command("ulti start", []).await).await;
    let seen = tokio::join!(press(&users[0]), press(&users[1]), typed(&users[2]));
    let table = until_button(&users[0], "Lapjaim").await;
    for (hand, title) in [(seen.0, "A lapjaid"), (seen.1, "Your hand"), (seen.2, "A lapjaid")] {
        assert!(hand.text().contains(title), "{}", hand.text());
        assert!(hand.id() > table.id(), "hand is above the table message");
    }
    assert_eq!(public(&users[0].messages()).len(), 4, "expected lobby, table, result and next table");
    // A stranger presses the button on an outdated view.
    let late = private_text(&bot.user("Ed").press_raw(result.id(), "u1:1:next").await.unwrap());
    assert!(!late.contains("Your hand"), "{late}");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_table_removes_confirmation_buttons() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    let question = users[0].command("ulti leave", []).await.unwrap().message.unwrap();
    let left = users[0].press(&question, question.enabled_buttons()[0]).await.unwrap();
    assert!(private_text(&left).contains("Felálltál az asztaltól"), "{}", left.text());
    assert_eq!(buttons(&users[0].message(question.id()).unwrap()), Vec::<String>::new());
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_seated_players_see_leave_button() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let result = fold_deal(&users).await;
    let seated = users[0].press(&result, "Továbbiak").await.unwrap().message.unwrap();
    let stranger = bot.user("Ed").press(&result, "Továbbiak").await.unwrap().message.unwrap();
    assert!(buttons(&seated).iter().any(|label| label == "Felállok"), "{:?}", buttons(&seated));
    assert_eq!(buttons(&stranger), ["Sit down", "Rules", "All contracts", "Leaderboard", "My settings"]);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bid_error_explains_how_to_enter_cards() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let bidder = bidder(&users).await;
    for typed in ["ulti l9 l8", "ulti piros hetes", "ulti makk 7"] {
        let together = private_text(&bidder.command("bid", [("contract", json!(typed))]).await.unwrap());
        assert!(together.contains("`első:`") && together.contains("`második:`"), "{typed}: {together}");
    }
    let misspelt = private_text(&bidder.command("bid", [("contract", json!("ulto"))]).await.unwrap());
    assert!(misspelt.contains("ulto") && !misspelt.contains("`első:`"), "{misspelt}");
    bot.end().await;
}
