//! The bot against the stand-in for Discord, over real sockets, with a real serenity client, a real
//! database file and real tables.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio_util::sync::CancellationToken;
use ulti::discord::{Bot, DiscordError, Options};
use ulti::playground::{Answer, Message, Person, Playground};
use ulti::store::Store;
use ulti::table::{self, Chance, Registry};

/// How long something may take that should take no time.
const PATIENCE: Duration = Duration::from_secs(20);

/// A bot at the stand-in, with its database.
struct Evening {
    playground: Playground,
    folder: tempfile::TempDir,
    running: Option<Running>,
}

struct Running {
    shutdown: CancellationToken,
    task: tokio::task::JoinHandle<Result<(), DiscordError>>,
    store: Store,
}

impl Evening {
    async fn begin() -> Self {
        let playground = Playground::start(ulti::playground::Options::default()).await.unwrap();
        let mut evening = Self { playground, folder: tempfile::tempdir().unwrap(), running: None };
        evening.start_bot().await;
        evening
    }

    async fn start_bot(&mut self) {
        let store = Store::open(&self.folder.path().join("ulti.sqlite")).await.unwrap();
        let options = Options {
            api: Some(self.playground.base_url().to_owned()),
            pace: Duration::ZERO,
            ..Options::new("token")
        };
        let bot = Bot::new(options, store.clone());
        let patience = table::Options { robot_pace: Duration::ZERO, ..table::Options::default() };
        let registry =
            Registry::new(Arc::new(store.clone()), bot.announcer(), patience, Chance::repeatable(7));
        let shutdown = CancellationToken::new();
        let task = tokio::spawn(bot.run(registry, shutdown.clone()));
        self.running = Some(Running { shutdown, task, store });
        self.playground.ready(PATIENCE).await.unwrap();
    }

    /// Stops the bot in order.
    async fn stop_bot(&mut self) {
        let running = self.running.take().unwrap();
        running.shutdown.cancel();
        tokio::time::timeout(PATIENCE, running.task).await.unwrap().unwrap().unwrap();
        running.store.close().await;
    }

    fn person(&self, name: &str) -> Person {
        self.playground.person(name).in_channel("ulti")
    }

    async fn end(mut self) {
        self.stop_bot().await;
        let complaints = self.playground.complaints();
        let traffic = || self.playground.traffic().iter().map(|line| format!("{line:?}\n")).collect::<String>();
        assert!(complaints.is_empty(), "{complaints:#?}\n{}", traffic());
    }
}

/// The newest message of the channel that everyone sees.
fn newest_public(messages: &[Message]) -> Option<&Message> {
    messages.iter().rev().find(|message| !message.is_ephemeral())
}

/// Waits until the person's hand, wherever it is shown, can do this.
async fn until_can(person: &Person, label: &str) -> Message {
    let can = |message: &Message| message.is_ephemeral() && message.enabled().iter().any(|one| one.contains(label));
    let seen = person.until(|messages| messages.iter().any(can), PATIENCE).await.unwrap();
    seen.into_iter().rev().find(can).unwrap()
}

