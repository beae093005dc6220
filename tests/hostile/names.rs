//! People whose names are meant to break things.

use ulti::playground::{Options, Person, Sender, Way};

use crate::evening::{Evening, LEAST, bid, deal, play_on, public, told, until_public};

/// Names that format, mention, link, turn the line around, hide, pile up, or take all the room there is.
fn hostile() -> [String; 5] {
    [
        "**@everyone** <@1> `x".to_owned(),
        "\u{202e}\u{2066}live\u{200b}\u{feff}".to_owned(),
        "\u{1f0cf}".repeat(32),
        "[a](https://evil.example)\n# A".to_owned(),
        "\u{200b}\u{3164}".to_owned(),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_names_break_no_message_and_ping_nobody() {
    let names = hostile();
    let people = names.iter().map(|name| (name.clone(), "hu".to_owned())).collect();
    let evening = Evening::begin_at(Options { people, ..Options::default() }).await;
    let all: Vec<Person> = names.iter().map(|name| evening.person(name)).collect();
    let people: [Person; 3] = all[..3].to_vec().try_into().unwrap();
    told(&people[0], people[0].command("ulti new", []).await).await;
    for person in &people[1..] {
        told(person, person.command("ulti join", []).await).await;
    }
    until_public(&people[0], ":start").await;
    deal(&people).await;
    bid(&evening, &people, LEAST).await;
    while evening.dealt().await.deal.contract().is_none() {
        let dealt = evening.dealt().await;
        let turn = dealt.turn(&people);
        told(dealt.not_turn(&people), dealt.not_turn(&people).command("take", []).await).await;
        told(turn, turn.command("pass", []).await).await;
    }
    for person in &all[3..] {
        told(person, person.command("ulti join", []).await).await;
        told(person, person.command("hand", []).await).await;
    }
    let dealt = evening.dealt().await;
    let declarer = dealt.turn(&people);
    if let Some(trump) = dealt.view(declarer).legal.trumps.first() {
        let suit = trump.map_or("none", ulti::rules::Suit::word);
        told(declarer, declarer.command("trump", [("suit", suit.into())]).await).await;
    }
    while evening.dealt().await.deal.turn().is_some() {
        play_on(&evening, &people).await;
    }
    until_public(&people[0], ":next").await;
    for person in &all {
        told(person, person.command("leaderboard", []).await).await;
        told(person, person.command("ulti end", []).await).await;
    }
    check(&evening, &all[0]);
    evening.end().await;
}

fn check(evening: &Evening, someone: &Person) {
    let bad =
        ["@everyone", "<@1>", "\u{202e}", "\u{2066}", "\u{200b}", "\u{feff}", "\u{3164}", "](https", "\n# A"];
    for exchange in evening.playground.traffic() {
        if exchange.way != Way::Rest || exchange.from != Sender::Bot {
            continue;
        }
        let body = exchange.body.get("data").unwrap_or(&exchange.body);
        let said =
            [&body["content"], &body["embeds"], &body["components"]].map(ToString::to_string).join(" ");
        for bad in bad {
            let written = serde_json::to_string(bad).unwrap();
            assert!(!said.contains(written.trim_matches('"')), "{bad:?} in {said}");
        }
    }
    for message in public(&someone.messages()) {
        assert!(message.pings().is_empty(), "{}", message.text());
    }
}
