//! Tests of `/ulti invite`.

use discord_sandbox::{Message, SimulatedUser};
use serde_json::json;
use ulti_testkit::TestBot;
use ulti_testkit::game::lobby;
use ulti_testkit::messages::{
    private_reply, private_text, public, until_custom_id, until_newest, until_text,
};

/// Invites a user, and returns the reply.
async fn invite(user: &SimulatedUser, person: &SimulatedUser) -> String {
    let answer = user.command("ulti invite", [("person", json!(person.id()))]).await;
    private_reply(user, answer).await.text()
}

/// Waits until the lobby, above the invitation, contains the text.
async fn lobby_shows(user: &SimulatedUser, said: &str) {
    let is_shown =
        |messages: &[Message]| public(messages).iter().any(|message| message.text().contains(said));
    user.wait_until(is_shown, ulti_testkit::TIMEOUT).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn invited_person_is_pinged_once_and_takes_a_seat() {
    let bot = TestBot::start().await;
    let (anna, bea, ed) = (bot.user("Anna"), bot.user("Bea"), bot.user("Ed"));
    private_reply(&anna, anna.command("ulti new", []).await).await;
    let said = invite(&anna, &bea).await;
    assert!(said.contains("A meghívás megjelent a csatornában"), "{said}");
    let is_invitation = |message: &Message| message.text().contains("meghív egy ultira");
    let invitation = until_newest(&bea, is_invitation).await;
    assert!(invitation.text().starts_with(&format!("<@{}>, Anna", bea.id())), "{}", invitation.text());
    assert_eq!(invitation.json()["mentions"][0]["id"], json!(bea.id()), "{invitation:?}");
    lobby_shows(&anna, "Meghívva: <@").await;

    let said = invite(&anna, &bea).await;
    assert!(said.contains("Mindenki csak egyszer kap értesítést"), "{said}");
    let said = invite(&anna, &anna).await;
    assert!(said.contains("Már ülsz ennél az asztalnál"), "{said}");
    let said = invite(&ed, &bea).await;
    assert!(said.contains("You have no seat at this table"), "{said}");
    bea.press(&invitation, "Beülök").await.unwrap();
    lobby_shows(&anna, "2. Bea").await;
    bot.idle().await;
    let count = anna.messages().iter().filter(|message| is_invitation(message)).count();
    assert_eq!(count, 1);
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn person_invited_during_evening_plays_from_next_deal() {
    let bot = TestBot::start().await;
    let users = lobby(&bot).await;
    let dori = bot.user("Dóri");
    private_reply(&users[0], users[0].command("ulti start", []).await).await;
    until_custom_id(&users[0], ":show:hand").await;
    invite(&users[1], &dori).await;
    let invitation =
        until_newest(&dori, |message| message.text().contains("a következő osztástól játszol")).await;
    let joined = private_reply(&dori, dori.press(&invitation, "Beülök").await).await.text();
    assert!(joined.contains("A következő osztástól játszol"), "{joined}");
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn person_without_pings_sees_invitation_only() {
    let bot = TestBot::start().await;
    let (anna, bea) = (bot.user("Anna"), bot.user("Bea"));
    private_text(&bea.command("settings", [("pings", json!(false))]).await.unwrap());
    private_reply(&anna, anna.command("ulti new", []).await).await;
    invite(&anna, &bea).await;
    let invitation = until_newest(&bea, |message| message.text().contains("meghív egy ultira")).await;
    assert_eq!(invitation.json()["mentions"], json!([]), "{invitation:?}");
    bot.end_without_leaks().await;
}

/// No message has such a button, so only a forged request can contain it.
#[tokio::test(flavor = "multi_thread")]
async fn forged_button_invites_nobody() {
    let bot = TestBot::start().await;
    let (anna, bea) = (bot.user("Anna"), bot.user("Bea"));
    private_reply(&anna, anna.command("ulti new", []).await).await;
    let lobby = until_text(&anna, "gyülekező").await;
    let id = format!("u1:1:invite:{}", bea.id());
    let forged = anna.press_raw(lobby.id(), &id);
    bot.assert_no_effect(&anna, forged, &["Ezt a gombot nem ismerem"]).await;
    bot.end_without_leaks().await;
}
