//! An evening with the bot as a process, which is killed at critical moments.
//!
//! Three simulated users play over real sockets, one by commands and two by buttons.

use std::collections::HashMap;
use std::path::Path;

use discord_openapi::Specification;
use discord_sandbox::{ClockMode, Fault, Message, Options, Protocol, Sandbox, Sender};
use serde_json::json;
use ulti::store::{BoardGroup, RankBy, Store};
use ulti::table::{ChannelId, Journal, PlayerId, ServerId, TableEvent, TableId, UserId};
use ulti_rules::{Event, SeatAction};
use ulti_testkit::leaks::{emoji, secrets};
use ulti_testkit::messages::public;
use ulti_testkit::{
    BotProcess, BotProcessBuilder, PROCESS_TIMEOUT, Player, PostgresServer, Strategy, enabled,
};

use super::card_visibility;
use crate::bot_process;

/// Plays four deals, with a kill in the auction, in the middle of a trick, and between an answer and its
/// announcement.
#[tokio::test(flavor = "multi_thread")]
async fn game_survives_repeated_bot_crashes() {
    survive_crashes(Evening::start().await).await;
}

/// Plays the evening of [`game_survives_repeated_bot_crashes`] with the database on a server.
#[tokio::test(flavor = "multi_thread")]
async fn game_on_database_server_survives_repeated_bot_crashes() {
    let Some(server) = PostgresServer::shared() else { return };
    survive_crashes(Evening::start_with(on_server(server).await).await).await;
}

/// The database server is stopped without a checkpoint during the play and started again. A card that cannot
/// be stored is not played, and its player is told. Nothing that was acknowledged is lost, and the play
/// continues by itself.
#[tokio::test(flavor = "multi_thread")]
async fn game_survives_crash_of_database_server() {
    let Some(mut server) = PostgresServer::start() else { return };
    let mut evening = Evening::start_with(on_server(&server).await).await;
    evening.sit_down().await;
    for cards in [2, 9] {
        evening.play_until(|moves| moves.cards >= cards).await;
        let (player, hand, card) = evening.next_card().await;
        server.stop_immediately();
        // The message may be edited after its button was read, which does not make the press invalid.
        player.user.press_raw(hand.id(), &card).await.unwrap();
        // The answer is deferred if the bot takes longer to notice that the server is gone. Bea's client is
        // set to English, and any of the players can be the one to move.
        let told = |messages: &[Message]| {
            let texts = messages.iter().filter(|one| one.is_ephemeral()).map(Message::text);
            texts.into_iter().any(|text| {
                ["Nem sikerült elmenteni", "It couldn't be saved"].iter().any(|told| text.contains(told))
            })
        };
        player.user.wait_until(told, PROCESS_TIMEOUT).await.unwrap();
        server.start_again();
        evening.check_journal().await;
        evening.dismiss_hands();
    }
    evening.finish_deal(1).await;
    for number in 2..=4 {
        evening.finish_deal(number).await;
    }
    evening.check_everything().await;
}

async fn on_server(server: &PostgresServer) -> BotProcessBuilder {
    bot_process().database_url(server.create_database().await)
}

async fn survive_crashes(mut evening: Evening) {
    evening.sit_down().await;

    evening.play_until(|moves| moves.calls >= 1).await;
    evening.kill_and_restart().await;
    evening.finish_deal(1).await;

    evening.play_until(|moves| moves.cards >= 13).await;
    evening.kill_and_restart().await;
    evening.finish_deal(2).await;

    // The second card never ends a deal.
    evening.play_until(|moves| moves.cards >= 1).await;
    evening.kill_between_answer_and_announcement().await;
    evening.finish_deal(3).await;

    evening.finish_deal(4).await;
    evening.check_everything().await;
}

/// Number of acknowledged actions in the current deal.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Acknowledged {
    pub(super) calls: usize,
    pub(super) cards: usize,
}

pub(super) struct Evening {
    pub(super) sandbox: Sandbox,
    pub(super) bot: BotProcess,
    pub(super) players: [Player; 3],
    /// Number of acknowledged actions in the whole evening.
    acknowledged: usize,
    done: Acknowledged,
}

