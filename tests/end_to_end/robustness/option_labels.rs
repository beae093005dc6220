//! Tests of clients that send the label of an autocomplete choice instead of its value.

use discord_sandbox::{Choice, SimulatedUser};
use serde_json::{Value, json};
use ulti_testkit::TestBot;
use ulti_testkit::game::{auction, bidder, fold_deal};
use ulti_testkit::messages::{private_reply, private_text, until_text};

use super::option_values::commands;

/// Options of commands that show something.
const READING: [(&str, &str); 16] = [
    ("leaderboard", "by"),
    ("leaderboard", "season"),
    ("season show", "season"),
    ("stats", "season"),
    ("history", "contract"),
    ("history", "season"),
    ("replay", "deal"),
    ("verify", "deal"),
    ("rules page", "topic"),
    ("rules score", "contract"),
    ("settings", "language"),
    ("settings", "deck"),
    ("ulti-admin settings", "language"),
    ("ulti-admin settings", "deck"),
    ("ulti-admin settings", "time-zone"),
    ("ulti-admin season review", "season"),
];

/// Options of commands that change something. Their tests below send labels.
const ACTING: [(&str, &str); 12] = [
    ("bid", "contract"),
    ("bid", "first"),
    ("bid", "second"),
    ("trump", "suit"),
    ("kontra", "games"),
    ("play", "card"),
    ("ulti new", "level"),
    ("ulti new", "rules"),
    ("ulti robot", "level"),
    ("ulti-admin void", "deal"),
    ("ulti-admin unvoid", "deal"),
    ("ulti-admin season rename", "season"),
];

/// The settings of a user that determine how labels look.
type Look = (&'static str, &'static str, bool);

fn looks() -> Vec<Look> {
    let decks = ["hungarian", "french", "four-colour"];
    let of_locale = |locale| decks.map(|deck| [(locale, deck, false), (locale, deck, true)]).concat();
    ["en-US", "hu"].map(of_locale).concat()
}

async fn set_look(user: &SimulatedUser, (locale, deck, text_only): Look) {
    user.set_locale(locale);
    let options = [("deck", json!(deck)), ("text-only", json!(text_only)), ("language", json!("auto"))];
    private_text(&user.command("settings", options).await.unwrap());
}

/// Returns the text of the private reply to a command.
async fn answer(user: &SimulatedUser, command: &str, option: &str, value: &Value) -> String {
    private_reply(user, user.command(command, [(option, value.clone())]).await).await.text()
}

