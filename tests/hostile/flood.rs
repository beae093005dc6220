//! More at once than anyone can mean.

use std::time::Instant;

use futures::future::join_all;
use serde_json::json;
use ulti::playground::{Answer, Exchange, Failure, Options, Person, Sender, Way};

use crate::evening::{Evening, LEAST, PATIENCE, auction, between, play, play_on, told, until_public};

/// What the door says, in either language.
const TOO_MUCH: [&str; 2] = ["That was too much at once", "Ez túl sok volt egyszerre"];
/// The same of what all ask of a server, and of what takes work.
const OTHERS: [&str; 4] =
    ["Too much is going on", "túl sok minden történik", "take work, so", "sok munkával járnak"];
/// What the stand-in says of an interaction that nobody answered, or that was answered too late: the machine
/// may be slow.
const UNANSWERED: [&str; 2] = ["not answered within 3 seconds", "10062"];

/// What became of a flood: how many were answered as ever, turned away with a sentence, and not answered.
#[derive(Debug, Default)]
struct Came {
    through: usize,
    away: Vec<String>,
    unanswered: usize,
}

fn count(answers: Vec<Result<Answer, Failure>>) -> Came {
    let mut came = Came::default();
    for answer in answers {
        match answer {
            Ok(answer) if TOO_MUCH.iter().any(|says| answer.text().contains(says)) => {
                assert!(answer.is_ephemeral() && !answer.updated, "{answer:?}");
                came.away.push(answer.text());
            }
            Ok(_) => came.through += 1,
            Err(Failure::NoAnswer) => came.unanswered += 1,
            Err(failure) => panic!("{failure}"),
        }
    }
    came
}

/// How many interactions the bot has answered, in time or not.
fn sent(evening: &Evening) -> usize {
    let of_bot = |one: &&Exchange| one.way == Way::Rest && one.from == Sender::Bot;
    let is_answer = |one: &&Exchange| one.path.as_ref().is_some_and(|path| path.contains("/callback"));
    evening.playground.traffic().iter().filter(of_bot).filter(is_answer).count()
}

/// How many the bot itself has counted as turned away, told so or not.
fn turned_away(evening: &Evening, told: &str) -> usize {
    let figure = format!("ulti_interactions_turned_away_total{{told=\"{told}\"}} ");
    let text = evening.meter.text().unwrap();
    text.lines().find_map(|line| line.strip_prefix(&figure)).map_or(0, |count| count.parse().unwrap())
}

/// At most so many are let in within this time, and told to wait.
fn at_most(began: Instant) -> usize {
    let seconds = usize::try_from(began.elapsed().as_secs() + 1).unwrap();
    100 + 10 * seconds + 3 + seconds / 5
}

/// Nobody was turned away.
fn nobody_waits(evening: &Evening) {
    for one in evening.playground.traffic().iter().filter(|one| one.from == Sender::Bot) {
        let said = one.body.to_string();
        assert!(!TOO_MUCH.iter().chain(&OTHERS).any(|says| said.contains(says)), "{said}");
    }
}

/// Asks until there is an answer, since a slow machine may take a while over those that were let in.
async fn calm(person: &Person) {
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        match person.command("rules page", []).await {
            Err(Failure::NoAnswer) => {}
            Ok(answer) if TOO_MUCH.iter().any(|says| answer.text().contains(says)) => {}
            answer => {
                told(person, answer).await;
                return;
            }
        }
    }
    panic!("nobody is answered any more");
}

