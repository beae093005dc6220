//! Simulates seasons of forty people with robots and the real store, and compares the totals with a recount.
//!
//! `ULTI_SEASON_DEALS=20000` sets the number of deals. The default is 360.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::comparison::compare;
use crate::recount::{Notes, Share};
use fastrand::Rng;
use ulti::store::{DealId, Store, StoreError};
use ulti::table::shuffle::{self, Seed};
use ulti::table::{
    Batch, ChannelId, FinishedDeal, Journal, PlayerId, ServerId, TableEvent, TableId, UnixMillis, UserId,
    WhyEnded,
};
use ulti_ai::{Cancellation, Level, robot};
use ulti_rules::{Action, Book, BySeat, Deal, Event, Record, RuleSet, Seat, Start};
use ulti_testkit::store_fixture::{NOW, batch, joined, set_up};

const PEOPLE: u64 = 40;
/// Number of deals that are played at one table.
const EVENING: u32 = 12;
/// Default number of simulated deals.
const DEALS: usize = 360;
const SERVERS: [ServerId; 2] = [ServerId(71), ServerId(72)];
/// Simulated period, which covers several monthly seasons.
const SPAN: Duration = Duration::from_hours(70 * 24);

struct Simulation {
    store: Store,
    book: Arc<Book>,
    rng: Rng,
    notes: Notes,
}

/// A simulated table that is open.
struct Evening {
    table: TableId,
    server: ServerId,
    seats: [PlayerId; 3],
    window: i32,
    /// Number of events in the journal.
    written: u32,
    at: UnixMillis,
}

fn name(player: PlayerId) -> String {
    player.user().map_or_else(|| "Robot".to_owned(), |user| format!("Person {user}"))
}

impl Simulation {
    /// Plays a series of deals at a table of a random server.
    async fn evening(&mut self, number: u64, at: UnixMillis, deals: u32) {
        let server = SERVERS[usize::from(self.rng.u8(..) < 40)];
        let channel = ChannelId(1_000 + number);
        let seats = self.seats(number);
        let table = self.store.open(channel, vec![set_up(server, channel)], None, at).await.unwrap();
        let people = seats.iter().filter_map(|player| player.user());
        let events: Vec<TableEvent> = people.map(|user| joined(user, &name(PlayerId::User(user)))).collect();
        let written = 1 + u32::try_from(events.len()).unwrap();
        self.store.append(Batch { at, ..batch(table, 1, events) }).await.unwrap();
        let mut evening = Evening { table, server, seats, window: 0, written, at };
        for number in 1..=deals {
            evening.at = evening.at.after(Duration::from_mins(4));
            self.deal(&mut evening, number).await;
        }
        self.close(&evening).await;
    }

    /// Chooses three players at random.
    ///
    /// Usually they belong to a group of four, and at every fifth table to all people. Sometimes they are two
    /// people and a robot.
    fn seats(&mut self, number: u64) -> [PlayerId; 3] {
        let group =
            if number.is_multiple_of(5) { 0..PEOPLE } else { 4 * (number % 10)..4 * (number % 10) + 4 };
        let mut people: Vec<u64> = group.collect();
        self.rng.shuffle(&mut people);
        let mut seats = [0, 1, 2].map(|seat| PlayerId::User(UserId(1 + people[seat])));
        if self.rng.u8(..10) == 0 {
            seats[2] = PlayerId::Robot(1);
        }
        seats
    }

    async fn deal(&mut self, evening: &mut Evening, number: u32) {
        let dealer = Seat::ALL[number as usize % 3];
        let seed = Seed::from_bytes(std::array::from_fn(|_| self.rng.u8(..)));
        let start = Start { dealer, hands: shuffle::deal(&seed, dealer), window: evening.window };
        let (deal, events) = self.play(&start);
        let names = evening.seats.map(name);
        let mut record = Record::of(&self.book, &start, &events, names.clone()).unwrap();
        record.shuffle = Some(shuffle::note(&seed, number.into()));
        let (helped, away) = (self.rng.u8(..10) == 0, self.rng.u8(..40) == 0);
        if helped {
            self.notes.helped.push((evening.table, number));
        }
        if away {
            self.notes.away.push((evening.table, number));
        }
        let (payments, window) = (record.result.payments, record.result.window);
        let contract = deal.contract();
        let finished = FinishedDeal {
            server: evening.server,
            number,
            seats: BySeat(evening.seats),
            names: BySeat(names),
            helped: BySeat([false, false, helped]),
            away: BySeat([false, false, away]),
            declarer: contract.map(|(seat, _)| seat),
            contract: contract.map(|(_, contract)| contract),
            payments,
            window,
            record,
        };
        let events: Vec<TableEvent> = events.into_iter().map(|event| TableEvent::InDeal { event }).collect();
        let (first, at) = (evening.written, evening.at);
        evening.written += u32::try_from(events.len()).unwrap();
        evening.window += window;
        let batch = Batch { finished: Some(finished), at, ..batch(evening.table, first, events) };
        self.store.append(batch).await.unwrap();
    }

