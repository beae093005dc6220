//! Tests of seasons, leaderboards and evenings, for players and other users.

use std::time::Duration;

use discord_sandbox::{Exchange, Message, Sandbox, Sender, SimulatedUser};
use serde_json::json;
use ulti::store::RankBy;
use ulti::table::{
    Batch, ChannelId, FinishedDeal, Journal, PlayerId, ServerId, TableEvent, TableId, UserId, WhyEnded,
};
use ulti_rules::BySeat;
use ulti_testkit::messages::{private_text, public};
use ulti_testkit::store_fixture::{batch, joined, paying, set_up};
use ulti_testkit::{TIMEOUT, TestBot};

/// Stores finished deals of these players and closes their table.
///
/// The table sleeps, so that a freshly started bot does not wake it before all deals are stored.
async fn store_deals(
    bot: &TestBot,
    server: ServerId,
    users: [&SimulatedUser; 3],
    payments: &[[i32; 3]],
) -> TableId {
    let store = bot.store();
    let channel = ChannelId(users[0].channel().0);
    let now = ulti::table::WallClock::wall().now();
    let elsewhere = ChannelId(if server == bot.server() { channel.0 } else { 1 });
    let asleep = Some(now.after(Duration::from_hours(2)));
    let table = store.open(elsewhere, vec![set_up(server, elsewhere)], None, now).await.unwrap();
    for (number, payments) in (1..).zip(payments) {
        let deal = FinishedDeal {
            server,
            seats: BySeat(users.map(|user| PlayerId::User(UserId(user.id().0)))),
            names: BySeat(users.map(|user| name_of(bot, user))),
            ..paying(number, *payments)
        };
        let event = joined(UserId(users[0].id().0), "Anna");
        let batch = batch(table, number, vec![event]);
        let batch = Batch { finished: Some(deal), at: now, deadline: asleep, ..batch };
        store.append(batch).await.unwrap();
    }
    let first = u32::try_from(payments.len()).unwrap() + 1;
    let ended = TableEvent::Ended { why: WhyEnded::Agreed, shares: Vec::new() };
    store
        .append(Batch { closed: Some(Vec::new()), at: now, ..batch(table, first, vec![ended]) })
        .await
        .unwrap();
    table
}

fn name_of(bot: &TestBot, user: &SimulatedUser) -> String {
    let named = |name: &&str| bot.user(name).id() == user.id();
    ["Anna", "Bea", "Csaba", "Dóra"].into_iter().find(named).unwrap().to_owned()
}

/// Returns three users with Hungarian clients. The first one manages the server.
fn hungarian_users(bot: &TestBot) -> [SimulatedUser; 3] {
    ["Anna", "Bea", "Csaba"].map(|name| {
        let user = bot.user(name);
        user.set_locale("hu");
        user
    })
}

