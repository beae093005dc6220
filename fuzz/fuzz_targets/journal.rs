//! Fuzzes the journal of a table in a real database file. Either damage is found at its position and nothing
//! before it is lost, or the table is loaded, is consistent, and can be played.
//!
//! A line of the input is an event after a character for the condition of its row: `=` for an intact row that
//! ends an action, `+` for an intact row that does not, `o` for a row without a checksum, `x` for a row with
//! a wrong checksum, and `-` for a row that follows a missing row. The line `.` adds one to the number of
//! events that the table claims to have.
#![no_main]

#[path = "../src/database.rs"]
mod database;

use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use database::{Line, RawDatabase, ReadOnlyJournal};
use libfuzzer_sys::{Corpus, fuzz_target};
use tokio::runtime::Runtime;
use ulti::table::{
    Announcer, ChannelId, Command, Journal as _, JournalError, Options, Refusal, Registry, Request,
    RobotPlayers, SeedSource, TableEvent, TableId, TableReply, TableStage, TableUpdate, ThinkingPool, UserId,
    WallClock,
};
use ulti_ai::{self, Level};
use ulti_rules::{Action, Hand, Stage, View};

const TABLE: TableId = TableId(1);
/// Number of commands sent to a loaded table.
const COMMANDS: usize = 12;

/// Runtime and database that are reused between inputs.
struct World {
    runtime: Runtime,
    database: RawDatabase,
}

static WORLD: LazyLock<Mutex<World>> = LazyLock::new(|| {
    let runtime = Runtime::new().expect("failed to start runtime");
    let database = runtime.block_on(RawDatabase::open());
    Mutex::new(World { runtime, database })
});

/// An announcer that discards all updates.
struct NullAnnouncer;

impl Announcer for NullAnnouncer {
    fn announce(&self, _: TableUpdate) {}
}

fuzz_target!(|text: &str| -> Corpus {
    let lines: Vec<Line> = text.lines().filter_map(Line::read).collect();
    if lines.is_empty() || lines.len() > 400 {
        return Corpus::Reject;
    }
    let count = lines.len() + usize::from(text.lines().any(|line| line == "."));
    let world = WORLD.lock().expect("lock is poisoned");
    world.runtime.block_on(async {
        world.database.put(TABLE, &lines, count).await;
        check_load(&world.database, &lines, count).await;
        wake(&world.database).await;
    });
    Corpus::Keep
});

/// Asserts that the journal is read up to the first damaged row, and that the damage is reported.
async fn check_load(database: &RawDatabase, lines: &[Line], count: usize) {
    let stored = database.store.load(TABLE).await.expect("failed to load table");
    let read = lines.iter().map_while(Line::event);
    let intact: Vec<TableEvent> =
        lines.iter().take_while(|line| line.is_intact()).zip(read).map(|(_, event)| event).collect();
    assert_eq!(stored.damage.is_some(), intact.len() < count, "{:?}", stored.damage);
    assert_eq!(stored.events, intact);
}

/// Loads the table and continues playing, unless its journal is rejected as damaged.
async fn wake(database: &RawDatabase) {
    let options = Options { robot_pace: Duration::from_mins(1), ..Options::default() };
    let robots = RobotPlayers::made_by(ThinkingPool::new(1, Duration::from_secs(1)), |_, seed| {
        ulti_ai::robot(Level::Random, seed)
    });
    let journal = Arc::new(ReadOnlyJournal(database.store.clone()));
    let registry = Registry::with_robots(
        journal,
        Arc::new(NullAnnouncer),
        options,
        SeedSource::repeatable(1),
        WallClock::wall(),
        robots,
    );
    let stored = database.store.load(TABLE).await.expect("failed to load table");
    let channel = match stored.events.first() {
        Some(TableEvent::SetUp { channel, .. }) => *channel,
        _ => ChannelId(1),
    };
    match registry.ask(TABLE, request(channel, UserId(1), Command::Look)).await {
        Ok(answer) => {
            check_table(&answer);
            play_on(&registry, answer).await;
        }
        Err(Refusal::NotKept(JournalError::Corrupt { .. })) => {}
        Err(refused) => panic!("failed to load table: {refused:?}"),
    }
    registry.shutdown().await;
}

