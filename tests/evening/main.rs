//! A whole evening: the real program as a process of its own, a real serenity client over real
//! sockets, a real database file; three people, one by commands and two by buttons; and the process
//! is killed where it hurts.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may fail loudly

mod bot;
#[path = "../support/emoji.rs"]
mod emoji;
#[path = "../support/openapi.rs"]
mod openapi;
mod player;
mod scan;
#[path = "../support/secrets.rs"]
mod secrets;
mod watched;

use std::collections::HashMap;

use serde_json::json;
use ulti::playground::{Fault, Message, Options, Playground};
use ulti::rules::{Event, Step};
use ulti::store::Store;
use ulti::table::{ChannelId, Journal, PlayerId, ServerId, TableEvent, TableId, UserId};

use bot::{Bot, PATIENCE};
use player::{Player, Way};

/// Four deals, killed in the auction, in mid-trick, and between answer and announcement.
#[tokio::test(flavor = "multi_thread")]
async fn an_evening_of_four_deals_survives_being_killed() {
    let mut evening = Evening::begin().await;
    evening.sit_down().await;

    evening.play_until(|moves| moves.calls >= 1).await;
    evening.kill_and_restart().await;
    evening.finish_deal(1).await;

    evening.play_until(|moves| moves.cards >= 13).await;
    evening.kill_and_restart().await;
    evening.finish_deal(2).await;

    evening.play_until(|moves| moves.cards >= 4).await;
    evening.kill_between_answer_and_announcement().await;
    evening.finish_deal(3).await;

    evening.finish_deal(4).await;
    evening.check_everything().await;
}

/// What has been acknowledged in the deal being played.
#[derive(Debug, Clone, Copy, Default)]
struct Done {
    calls: usize,
    cards: usize,
}

struct Evening {
    playground: Playground,
    bot: Bot,
    players: [Player; 3],
    /// Every action that someone was told is done, over the whole evening.
    acknowledged: usize,
    done: Done,
}

impl Evening {
    async fn begin() -> Self {
        // Time stands still at the stand-in: no slow machine misses the three seconds.
        let options = Options { stopped_clock: true, ..Options::default() };
        let playground = Playground::start(options).await.unwrap();
        let bot = Bot::start(&playground).await;
        let ways = [("Anna", Way::Commands), ("Bea", Way::Buttons), ("Csaba", Way::Buttons)];
        let players = ways.map(|(name, way)| Player::new(playground.person(name).in_channel("ulti"), way));
        Self { playground, bot, players, acknowledged: 0, done: Done::default() }
    }

    async fn sit_down(&self) {
        let uploaded = |playground: &Playground| playground.emojis().len() >= emoji::ALL;
        self.playground.until(uploaded, PATIENCE).await.unwrap();
        let [anna, bea, csaba] = &self.players;
        anna.person.command("ulti new", [("deals", json!(4))]).await.unwrap();
        for player in [bea, csaba] {
            let lobby = player.until_button("join").await;
            player.press(&lobby, "join").await;
        }
        let lobby = csaba.until_button("start").await;
        csaba.press(&lobby, "start").await;
        anna.until_button("show:hand").await;
    }

    /// One lawful action of whoever's turn it is; false once the deal is over.
    async fn step(&mut self) -> bool {
        for player in &mut self.players {
            if let Some(verb) = player.act().await {
                self.acknowledged += 1;
                self.done.calls += usize::from(matches!(verb, "bid" | "pass"));
                self.done.cards += usize::from(verb == "play");
                return true;
            }
        }
        false
    }

    async fn play_until(&mut self, enough: impl Fn(Done) -> bool) {
        while !enough(self.done) {
            assert!(self.step().await, "the deal was over too early: {:?}", self.done);
        }
    }

    async fn finish_deal(&mut self, number: u32) {
        while self.step().await {}
        self.done = Done::default();
        let last = &self.players[2];
        if number < 4 {
            let result = last.until_button("next").await;
            last.press(&result, "next").await;
            // The next deal has its own message below the result.
            let newer = |message: &Message| message.id() > result.id();
            last.until(newer, "show:hand").await;
        }
    }

    async fn kill_and_restart(&mut self) {
        self.bot.kill();
        self.check_journal().await;
        self.bot.restart(&self.playground).await;
    }

    /// A card is played and answered; the edit that would show it to all never gets through.
    async fn kill_between_answer_and_announcement(&mut self) {
        let channel = format!("/channels/{}/messages", self.players[0].person.channel());
        let before = self.public().len();
        let hold = self.playground.hold("PATCH", &channel);
        assert!(self.step().await, "a card is played");
        hold.arrived(1).await;
        self.bot.kill();
        hold.discard();
        self.check_journal().await;
        self.bot.restart(&self.playground).await;
        let shown = self.done.cards;
        let store = self.bot.read_store().await;
        let (_, events) = only_table(&store).await;
        store.close().await;
        let deals = in_deals(&events);
        let played =
            deals.last().unwrap().iter().filter(|event| matches!(event, Event::Played { .. })).count();
        assert_eq!(played, shown, "the card that was answered for lies on the table");
        assert_eq!(self.public().len(), before, "and no message was posted twice");
        // A second fault for good measure: the first edit after the restart is refused once.
        self.playground.fail_next(1, "PATCH", &channel, Fault::Status(502));
    }

