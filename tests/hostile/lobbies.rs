//! A hundred tables of one person.

use futures::future::join_all;
use ulti::playground::{Options, Person};
use ulti::table::Most;

use crate::evening::{Evening, told, until_public};

/// So many channels, and so many people.
async fn server(channels: usize, people: usize) -> Evening {
    let people = (0..people).map(|number| (format!("Person {number}"), "en-US".to_owned())).collect();
    let mut names: Vec<String> = (0..channels).map(|number| format!("room-{number}")).collect();
    names.push("general".to_owned());
    names.push("ulti".to_owned());
    Evening::begin_at(Options { people, channels: names, ..Options::default() }).await
}

async fn open_tables(evening: &Evening) -> i64 {
    sqlx::query_scalar("SELECT COUNT(*) FROM tables WHERE ended_at IS NULL")
        .fetch_one(&evening.eyes)
        .await
        .unwrap()
}

/// Opens a table in each of these channels, all at once; what was said where there is none.
async fn open(evening: &Evening, who: impl Fn(usize) -> usize, channels: usize) -> Vec<String> {
    let opened = (0..channels).map(async |channel| {
        let person = evening.playground.person(&format!("Person {}", who(channel)));
        let person = person.in_channel(&format!("room-{channel}"));
        let text = told(&person, person.command("ulti new", []).await).await.text();
        Some(text).filter(|text| text.contains("open"))
    });
    join_all(opened).await.into_iter().flatten().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_of_one_person() {
    let evening = server(100, 2).await;
    let most = Most::default().of_person as usize;
    let refused = open(&evening, |_| 0, 100).await;
    assert_eq!((open_tables(&evening).await, refused.len()), (i64::try_from(most).unwrap(), 100 - most));
    for text in &refused {
        assert!(text.contains("You have 5 tables open already") && text.contains("/ulti end"), "{text}");
        assert_eq!(text.matches("<#").count(), most, "{text}");
    }
    println!("100 tables of one person at once: {most} opened, {} refused", refused.len());

    // What would work is said, and works: one of them is ended, and there is room for one.
    let somewhere = |channel: u64| {
        let is_it = |name: &&String| evening.playground.channel(name).is_some_and(|id| id.0 == channel);
        let names: Vec<String> = (0..100).map(|number| format!("room-{number}")).collect();
        names.iter().find(is_it).unwrap().clone()
    };
    let named = refused[0].split("<#").nth(1).unwrap().split('>').next().unwrap().parse().unwrap();
    let anna = evening.playground.person("Person 0");
    let there = anna.in_channel(&somewhere(named));
    told(&there, there.command("ulti end", []).await).await;
    let ulti = anna.in_channel("ulti");
    told(&ulti, ulti.command("ulti new", []).await).await;
    until_public(&ulti, ":join").await;
    let other = anna.in_channel("general");
    evening.in_vain(&other, other.command("ulti new", []), &["You have 5 tables open already"]).await;
    // And somebody else has them all before them.
    let bea = evening.playground.person("Person 1").in_channel("general");
    told(&bea, bea.command("ulti new", []).await).await;
    until_public(&bea, ":join").await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_than_a_server_may_have() {
    let evening = server(60, 12).await;
    let refused = open(&evening, |channel| channel / 5, 60).await;
    assert_eq!((open_tables(&evening).await, refused.len()), (50, 10));
    for text in &refused {
        assert!(text.contains("as many tables open as it can have, 50") && text.contains("<#"), "{text}");
        assert_eq!(text.matches("<#").count(), 10, "{text}");
    }
    evening.end().await;
}

/// The same interaction delivered again is no table more, also where it was the last that there may be.
#[tokio::test(flavor = "multi_thread")]
async fn the_last_one_delivered_twice() {
    let evening = server(5, 1).await;
    let person = |channel: usize| -> Person {
        evening.playground.person("Person 0").in_channel(&format!("room-{channel}"))
    };
    for channel in 0..4 {
        told(&person(channel), person(channel).command("ulti new", []).await).await;
    }
    evening.playground.deliver_next_twice();
    let last = person(4);
    told(&last, last.command("ulti new", []).await).await;
    until_public(&last, ":join").await;
    assert_eq!(open_tables(&evening).await, 5);
    evening.end_but_for(&["40060"]).await;
}
