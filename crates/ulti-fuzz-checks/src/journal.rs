//! The journal of a table in a real database file.

mod consistency;
mod database;
mod read_only_journal;

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Runtime;
use ulti::table::{
    Announcer, ChannelId, Command, JournalError, Options, Refusal, Registry, Request, RobotPlayers,
    RulesChoice, SeedSource, ServerId, TableEvent, TableId, TableReply, TableSetting, TableUpdate,
    ThinkingPool, UserId, WallClock,
};
use ulti_ai::{self, Level};
use ulti_rules::{Action, View};

use crate::background_panics::BackgroundPanics;
use crate::environments::Environments;
use consistency::check_table;
use database::{JournalDatabase, Row};
use read_only_journal::ReadOnlyJournal;

const TABLE: TableId = TableId(1);
/// Maximum number of rows. Longer inputs would be slow.
const MAX_ROWS: usize = 400;
/// Number of commands sent to a loaded table.
const COMMANDS: usize = 12;

static ENVIRONMENTS: Environments<Environment> = Environments::new();

/// A database and the runtime that uses it.
struct Environment {
    database: JournalDatabase,
    runtime: Runtime,
    panics: BackgroundPanics,
}

/// Checks the rows of a journal. Returns `false` if the text contains no rows or too many.
///
/// Either damage must be found at its position and nothing before it may be lost, or the table must be
/// loaded, be consistent, and be playable.
///
/// A line of the text is an event after a character for the condition of its row: `=` for an intact row that
/// ends an action, `+` for an intact row that does not, `o` for a row without a checksum, `x` for a row with
/// a wrong checksum, and `-` for a row that follows a missing row. The line `.` adds one to the number of
/// events that the table claims to have.
pub fn check(text: &str) -> bool {
    let rows: Vec<Row> = text.lines().filter_map(Row::parse).collect();
    if rows.is_empty() || rows.len() > MAX_ROWS {
        return false;
    }
    let count = rows.len() + usize::from(text.lines().any(|line| line == "."));
    ENVIRONMENTS.run(Environment::start, |Environment { database, runtime, panics }| {
        runtime.block_on(async {
            database.replace_table(TABLE, &rows, count).await;
            check_load(database, &rows, count).await;
            wake(database).await;
        });
        panics.assert_none();
    });
    true
}

/// Deletes the databases that [`check`] keeps for the next inputs.
pub fn clean_up() {
    for Environment { database, runtime, panics } in ENVIRONMENTS.take() {
        runtime.block_on(database.close());
        panics.assert_none();
    }
}

impl Environment {
    fn start() -> Self {
        let panics = BackgroundPanics::default();
        let runtime = panics.start_runtime();
        let database = runtime.block_on(JournalDatabase::create());
        Self { database, runtime, panics }
    }
}

/// An announcer that discards all updates.
struct NullAnnouncer;

impl Announcer for NullAnnouncer {
    fn announce(&self, _: TableUpdate) {}

    fn rejects_messages(&self, _: ServerId, _: ChannelId) -> bool {
        false
    }
}

/// Asserts that the journal is read up to the first damaged row, and that the damage is reported.
async fn check_load(database: &JournalDatabase, rows: &[Row], count: usize) {
    let stored = database.load(TABLE).await;
    let read = rows.iter().map_while(Row::event);
    let intact: Vec<TableEvent> =
        rows.iter().take_while(|row| row.is_intact()).zip(read).map(|(_, event)| event).collect();
    assert_eq!(stored.damage.is_some(), intact.len() < count, "{:?}", stored.damage);
    assert_eq!(stored.events, intact);
}

/// Loads the table and continues playing, unless its journal is rejected as damaged.
async fn wake(database: &JournalDatabase) {
    let options = Options { robot_pace: Duration::from_mins(1), ..Options::default() };
    let robots = RobotPlayers::made_by(ThinkingPool::new(1, Duration::from_secs(1)), |_, seed| {
        ulti_ai::robot(Level::Random, seed)
    });
    let journal = Arc::new(ReadOnlyJournal(database.store().clone()));
    let registry = Registry::with_robots(
        journal,
        Arc::new(NullAnnouncer),
        options,
        SeedSource::repeatable(1),
        WallClock::wall(),
        robots,
    );
    let channel = match database.load(TABLE).await.events.first() {
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

/// Sends random legal commands as the players at the table.
async fn play_on(registry: &Registry, first: TableReply) {
    let mut scene = first.table_view;
    for seed in 0..COMMANDS {
        let people: Vec<UserId> = scene.people().collect();
        let Some(user) = people.get(seed % people.len().max(1)).copied() else { return };
        let Ok(now) = registry.ask(TABLE, request(scene.channel, user, Command::Look)).await else { return };
        check_table(&now);
        let others = [
            Command::NextDeal,
            Command::Set(TableSetting::Rules(RulesChoice::Opened)),
            Command::Set(TableSetting::Pause(Some(300))),
            Command::Start,
            Command::TakeBack,
            Command::Leave { agreed: None },
        ];
        let action = now.player_view.as_deref().and_then(|view| act(view, seed as u64));
        let command = action.unwrap_or_else(|| others[seed % others.len()].clone());
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
