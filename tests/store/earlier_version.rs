//! A database that an earlier version of the bot wrote is opened, played on and verified.

use std::sync::Arc;
use std::time::Duration;

use ulti::store::{MessageKind, Store};
use ulti::table::shuffle::Proof;
use ulti::table::{
    Announcer, ChannelId, Command, Opening, Options, Refusal, Registry, Request, SeedSource, ServerId, Shard,
    TableId, TableReply, TableStage, TableUpdate, UserId, WallClock,
};
use ulti_ai::{Cancellation, Level, robot};
use ulti_rules::RuleSet;

/// A database of the last version before the workspace. Never replace it.
///
/// Channel 101 has an evening that ended after two deals; 102 four players between two deals; 103 a person
/// and two robots in the middle of a deal; 104 three players in the auction; 105 a lobby with one player.
const DATABASE: &[u8] = include_bytes!("databases/before_workspace.db");

const SERVER: ServerId = ServerId(5);

/// An announcer that discards all updates.
struct NullAnnouncer;

impl Announcer for NullAnnouncer {
    fn announce(&self, _: TableUpdate) {}

    fn rejects_messages(&self, _: ServerId, _: ChannelId) -> bool {
        false
    }
}

struct Bot {
    store: Store,
    registry: Registry,
}

impl Bot {
    async fn start(store: Store) -> Self {
        let options = Options {
            hard_limit: Duration::from_hours(24),
            robot_pace: Duration::ZERO,
            ..Options::default()
        };
        let journal = Arc::new(store.clone());
        let seeds = SeedSource::repeatable(3);
        let registry = Registry::new(journal, Arc::new(NullAnnouncer), options, seeds, WallClock::wall());
        registry.resume(Shard::SINGLE).await.unwrap();
        Self { store, registry }
    }

    async fn ask(&self, channel: u64, user: u64, command: Command) -> Result<TableReply, Refusal> {
        let (name, channel) = (format!("Player {user}"), ChannelId(channel));
        self.registry.ask_here(Request { user: UserId(user), name, channel, id: None, command }).await
    }

    /// Plays the current deal of a channel to its end and returns the state of the table.
    async fn finish_deal(&self, channel: u64, anyone: u64) -> TableReply {
        for seed in 0.. {
            let now = self.ask(channel, anyone, Command::Look).await.unwrap();
            let Some(turn) = now.table_view.deal.as_ref().and_then(|deal| deal.turn()) else { return now };
            let Some(user) = turn.id.user() else {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            };
            let view = self.ask(channel, user.0, Command::Look).await.unwrap().player_view.unwrap();
            let action = robot(Level::Easy, seed).act(&view, &Cancellation::new()).unwrap();
            self.ask(channel, user.0, Command::Act { action, at: None }).await.unwrap();
        }
        unreachable!("the deal has an end")
    }

    /// Returns the number of finished deals of a table. Every deal is replayed, its shuffle is verified, and
    /// its points must sum to zero.
    async fn verified_deals(&self, table: TableId) -> usize {
        let deals = self.store.deals_of_table(table).await.unwrap();
        for deal in &deals {
            let record = self.store.record(deal.id).await.unwrap().unwrap();
            let replayed = record.replay().unwrap();
            let settlement = replayed.settlement().unwrap();
            assert!(settlement.sums_to_zero());
            assert_eq!(settlement.payments, deal.seats.clone().map(|seat| seat.points));
            assert!(Proof::of(&record).unwrap().unwrap().holds());
        }
        deals.len()
    }
}

async fn opened() -> (Store, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ulti.db");
    std::fs::write(&path, DATABASE).unwrap();
    (Store::open(&path).await.unwrap(), folder)
}

fn total(now: &TableReply) -> i32 {
    now.table_view.standings.iter().map(|standing| standing.points).sum::<i32>() + now.table_view.window
}

#[tokio::test]
async fn settings_saved_by_older_bot_version_can_be_read() {
    let (store, _folder) = opened().await;
    store.check().await.unwrap();
    assert_eq!(store.user_settings(UserId(1)).await.unwrap().language.as_deref(), Some("en"));
    assert_eq!(store.user_settings(UserId(2)).await.unwrap().faces.as_deref(), Some("french"));
    assert!(!store.user_settings(UserId(2)).await.unwrap().pings);
    assert!(store.is_hidden(UserId(3)).await.unwrap());
    assert_eq!(store.server_settings(SERVER).await.unwrap().language.as_deref(), Some("hu"));
    let rules = store.server_rules(SERVER).await.unwrap().unwrap();
    assert_eq!(rules.rules_of_setting().unwrap(), RuleSet::preset("pagat").unwrap());
    let season = store.season(SERVER).await.unwrap().unwrap();
    assert_eq!((season.name.as_str(), season.time_zone.name()), ("First season", "UTC"));
    assert_eq!(season.scheduled_end, None); // started by a manager
    let message = store.message(TableId(2), 1, MessageKind::Table).await.unwrap();
    assert_eq!(message, Some((ChannelId(102), 777)));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_saved_by_older_bot_version_can_be_continued() {
    let (store, _folder) = opened().await;
    let bot = Bot::start(store).await;
    assert!(matches!(bot.ask(101, 1, Command::Look).await, Err(Refusal::NoTable)));
    assert_eq!(bot.verified_deals(TableId(1)).await, 2);
    assert_eq!(bot.verified_deals(TableId(2)).await, 1);

    let stage = async |channel| bot.ask(channel, 3, Command::Look).await.unwrap().table_view.stage;
    assert_eq!(stage(102).await, TableStage::Between);
    assert_eq!(stage(103).await, TableStage::Dealing);
    assert_eq!(stage(104).await, TableStage::Dealing);
    assert_eq!(stage(105).await, TableStage::Lobby);

    bot.ask(102, 1, Command::NextDeal).await.unwrap();
    bot.ask(105, 1, Command::Join).await.unwrap();
    bot.ask(105, 2, Command::Join).await.unwrap();
    bot.ask(105, 1, Command::Start).await.unwrap();
    for (channel, user, deals) in [(102, 1, 2), (103, 1, 1), (104, 2, 1), (105, 3, 1)] {
        let now = bot.finish_deal(channel, user).await;
        assert_eq!((now.table_view.stage, total(&now)), (TableStage::Between, 0), "channel {channel}");
        assert_eq!(bot.verified_deals(now.table_view.table).await, deals, "channel {channel}");
    }
    let opening = Opening {
        server: SERVER,
        channel: ChannelId(101),
        rules: RuleSet::preset("4m").unwrap(),
        deals: None,
        pause: None,
        robots: Vec::new(),
        follows: None,
    };
    let request = Request {
        user: UserId(1),
        name: "Player 1".to_owned(),
        channel: ChannelId(101),
        id: None,
        command: Command::Look,
    };
    assert_eq!(bot.registry.open(opening, request).await.unwrap().table_view.table, TableId(6));
    bot.registry.shutdown().await;
    bot.store.check().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn restart_does_not_change_game_from_older_bot_version() {
    let (store, _folder) = opened().await;
    let bot = Bot::start(store).await;
    let before = bot.finish_deal(103, 1).await;
    bot.registry.shutdown().await;
    let bot = Bot::start(bot.store).await;
    let after = bot.ask(103, 1, Command::Look).await.unwrap();
    assert_eq!(
        (after.table_view.version, &after.table_view.deal),
        (before.table_view.version, &before.table_view.deal)
    );
    assert_eq!(after.table_view.standings, before.table_view.standings);
    bot.registry.shutdown().await;
}
