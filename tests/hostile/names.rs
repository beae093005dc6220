//! People whose names are meant to break things.

use serde_json::{Value, json};
use ulti::playground::{Options, Person, Sender, Way};

use crate::evening::{Evening, LEAST, bid, deal, heard, play_on, public, told, until_public};

/// Names that format, mention, link, turn the line around, hide, pile up, or take all the room there is.
fn hostile() -> [String; 6] {
    [
        "**@everyone** <@1> `x".to_owned(),
        "\u{202e}\u{2066}live\u{200b}\u{feff}".to_owned(),
        "\u{1f0cf}".repeat(32),
        "[a](https://evil.example)\n# A".to_owned(),
        "\u{200b}\u{3164}".to_owned(),
        format!("Z{}\u{5d0}\u{5d1}|| > ~~", "\u{0351}\u{0352}\u{0353}".repeat(9)),
    ]
}

/// Signs that must not come out again, wherever it is: nobody sees them, they turn lines around or pile up.
const SIGNS: [&str; 9] =
    ["\u{202e}", "\u{2066}", "\u{200b}", "\u{feff}", "\u{3164}", "\u{0351}", "\u{0352}", "\u{0353}", "\n# A"];
/// What must not be said where Discord reads formatting.
const FORMATS: [&str; 5] = ["@everyone", "<@1>", "](https", "**@", "|| >"];

/// The commands that tell of people, with what they need.
fn screens() -> Vec<(&'static str, Vec<(&'static str, Value)>)> {
    let mut all: Vec<(&str, Vec<(&str, Value)>)> = [
        "leaderboard",
        "stats",
        "history",
        "evening",
        "season show",
        "season list",
        "season review",
        "privacy about",
        "privacy export",
        "table",
        "hand",
        "ulti join",
        "ulti leave",
        "ulti start",
        "take",
        "pass",
        "fold",
        "kontra",
        "hint",
    ]
    .map(|command| (command, Vec::new()))
    .into();
    all.extend(
        ["points", "a-deal", "rating", "made", "all"].map(|by| ("leaderboard", vec![("by", json!(by))])),
    );
    all.extend(["replay", "verify"].map(|command| (command, vec![("deal", json!("1"))])));
    all
}

/// Every button and option of what a person sees of a deal that is over, but for those that leave the table.
async fn press_all(person: &Person, command: &str, options: Vec<(&str, Value)>) -> usize {
    let shown = told(person, person.command(command, options).await).await;
    let mut ids: Vec<String> = Vec::new();
    for part in shown.components() {
        let values = part["options"].as_array().into_iter().flatten().filter_map(|one| one["value"].as_str());
        ids.extend(values.chain(part["custom_id"].as_str()).map(str::to_owned));
    }
    let kinds = ["played", "board", "season", "stats", "replay", "analyse"];
    ids.retain(|id| kinds.iter().any(|kind| id.contains(kind)) && !id.ends_with(":menu"));
    for id in &ids {
        told(person, person.press_raw(shown.id(), id).await).await;
    }
    ids.len()
}

/// A whole deal of the three, with everything that is said on the way.
async fn a_deal(evening: &Evening, people: &[Person; 3], others: &[Person]) {
    told(&people[0], people[0].command("ulti new", []).await).await;
    for person in &people[1..] {
        told(person, person.command("ulti join", []).await).await;
    }
    until_public(&people[0], ":start").await;
    deal(people).await;
    bid(evening, people, LEAST).await;
    while evening.dealt().await.deal.contract().is_none() {
        let dealt = evening.dealt().await;
        let turn = dealt.turn(people);
        told(dealt.not_turn(people), dealt.not_turn(people).command("take", []).await).await;
        told(turn, turn.command("pass", []).await).await;
    }
    for person in others {
        told(person, person.command("ulti join", []).await).await;
        told(person, person.command("hand", []).await).await;
    }
    let dealt = evening.dealt().await;
    let declarer = dealt.turn(people);
    if let Some(trump) = dealt.view(declarer).legal.trumps.first() {
        let suit = trump.map_or("none", ulti::rules::Suit::word);
        told(declarer, declarer.command("trump", [("suit", suit.into())]).await).await;
    }
    told(&people[0], people[0].command("table", []).await).await;
    while evening.dealt().await.deal.turn().is_some() {
        play_on(evening, people).await;
    }
    until_public(&people[0], ":next").await;
}

/// All that is said of people afterwards; how many screens.
async fn everything_told(people: &[Person]) -> usize {
    let mut seen = 0;
    for person in people {
        for (command, options) in screens() {
            seen += 1 + press_all(person, command, options).await;
        }
        for (command, option) in [("replay", "deal"), ("verify", "deal"), ("season show", "season")] {
            assert!(!person.autocomplete(command, option, "").await.unwrap().is_empty(), "{command}");
        }
    }
    seen
}

async fn an_evening_of(places: [usize; 3]) {
    let names = hostile();
    let people = names.iter().map(|name| (name.clone(), "hu".to_owned())).collect();
    let evening = Evening::begin_drawn_at(Options { people, ..Options::default() }).await;
    let all: Vec<Person> = names.iter().map(|name| evening.person(name)).collect();
    let people = places.map(|place| all[place].clone());
    let others: Vec<Person> =
        all.iter().filter(|one| people.iter().all(|person| person.id() != one.id())).cloned().collect();
    a_deal(&evening, &people, &others).await;
    let seen = everything_told(&people).await + everything_told(&others[..1]).await;
    // Whoever manages the server, whatever they write and whatever they are called, to everybody.
    let owner = &all[0];
    for reason in &names {
        let options = [("deal", json!("1")), ("reason", json!(reason.replace('\n', " ")))];
        heard(owner, owner.command("void", options).await).await;
        told(&people[1], people[1].command("history", []).await).await;
        heard(owner, owner.command("unvoid", [("deal", json!("1"))]).await).await;
    }
    for person in &people {
        told(person, person.command("ulti end", []).await).await;
    }
    told(owner, owner.command("evening", []).await).await;
    heard(owner, owner.command("season start", [("name", json!("**A** <@1>"))]).await).await;
    let said = check(&evening, owner);
    println!("hostile names {places:?}: {seen} screens, {said} messages, lists and pictures looked at");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_format_turn_around_and_take_all_the_room() {
    an_evening_of([0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_link_hide_and_pile_up() {
    an_evening_of([3, 4, 5]).await;
}

/// Looks through all that the bot has sent; how much that was.
fn check(evening: &Evening, someone: &Person) -> usize {
    let mut looked_at = 0;
    for exchange in evening.playground.traffic() {
        if exchange.way != Way::Rest || exchange.from != Sender::Bot {
            continue;
        }
        let body = exchange.body.get("data").unwrap_or(&exchange.body);
        let said = [&body["content"], &body["embeds"]].map(ToString::to_string).join(" ");
        let all = [said.clone()]
            .into_iter()
            .chain([&body["components"], &body["choices"], &body["attachments"]].map(ToString::to_string))
            .collect::<Vec<_>>()
            .join(" ");
        looked_at += usize::from(all.len() > 20);
        for (text, bad) in FORMATS.map(|bad| (&said, bad)).into_iter().chain(SIGNS.map(|bad| (&all, bad))) {
            let written = serde_json::to_string(bad).unwrap();
            assert!(!text.contains(written.trim_matches('"')), "{bad:?} in {text}");
        }
    }
    for message in public(&someone.messages()) {
        assert!(message.pings().is_empty(), "{}", message.text());
    }
    looked_at
}