impl Evening {
    pub(super) async fn start() -> Self {
        Self::start_with(bot_process()).await
    }

    pub(super) async fn start_with(bot: BotProcessBuilder) -> Self {
        // The sandbox's clock is stopped, so that a slow machine does not exceed the three-second limit.
        let options = Options { clock: ClockMode::Stopped, ..Options::default() };
        let sandbox = Sandbox::start(options).await.unwrap();
        let bot = bot.start(&sandbox).await;
        let players =
            [("Anna", Strategy::Commands), ("Bea", Strategy::Buttons), ("Csaba", Strategy::Buttons)];
        let players =
            players.map(|(name, strategy)| Player::new(sandbox.user(name).in_channel("ulti"), strategy));
        Self { sandbox, bot, players, acknowledged: 0, done: Acknowledged::default() }
    }

    pub(super) async fn sit_down(&self) {
        let uploaded = |sandbox: &Sandbox| sandbox.emojis().len() >= emoji::COUNT;
        self.sandbox.wait_until(uploaded, PROCESS_TIMEOUT).await.unwrap();
        let [anna, bea, csaba] = &self.players;
        anna.user.command("ulti new", [("deals", json!(4))]).await.unwrap();
        for player in [bea, csaba] {
            let lobby = player.until_button("join").await;
            player.press(&lobby, "join").await;
        }
        let lobby = csaba.until_button("start").await;
        csaba.press(&lobby, "start").await;
        anna.until_button("show:hand").await;
    }

    /// Takes one legal action for the player to move. Returns `false` once the deal is over.
    pub(super) async fn step(&mut self) -> bool {
        for player in &self.players {
            if let Some(verb) = player.act().await {
                self.acknowledged += 1;
                self.done.calls += usize::from(matches!(verb, "bid" | "pass"));
                self.done.cards += usize::from(verb == "play");
                return true;
            }
        }
        false
    }

    /// Plays until `enough` returns `true` or the deal is over. A betli or durchmars alone ends early if it
    /// is lost.
    pub(super) async fn play_until(&mut self, enough: impl Fn(Acknowledged) -> bool) {
        while !enough(self.done) && self.step().await {}
    }

    pub(super) async fn finish_deal(&mut self, number: u32) {
        while self.step().await {}
        self.done = Acknowledged::default();
        let last = &self.players[2];
        if number < 4 {
            let result = last.until_button("next").await;
            last.press(&result, "next").await;
            // The next deal has its own message below the result.
            last.until_button_below(&result, "show:hand").await;
        }
    }

    /// Returns the player to move, their hand, and a card button of it.
    async fn next_card(&self) -> (&Player, Message, String) {
        for player in &self.players {
            let hand = player.user.command("hand", []).await.unwrap().message.unwrap();
            if let Some(card) = enabled(&hand, "play").next() {
                return (player, hand.clone(), card);
            }
        }
        panic!("no player can play a card");
    }

    /// Dismisses the players' hands, so that they request them again.
    fn dismiss_hands(&self) {
        for player in &self.players {
            for message in player.user.messages().iter().filter(|message| message.is_ephemeral()) {
                let _ = player.user.dismiss(message.id());
            }
        }
    }

    async fn kill_and_restart(&mut self) {
        self.bot.kill();
        self.check_journal().await;
        self.bot.restart(&self.sandbox).await;
    }

