//! Tests of finished deals: history, replay, analysis, export, verification, import and voiding.

mod void_deals;

use discord_sandbox::{Message, Response, SimulatedUser};
use serde_json::{Value, json};
use ulti::store::{DealId, Import, SeasonId};
use ulti::table::{ServerId, TableId, WallClock, shuffle};
use ulti_rules::Record;
use ulti_testkit::game::{play_to_first_lead, seat_three};
use ulti_testkit::messages::{private_reply, private_text, until_button};
use ulti_testkit::{Player, Strategy, TestBot, fold};

/// Plays a whole deal against two robots, and returns the message with the result.
async fn a_deal_with_robots(anna: &SimulatedUser) -> Message {
    private_reply(anna, anna.command("ulti new", [("robots", json!(2))]).await).await;
    Player::new(anna.clone(), Strategy::Commands).play_until_button("Visszajátszás").await
}

fn message(answer: Response) -> Message {
    private_text(&answer);
    answer.message.unwrap()
}

/// Returns the name and the text of a message's first attachment.
fn file(bot: &TestBot, message: &Message) -> (String, String) {
    let attached = &message.attachments()[0];
    let bytes = bot.sandbox.file(attached["url"].as_str().unwrap()).unwrap();
    (attached["filename"].as_str().unwrap().to_owned(), String::from_utf8(bytes).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn result_shows_own_deal_and_proof_of_shuffle() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    private_reply(&anna, anna.command("ulti new", [("robots", json!(2))]).await).await;
    let table = until_button(&anna, "🔒 Tiszta keverés").await;
    let running = private_text(&anna.press(&table, "🔒 Tiszta keverés").await.unwrap());
    let is_hex = |word: &&str| word.len() == 64 && word.chars().all(|sign| sign.is_ascii_hexdigit());
    let seal = running.split('`').find(is_hex).expect("no seal").to_owned();
    assert!(!table.text().contains(&seal), "seal in public text");
    assert!(!running.contains("seed:") && running.split('`').filter(is_hex).count() == 1, "{running}");

    let result = Player::new(anna.clone(), Strategy::Commands).play_until_button("Visszajátszás").await;
    let buttons = result.enabled_buttons();
    assert_eq!(buttons[..4], ["Következő osztás", "Így játszottam", "Visszajátszás", "Továbbiak"]);
    assert!(!result.text().split('`').any(|word| is_hex(&word)), "{}", result.text());
    let own = private_text(&anna.press(&result, "Így játszottam").await.unwrap());
    assert!(own.contains("Ezeket kaptam:") && own.contains("💰"), "{own}");
    let proof = private_text(&anna.press(&result, "🔒 Tiszta keverés").await.unwrap());
    assert!(proof.contains(&seal) && proof.contains("Minden egyezik"), "{proof}");
    let by_table =
        private_text(&anna.press(&anna.message(table.id()).unwrap(), "🔒 Tiszta keverés").await.unwrap());
    assert_eq!(by_table, proof);
    let outsider = private_text(&bot.user("Ed").press(&result, "Így játszottam").await.unwrap());
    assert!(outsider.contains("You did not play") && !outsider.contains("I was dealt"), "{outsider}");
    let forged = format!("u1:1:shuffle:{}", "0".repeat(64));
    private_text(&anna.press_raw(result.id(), &forged).await.unwrap());
    bot.end().await;
}

/// Presses "next" until the end of a replay, and returns the last step. Each step must be shown in place.
async fn replayed_to_the_end(anna: &SimulatedUser, first: Message) -> Message {
    let mut now = first;
    let mut steps = 1;
    while now.enabled_buttons().contains(&"Tovább ▶") {
        let next = anna.press(&now, "Tovább ▶").await.unwrap();
        assert!(next.updated, "replay step was not shown in place");
        now = message(next);
        steps += 1;
        assert!(now.text().contains(&format!("({steps}/")), "{}", now.text());
    }
    now
}

/// Exports the only deal of an evening from its replay, and returns the checked record.
async fn exported(bot: &TestBot, anna: &SimulatedUser, replay: &Message) -> Record {
    let (name, text) = file(bot, &message(anna.press(replay, "Az osztás letöltése").await.unwrap()));
    assert_eq!(name, "ulti-deal-1.jsonl");
    let record = Record::from_json(text.trim()).unwrap();
    shuffle::check(record.shuffle.as_ref().unwrap(), &record).unwrap();
    let (name, whole) = file(bot, &message(anna.press(replay, "Az este letöltése").await.unwrap()));
    assert_eq!((name.as_str(), whole), ("ulti-evening-1.jsonl", text));
    record
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_deal_can_be_replayed_exported_and_imported() {
    let mut bot = TestBot::start().await;
    let anna = bot.user("Anna");
    let empty = message(anna.command("history", []).await.unwrap());
    assert!(empty.text().contains("még nem volt"), "{}", empty.text());
    let result = a_deal_with_robots(&anna).await;
    // Buttons work after a restart.
    bot.stop_bot().await;
    bot.start_bot().await;

    let history = message(anna.command("history", []).await.unwrap());
    assert!(history.text().contains("#1") && history.text().contains("Anna"), "{}", history.text());
    let open = "u1:-:played:deal:1";
    let first = message(anna.select(&history, "u1:-:played:menu", &[open]).await.unwrap());
    assert!(first.text().contains("(1/"), "{}", first.text());
    let by_result = message(anna.press(&result, "Visszajátszás").await.unwrap());
    assert_eq!(by_result.text(), first.text());
    let typed = message(anna.command("replay", [("deal", json!("#1"))]).await.unwrap());
    assert_eq!(typed.text(), first.text());

    let last = replayed_to_the_end(&anna, typed).await;
    assert!(last.text().contains("💰"), "{}", last.text());
    let back = message(anna.press(&last, "⏮ Elejére").await.unwrap());
    assert_eq!(back.text(), first.text());
    let analysed = anna.press(&back, "Elemzés").await.unwrap();
    assert!(private_text(&analysed).contains("elemzés"), "{}", analysed.text());

    let record = exported(&bot, &anna, &back).await;
    let verified = anna.press(&back, "Keverés ellenőrzése").await.unwrap();
    let commitment = &record.shuffle.as_ref().unwrap().commitment;
    assert!(private_text(&verified).contains("Minden egyezik"), "{}", verified.text());
    assert_eq!(verified.text().matches(commitment.as_str()).count(), 2, "commitment is not shown twice");

    let imports = [Import::of(record).unwrap()];
    bot.store().import(bot.server(), &imports, WallClock::wall().now()).await.unwrap();
    let again = message(anna.command("replay", [("deal", json!("2"))]).await.unwrap());
    assert!(again.text().contains("sehol sem számít"), "{}", again.text());
    let alone = anna.command("verify", [("deal", json!("2"))]).await.unwrap();
    assert!(private_text(&alone).contains("nincs nyoma"), "imported deal has a posted commitment");
    bot.end().await;
}

/// Parts of the answers to a deal, table or season that does not exist on the server.
const NOT_FOUND: [&str; 5] =
    ["nincs befejezett", "nincs ezen a szerveren", "nem ismerem", "már nem találom", "nem vezet sehova"];

/// Asserts that the answer to a made-up custom id shows nothing of a deal.
fn assert_not_found(made_up: &str, text: &str) {
    assert!(NOT_FOUND.iter().any(|said| text.contains(said)), "{made_up}: {text}");
    assert!(!text.contains("lapjai") && !text.contains('♥') && !text.contains("easy"), "{made_up}: {text}");
}

/// Returns custom ids of a deal, its table and its season, and of a season, a menu and a table that do not
/// exist.
fn made_up_ids(deal: i64, table: TableId, season: SeasonId) -> [String; 11] {
    [
        format!("u1:-:played:deal:{deal}"),
        format!("u1:-:played:deal:{deal}:on:3"),
        format!("u1:-:played:deal:{deal}:export"),
        format!("u1:-:played:deal:{deal}:evening"),
        format!("u1:-:played:deal:{deal}:analyse"),
        format!("u1:-:played:deal:{deal}:verify"),
        format!("u1:{table}:replay:1"),
        format!("u1:-:played:history:-:-:{season}:-"),
        "u1:-:played:history:-:-:77:-".to_owned(),
        "u1:-:played:menu".to_owned(),
        "u1:99:replay:1".to_owned(),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn users_cannot_view_deals_from_other_servers() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    let record = some_record();
    let imports = [Import::of(record).unwrap()];
    let now = WallClock::wall().now();
    let elsewhere = bot.store().import(ServerId(9), &imports, now).await.unwrap();
    let season = bot.store().season(ServerId(9)).await.unwrap().unwrap().id;
    let DealId(deal) = elsewhere.deals[0];
    for typed in [deal.to_string(), "99".to_owned()] {
        for command in ["replay", "verify"] {
            let text = private_text(&anna.command(command, [("deal", json!(typed))]).await.unwrap());
            assert!(text.contains("nincs befejezett"), "{text}");
        }
    }
    let which = private_text(&anna.command("replay", [("deal", json!("xyz"))]).await.unwrap());
    assert!(which.contains("Melyik osztást"), "{which}");
    assert!(anna.autocomplete("replay", "deal", &deal.to_string()).await.unwrap().is_empty());

    let message = message(anna.command("history", []).await.unwrap());
    for made_up in made_up_ids(deal, elsewhere.table, season) {
        let answer = anna.press_raw(message.id(), &made_up).await.unwrap();
        assert!(answer.message.as_ref().is_none_or(|one| one.attachments().is_empty()), "{made_up}");
        assert_not_found(&made_up, &private_text(&answer));
    }
    bot.end().await;
}

/// Returns a valid record of a deal played elsewhere.
fn some_record() -> Record {
    Record::from_json(include_str!("history/record.json")).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn deal_history_of_hidden_user_is_private() {
    let bot = TestBot::start().await;
    let users = seat_three(&bot).await;
    let declarer = play_to_first_lead(&users).await;
    private_text(&fold(declarer).await);
    until_button(&users[0], "Visszajátszás").await;
    let of =
        |user: &SimulatedUser| -> [(&'static str, Value); 1] { [("person", json!(user.id().to_string()))] };
    let [anna, bea, csaba] = &users;
    let listed = private_text(&anna.command("history", of(bea)).await.unwrap());
    assert!(listed.contains("#1"), "{listed}");
    let bea_is = ulti::table::UserId(bea.id().0);
    bot.store().set_hidden(bea_is, true).await.unwrap();
    let refused = anna.command("history", of(bea)).await.unwrap();
    assert!(!private_text(&refused).contains("#1"), "{}", refused.text());
    let page = message(anna.command("history", []).await.unwrap());
    let forged = format!("u1:-:played:history:{}:-:-:-", bea.id());
    assert!(!private_text(&anna.press_raw(page.id(), &forged).await.unwrap()).contains("#1"));
    assert!(private_text(&bea.command("history", of(bea)).await.unwrap()).contains("#1"));
    assert!(private_text(&anna.command("history", of(csaba)).await.unwrap()).contains("#1"));
    let none = private_text(&anna.command("history", [("contract", json!("betli"))]).await.unwrap());
    assert!(!none.contains("#1"), "{none}");
    let odd = private_text(&anna.command("history", [("season", json!("1999-01"))]).await.unwrap());
    assert!(odd.contains("/szezon lista"), "{odd}");
    bot.end().await;
}
