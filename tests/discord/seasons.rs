//! Seasons, leaderboards and evenings, asked for by those who played and by those who did not.

use std::time::Duration;

use serde_json::json;
use ulti::playground::{Message, Person};
use ulti::rules::BySeat;
use ulti::store::Metric;
use ulti::table::{
    Batch, ChannelId, FinishedDeal, Journal, PlayerId, ServerId, TableEvent, TableId, UserId, WhyEnded,
};

use crate::evening::{Evening, PATIENCE, public, told};
use crate::kept::{batch, joined, paying, set_up};

/// Deals of these people, in the channel of the evening; as if they had just been played. At a table that sleeps,
/// so that a bot which has just come does not wake it before it is written down.
async fn played(evening: &Evening, server: ServerId, people: [&Person; 3], payments: &[[i32; 3]]) -> TableId {
    let store = evening.store();
    let channel = ChannelId(people[0].channel().0);
    let now = ulti::table::Clock::wall().now();
    let elsewhere = ChannelId(if server == evening.server() { channel.0 } else { 1 });
    let asleep = Some(now.after(Duration::from_hours(2)));
    let table = store.open(elsewhere, vec![set_up(server, elsewhere)], None, now).await.unwrap();
    for (number, payments) in (1..).zip(payments) {
        let deal = FinishedDeal {
            server,
            seats: BySeat(people.map(|person| PlayerId::User(UserId(person.id().0)))),
            names: BySeat(people.map(|person| name_of(evening, person))),
            ..paying(number, *payments)
        };
        let event = joined(UserId(people[0].id().0), "Anna");
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

fn name_of(evening: &Evening, person: &Person) -> String {
    let named = |name: &&str| evening.person(name).id() == person.id();
    ["Anna", "Bea", "Csaba", "Dóra"].into_iter().find(named).unwrap().to_owned()
}

/// Three people who read Hungarian; the first of them manages the server.
fn three(evening: &Evening) -> [Person; 3] {
    ["Anna", "Bea", "Csaba"].map(|name| {
        let person = evening.person(name);
        person.speak("hu");
        person
    })
}

async fn own(person: &Person, command: &str) -> (String, Message) {
    let answer = person.command(command, []).await.unwrap();
    (told(&answer), answer.message.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leaderboard_goes_by_what_is_asked_and_its_buttons_survive_a_restart() {
    let mut evening = Evening::begin().await;
    let [anna, bea, csaba] = three(&evening);
    let dora = evening.person("Dóra");
    anna.speak("en-US");
    assert!(told(&anna.command("leaderboard", []).await.unwrap()).contains("Nobody has finished a deal"));
    played(&evening, evening.server(), [&anna, &bea, &csaba], &[[8, -4, -4]; 20]).await;
    played(&evening, evening.server(), [&dora, &bea, &csaba], &[[-2, 1, 1]; 3]).await;

    let (text, board) = own(&anna, "leaderboard").await;
    assert!(text.contains("Points") && text.contains("1. Anna – **+160**, 20 deals"), "{text}");
    assert!(
        text.contains("Your place: 1.") && !text.contains("**−6**"),
        "the provisional stand apart: {text}"
    );
    assert!(board.buttons().contains(&"Provisional (1)"), "{:?}", board.buttons());

    evening.stop_bot().await;
    evening.start_bot().await;
    let shown = anna.press(&board, "Provisional (1)").await.unwrap();
    let provisional = told(&shown);
    assert!(provisional.contains("**−6**") && !provisional.contains("1. Anna"), "{provisional}");
    let menu = "u1:-:board:menu";
    let season = evening.store().seasons(evening.server(), None, 1).await.unwrap()[0].id;
    for (word, said) in [("made", "%"), ("a-deal", "+8.00"), ("rating", "±"), ("all", "+160")] {
        let option = format!("u1:-:board:{season}:{word}:e:1");
        let shown = anna.select_raw(board.id(), menu, &[&option]).await.unwrap();
        assert!(told(&shown).contains(said), "{word}: {}", shown.text());
    }
    let typed = anna.command("leaderboard", [("by", json!("Contracts made"))]).await.unwrap();
    assert!(told(&typed).contains("**Contracts made**"), "{}", typed.text());
    let unknown = anna.command("leaderboard", [("by", json!("luck"))]).await.unwrap();
    assert!(told(&unknown).contains("This would work: Points, "), "{}", unknown.text());
    let beyond = anna.press_raw(board.id(), &format!("u1:-:board:{season}:points:e:9")).await.unwrap();
    assert!(told(&beyond).contains("there is only one"), "{}", beyond.text());
    let old = anna.press_raw(board.id(), "u1:-:board:0").await.unwrap();
    assert!(told(&old).contains("Points of all deals"), "{}", old.text());
    let none = bea.command("leaderboard", [("season", json!("Nagy Kupa"))]).await.unwrap();
    assert!(told(&none).contains("/season list"), "{}", none.text());
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_another_server_is_shown() {
    let evening = Evening::begin().await;
    let [anna, bea, csaba] = three(&evening);
    let theirs = ServerId(evening.server().0 + 1);
    let table = played(&evening, theirs, [&anna, &bea, &csaba], &[[8, -4, -4]; 3]).await;
    let season = evening.store().season(theirs).await.unwrap().unwrap().id;
    played(&evening, evening.server(), [&anna, &bea, &csaba], &[[-2, 1, 1]]).await;
    let (_, message) = own(&anna, "leaderboard").await;
    for forged in [
        format!("u1:-:board:{season}:points:e:1"),
        format!("u1:-:board:{season}:all:e:own"),
        format!("u1:-:season:show:{season}"),
        format!("u1:-:season:end:{season}"),
        format!("u1:-:season:evening:{table}"),
    ] {
        let shown = anna.press_raw(message.id(), &forged).await.unwrap();
        let text = told(&shown);
        assert!(
            text.contains("Ezen a szerveren nincs")
                || text.contains("nincs ezen a szerveren")
                || text.contains("már lezárt"),
            "{forged}: {text}"
        );
    }
    assert!(evening.store().season(theirs).await.unwrap().is_some(), "it runs on");
    let asked = anna.command("evening", [("number", json!(table.0))]).await.unwrap();
    assert!(told(&asked).contains("nincs ilyen este"), "{}", asked.text());
    evening.end_but_for("10003").await; // the channel there is none of this stand-in's
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_manages_the_server_starts_names_and_ends_seasons() {
    let evening = Evening::begin().await;
    let [anna, bea, csaba] = three(&evening);
    assert!(own(&anna, "season show").await.0.contains("még nincs szezon"));
    assert!(own(&anna, "season end").await.0.contains("Most nem fut szezon"));
    played(&evening, evening.server(), [&anna, &bea, &csaba], &[[8, -4, -4]; 2]).await;
    for (command, options) in [
        ("season start", vec![("name", json!("Kupa"))]),
        ("season end", vec![]),
        ("season rename", vec![("name", json!("Kupa"))]),
        ("season monthly", vec![("on", json!(false))]),
        ("season summary", vec![("on", json!(true))]),
    ] {
        let refused = bea.command(command, options).await.unwrap();
        assert!(told(&refused).contains("megvan ez az engedélye"), "{command}: {}", refused.text());
    }
    let month = evening.store().season(evening.server()).await.unwrap().unwrap().name;
    let taken = anna.command("season start", [("name", json!(month))]).await.unwrap();
    assert!(told(&taken).contains("se nem hónap"), "{}", taken.text());
    for (name, said) in [("2027-01", "se nem hónap"), ("ALL", "se nem hónap"), ("a\u{202e}b", "1–32")] {
        let refused = anna.command("season start", [("name", json!(name))]).await.unwrap();
        assert!(told(&refused).contains(said), "{name}: {}", refused.text());
    }
    let long = anna.command("season rename", [("name", json!("x".repeat(33)))]).await.unwrap();
    assert!(told(&long).contains("1–32"), "{}", long.text());
    let renamed = anna.command("season rename", [("name", json!("Őszi_idény"))]).await.unwrap();
    assert!(!renamed.is_ephemeral() && renamed.text().contains("Őszi\\_idény"), "{}", renamed.text());

    let first = anna.command("season start", [("name", json!("Más"))]).await.unwrap();
    assert!(told(&first).contains("Előbb zárd le"), "{}", first.text());
    let sure = anna.command("season end", []).await.unwrap();
    assert!(told(&sure).contains("Ezt nem lehet visszavonni"), "{}", sure.text());
    let sure = sure.message.unwrap();
    let forged = bea.press_raw(own(&bea, "season show").await.1.id(), &custom_id(&sure)).await.unwrap();
    assert!(told(&forged).contains("megvan ez az engedélye"), "{}", forged.text());
    let ended = anna.press(&sure, "Lezárom a szezont").await.unwrap();
    assert!(!ended.is_ephemeral(), "everybody hears it");
    assert!(ended.text().contains("lezárta") && ended.text().contains("Anna · +16"), "{}", ended.text());
    let again = anna.press(&sure, "Lezárom a szezont").await.unwrap();
    assert!(told(&again).contains("már lezárt"), "{}", again.text());

    let none = anna.command("season rename", [("name", json!("Más"))]).await.unwrap();
    assert!(told(&none).contains("Most nem fut szezon"), "{}", none.text());
    let taken = anna.command("season start", [("name", json!("Őszi_idény"))]).await.unwrap();
    assert!(told(&taken).contains("már volt"), "{}", taken.text());
    let started = anna.command("season start", [("name", json!("Téli kupa"))]).await.unwrap();
    assert!(!started.is_ephemeral() && started.text().contains("Téli kupa"), "{}", started.text());
    let (list, message) = own(&csaba, "season list").await;
    assert!(list.find("Téli kupa").unwrap() < list.find("Őszi").unwrap(), "{list}");
    let old = evening.store().season_named(evening.server(), "Őszi_idény").await.unwrap().unwrap();
    let option = format!("u1:-:season:show:{}", old.id);
    let shown = csaba.select_raw(message.id(), "u1:-:season:menu", &[&option]).await.unwrap();
    assert!(told(&shown).contains("2 osztás · 3 ember"), "{}", shown.text());
    evening.end().await;
}

fn custom_id(message: &Message) -> String {
    let id = message.components().find_map(|part| part["custom_id"].as_str());
    id.unwrap().to_owned()
}

/// Waits until the end of every season that has ended is told, or found not to be wanted.
async fn until_all_are_told(evening: &Evening) {
    let deadline = tokio::time::Instant::now() + PATIENCE;
    while !evening.store().ends_to_tell(ulti::table::Clock::wall().now()).await.unwrap().is_empty() {
        assert!(tokio::time::Instant::now() < deadline, "a season is told for ever");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_season_is_posted_where_it_is_wanted() {
    let mut evening = Evening::begin().await;
    let [anna, bea, csaba] = three(&evening);
    played(&evening, evening.server(), [&anna, &bea, &csaba], &[[8, -4, -4]; 2]).await;
    assert!(
        told(&anna.command("season summary", [("on", json!(true))]).await.unwrap()).contains("összefoglaló")
    );
    // It ends while the bot is away, or as nobody looks.
    evening.store().end_season(evening.server(), ulti::table::Clock::wall().now()).await.unwrap();
    evening.stop_bot().await;
    evening.start_bot().await;
    let posted = |messages: &[Message]| {
        public(messages).iter().any(|message| message.text().contains("Véget ért a szezon"))
    };
    anna.until(posted, PATIENCE).await.unwrap();
    until_all_are_told(&evening).await;
    // Told once: a restart does not tell it again.
    evening.stop_bot().await;
    evening.start_bot().await;
    // A season of another server is told after all that are due.
    let other = ServerId(evening.server().0 + 1);
    evening.store().start_season(other, "Cup", ulti::table::Clock::wall().now()).await.unwrap();
    evening.store().end_season(other, ulti::table::Clock::wall().now()).await.unwrap();
    evening.stop_bot().await;
    evening.start_bot().await;
    until_all_are_told(&evening).await;
    let times =
        public(&anna.messages()).iter().filter(|one| one.text().contains("Véget ért a szezon")).count();
    assert_eq!(times, 1);

    // The next one is ended by hand elsewhere; a channel that is gone ends the matter.
    played(&evening, evening.server(), [&anna, &bea, &csaba], &[[8, -4, -4]]).await;
    let season = evening.store().season(evening.server()).await.unwrap().unwrap().id;
    evening.store().set_summary_channel(evening.server(), Some(ChannelId(7))).await.unwrap();
    let sure = anna.command("season end", []).await.unwrap().message.unwrap();
    let ended = anna.press(&sure, "Lezárom a szezont").await.unwrap();
    assert!(!ended.text().contains("🏆"), "the summary goes elsewhere: {}", ended.text());
    until_all_are_told(&evening).await;
    assert!(evening.store().season_by_id(evening.server(), season).await.unwrap().unwrap().ended.is_some());
    evening.end_but_for("10003").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_tells_what_came_of_the_window() {
    let evening = Evening::begin().await;
    let [anna, bea, csaba] = three(&evening);
    assert!(own(&anna, "evening").await.0.contains("még nem volt este"));
    let table = played(&evening, evening.server(), [&anna, &bea, &csaba], &[[-4, -4, -4], [8, -4, -4]]).await;
    let (text, _) = own(&bea, "evening").await;
    assert!(text.contains("Anna: **+4**") && text.contains("Bea: **−8**"), "{text}");
    assert!(text.contains("12 pont ment bele") && text.contains("Most benne van: 12"), "{text}");
    let asked = csaba.command("evening", [("number", json!(table.0))]).await.unwrap();
    assert!(told(&asked).contains("Anna: **+4**"), "{}", asked.text());
    let place = evening.store().place(
        evening.server(),
        evening.store().season(evening.server()).await.unwrap().unwrap().id,
        Metric::AllPoints,
        UserId(anna.id().0),
    );
    assert_eq!(place.await.unwrap().unwrap().0.all.points, 4);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_everybody_is_to_hear_is_heard_by_everybody_even_when_it_takes_long() {
    let evening = Evening::begin_with(std::time::Duration::ZERO, ulti::table::Options::default()).await;
    let [anna, bea, _] = three(&evening);
    anna.command("season start", [("name", json!("Téli kupa"))]).await.unwrap();
    let heard = |messages: &[Message]| public(messages).iter().any(|one| one.text().contains("Téli kupa"));
    bea.until(heard, PATIENCE).await.unwrap();
    let own =
        |messages: &[Message]| messages.iter().any(|one| one.is_ephemeral() && one.text().contains("Kész"));
    anna.until(own, PATIENCE).await.unwrap();
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_looks_arranged_is_for_those_who_manage_the_server() {
    let evening = Evening::begin().await;
    let [anna, bea, csaba] = three(&evening);
    let review = async |person: &Person| own(person, "season review").await.0;
    assert!(review(&anna).await.contains("Itt még nincs szezon"), "before the first deal");
    played(&evening, evening.server(), [&anna, &bea, &csaba], &[[2, -2, 0]; 19]).await;
    assert!(review(&anna).await.contains("nem tűnik fel semmi"));
    assert!(!own(&anna, "season show").await.0.contains("/season review"));
    played(&evening, evening.server(), [&anna, &bea, &csaba], &[[2, -2, 0]; 1]).await;
    let told = review(&anna).await;
    let said =
        format!("Bea (<@{}>) 20 alkalomból 20 alkalommal vesztett Anna (<@{}>) ellen", bea.id(), anna.id());
    assert!(
        told.contains(&said) && told.contains("Ez semmit sem bizonyít") && told.contains("20, 19, 18"),
        "{told}"
    );
    assert!(own(&anna, "season show").await.0.contains("`/season review`"));
    assert!(review(&bea).await.contains("Szerver kezelése"), "{}", review(&bea).await);
    assert!(!own(&bea, "season show").await.0.contains("/season review"));
    // What was arranged is taken out, and is no sign any more.
    let void = [("deal", json!("20")), ("reason", json!("meg volt beszélve"))];
    anna.command("void", void).await.unwrap();
    assert!(review(&anna).await.contains("nem tűnik fel semmi"));
    evening.end().await;
}
