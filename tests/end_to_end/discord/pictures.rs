//! Tests of pictures attached to table messages and hands.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use discord_sandbox::permission;
use discord_sandbox::{Fault, Message, SimulatedUser};
use serde_json::{Value, json};
use ulti::discord::custom_id::CustomId;
use ulti::discord::custom_id::bid_draft::BidDraft;
use ulti::render::Subject;
use ulti::table::{Moment, TableId};
use ulti_rules::{Action, Card, Contract, RankOrder};
use ulti_testkit::game::{bidder, make_weakest_bid, play_on, play_to_first_lead, seat_three};
use ulti_testkit::messages::{newest, private_text, public, until_button, until_message, until_newest};
use ulti_testkit::{CurrentDeal, DrawingGate, FakePictures, TestBot, enabled, fake_picture, fold};

async fn start_with_pictures() -> (TestBot, Arc<AtomicUsize>) {
    let (bot, drawn, _) = start_with_hand_gate().await;
    (bot, drawn)
}

/// Starts a bot with pictures that are named after their content. No hand is drawn while the gate is closed.
async fn start_with_hand_gate() -> (TestBot, Arc<AtomicUsize>, DrawingGate) {
    let (drawn, hands) = (Arc::new(AtomicUsize::new(0)), DrawingGate::default());
    let (count, gate) = (Arc::clone(&drawn), hands.clone());
    let picture = move |shows: &str| {
        count.fetch_add(1, Ordering::SeqCst);
        let name: String = shows.chars().filter(char::is_ascii_alphanumeric).collect();
        Some(fake_picture(&name, &format!("alt {shows}")))
    };
    let drawing = FakePictures::drawing(move |subject| match subject {
        Subject::Table(table) => {
            let deal = table.deal.as_ref()?;
            picture(&format!("table {} {}", deal.number, deal.view.version))
        }
        Subject::Hand { view, marks, .. } => {
            gate.pass();
            let hand = view.own_hand().iter().map(|card| card.to_string()).collect::<String>();
            let marks = marks.unwrap_or_default();
            let chosen: Vec<String> = marks.chosen.iter().map(|card| format!(" lays {card}")).collect();
            let order = if marks.order == RankOrder::WithoutTrumps { " untrumped" } else { "" };
            picture(&format!("hand {hand}{}{order}", chosen.concat()))
        }
        Subject::Result(_) | Subject::Standings(_) => panic!("simulated drawing failure"),
        Subject::Replay(still) => picture(&still.title),
        Subject::Leaderboard(title, _) => picture(title),
        Subject::Form(form) => picture(&format!("form {} {}", form.name, form.days.len())),
    });
    let bot = TestBot::builder().drawing(drawing).drawing_gate(hands.clone()).start().await;
    (bot, drawn, hands)
}

/// Waits until a hand has its picture, which is attached after the text.
async fn until_pictured(user: &SimulatedUser, hand: &Message) -> Message {
    until_message(user, hand.id(), |hand| name(hand).starts_with("hand")).await
}

/// Plays to the first lead, and returns the declarer and the declarer's hand with its picture.
async fn hand_of_the_declarer(users: &[SimulatedUser; 3]) -> (&SimulatedUser, Message) {
    let declarer = play_to_first_lead(users).await;
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    let hand = until_pictured(declarer, &hand).await;
    (declarer, hand)
}

/// Returns the label of the first card button of a hand.
fn playable(hand: &Message) -> String {
    hand.buttons().into_iter().find(|label| label.contains('\u{a0}')).unwrap().to_owned()
}

fn files(message: &Message) -> Vec<Value> {
    message.json()["attachments"].as_array().cloned().unwrap_or_default()
}

