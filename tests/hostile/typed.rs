//! Values that no autocomplete offered, in every option of every command.

use serde_json::{Value, json};
use ulti::playground::{Exchange, Person};

use crate::evening::{Evening, LEAST, auction, heard, naming, play, told};

fn garbage() -> Vec<String> {
    let long = "á".repeat(6000);
    [
        "nonsense",
        "",
        " ",
        "@everyone <@1> <#2> <@&3>",
        "**bold** `code` [link](https://example.com) ||spoiler||",
        "\u{202e}\u{2066}sdrawkcab\u{200b}\u{feff}",
        "🔔🔔🔔",
        "♥",
        "♥ ♥ 7 7",
        "-1",
        "18446744073709551616",
        "3.14",
        "H7H7",
        "\n# heading\n> quote",
        "null",
        "'; DROP TABLE journal; --",
        "{ $name }",
        "a\u{0351}\u{0352}\u{0353}",
        &long,
    ]
    .map(str::to_owned)
    .to_vec()
}

/// What takes any words, of those who manage the server, and is answered to everybody.
const TOLD_TO_ALL: [&str; 2] = ["season start", "season rename"];

/// The words with which the bot must not say anything back.
fn is_harmless(text: &str) -> bool {
    let signs = ['\u{202e}', '\u{2066}', '\u{200b}', '\u{feff}'];
    !text.contains(signs)
        && !text.contains("@everyone")
        && !text.contains("](http")
        && text.chars().count() < 2000
}

/// Each command with its options, as registered.
fn commands(evening: &Evening) -> Vec<(String, Vec<Value>)> {
    fn walk(path: &str, node: &Value, found: &mut Vec<(String, Vec<Value>)>) {
        let options = node["options"].as_array().cloned().unwrap_or_default();
        let is_sub = |option: &&Value| option["type"] == 1 || option["type"] == 2;
        let subs: Vec<&Value> = options.iter().filter(is_sub).collect();
        for sub in &subs {
            walk(&format!("{path} {}", sub["name"].as_str().unwrap()), sub, found);
        }
        if subs.is_empty() {
            found.push((path.to_owned(), options));
        }
    }
    let mut found = Vec::new();
    for command in evening.playground.commands() {
        walk(command["name"].as_str().unwrap(), &command, &mut found);
    }
    assert!(found.len() > 18, "{found:?}");
    found
}