async fn pages(person: &Person, many: usize) -> Came {
    count(join_all((0..many).map(|_| person.command("rules page", []))).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn commands() {
    let evening = Evening::begin_limited(Options::default()).await;
    let people = auction(&evening).await;
    let (kept, before, began) = (evening.kept().await, sent(&evening), Instant::now());
    let ed = evening.person("Ed");
    let came = pages(&ed, 500).await;
    let answered = sent(&evening) - before;
    assert!(answered <= at_most(began), "{answered}, {came:?}");
    assert!(!came.away.is_empty() && came.unanswered > 100, "{came:?}");
    assert_eq!(evening.kept().await, kept);
    assert!(turned_away(&evening, "yes") >= came.away.len() && turned_away(&evening, "no") > 100);
    println!(
        "500 commands of one person at once: {answered} answers sent, {} of them to wait, none to the others",
        came.away.len()
    );
    // Everybody else at the same table is let in.
    for person in &people {
        calm(person).await;
    }
    evening.end_but_for(&UNANSWERED).await;
}

/// Without a database there is an answer all the same, in the language of the person.
#[tokio::test(flavor = "multi_thread")]
async fn who_is_turned_away_costs_no_look_into_the_database() {
    let evening = Evening::begin_limited(Options::default()).await;
    auction(&evening).await;
    let sentences = [
        ("Ed", "hu", "Ez túl sok volt egyszerre. 1 másodperc múlva megint megy."),
        ("Dóri", "en", "That was too much at once. It works again in a second."),
    ];
    for (name, language, says) in sentences {
        // Their client speaks the other one.
        let person = evening.person(name);
        person.speak(if language == "hu" { "en-US" } else { "hu" });
        calm(&person).await;
        told(&person, person.command("settings language", [("language", json!(language))]).await).await;
        told(&person, person.command("settings hints", [("on", json!(true))]).await).await;
        let came = pages(&person, 300).await;
        assert!(!came.away.is_empty() && came.away.iter().all(|said| said == says), "{came:?}");
    }
    let bea = evening.person("Bea");
    pages(&bea, 120).await;
    evening.close_store().await;
    let came = pages(&bea, 300).await;
    assert!(came.away.len() + came.unanswered > 100, "{came:?}");
    calm(&evening.person("Anna")).await;
    evening.end_but_for(&UNANSWERED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_and_what_is_typed() {
    let evening = Evening::begin_limited(Options::default()).await;
    let people = auction(&evening).await;
    let posted = until_public(&people[0], ":show:hand").await;
    let ed = evening.person("Ed");
    let (kept, before, began) = (evening.kept().await, sent(&evening), Instant::now());
    let came = count(join_all((0..300).map(|_| ed.press_raw(posted.id(), "u1:1:show:hand"))).await);
    assert!(!came.away.is_empty() && came.unanswered > 100, "{came:?}");
    let dori = evening.person("Dóri");
    let offered = join_all((0..300).map(|_| dori.autocomplete("rules page", "topic", ""))).await;
    let full = offered.iter().filter(|offered| offered.as_ref().is_ok_and(|one| !one.is_empty())).count();
    let empty = offered.iter().filter(|offered| offered.as_ref().is_ok_and(Vec::is_empty)).count();
    let none = offered.iter().filter(|offered| matches!(offered, Err(Failure::NoAnswer))).count();
    assert!(full <= at_most(began) && (1..=5).contains(&empty) && none > 100, "{full} {empty} {none}");
    assert!(sent(&evening) - before <= 2 * at_most(began));
    assert_eq!(evening.kept().await, kept);
    println!(
        "300 presses: {} answered, {} told to wait, {} unanswered; 300 lists: {full} full, {empty} empty, {none} unanswered",
        came.through,
        came.away.len(),
        came.unanswered
    );
    calm(&people[0]).await;
    evening.end_but_for(&UNANSWERED).await;
}

/// What takes work has a bucket of its own, and playing goes on all the while.
#[tokio::test(flavor = "multi_thread")]
async fn what_takes_work() {
    let evening = Evening::begin_limited(Options::default()).await;
    let people = between(&evening).await;
    let anna = &people[0];
    anna.speak("en-US");
    let posted = until_public(anna, ":next").await;
    let answers = join_all((0..30).map(|_| anna.command("privacy export", []))).await;
    let waits = |answer: &&Result<Answer, Failure>| {
        answer
            .as_ref()
            .is_ok_and(|answer| answer.text().contains("take work, so there are only so many at once"))
    };
    assert!((1..=4).contains(&answers.iter().filter(waits).count()), "{answers:?}");
    assert!(answers.iter().filter(|answer| answer.is_err()).count() >= 10, "{answers:?}");
    calm(anna).await;
    told(anna, anna.press_raw(posted.id(), "u1:1:next").await).await;
    evening.end_but_for(&UNANSWERED).await;
}

/// Faster than any person: a whole deal as fast as the bot answers, with looks at the hand between, and then
/// the deal stepped through. Nobody is told to wait.
#[tokio::test(flavor = "multi_thread")]
async fn fast_play_is_no_flood() {
    let evening = Evening::begin_limited(Options::default()).await;
    let people = play(&evening, LEAST).await;
    while evening.dealt().await.deal.turn().is_some() {
        let dealt = evening.dealt().await;
        let person = dealt.turn(&people);
        told(person, person.command("hand", []).await).await;
        person.autocomplete("play", "card", "").await.unwrap();
        play_on(&evening, &people).await;
    }
    until_public(&people[0], ":next").await;
    for person in &people {
        let shown = told(person, person.command("replay", [("deal", json!("1"))]).await).await;
        for step in 0..30 {
            told(person, person.press_raw(shown.id(), &format!("u1:-:played:deal:1:on:{step}")).await).await;
        }
    }
    nobody_waits(&evening);
    evening.end().await;
}

/// Three people at each of ten tables of one server, all at once.
#[tokio::test(flavor = "multi_thread")]
async fn ten_tables_of_one_server_are_no_flood() {
    let people: Vec<(String, String)> =
        (0..30).map(|number| (format!("Person {number}"), "en-US".to_owned())).collect();
    let tables = (0..10).map(|number| format!("table-{number}"));
    let channels: Vec<String> = tables.chain(["general".to_owned()]).collect();
    let options = Options { people, channels, ..Options::default() };
    let evening = Evening::begin_limited(options).await;
    let seated = (0..10).map(async |table| {
        let at = format!("table-{table}");
        let [one, two, three] = [0, 1, 2]
            .map(|seat| evening.playground.person(&format!("Person {}", 3 * table + seat)).in_channel(&at));
        told(&one, one.command("ulti new", []).await).await;
        for person in [&two, &three] {
            told(person, person.command("ulti join", []).await).await;
        }
        told(&one, one.command("ulti start", []).await).await;
        for _ in 0..12 {
            for person in [&one, &two, &three] {
                told(person, person.command("hand", []).await).await;
            }
        }
    });
    join_all(seated).await;
    let interactions = evening.playground.interactions();
    nobody_waits(&evening);
    println!("ten tables of three: {interactions} interactions, none turned away");
    evening.end().await;
}
