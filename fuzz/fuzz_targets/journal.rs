//! Any lines as the journal of a table, in a real database file: the damage is found where it is and
//! nothing before it is lost, or the table wakes, holds together, and is played on.
//!
//! A line is an event after a letter that says how it was kept: `=` as it should be, the last of its
//! action; `+` with more to come; `o` before there were checksums; `x` with another checksum; `-` with a
//! gap before it. `.` says that there should be one more.
#![no_main]

#[path = "../src/shelf.rs"]
mod shelf;

use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use libfuzzer_sys::{Corpus, fuzz_target};
use shelf::{Line, Shelf, Unkept};
use tokio::runtime::Runtime;
use ulti::ai::{self, Level};
use ulti::rules::{Action, Hand, Stage, View};
use ulti::table::{
    Announcer, Answer, Chance, Clock, Command, Journal as _, JournalError, News, Options, Refused, Registry,
    Request, Robots, SceneStage, TableEvent, TableId, Thinkers, UserId,
};

const TABLE: TableId = TableId(1);
/// So many actions are played on a table that woke.
const PLAYED_ON: usize = 12;

struct World {
    runtime: Runtime,
    shelf: Shelf,
}

static WORLD: LazyLock<Mutex<World>> = LazyLock::new(|| {
    let runtime = Runtime::new().expect("a runtime");
    let shelf = runtime.block_on(Shelf::open());
    Mutex::new(World { runtime, shelf })
});

struct Deaf;

impl Announcer for Deaf {
    fn announce(&self, _: News) {}
}

fuzz_target!(|text: &str| -> Corpus {
    let lines: Vec<Line> = text.lines().filter_map(Line::read).collect();
    if lines.is_empty() || lines.len() > 400 {
        return Corpus::Reject;
    }
    let count = lines.len() + usize::from(text.lines().any(|line| line == "."));
    let world = WORLD.lock().expect("one at a time");
    world.runtime.block_on(async {
        world.shelf.put(TABLE, &lines, count).await;
        read_as_far_as_whole(&world.shelf, &lines, count).await;
        wake(&world.shelf).await;
    });
    Corpus::Keep
});

/// What is read is what was written, up to the first line that is not whole; and that one is found.
async fn read_as_far_as_whole(shelf: &Shelf, lines: &[Line], count: usize) {
    let stored = shelf.store.load(TABLE).await.expect("the table is there");
    let read = lines.iter().map_while(Line::event);
    let whole: Vec<TableEvent> =
        lines.iter().take_while(|line| line.is_whole()).zip(read).map(|(_, event)| event).collect();
    assert_eq!(stored.damage.is_some(), whole.len() < count, "{:?}", stored.damage);
    assert_eq!(stored.events, whole);
}

/// The table wakes, or can't be woken at all; whoever asks, no one finds it in pieces.
async fn wake(shelf: &Shelf) {
    let options = Options { robot_pace: Duration::from_mins(1), ..Options::default() };
    let robots =
        Robots::made_by(Thinkers::new(1, Duration::from_secs(1)), |_, seed| ai::robot(Level::Random, seed));
    let journal = Arc::new(Unkept(shelf.store.clone()));
    let registry =
        Registry::with_robots(journal, Arc::new(Deaf), options, Chance::repeatable(1), Clock::wall(), robots);
    match registry.ask(TABLE, request(UserId(1), Command::Look)).await {
        Ok(answer) => {
            holds_together(&answer);
            play_on(&registry, answer).await;
        }
        Err(Refused::NotKept(JournalError::Corrupt { .. })) => {}
        Err(refused) => panic!("{refused:?}"),
    }
    registry.shutdown().await;
}

fn request(user: UserId, command: Command) -> Request {
    Request { user, name: "P".to_owned(), id: None, command }
}

/// The sums are zero, nobody sits twice, and every card of a running deal is somewhere, once.
fn holds_together(answer: &Answer) {
    let scene = &answer.scene;
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
        is_whole_deck(&deal.view);
        assert!(scene.stage != SceneStage::Dealing || !deal.is_over());
    }
    if let Some(view) = &answer.view {
        is_whole_deck(view);
        assert!(view.turn() != view.seat || view.turn().is_none() || view.legal.is_turn(), "{view:?}");
    }
}

/// Of a running deal.
fn is_whole_deck(view: &View) {
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
    assert_eq!(ulti::rules::CardSet::len(all), counted, "a card in two places: {view:?}");
    assert!(matches!(view.hands.values().next(), Some(Hand::Known(_) | Hand::Hidden(_))));
}

/// Whoever sits there does what a random player would.
async fn play_on(registry: &Registry, first: Answer) {
    let mut scene = first.scene;
    for seed in 0..PLAYED_ON {
        let people: Vec<UserId> = scene.people().collect();
        let Some(user) = people.get(seed % people.len().max(1)).copied() else { return };
        let Ok(now) = registry.ask(TABLE, request(user, Command::Look)).await else { return };
        holds_together(&now);
        let command = now.view.as_deref().and_then(|view| act(view, seed as u64)).unwrap_or(
            [Command::NextDeal, Command::Start, Command::TakeBack, Command::Leave { agreed: None }][seed % 4]
                .clone(),
        );
        match registry.ask(TABLE, request(user, command)).await {
            Ok(answer) => {
                holds_together(&answer);
                scene = answer.scene;
            }
            Err(Refused::NotKept(error)) => panic!("{error:?}"),
            Err(_) => {}
        }
    }
}

fn act(view: &View, seed: u64) -> Option<Command> {
    let action: Option<Action> = ai::robot(Level::Random, seed).act(view, &ai::Stop::new());
    action.map(|action| Command::Act { action, at: None })
}