    fn play(&mut self, start: &Start) -> (Deal, Vec<Event>) {
        let mut robots = BySeat::from_fn(|_| robot(Level::Random, self.rng.u64(..)));
        let mut deal = Deal::new(Arc::clone(&self.book), start.clone()).unwrap();
        let mut events = Vec::new();
        while let Some(seat) = deal.turn() {
            let action = robots[seat].act(&deal.view(Some(seat)), &Cancellation::new()).unwrap();
            // Occasionally a player leaves, even out of turn.
            let leaves = self.rng.u16(..600) == 0;
            let (seat, action) = if leaves { (seat.next(), Action::Leave) } else { (seat, action) };
            for event in deal.judge(seat, action).unwrap() {
                deal.apply(&event);
                events.push(event);
            }
        }
        (deal, events)
    }

    async fn close(&mut self, evening: &Evening) {
        let third = evening.window / 3;
        let points = [third, third, evening.window - 2 * third];
        let shares: Vec<(PlayerId, i32)> = evening.seats.into_iter().zip(points).collect();
        let ended = TableEvent::Ended { why: WhyEnded::Played, shares: shares.clone() };
        let at = evening.at;
        let closing =
            Batch { closed: Some(shares.clone()), at, ..batch(evening.table, evening.written, vec![ended]) };
        self.store.append(closing).await.unwrap();
        let season = self.store.season(evening.server).await.unwrap().unwrap().id;
        for (player, points) in shares {
            if let Some(user) = player.user() {
                let (server, points) = (evening.server, i64::from(points));
                self.notes.shares.push(Share { server, season, user, points, at });
            }
        }
    }

    /// Declares random deals void and restores some of them.
    async fn void(&mut self, deals: usize) {
        let deals = i64::try_from(deals).unwrap();
        for _ in 0..(deals / 50 + 8).min(100) {
            let (server, deal) = (SERVERS[self.rng.usize(..2)], DealId(self.rng.i64(1..=deals)));
            match self.store.void(server, deal, UserId(1), "drawn by lot", NOW).await {
                Ok(()) if self.rng.bool() => self.store.unvoid(server, deal).await.unwrap(),
                Ok(()) | Err(StoreError::NoSuchDeal(_) | StoreError::AlreadyVoid(_)) => {}
                Err(error) => panic!("failed to void deal: {error}"),
            }
        }
    }
}

#[tokio::test]
async fn stored_season_totals_equal_recomputed_totals() {
    let requested = std::env::var("ULTI_SEASON_DEALS").ok().map(|deals| deals.parse().unwrap());
    let deals: usize = requested.unwrap_or(DEALS);
    let fixture = fixture!();
    let book = Arc::new(Book::preset(RuleSet::USUAL).unwrap());
    let store = fixture.store.clone();
    let mut simulation = Simulation { store, book, rng: Rng::with_seed(2026), notes: Notes::default() };
    let began = Instant::now();
    let evenings = deals.div_ceil(EVENING as usize);
    let interval = SPAN / u32::try_from(evenings).unwrap();
    for number in 0..evenings {
        let at = NOW.after(interval * u32::try_from(number).unwrap());
        let rest = u32::try_from(deals - number * EVENING as usize).unwrap();
        // One evening exceeds the daily cap of ranked deals.
        let length = if number == evenings / 2 { 80.min(rest) } else { EVENING.min(rest) };
        simulation.evening(number as u64, at, length).await;
    }
    simulation.void(deals).await;
    let played = began.elapsed();
    let fixture = fixture.reopened().await;
    let mut people = 0;
    for server in SERVERS {
        people += compare(&fixture.store, server, &simulation.notes).await;
    }
    assert_eq!(fixture.count("SELECT SUM(counted) FROM results").await, 0);
    let uneven =
        "SELECT COUNT(*) FROM (SELECT server FROM results GROUP BY server HAVING SUM(counted) <> 0) uneven";
    assert_eq!(fixture.count(uneven).await, 0);
    let capped = fixture.count("SELECT COUNT(*) FROM deals WHERE ranking = 'capped'").await;
    let left = fixture.count("SELECT COUNT(*) FROM deals WHERE ranking LIKE 'deserted%'").await;
    let robots = fixture.count("SELECT COUNT(*) FROM deals WHERE ranking = 'stood-in'").await;
    assert!(capped > 0 && left > 3 && robots > 3, "{capped} capped, {left} left, {robots} with robots");
    fixture.store.check().await.unwrap();
    println!(
        "{} deals ({capped} capped, {} void) written in {played:.1?}; {people} people of {} seasons recounted, {:.1?} in all",
        fixture.count("SELECT COUNT(*) FROM deals").await,
        fixture.count("SELECT COUNT(*) FROM deals WHERE voided_at IS NOT NULL").await,
        fixture.count("SELECT COUNT(*) FROM seasons").await,
        began.elapsed()
    );
}