async fn own(user: &SimulatedUser, command: &str) -> (String, Message) {
    let answer = user.command(command, []).await.unwrap();
    (private_text(&answer), answer.message.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn leaderboard_buttons_work_after_restart() {
    let mut bot = TestBot::start().await;
    let [anna, bea, csaba] = hungarian_users(&bot);
    let dora = bot.user("Dóra");
    anna.set_locale("en-US");
    assert!(
        private_text(&anna.command("leaderboard", []).await.unwrap()).contains("Nobody has finished a deal")
    );
    store_deals(&bot, bot.server(), [&anna, &bea, &csaba], &[[8, -4, -4]; 20]).await;
    store_deals(&bot, bot.server(), [&dora, &bea, &csaba], &[[-2, 1, 1]; 3]).await;

    let (text, board) = own(&anna, "leaderboard").await;
    assert!(text.contains("Points") && text.contains("1\\. Anna – **+160**, 20 deals"), "{text}");
    assert!(
        text.contains("Your place: **1**") && !text.contains("**−6**"),
        "provisional players are in the main list: {text}"
    );
    assert!(board.buttons().contains(&"Provisional (1)"), "{:?}", board.buttons());

    bot.stop_bot().await;
    bot.start_bot().await;
    let shown = anna.press(&board, "Provisional (1)").await.unwrap();
    let provisional = private_text(&shown);
    assert!(provisional.contains("**−6**") && !provisional.contains("1\\. Anna"), "{provisional}");
    let menu = "u1:-:board:menu";
    let season = bot.store().seasons(bot.server(), None, 1).await.unwrap()[0].id;
    for (word, said) in [("made", "%"), ("a-deal", "+8.00"), ("rating", "±"), ("all", "+160")] {
        let option = format!("u1:-:board:{season}:{word}:e:1");
        let shown = anna.select_raw(board.id(), menu, &[&option]).await.unwrap();
        assert!(private_text(&shown).contains(said), "{word}: {}", shown.text());
    }
    let typed = anna.command("leaderboard", [("by", json!("Contracts won"))]).await.unwrap();
    assert!(private_text(&typed).contains("**Contracts won**"), "{}", typed.text());
    let unknown = anna.command("leaderboard", [("by", json!("luck"))]).await.unwrap();
    assert!(private_text(&unknown).contains("This would work: Points, "), "{}", unknown.text());
    let beyond = anna.press_raw(board.id(), &format!("u1:-:board:{season}:points:e:9")).await.unwrap();
    assert!(private_text(&beyond).contains("there is only one"), "{}", beyond.text());
    let old = anna.press_raw(board.id(), "u1:-:board:0").await.unwrap();
    assert!(private_text(&old).contains("Points of all deals"), "{}", old.text());
    let none = bea.command("leaderboard", [("season", json!("Nagy Kupa"))]).await.unwrap();
    assert!(private_text(&none).contains("/szezon lista"), "{}", none.text());
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leaderboards_and_seasons_of_other_servers_cannot_be_viewed() {
    let bot = TestBot::start().await;
    let [anna, bea, csaba] = hungarian_users(&bot);
    let theirs = ServerId(bot.server().0 + 1);
    let table = store_deals(&bot, theirs, [&anna, &bea, &csaba], &[[8, -4, -4]; 3]).await;
    let season = bot.store().season(theirs).await.unwrap().unwrap().id;
    store_deals(&bot, bot.server(), [&anna, &bea, &csaba], &[[-2, 1, 1]]).await;
    let (_, message) = own(&anna, "leaderboard").await;
    for forged in [
        format!("u1:-:board:{season}:points:e:1"),
        format!("u1:-:board:{season}:all:e:own"),
        format!("u1:-:season:show:{season}"),
        format!("u1:-:season:end:{season}"),
        format!("u1:-:season:evening:{table}"),
    ] {
        let shown = anna.press_raw(message.id(), &forged).await.unwrap();
        let text = private_text(&shown);
        assert!(
            text.contains("Ezen a szerveren nincs")
                || text.contains("nincs ezen a szerveren")
                || text.contains("már lezárt"),
            "{forged}: {text}"
        );
    }
    assert!(bot.store().season(theirs).await.unwrap().is_some(), "season of another server was ended");
    let asked = anna.command("evening", [("number", json!(table.0))]).await.unwrap();
    assert!(private_text(&asked).contains("nincs ilyen este"), "{}", asked.text());
    bot.end_expecting(&["10003"]).await; // the sandbox has no such channel
}

/// Asserts that a member cannot use any command that changes seasons.
async fn assert_season_commands_are_rejected(member: &SimulatedUser) {
    for (command, options) in [
        ("ulti-admin season start", vec![("name", json!("Kupa"))]),
        ("ulti-admin season end", vec![]),
        ("ulti-admin season rename", vec![("name", json!("Kupa"))]),
        ("ulti-admin season monthly", vec![("on", json!(false))]),
        ("ulti-admin season summary", vec![("on", json!(true))]),
    ] {
        let refused = member.command(command, options).await.unwrap();
        assert!(private_text(&refused).contains("ez az engedély kell"), "{command}: {}", refused.text());
    }
}

/// Asserts that the name of the running season and invalid names are rejected.
async fn assert_season_names_are_checked(bot: &TestBot, manager: &SimulatedUser) {
    let month = bot.store().season(bot.server()).await.unwrap().unwrap().name;
    let taken = manager.command("ulti-admin season start", [("name", json!(month))]).await.unwrap();
    assert!(private_text(&taken).contains("se nem hónap"), "{}", taken.text());
    for (name, said) in [("2027-01", "se nem hónap"), ("ALL", "se nem hónap"), ("a\u{202e}b", "1–32")] {
        let refused = manager.command("ulti-admin season start", [("name", json!(name))]).await.unwrap();
        assert!(private_text(&refused).contains(said), "{name}: {}", refused.text());
    }
    let long = manager.command("ulti-admin season rename", [("name", json!("x".repeat(33)))]).await.unwrap();
    assert!(private_text(&long).contains("1–32"), "{}", long.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn changing_seasons_requires_manage_server_permission() {
    let bot = TestBot::start().await;
    let [anna, bea, csaba] = hungarian_users(&bot);
    assert!(own(&anna, "season show").await.0.contains("még nincs szezon"));
    assert!(own(&anna, "ulti-admin season end").await.0.contains("Most nem fut szezon"));
    store_deals(&bot, bot.server(), [&anna, &bea, &csaba], &[[8, -4, -4]; 2]).await;
    bot.sandbox.open_commands_to_all();
    assert_season_commands_are_rejected(&bea).await;
    assert_season_names_are_checked(&bot, &anna).await;
    let renamed = anna.command("ulti-admin season rename", [("name", json!("Őszi_idény"))]).await.unwrap();
    assert!(!renamed.is_ephemeral() && renamed.text().contains("Őszi\\_idény"), "{}", renamed.text());

    let first = anna.command("ulti-admin season start", [("name", json!("Más"))]).await.unwrap();
    assert!(private_text(&first).contains("Előbb zárd le"), "{}", first.text());
    let sure = anna.command("ulti-admin season end", []).await.unwrap();
    assert!(private_text(&sure).contains("Ezt nem lehet visszavonni"), "{}", sure.text());
    let sure = sure.message.unwrap();
    let forged = bea.press_raw(own(&bea, "season show").await.1.id(), &custom_id(&sure)).await.unwrap();
    assert!(private_text(&forged).contains("ez az engedély kell"), "{}", forged.text());
    let ended = anna.press(&sure, "Lezárom a szezont").await.unwrap();
    assert!(!ended.is_ephemeral(), "reply is not public");
    assert!(ended.text().contains("lezárta") && ended.text().contains("Anna · +16"), "{}", ended.text());
    let again = anna.press(&sure, "Lezárom a szezont").await.unwrap();
    assert!(private_text(&again).contains("már lezárt"), "{}", again.text());

    let none = anna.command("ulti-admin season rename", [("name", json!("Más"))]).await.unwrap();
    assert!(private_text(&none).contains("Most nem fut szezon"), "{}", none.text());
    let taken = anna.command("ulti-admin season start", [("name", json!("Őszi_idény"))]).await.unwrap();
    assert!(private_text(&taken).contains("már volt"), "{}", taken.text());
    let started = anna.command("ulti-admin season start", [("name", json!("Téli kupa"))]).await.unwrap();
    assert!(!started.is_ephemeral() && started.text().contains("Téli kupa"), "{}", started.text());
    let (list, message) = own(&csaba, "season list").await;
    assert!(list.find("Téli kupa").unwrap() < list.find("Őszi").unwrap(), "{list}");
    let old = bot.store().season_named(bot.server(), "Őszi_idény").await.unwrap().unwrap();
    let option = format!("u1:-:season:show:{}", old.id);
    let shown = csaba.select_raw(message.id(), "u1:-:season:menu", &[&option]).await.unwrap();
    assert!(private_text(&shown).contains("2 osztás · 3 játékos"), "{}", shown.text());
    bot.end().await;
}

fn custom_id(message: &Message) -> String {
    let id = message.components().find_map(|part| part["custom_id"].as_str());
    id.unwrap().to_owned()
}

/// Waits until the end of every season has been announced or skipped.
async fn until_all_are_told(bot: &TestBot) {
    let deadline = tokio::time::Instant::now() + TIMEOUT;
    while !bot
        .store()
        .ends_to_tell(ulti::table::ShardRange::SINGLE, ulti::table::WallClock::wall().now())
        .await
        .unwrap()
        .is_empty()
    {
        assert!(tokio::time::Instant::now() < deadline, "timed out waiting for season announcements");
        bot.settle().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn season_end_is_announced_once_even_if_bot_was_offline() {
    let mut bot = TestBot::start().await;
    let [anna, bea, csaba] = hungarian_users(&bot);
    store_deals(&bot, bot.server(), [&anna, &bea, &csaba], &[[8, -4, -4]; 2]).await;
    assert!(
        private_text(&anna.command("ulti-admin season summary", [("on", json!(true))]).await.unwrap())
            .contains("összefoglaló")
    );
    // The season ends while the bot is offline.
    bot.store().end_season(bot.server(), ulti::table::WallClock::wall().now()).await.unwrap();
    bot.stop_bot().await;
    bot.start_bot().await;
    let posted = |messages: &[Message]| {
        public(messages).iter().any(|message| message.text().contains("Véget ért a szezon"))
    };
    anna.wait_until(posted, TIMEOUT).await.unwrap();
    until_all_are_told(&bot).await;
    // A restart does not announce the end again.
    bot.stop_bot().await;
    bot.start_bot().await;
    // Seasons of other servers come later in the queue, so that this one shows when all are done.
    let other = ServerId(bot.server().0 + 1);
    bot.store().start_season(other, "Cup", ulti::table::WallClock::wall().now()).await.unwrap();
    bot.store().end_season(other, ulti::table::WallClock::wall().now()).await.unwrap();
    bot.stop_bot().await;
    bot.start_bot().await;
    until_all_are_told(&bot).await;
    let times =
        public(&anna.messages()).iter().filter(|one| one.text().contains("Véget ért a szezon")).count();
    assert_eq!(times, 1);

    // A deleted channel ends the announcement of the next season.
    store_deals(&bot, bot.server(), [&anna, &bea, &csaba], &[[8, -4, -4]]).await;
    let season = bot.store().season(bot.server()).await.unwrap().unwrap().id;
    bot.store().set_summary_channel(bot.server(), Some(ChannelId(7))).await.unwrap();
    let sure = anna.command("ulti-admin season end", []).await.unwrap().message.unwrap();
    let ended = anna.press(&sure, "Lezárom a szezont").await.unwrap();
    assert!(!ended.text().contains("🏆"), "summary was posted in the wrong channel: {}", ended.text());
    until_all_are_told(&bot).await;
    assert!(bot.store().season_by_id(bot.server(), season).await.unwrap().unwrap().ended.is_some());
    bot.end_expecting(&["10003"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn session_summary_shows_each_players_share_of_pot() {
    let bot = TestBot::start().await;
    let [anna, bea, csaba] = hungarian_users(&bot);
    assert!(own(&anna, "evening").await.0.contains("még nem volt este"));
    let table = store_deals(&bot, bot.server(), [&anna, &bea, &csaba], &[[-4, -4, -4], [8, -4, -4]]).await;
    let (text, _) = own(&bea, "evening").await;
    assert!(text.contains("Anna: **+4**") && text.contains("Bea: **−8**"), "{text}");
    assert!(text.contains("12 pont ment bele") && text.contains("Most benne van: 12"), "{text}");
    let asked = csaba.command("evening", [("number", json!(table.0))]).await.unwrap();
    assert!(private_text(&asked).contains("Anna: **+4**"), "{}", asked.text());
    let place = bot.store().place(
        bot.server(),
        bot.store().season(bot.server()).await.unwrap().unwrap().id,
        RankBy::AllPoints,
        UserId(anna.id().0),
    );
    assert_eq!(place.await.unwrap().unwrap().0.all.points, 4);
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deferred_public_reply_stays_public() {
    let bot = TestBot::builder().options(|options| options.timings.deferral = Duration::ZERO).start().await;
    let [anna, bea, _] = hungarian_users(&bot);
    // The season is not stored before the reply has been deferred.
    let lock = bot.pool.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let is_deferral = |one: &Exchange| one.from == Sender::Bot && one.body["type"] == 5;
    let deferred = |sandbox: &Sandbox| sandbox.traffic().iter().any(is_deferral);
    let unlock = async {
        bot.sandbox.wait_until(deferred, TIMEOUT).await.unwrap();
        lock.rollback().await.unwrap();
    };
    let name = [("name", json!("Téli kupa"))];
    let (answer, ()) = tokio::join!(anna.command("ulti-admin season start", name), unlock);
    answer.unwrap();
    let heard = |messages: &[Message]| public(messages).iter().any(|one| one.text().contains("Téli kupa"));
    bea.wait_until(heard, TIMEOUT).await.unwrap();
    let own =
        |messages: &[Message]| messages.iter().any(|one| one.is_ephemeral() && one.text().contains("Kész"));
    anna.wait_until(own, TIMEOUT).await.unwrap();
    bot.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn collusion_review_is_shown_only_to_server_managers() {
    let bot = TestBot::start().await;
    let [anna, bea, csaba] = hungarian_users(&bot);
    let review = async |user: &SimulatedUser| own(user, "ulti-admin season review").await.0;
    assert!(review(&anna).await.contains("Itt még nincs szezon"), "unexpected review before the first deal");
    store_deals(&bot, bot.server(), [&anna, &bea, &csaba], &[[2, -2, 0]; 19]).await;
    assert!(review(&anna).await.contains("nem tűnik fel semmi"));
    assert!(!own(&anna, "season show").await.0.contains("/ulti-kezelés szezon átnézés"));
    store_deals(&bot, bot.server(), [&anna, &bea, &csaba], &[[2, -2, 0]; 1]).await;
    let told = review(&anna).await;
    let said =
        format!("Bea (<@{}>) 20 osztásból 20 alkalommal vesztett Anna (<@{}>) ellen", bea.id(), anna.id());
    assert!(
        told.contains(&said) && told.contains("Ez semmit sem bizonyít") && told.contains("20, 19, 18"),
        "{told}"
    );
    assert!(own(&anna, "season show").await.0.contains("`/ulti-kezelés szezon átnézés`"));
    bot.sandbox.open_commands_to_all();
    assert!(review(&bea).await.contains("Szerver kezelése"), "{}", review(&bea).await);
    assert!(!own(&bea, "season show").await.0.contains("/ulti-kezelés szezon átnézés"));
    // A voided deal no longer counts as suspicious.
    let void = [("deal", json!("20")), ("reason", json!("meg volt beszélve"))];
    anna.command("ulti-admin void", void).await.unwrap();
    assert!(review(&anna).await.contains("nem tűnik fel semmi"));
    bot.end().await;
}