/// Returns a request of a user.
fn request(channel: ChannelId, user: UserId, command: Command) -> Request {
    Request { user, name: "P".to_owned(), channel, id: None, command }
}

/// Asserts that points sum to zero, no player sits twice, and a running deal has every card once.
fn check_table(answer: &TableReply) {
    let scene = &answer.table_view;
    let points: i64 = scene.standings.iter().map(|one| i64::from(one.points)).sum();
    assert_eq!(points + i64::from(scene.window), 0, "{scene:?}");
    let mut seated: Vec<_> = scene.chairs.iter().map(|chair| chair.player.id).collect();
    seated.sort_unstable();
    seated.dedup();
    assert_eq!(seated.len(), scene.chairs.len(), "{:?}", scene.chairs);
    assert!(scene.chairs.len() <= scene.book.rules().most_players());
    if let Some(deal) = &scene.deal {
        let seats = deal.seats.clone().0.map(|player| player.id);
        assert!(seats[0] != seats[1] && seats[1] != seats[2] && seats[0] != seats[2], "{seats:?}");
        check_cards(&deal.view);
        assert!(scene.stage != TableStage::Dealing || !deal.is_over());
    }
    if let Some(view) = &answer.player_view {
        check_cards(view);
        assert!(view.turn() != view.seat || view.turn().is_none() || view.legal.is_turn(), "{view:?}");
    }
}

/// Asserts that a view of a running deal accounts for all 32 cards.
fn check_cards(view: &View) {
    if matches!(view.stage, Stage::Over { .. }) {
        return;
    }
    let hands: u32 = view.hands.values().map(|hand| hand.len()).sum();
    let open = view.hands.values().filter_map(|hand| hand.cards());
    let mut known = open.chain(view.talon).map(|cards| (cards, cards.len())).collect::<Vec<_>>();
    let mut played = 0;
    if let Some(board) = view.board() {
        for trick in board.tricks.iter().map(|(trick, _)| trick).chain([&board.current]) {
            known.push((trick.cards(), trick.len() as u32));
            played += trick.len() as u32;
        }
    }
    let talon = match view.stage {
        Stage::Auction { holding, best, .. } => 2 * u32::from(!holding && best.is_some()),
        _ => 2,
    };
    assert_eq!(hands + played + talon, 32, "{view:?}");
    let counted: u32 = known.iter().map(|(_, count)| count).sum();
    let all = known.iter().fold(Default::default(), |all, (cards, _)| all | *cards);
    assert_eq!(ulti_rules::CardSet::len(all), counted, "a card is in two places: {view:?}");
    assert!(matches!(view.hands.values().next(), Some(Hand::Known(_) | Hand::Hidden(_))));
}

/// Sends random legal commands as the players at the table.
async fn play_on(registry: &Registry, first: TableReply) {
    let mut scene = first.table_view;
    for seed in 0..COMMANDS {
        let people: Vec<UserId> = scene.people().collect();
        let Some(user) = people.get(seed % people.len().max(1)).copied() else { return };
        let Ok(now) = registry.ask(TABLE, request(scene.channel, user, Command::Look)).await else { return };
        check_table(&now);
        let command = now.player_view.as_deref().and_then(|view| act(view, seed as u64)).unwrap_or(
            [Command::NextDeal, Command::Start, Command::TakeBack, Command::Leave { agreed: None }][seed % 4]
                .clone(),
        );
        match registry.ask(TABLE, request(scene.channel, user, command)).await {
            Ok(answer) => {
                check_table(&answer);
                scene = answer.table_view;
            }
            Err(Refusal::NotKept(error)) => panic!("failed to write journal: {error:?}"),
            Err(_) => {}
        }
    }
}

/// Returns the command for a random legal action.
fn act(view: &View, seed: u64) -> Option<Command> {
    let action: Option<Action> = ulti_ai::robot(Level::Random, seed).act(view, &ulti_ai::Cancellation::new());
    action.map(|action| Command::Act { action, at: None })
}