    fn public(&self) -> Vec<Message> {
        self.players[0].person.messages().into_iter().filter(|message| !message.is_ephemeral()).collect()
    }

    /// With the process dead: what was acknowledged is in the journal, once.
    async fn check_journal(&self) {
        let store = self.bot.read_store().await;
        let (_, events) = only_table(&store).await;
        store.close().await;
        let actions = in_deals(&events).concat().iter().filter_map(Step::of).count();
        assert_eq!(actions, self.acknowledged, "nothing lost, nothing doubled");
    }

    async fn check_everything(mut self) {
        self.players[0].until_text("4").await;
        let board = self.players[0].person.command("leaderboard", [("by", json!("all"))]).await.unwrap();
        self.bot.stop().await;
        let store = self.bot.read_store().await;
        let sums = check_sums(&store).await;
        for player in &self.players {
            let points = sums[&UserId(player.person.id().0)];
            let shown = ulti::text::signed(i32::try_from(points).unwrap());
            assert!(board.text().contains(&shown), "{shown} is not in {}", board.text());
        }
        scan::no_card_is_seen_too_early(&self.playground, &store).await;
        secrets::none_in(&self.bot.logged(), &self.playground, &only_table(&store).await.1);
        store.close().await;
        self.follows_the_specification();
        let complaints = self.playground.complaints();
        assert!(complaints.is_empty(), "{complaints:#?}");
    }

    fn follows_the_specification(&self) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/discord/openapi.json");
        let Ok(text) = std::fs::read_to_string(path) else {
            eprintln!("Discord's specification is not at hand: the requests are not held against it");
            return;
        };
        let spec = serde_json::from_str(&text).unwrap();
        assert_eq!(openapi::violations(&spec, &self.playground.traffic()), [""; 0]);
    }
}

/// The one table of the database, with its events.
async fn only_table(store: &Store) -> (TableId, Vec<TableEvent>) {
    let table = TableId(1);
    (table, store.load(table).await.unwrap().events)
}

/// The events of each deal.
fn in_deals(events: &[TableEvent]) -> Vec<Vec<Event>> {
    let mut deals: Vec<Vec<Event>> = Vec::new();
    for event in events {
        match event {
            TableEvent::DealBegan { .. } => deals.push(Vec::new()),
            TableEvent::InDeal { event } => deals.last_mut().unwrap().push(event.clone()),
            _ => {}
        }
    }
    deals
}

/// Payments, window, shares and leaderboard, each from its own source; what each person has won.
async fn check_sums(store: &Store) -> HashMap<UserId, i64> {
    let (table, events) = only_table(store).await;
    let deals = store.deals_of_table(table).await.unwrap();
    assert_eq!(deals.iter().map(|deal| deal.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let mut sums: HashMap<UserId, i64> = HashMap::new();
    let mut window = 0;
    for deal in &deals {
        let record = store.record(deal.id).await.unwrap().unwrap();
        let settled = record.replay().unwrap().settlement().cloned().unwrap();
        ulti::table::shuffle::check(record.shuffle.as_ref().unwrap(), &record).unwrap();
        assert_eq!(settled.payments.values().sum::<i32>() + settled.window, 0);
        window += settled.window;
        for (seat, row) in deal.seats.iter() {
            assert_eq!(row.points, settled.payments[seat]);
            *sums.entry(row.user.unwrap()).or_default() += i64::from(row.points);
        }
    }
    let Some(TableEvent::Ended { shares, .. }) = events.last() else { panic!("the evening is over") };
    for (player, share) in shares {
        let PlayerId::User(user) = player else { panic!("only people played") };
        *sums.entry(*user).or_default() += i64::from(*share);
        window -= share;
    }
    assert_eq!((window, sums.values().sum::<i64>()), (0, 0), "standings and window sum to zero");
    let server = server(&events);
    let board = store.leaderboard(server, 10, 0).await.unwrap();
    let shown: HashMap<UserId, i64> = board.into_iter().map(|row| (row.user, row.points)).collect();
    assert_eq!(shown, sums, "the leaderboard is the sum of the payments");
    sums
}

fn server(events: &[TableEvent]) -> ServerId {
    let Some(TableEvent::SetUp { server, channel, .. }) = events.first() else { panic!("not set up") };
    assert_ne!(*channel, ChannelId(0));
    *server
}