/// Every garbage in every option, typed and sent by this person, who must not be able to change a thing by it.
async fn try_everything(evening: &Evening, person: &Person) {
    let kept = evening.kept().await;
    for (path, options) in commands(evening) {
        for option in options.iter().filter(|option| option["type"] == 3) {
            let name = option["name"].as_str().unwrap();
            let required = options.iter().filter(|other| other["required"] == true && other["name"] != *name);
            let others: Vec<(&str, Value)> =
                required.map(|other| (other["name"].as_str().unwrap(), json!("nonsense"))).collect();
            // Discord itself sends on no more than the option allows.
            let most = option["max_length"].as_u64().unwrap_or(6000);
            // A season that is called a card would look like a leak to the scan at the end.
            let is_named = TOLD_TO_ALL.contains(&path.as_str());
            for typed in garbage().into_iter().filter(|typed| !(is_named && typed == "H7H7")) {
                let typed: String = typed.chars().take(usize::try_from(most).unwrap()).collect();
                if option["autocomplete"] == true {
                    let offered =
                        person.autocomplete_with(&path, others.clone(), name, &typed).await.unwrap();
                    assert!(offered.len() <= 25);
                }
                let given = others.iter().cloned().chain([(name, json!(typed))]);
                let answer = person.command(&path, given).await;
                let answer = if is_named { heard(person, answer).await } else { told(person, answer).await };
                assert!(is_harmless(&answer.text()), "{path} {name}: {:?}", answer.text());
                assert_eq!(evening.kept().await, kept, "/{path} {name}:{typed:?}: {}", answer.text());
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_in_every_option_of_every_command() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dori = evening.person("Dóri");
    told(&dori, dori.command("ulti join", []).await).await;
    let dealt = evening.dealt().await;
    try_everything(&evening, dealt.turn(&people)).await;
    try_everything(&evening, &evening.person("Ed")).await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_would_work_is_said() {
    let evening = Evening::begin().await;
    let people = auction(&evening).await;
    let dealt = evening.dealt().await;
    let person = dealt.turn(&people);
    for (locale, says) in [("hu", "Ez jó lenne: "), ("en-US", "This would work: ")] {
        person.speak(locale);
        let bids = person.autocomplete("bid", "contract", "").await.unwrap();
        let cards = person.autocomplete("bid", "first", "").await.unwrap();
        let wrong = person.command("bid", [("contract", json!("nonsense"))]);
        evening.in_vain(person, wrong, &["nonsense", says, &bids[0].name]).await;
        let wrong = [("contract", bids[0].value.clone()), ("first", json!("nonsense"))];
        evening.in_vain(person, person.command("bid", wrong), &["nonsense", says, &cards[0].name]).await;
        for (command, option) in
            [("ulti robot", "level"), ("settings language", "language"), ("rules page", "topic")]
        {
            let offered = person.autocomplete(command, option, "").await.unwrap();
            let wrong = person.command(command, [(option, json!("nonsense"))]);
            let told = evening.in_vain(person, wrong, &[says]).await;
            let text = told.text();
            let named = offered.iter().take(10).all(|one| {
                text.contains(&one.name) || text.contains(&format!("`{}`", one.value.as_str().unwrap()))
            });
            assert!(named, "{command}: {text}");
        }
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_would_work_is_said_while_trumps_are_named() {
    let evening = Evening::begin().await;
    let people = naming(&evening, "ulti").await;
    let dealt = evening.dealt().await;
    let declarer = dealt.turn(&people);
    for (locale, says) in [("hu", "Ez jó lenne: "), ("en-US", "This would work: ")] {
        declarer.speak(locale);
        let offered = declarer.autocomplete("trump", "suit", "").await.unwrap();
        let wrong = declarer.command("trump", [("suit", json!("swords"))]);
        evening.in_vain(declarer, wrong, &[says, &offered[0].name]).await;
    }
    let hearts = declarer.command("trump", [("suit", json!("none"))]);
    evening.in_vain(declarer, hearts, &["You can choose: "]).await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_of_others_are_neither_offered_nor_taken() {
    let evening = Evening::begin().await;
    let people = play(&evening, LEAST).await;
    let dealt = evening.dealt().await;
    let (turn, other) = (dealt.turn(&people), dealt.not_turn(&people));
    turn.speak("en-US");
    for card in dealt.view(other).own_hand() {
        let typed = card.to_string();
        let offered = turn.autocomplete("play", "card", &typed).await.unwrap();
        assert!(offered.iter().all(|one| one.value != json!(typed)), "{card}: {offered:?}");
        assert_eq!(other.autocomplete("play", "card", &typed).await.unwrap(), [], "not their turn");
        let played = turn.command("play", [("card", json!(typed))]);
        evening.in_vain(turn, played, &["You don't hold this"]).await;
    }
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_of_a_kind_that_is_none_of_ours_is_answered_by_a_sentence() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    anna.command("hand", []).await.unwrap();
    let is_typed = |one: &&Exchange| one.body["t"] == "INTERACTION_CREATE";
    let mut sent = evening.playground.traffic().iter().rfind(is_typed).unwrap().body["d"].clone();
    for kind in [0, 2, 3, 4, 255] {
        sent["data"]["type"] = json!(kind);
        let answer = told(&anna, anna.forge(sent.clone()).await).await;
        assert!(answer.text().contains("Töltsd újra"), "{kind}: {}", answer.text());
    }
    evening.end().await;
}