/// Asserts that the label of each choice has the same effect as its value.
async fn assert_labels_are_accepted(user: &SimulatedUser, command: &str, option: &str, look: (Look, Look)) {
    let (shown, used) = look;
    set_look(user, shown).await;
    let choices = user.autocomplete(command, option, "").await.unwrap();
    assert!(!choices.is_empty(), "no choices for /{command} {option}");
    for Choice { name, value, .. } in choices {
        set_look(user, used).await;
        let wanted = answer(user, command, option, &value).await;
        set_look(user, used).await;
        let got = answer(user, command, option, &json!(name)).await;
        assert_eq!(got, wanted, "/{command} {option}:{name:?} {look:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn labels_of_choices_are_accepted_in_place_of_values() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    fold_deal(&users).await;
    bot.idle().await;
    let looks = looks();
    for (place, (command, option)) in READING.into_iter().enumerate() {
        for (shown, used) in [(place, place + 1), (place + 5, place + 3)] {
            let look = (looks[shown % looks.len()], looks[used % looks.len()]);
            assert_labels_are_accepted(&users[0], command, option, look).await;
        }
    }
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_option_with_autocomplete_is_tested_with_labels() {
    let bot = TestBot::start().await;
    let commands = commands(&bot);
    let with_choices = commands.iter().flat_map(|(command, options)| {
        let options = options.iter().filter(|option| option["autocomplete"] == true);
        options.map(move |option| (command.as_str(), option["name"].as_str().unwrap()))
    });
    let mut all: Vec<(&str, &str)> = with_choices.collect();
    let mut tested = [&READING[..], &ACTING[..]].concat();
    all.sort_unstable();
    tested.sort_unstable();
    assert_eq!(all, tested);
    bot.end().await;
}

/// Sends a command with the label of a choice.
async fn send_label(user: &SimulatedUser, command: &str, option: &str) -> String {
    let label = user.autocomplete(command, option, "").await.unwrap().swap_remove(0).name;
    private_text(&user.command(command, [(option, json!(label))]).await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn deal_is_played_with_labels() {
    for locale in ["en-US", "hu"] {
        let bot = TestBot::start().await;
        let users = auction(&bot).await;
        for user in &users {
            user.set_locale(locale);
        }
        let declarer = bidder(&users).await;
        let label = |choices: Vec<Choice>| json!(choices[0].name);
        let contract = label(declarer.autocomplete("bid", "contract", "").await.unwrap());
        let first = label(declarer.autocomplete("bid", "first", "").await.unwrap());
        let filled = [("first", first.clone())];
        let second = label(declarer.autocomplete_with("bid", filled, "second", "").await.unwrap());
        assert_ne!(first, second, "the chosen card was offered again");
        let options = [("contract", contract), ("first", first), ("second", second)];
        private_text(&declarer.command("bid", options).await.unwrap());
        assert!(declarer.autocomplete("bid", "first", "").await.unwrap().is_empty(), "no bid was made");
        pass_all(&users, declarer).await;
        send_label(declarer, "trump", "suit").await;
        assert!(declarer.autocomplete("trump", "suit", "").await.unwrap().is_empty(), "no trumps were named");
        send_label(declarer, "play", "card").await;
        let next = bot.current_deal().await;
        let defender = next.turn(&users);
        assert_ne!(defender.id(), declarer.id(), "no card was played");
        send_label(defender, "kontra", "games").await;
        assert!(defender.autocomplete("kontra", "games", "").await.unwrap().is_empty(), "no kontra");
        bot.end_without_leaks().await;
    }
}

async fn pass_all(users: &[SimulatedUser; 3], declarer: &SimulatedUser) {
    for user in users.iter().filter(|user| user.id() != declarer.id()) {
        private_text(&user.command("pass", [("rest", json!(true))]).await.unwrap());
    }
    private_text(&declarer.command("pass", []).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn table_is_opened_with_labels() {
    let bot = TestBot::start().await;
    let anna = bot.user("Anna");
    let offered = anna.autocomplete("ulti new", "rules", "rablo score_l").await.unwrap();
    let rules = offered.into_iter().find(|choice| choice.name.contains(" – ")).unwrap().name;
    let level = anna.autocomplete("ulti new", "level", "").await.unwrap().swap_remove(1).name;
    let options = [("rules", json!(rules)), ("level", json!(level)), ("robots", json!(1))];
    let opened = anna.command("ulti new", options).await.unwrap().text();
    assert!(opened.contains("rablóulti, házi szabályokkal") && opened.contains("Robot"), "{opened}");
    send_label(&anna, "ulti robot", "level").await;
    until_text(&anna, "Robot Borka").await;
    bot.end_without_leaks().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn managers_choose_deals_and_seasons_by_label() {
    let bot = TestBot::start().await;
    let users = auction(&bot).await;
    fold_deal(&users).await;
    bot.idle().await;
    let [anna, ..] = &users;
    let first = async |command: &str, option: &str| {
        anna.autocomplete(command, option, "").await.unwrap().into_iter().next().map(|choice| choice.name)
    };
    let deal = first("ulti-admin void", "deal").await.unwrap();
    let void = [("deal", json!(deal)), ("reason", json!("a test"))];
    anna.command("ulti-admin void", void).await.unwrap();
    let deal = first("ulti-admin unvoid", "deal").await.expect("the deal was not declared void");
    anna.command("ulti-admin unvoid", [("deal", json!(deal))]).await.unwrap();
    assert_eq!(first("ulti-admin unvoid", "deal").await, None, "the deal is still void");
    let season = first("ulti-admin season rename", "season").await.unwrap();
    let options = [("name", json!("Winter")), ("season", json!(season))];
    anna.command("ulti-admin season rename", options).await.unwrap();
    assert_eq!(first("stats", "season").await.as_deref(), Some("Minden szezon együtt"));
    assert_eq!(first("leaderboard", "season").await.as_deref(), Some("Winter"));
    bot.end().await;
}