fn name(message: &Message) -> String {
    files(message).first().and_then(|file| file["filename"].as_str()).unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn table_picture_is_updated_during_deal() {
    let (bot, _) = start_with_pictures().await;
    let users = seat_three(&bot).await;
    let first = until_newest(&users[0], |table| name(table).starts_with("table1")).await;
    let file = &files(&first)[0];
    assert!(file["description"].as_str().unwrap().starts_with("alt table 1"), "{file}");
    assert_eq!(file["width"], 800);
    play_to_first_lead(&users).await;
    // A picture may follow the text of a newer state.
    let is_new = |table: &Message, before: &Message| !files(table).is_empty() && name(table) != name(before);
    let later = until_newest(&users[0], |table| is_new(table, &first)).await;
    assert_eq!(files(&later).len(), 1, "old picture is still attached");
    play_on(&users).await;
    let lines = |table: &Message| table.text().lines().count();
    let led = until_newest(&users[0], |table| is_new(table, &later)).await;
    assert!(lines(&led) <= 3 && !led.text().contains("1. ütés"), "text repeats the picture: {}", led.text());
    private_text(&users[0].command("table", []).await.unwrap());
    until_newest(&users[0], |table| table.id() != later.id() && files(table).len() == 1).await;
    bot.end_expecting(&["Unknown Message"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unchanged_hand_picture_is_not_uploaded_again() {
    let (bot, drawn) = start_with_pictures().await;
    let users = seat_three(&bot).await;
    let table = until_button(&users[0], "Lapjaim").await;
    let declarer = ulti_testkit::game::bidder(&users).await;
    let hand = declarer.press(&table, "Lapjaim").await.unwrap().message.unwrap();
    let hand = until_pictured(declarer, &hand).await;
    let uploads = || {
        let traffic = bot.sandbox.traffic();
        let hands = |exchange: &&discord_sandbox::Exchange| {
            exchange.files.iter().any(|file| file.name.starts_with("hand"))
        };
        traffic.iter().filter(hands).count()
    };
    until_newest(&users[0], |table| name(table).starts_with("table1")).await;
    bot.idle().await;
    let (before, id) = ((uploads(), drawn.load(Ordering::SeqCst)), files(&hand)[0]["id"].clone());
    // Selecting a contract with trumps changes neither the hand nor its picture.
    let deal = bot.current_deal().await;
    for contract in ["parti", "ulti"] {
        let draft = BidDraft::default().with_contract(contract.parse().unwrap());
        let draft = CustomId::Draft { table: deal.table, at: deal.moment(), draft }.to_string();
        let drafted = declarer.press_raw(hand.id(), &draft).await.unwrap().message.unwrap();
        assert!(drafted.text().contains(contract), "{drafted:?}");
        assert_eq!(files(&drafted)[0]["id"], id);
    }
    bot.idle().await;
    assert_eq!(
        (uploads(), drawn.load(Ordering::SeqCst)),
        before,
        "unchanged hand was drawn or uploaded again"
    );
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hand_picture_marks_cards_chosen_to_lay_down() {
    let (bot, _) = start_with_pictures().await;
    let users = seat_three(&bot).await;
    let declarer = bidder(&users).await;
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    let hand = until_pictured(declarer, &hand).await;
    let cards: Vec<String> =
        bot.current_deal().await.view(declarer).own_hand().iter().map(|card| card.to_string()).collect();
    let mut before = hand.clone();
    // The first card is chosen, then the second one too, then the first one no more.
    for (pressed, marked) in [(0, vec![0]), (1, vec![0, 1]), (0, vec![1])] {
        let id = enabled(&before, "draft").find(|id| id.ends_with(&draft_end(&cards, &marked)));
        let drafted = declarer.press(&before, &id.unwrap()).await.unwrap().message.unwrap();
        let names: Vec<String> = marked.iter().map(|place| format!("lays{}", cards[*place])).collect();
        let after = until_message(declarer, drafted.id(), |now| {
            files(now).len() == 1 && name(now).contains(&names.concat())
        })
        .await;
        let lays = name(&after).matches("lays").count();
        assert_eq!(lays, marked.len(), "card {pressed}: {}", name(&after));
        before = after;
    }
    // The draft is gone with the bid.
    private_text(&make_weakest_bid(declarer).await);
    let plain = |now: &Message| files(now).len() == 1 && !name(now).contains("lays");
    let newest = || declarer.messages().into_iter().rev().find(Message::is_ephemeral).unwrap();
    until_message(declarer, newest().id(), plain).await;
    bot.end_without_leaks().await;
}

/// Returns the custom id of a draft with the first two cards of the hand.
fn draft_of(deal: &CurrentDeal, user: &SimulatedUser, contract: Contract) -> String {
    let cards = deal.view(user).own_hand().iter().take(2).collect();
    let draft = BidDraft { page: 0, contract: Some(contract), cards };
    CustomId::Draft { table: deal.table, at: deal.moment(), draft }.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn hand_picture_has_the_order_of_the_drafted_contract() {
    let (bot, _) = start_with_pictures().await;
    let users = seat_three(&bot).await;
    let declarer = bidder(&users).await;
    let untrumped = |now: &Message| files(now).len() == 1 && name(now).contains("untrumped");
    // Without the two cards, the command opens the hand with the contract chosen.
    let hand = declarer.command("bid", [("contract", json!("betli"))]).await.unwrap().message.unwrap();
    until_message(declarer, hand.id(), untrumped).await;
    let deal = bot.current_deal().await;
    let draft = draft_of(&deal, declarer, "ulti".parse().unwrap());
    let trumped = declarer.press_raw(hand.id(), &draft).await.unwrap().message.unwrap();
    until_message(declarer, trumped.id(), |now| files(now).len() == 1 && !untrumped(now)).await;
    let draft = draft_of(&deal, declarer, "durchmars".parse().unwrap());
    let without = declarer.press_raw(hand.id(), &draft).await.unwrap().message.unwrap();
    until_message(declarer, without.id(), untrumped).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hint_marks_recommended_cards_in_picture() {
    let (bot, _) = start_with_pictures().await;
    let users = seat_three(&bot).await;
    let declarer = bidder(&users).await;
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    let hand = until_pictured(declarer, &hand).await;
    let hint = enabled(&hand, "show:hint").next().unwrap();
    let hinted = declarer.press(&hand, &hint).await.unwrap().message.unwrap();
    until_message(declarer, hinted.id(), |now| name(now).matches("lays").count() == 2).await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn question_about_drafted_bid_keeps_its_picture() {
    let (bot, _) = start_with_pictures().await;
    let users = seat_three(&bot).await;
    let declarer = bidder(&users).await;
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    let deal = bot.current_deal().await;
    let view = deal.view(declarer);
    let discard = Some(view.own_hand().iter().take(2).collect());
    let is_unwinnable =
        |contract: &&Contract| view.unwinnable(Action::Bid { contract: **contract, discard }).is_some();
    let contract = *view.legal.bids.iter().find(is_unwinnable).unwrap();
    let draft = draft_of(&deal, declarer, contract);
    let drafted = declarer.press_raw(hand.id(), &draft).await.unwrap().message.unwrap();
    let drafted = until_message(declarer, drafted.id(), |now| name(now).matches("lays").count() == 2).await;
    bot.idle().await;
    let confirm = enabled(&drafted, "bid").next().unwrap();
    let asked = declarer.press(&drafted, &confirm).await.unwrap().message.unwrap();
    assert!(enabled(&asked, "anyway").next().is_some(), "no question: {asked:?}");
    let back = enabled(&asked, "draft").next().unwrap();
    let back = declarer.press(&asked, &back).await.unwrap().message.unwrap();
    bot.idle().await;
    for message in [&asked, &back, &declarer.message(back.id()).unwrap()] {
        assert_eq!(files(message)[0]["id"], files(&drafted)[0]["id"], "{message:?}");
    }
    bot.end_without_leaks().await;
}

/// Returns the end of the custom id of a draft with the cards at these places of the hand.
fn draft_end(cards: &[String], places: &[usize]) -> String {
    let draft = BidDraft {
        cards: places.iter().map(|place| cards[*place].parse::<Card>().unwrap()).collect(),
        ..BidDraft::default()
    };
    let id = CustomId::Draft { table: TableId(1), at: Moment { deal: 1, version: 0 }, draft }.to_string();
    id.splitn(5, ':').nth(4).unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn hand_picture_shows_twelve_cards_after_talon_is_taken() {
    let (bot, _) = start_with_pictures().await;
    let users = seat_three(&bot).await;
    private_text(&make_weakest_bid(bidder(&users).await).await);
    let next = bot.current_deal().await.turn(&users).clone();
    let hand = next.command("hand", []).await.unwrap().message.unwrap();
    let hand = until_pictured(&next, &hand).await;
    let take = enabled(&hand, "take").next().unwrap();
    let taken = next.press(&hand, &take).await.unwrap().message.unwrap();
    assert_eq!(files(&taken).len(), 1, "the picture was removed");
    let more = |now: &Message| name(now).len() == name(&hand).len() + 4;
    let twelve = until_message(&next, hand.id(), more).await;
    assert!(twelve.components().any(|part| part["type"] == 3), "no menu of contracts: {twelve:?}");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reply_to_played_card_does_not_wait_for_hand_picture() {
    let (bot, _, hands) = start_with_hand_gate().await;
    let users = seat_three(&bot).await;
    let (declarer, hand) = hand_of_the_declarer(&users).await;
    bot.idle().await; // an earlier update may still edit the hand
    hands.close();
    let pressed = bot.advance_while(declarer.press(&hand, &playable(&hand))).await;
    let answer = pressed.unwrap().message.unwrap();
    assert_eq!(name(&answer), name(&hand), "old picture was removed early");
    // The deal goes on while the hand is being drawn.
    bot.advance_while(play_on(&users)).await;
    bot.advance_while(play_on(&users)).await;
    hands.open();
    // An update may have sent the text first.
    let is_new = |now: &Message| name(now).starts_with("hand") && name(now) != name(&hand);
    let after = until_message(declarer, hand.id(), is_new).await;
    assert_eq!(
        name(&hand).len() - name(&after).len(),
        2,
        "unexpected pictures before and after: {} {}",
        name(&hand),
        name(&after)
    );
    assert_eq!(files(&after).len(), 1);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hand_picture_is_replaced_by_text_if_discord_rejects_it() {
    let (bot, _, hands) = start_with_hand_gate().await;
    let users = seat_three(&bot).await;
    let (declarer, hand) = hand_of_the_declarer(&users).await;
    hands.close();
    let answer = bot.advance_while(declarer.press(&hand, &playable(&hand))).await.unwrap();
    let said = answer.message.clone().unwrap();
    assert_eq!(name(&said), name(&hand));
    let edits = bot.webhook_path(answer.interaction);
    bot.sandbox.fail_next(1, "PATCH", &edits, Fault::Status(403));
    hands.open();
    let words = until_message(declarer, hand.id(), |now| files(now).is_empty()).await;
    assert_eq!(words.text(), said.text());
    play_on(&users).await;
    until_pictured(declarer, &hand).await; // a single refusal without a reason has no lasting effect
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_replaces_pictures_if_bot_cannot_attach_files() {
    let (bot, _) = start_with_pictures().await;
    let users = seat_three(&bot).await;
    until_newest(&users[0], |table| name(table).starts_with("table1")).await;
    bot.sandbox.revoke("ulti", permission::ATTACH_FILES);
    let declarer = play_to_first_lead(&users).await;
    let hand = declarer.command("hand", []).await.unwrap().message.unwrap();
    assert!(files(&hand).is_empty());
    until_newest(&users[0], |table| files(table).is_empty() && table.text().contains("1. ütés")).await;
    bot.end_expecting(&["50013"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_replaces_picture_that_cannot_be_drawn() {
    let (bot, _) = start_with_pictures().await;
    let users = seat_three(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    private_text(&fold(declarer).await);
    let result = until_button(&users[0], "Következő osztás").await;
    assert!(files(&result).is_empty());
    let over: Vec<Message> = public(&users[0].messages());
    assert!(over.iter().all(|message| files(message).is_empty()), "finished deal has a picture");
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_not_rendered_in_text_only_mode() {
    let (bot, drawn) = start_with_pictures().await;
    let users = seat_three(&bot).await;
    private_text(&users[0].command("ulti-admin settings", [("text-only", json!(true))]).await.unwrap());
    play_to_first_lead(&users).await;
    for user in &users {
        private_text(&user.command("settings", [("text-only", json!(true))]).await.unwrap());
    }
    until_newest(&users[0], |table| files(table).is_empty() && table.text().contains("1. ütés")).await;
    bot.idle().await;
    let before = drawn.load(Ordering::SeqCst);
    for user in &users {
        let hand = user.command("hand", []).await.unwrap().message.unwrap();
        assert!(files(&hand).is_empty());
    }
    assert_eq!(drawn.load(Ordering::SeqCst), before, "pictures were drawn in text-only mode");
    bot.end().await;
}

/// While a picture is drawn, the update takes over the newest state, together with a request to repost.
#[tokio::test(flavor = "multi_thread")]
async fn table_is_reposted_if_requested_while_its_picture_is_drawn() {
    let tables = DrawingGate::default();
    let gate = tables.clone();
    let drawing = FakePictures::drawing(move |subject| {
        let Subject::Table(table) = subject else { return None };
        gate.pass();
        let deal = table.deal.as_ref()?;
        Some(fake_picture(&format!("table{}x{}", deal.number, deal.view.version), "table"))
    });
    let bot = TestBot::builder().drawing(drawing).drawing_gate(tables.clone()).start().await;
    let users = seat_three(&bot).await;
    play_to_first_lead(&users).await;
    until_button(&users[0], "Lapjaim").await;
    bot.idle().await;
    let before = newest(&users[0]);
    tables.close();
    play_on(&users).await;
    bot.idle().await;
    private_text(&users[1].command("table", []).await.unwrap());
    tables.open();
    bot.idle().await;
    let after = newest(&users[0]);
    assert!(after.id() > before.id() && users[0].message(before.id()).is_none(), "table was not reposted");
    assert_ne!(name(&after), name(&before));
    bot.end().await;
}