fn text(answer: &Answer) -> String {
    assert!(answer.is_ephemeral(), "{answer:?}");
    answer.text()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_robots_sit_down_and_a_card_is_played_by_command() {
    let evening = Evening::begin().await;
    let anna = evening.person("Anna");
    let opened = anna.command("ulti new", [("robots", json!(2))]).await.unwrap();
    println!("{}", text(&opened));

    for _ in 0..40 {
        let choices = anna.autocomplete("play", "card", "").await.unwrap();
        if let Some(card) = choices.first() {
            let played = anna.command("play", [("card", card.value.clone())]).await.unwrap();
            println!("{} -> {}", card.name, text(&played));
            assert!(!played.text().contains('⟨'));
            evening.end().await;
            return;
        }
        act_somehow(&anna).await;
    }
    panic!("no card could be played in forty steps");
}

/// Does what is to be done before a card can be played.
async fn act_somehow(anna: &Person) {
    let bids = anna.autocomplete("bid", "contract", "").await.unwrap();
    let discards = anna.autocomplete("bid", "first", "").await.unwrap();
    let trumps = anna.autocomplete("trump", "suit", "").await.unwrap();
    if let Some(trump) = trumps.first() {
        println!("{}", text(&anna.command("trump", [("suit", trump.value.clone())]).await.unwrap()));
    } else if let (Some(bid), [first, second, ..]) = (bids.first(), discards.as_slice()) {
        let options = [
            ("contract", bid.value.clone()),
            ("first", first.value.clone()),
            ("second", second.value.clone()),
        ];
        println!("{}", text(&anna.command("bid", options).await.unwrap()));
    } else {
        println!("{}", text(&anna.command("pass", [("rest", json!(true))]).await.unwrap()));
    }
    tokio::time::sleep(Duration::from_millis(150)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_answered_with_a_sentence_to_the_one_who_did_it() {
    let evening = Evening::begin().await;
    let (anna, ed) = (evening.person("Anna"), evening.person("Ed"));
    for command in ["hand", "take", "pass", "fold", "claim", "table", "ulti join", "ulti end", "ulti leave"] {
        let refused = ed.command(command, []).await.unwrap();
        assert!(text(&refused).contains("/ulti new"), "{command}: {}", refused.text());
    }
    anna.command("ulti new", []).await.unwrap();
    let again = ed.command("ulti new", []).await.unwrap();
    assert!(text(&again).contains("already"), "{}", again.text());
    let seen = ed.until(|messages| newest_public(messages).is_some(), PATIENCE).await.unwrap();
    let lobby = newest_public(&seen).unwrap().clone();
    for made_up in ["", "x", "u1:999:join", "u1:1:play:1.1:H7", "u2:1:join", "u1:1:robot:nobody"] {
        if made_up.is_empty() {
            continue;
        }
        let answer = ed.press_raw(lobby.id(), made_up).await.unwrap();
        println!("{made_up}: {}", text(&answer));
    }
    let card = ed.command("play", [("card", json!("nonsense"))]).await.unwrap();
    println!("{}", text(&card));
    let dm = evening.playground.person("Ed").in_dm().command("hand", []).await;
    println!("{dm:?}");
    let closed = evening.playground.person("Ed").in_channel("no-entry").command("ulti new", []).await.unwrap();
    println!("{}", text(&closed));
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_fills_up_by_buttons_and_the_game_goes_on_after_a_restart() {
    let mut evening = Evening::begin().await;
    let (anna, bea, csaba) = (evening.person("Anna"), evening.person("Bea"), evening.person("Csaba"));
    anna.command("ulti new", []).await.unwrap();
    let has_lobby = |messages: &[Message]| newest_public(messages).is_some_and(|lobby| !lobby.buttons().is_empty());
    let seen = bea.until(has_lobby, PATIENCE).await.unwrap();
    let lobby = newest_public(&seen).unwrap().clone();
    println!("{} {:?}", lobby.text(), lobby.buttons());
    for person in [&bea, &csaba] {
        person.press(&lobby, "Beülök").await.unwrap();
    }
    let full = |messages: &[Message]| {
        messages.iter().any(|message| message.id() == lobby.id() && message.text().contains("Csaba"))
    };
    anna.until(full, PATIENCE).await.unwrap();
    let started = anna.press(&lobby, "Kezdjük").await.unwrap();
    println!("{:?} {}", started.flags, started.text());
    let table = |messages: &[Message]| {
        newest_public(messages).is_some_and(|table| table.id() != lobby.id() && !table.buttons().is_empty())
    };
    let seen = bea.until(table, PATIENCE).await.unwrap();
    let table = newest_public(&seen).unwrap().clone();
    println!("{} {:?}", table.text(), table.buttons());
    let hand = bea.press(&table, "Lapjaim").await.unwrap();
    println!("{}", text(&hand));

    evening.stop_bot().await;
    evening.start_bot().await;
    let hand = bea.press(&table, "Lapjaim").await.unwrap();
    println!("{}", text(&hand));
    let publics = |messages: &[Message]| messages.iter().filter(|message| !message.is_ephemeral()).count();
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(publics(&bea.messages()), 2, "nothing is posted twice");
    let _ = until_can;
    evening.end().await;
}