    /// Kills the bot after a card was acknowledged, but before the table message shows it.
    async fn kill_between_answer_and_announcement(&mut self) {
        let channel = format!("/channels/{}/messages", self.players[0].user.channel());
        let before = self.public().len();
        // The table message and the hands are edited with interaction tokens.
        let hold = self.sandbox.hold("PATCH", "/webhooks/");
        assert!(self.step().await, "no card was played");
        hold.arrived(1).await;
        self.bot.kill();
        hold.discard();
        self.check_journal().await;
        self.bot.restart(&self.sandbox).await;
        let shown = self.done.cards;
        let store = self.bot.read_store().await;
        let (_, events) = only_table(&store).await;
        store.close().await;
        let deals = in_deals(&events);
        let played =
            deals.last().unwrap().iter().filter(|event| matches!(event, Event::Played { .. })).count();
        assert_eq!(played, shown, "journal lacks an acknowledged card");
        assert_eq!(self.public().len(), before, "message was posted twice");
        // The first edit after the restart also fails once.
        self.sandbox.fail_next(1, "PATCH", &channel, Fault::Status(502));
    }

    fn public(&self) -> Vec<Message> {
        public(&self.players[0].user.messages())
    }

    /// Asserts that the journal of the killed process holds every acknowledged action once.
    pub(super) async fn check_journal(&self) {
        let store = self.bot.read_store().await;
        let (_, events) = only_table(&store).await;
        store.close().await;
        let actions = in_deals(&events).concat().iter().filter_map(SeatAction::of).count();
        assert_eq!(actions, self.acknowledged, "journal differs from the acknowledged actions");
    }

    async fn check_everything(mut self) {
        self.players[0].until_text("4").await;
        let board = self.players[0].user.command("leaderboard", [("by", json!("all"))]).await.unwrap();
        self.bot.stop().await;
        let store = self.bot.read_store().await;
        let sums = check_sums(&store).await;
        for player in &self.players {
            let points = sums[&UserId(player.user.id().0)];
            let shown = ulti::text::signed(i32::try_from(points).unwrap());
            assert!(board.text().contains(&shown), "missing {shown} in {}", board.text());
        }
        card_visibility::assert_no_early_cards(&self.sandbox, &store).await;
        secrets::assert_no_secrets(&self.bot.logged(), &self.sandbox, &only_table(&store).await.1);
        store.close().await;
        self.check_specification();
        let violations = self.sandbox.violations();
        assert!(violations.is_empty(), "{violations:#?}");
    }

    fn check_specification(&self) {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/discord/openapi.json"));
        let Some(specification) = Specification::read(path) else {
            eprintln!("skipped: Discord's specification is not available at {}", path.display());
            return;
        };
        let traffic = self.sandbox.traffic().into_iter();
        for request in traffic.filter(|e| e.protocol == Protocol::Rest && e.from == Sender::Bot) {
            let (method, path) = (request.method.unwrap_or_default(), request.path.unwrap_or_default());
            assert_eq!(specification.validate(&method, &path, &request.body), [""; 0]);
        }
    }
}

/// Returns the database's only table and its events.
pub(super) async fn only_table(store: &Store) -> (TableId, Vec<TableEvent>) {
    let table = TableId(1);
    (table, store.load(table).await.unwrap().events)
}

/// Groups the game events of a journal by deal.
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

/// Checks payments, window, shares and leaderboard against each other, and returns the points of each user.
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
    let Some(TableEvent::Ended { shares, .. }) = events.last() else {
        panic!("journal does not end with the evening's end")
    };
    for (player, share) in shares {
        let PlayerId::User(user) = player else { panic!("unexpected robot") };
        *sums.entry(*user).or_default() += i64::from(*share);
        window -= share;
    }
    assert_eq!((window, sums.values().sum::<i64>()), (0, 0), "standings and window do not sum to zero");
    let server = server(&events);
    let season = store.season(server).await.unwrap().unwrap().id;
    let by_points = (RankBy::AllPoints, BoardGroup::Established);
    let board = store.board(server, season, by_points, 1, 10).await.unwrap();
    let shown: HashMap<UserId, i64> =
        board.rows.into_iter().map(|(_, row)| (row.user, row.all.points)).collect();
    assert_eq!(shown, sums, "leaderboard differs from the sum of the payments");
    sums
}

fn server(events: &[TableEvent]) -> ServerId {
    let Some(TableEvent::SetUp { server, channel, .. }) = events.first() else {
        panic!("journal does not begin with the table's setup")
    };
    assert_ne!(*channel, ChannelId(0));
    *server
}
