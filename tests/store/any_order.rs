//! Property test that runs random sequences of store operations.
//!
//! After every step, the totals are consistent, servers are isolated from each other, and the data of deleted
//! users is erased from the file. At the end, the totals equal those of a recount.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::comparison::compare;
use crate::recount::{ForgottenSeat, Notes, Share};
use proptest::prelude::*;
use ulti::store::{BoardGroup, DealId, Filter, RankBy, SeasonId, ServerSetting, StoreError, TimeZone};
use ulti::table::{
    Batch, ChannelId, FinishedDeal, Journal, PlayerId, ServerId, TableEvent, TableId, UnixMillis, UserId,
};
use ulti_rules::BySeat;
use ulti_testkit::store_fixture::{Fixture, NOW, batch, joined, paying, set_up};

const SERVERS: [ServerId; 2] = [ServerId(0x1111_2222_3333_4444), ServerId(0x1111_2222_3333_5555)];
/// Number of people who play.
const PEOPLE: u64 = 5;

/// A random operation on the store.
#[derive(Debug, Clone)]
enum Step {
    /// Plays a series of deals on a server.
    Play {
        server: usize,
        /// The two users who do not play.
        absent: [u64; 2],
        /// Payments of each deal, and `true` if a robot replaces seat 2 from that deal on.
        deals: Vec<([i32; 3], bool)>,
        /// `true` if the table is not closed, so that the points in its window (the pot) are not shared out.
        open: bool,
    },
    /// Closes the oldest open table.
    Close,
    Void {
        server: usize,
        deal: i64,
    },
    Unvoid {
        server: usize,
        deal: i64,
    },
    StartSeason {
        server: usize,
    },
    EndSeason {
        server: usize,
    },
    TimeZone {
        server: usize,
        name: &'static str,
    },
    Wait {
        hours: u64,
    },
    Hide {
        person: u64,
        hidden: bool,
    },
    Forget {
        person: u64,
    },
    Restart,
}

/// Time zones far west and far east, with and without summer time.
const ZONES: [&str; 5] =
    ["UTC", "Europe/Budapest", "America/Los_Angeles", "Pacific/Kiritimati", "Asia/Kathmandu"];

fn step() -> impl Strategy<Value = Step> {
    let deals = prop::collection::vec((prop::array::uniform3(-60..60_i32), prop::bool::weighted(0.1)), 1..5);
    prop_oneof![
        6 => (0..2_usize, prop::array::uniform2(0..PEOPLE), deals, prop::bool::weighted(0.2))
            .prop_map(|(server, absent, deals, open)| Step::Play { server, absent, deals, open }),
        1 => Just(Step::Close),
        3 => (0..2_usize, 1..40_i64).prop_map(|(server, deal)| Step::Void { server, deal }),
        2 => (0..2_usize, 1..40_i64).prop_map(|(server, deal)| Step::Unvoid { server, deal }),
        1 => (0..2_usize).prop_map(|server| Step::StartSeason { server }),
        1 => (0..2_usize).prop_map(|server| Step::EndSeason { server }),
        1 => (0..2_usize, prop::sample::select(&ZONES[..])).prop_map(|(server, name)| Step::TimeZone { server, name }),
        2 => (1..960_u64).prop_map(|hours| Step::Wait { hours }),
        1 => (0..PEOPLE, any::<bool>()).prop_map(|(person, hidden)| Step::Hide { person, hidden }),
        2 => (0..PEOPLE).prop_map(|person| Step::Forget { person }),
        1 => Just(Step::Restart),
    ]
}

/// Returns a user id that is as long as Discord's ids.
///
/// A user who plays again after a deletion gets a new id.
fn user(person: u64, generation: u64) -> UserId {
    UserId(0x0123_4567_89ab_0000 + 0x0001_0001_0001 * (person + 1) + 0x1000 * generation)
}

/// The store under test and the state expected of it.
struct World {
    fixture: Fixture,
    notes: Notes,
    now: UnixMillis,
    /// Number of times that the data of each user was deleted.
    generations: [u64; 5],
    forgotten: BTreeSet<UserId>,
    tables: u64,
    /// Index of the server of each deal.
    deals: Vec<usize>,
    /// Tables that are open, oldest first.
    open: Vec<Open>,
}

/// A table that is still open.
struct Open {
    table: TableId,
    server: usize,
    /// The users named in the journal.
    people: [UserId; 3],
    /// Points of the window (the table's pot) that are paid when the table is closed.
    shares: Vec<(PlayerId, i32)>,
}

/// Returns a deal with the given players. A robot has no name of its own.
fn deal_of(seats: [PlayerId; 3], names: &[String; 3], deal: FinishedDeal) -> FinishedDeal {
    let mut deal = FinishedDeal { seats: BySeat(seats), names: BySeat(names.clone()), ..deal };
    deal.record.players = names.clone().into();
    if seats[2] == PlayerId::Robot(1) {
        "Robot".clone_into(&mut deal.record.players[2]);
        "Robot".clone_into(&mut deal.names.0[2]);
    }
    (deal.record.result.payments, deal.record.result.window) = (deal.payments, deal.window);
    deal
}

impl World {
    fn user(&self, person: u64) -> UserId {
        user(person, self.generations[usize::try_from(person).unwrap()])
    }

    /// Runs a step.
    async fn apply(mut self, step: Step) -> Self {
        let store = self.fixture.store.clone();
        match step {
            Step::Play { server, absent, deals, open } => {
                let evening = self.play(server, absent, &deals).await;
                self.open.push(evening);
                if !open {
                    let last = self.open.len() - 1;
                    self.close(last).await;
                }
            }
            Step::Close => self.close(0).await,
            Step::Void { server, deal } => {
                let by = self.user(0);
                let done =
                    store.void(SERVERS[server], DealId(deal), by, &format!("says <@{by}>"), self.now).await;
                self.check_void_result(server, deal, &done);
            }
            Step::Unvoid { server, deal } => {
                let done = store.unvoid(SERVERS[server], DealId(deal)).await;
                self.check_void_result(server, deal, &done);
            }
            Step::StartSeason { server } => self.start_season(SERVERS[server]).await,
            Step::EndSeason { server } => {
                let ended = store.end_season(SERVERS[server], self.now).await;
                assert!(matches!(ended, Ok(_) | Err(StoreError::NoSeasonRuns)));
            }
            Step::TimeZone { server, name } => {
                let zone = TimeZone::named(name).unwrap();
                store.set_server(SERVERS[server], ServerSetting::TimeZone(&zone)).await.unwrap();
            }
            Step::Wait { hours } => self.now = self.now.after(Duration::from_hours(hours)),
            Step::Hide { person, hidden } => store.set_hidden(self.user(person), hidden).await.unwrap(),
            Step::Forget { person } => self.forget(person).await,
            Step::Restart => self.fixture = self.fixture.reopened().await,
        }
        self
    }

    async fn start_season(&self, server: ServerId) {
        let name = format!("Season {}", self.tables);
        let started = self.fixture.store.start_season(server, &name, self.now).await;
        assert!(matches!(started, Ok(_) | Err(StoreError::SeasonNameTaken(_))));
    }

    /// Asserts that a deal can be declared void or restored only on the server where it was played.
    fn check_void_result(&self, server: usize, deal: i64, done: &Result<(), StoreError>) {
        let here = usize::try_from(deal - 1).ok().and_then(|deal| self.deals.get(deal)) == Some(&server);
        match done {
            Err(StoreError::NoSuchDeal(_)) => assert!(!here),
            Ok(()) | Err(StoreError::AlreadyVoid(_) | StoreError::NotVoid(_)) => assert!(here),
            Err(error) => panic!("failed to void or unvoid deal {deal}: {error}"),
        }
    }

    async fn forget(&mut self, person: u64) {
        let user = self.user(person);
        let store = self.fixture.store.clone();
        let seated_at = self.open.iter().filter(|open| open.people.contains(&user)).count();
        if seated_at > 0 {
            let Err(StoreError::StillAtTables(tables)) = store.forget_person(user).await else {
                panic!("person was forgotten during an open evening");
            };
            assert_eq!(tables.len(), seated_at);
            return;
        }
        // The ratings noted below are used in later recounts, so they must be correct at this point.
        for server in SERVERS {
            compare(&store, server, &self.notes).await;
        }
        self.note_forgotten_seats(user).await;
        store.forget_person(user).await.unwrap();
        assert!(!store.is_known(user).await.unwrap());
        self.forgotten.insert(user);
        self.generations[usize::try_from(person).unwrap()] += 1;
        self.notes.shares.retain(|share| share.user != user);
    }

    /// Records the seats and ratings of a user before the user's data is deleted.
    async fn note_forgotten_seats(&mut self, user: UserId) {
        let own = format!(
            "SELECT deal_id, seat, rating, uncertainty FROM results WHERE user_id = {} AND deal_id IS NOT NULL",
            user.0.cast_signed()
        );
        let seats: Vec<(i64, i64, Option<f64>, Option<f64>)> = self.fixture.rows(&own).await;
        for (deal, seat, rating, uncertainty) in seats {
            let forgotten = ForgottenSeat { user, rating: rating.zip(uncertainty) };
            self.notes.forgotten.insert((DealId(deal), usize::try_from(seat).unwrap()), forgotten);
        }
    }

    /// Closes the open table at an index and pays the shares of its window (the pot).
    async fn close(&mut self, index: usize) {
        if index >= self.open.len() {
            return;
        }
        let Open { table, server, shares, .. } = self.open.remove(index);
        let (server, store) = (SERVERS[server], self.fixture.store.clone());
        let closed = Some(shares.clone());
        store.append(Batch { closed, at: self.now, ..batch(table, 4, vec![]) }).await.unwrap();
        let season = store.season(server).await.unwrap().map_or(SeasonId(0), |season| season.id);
        for (player, points) in shares {
            let (points, at) = (i64::from(points), self.now);
            self.notes.shares.push(Share { server, season, user: player.user().unwrap(), points, at });
        }
    }

    /// Plays the deals of a table and leaves the table open.
    async fn play(&mut self, server: usize, absent: [u64; 2], deals: &[([i32; 3], bool)]) -> Open {
        let present: Vec<u64> = (0..PEOPLE).filter(|person| !absent.contains(person)).take(3).collect();
        let users = [0, 1, 2].map(|seat| self.user(present[seat]));
        self.tables += 1;
        let channel = ChannelId(self.tables);
        let TableEvent::SetUp { rules, .. } = set_up(SERVERS[server], channel) else { panic!() };
        let host = users[0];
        let opening =
            TableEvent::SetUp { server: SERVERS[server], channel, host, rules, deals: None, follows: None };
        let store = &self.fixture.store;
        let table = store.open(channel, vec![opening], None, self.now).await.unwrap();
        let names = users.map(|user| format!("Person {user}"));
        let mut seats = users.map(PlayerId::User);
        let joins: Vec<TableEvent> =
            users.into_iter().zip(&names).map(|(user, name)| joined(user, name)).collect();
        store.append(Batch { at: self.now, ..batch(table, 1, joins) }).await.unwrap();
        let mut window = 0;
        for (number, (payments, robot)) in (1..).zip(deals) {
            if *robot {
                seats[2] = PlayerId::Robot(1);
            }
            let deal =
                FinishedDeal { server: SERVERS[server], ..deal_of(seats, &names, paying(number, *payments)) };
            window += deal.window;
            let batch = Batch { finished: Some(deal), at: self.now, ..batch(table, 4, vec![]) };
            store.append(batch).await.unwrap();
            self.deals.push(server);
        }
        let shares = vec![(seats[0], window - window / 3), (seats[1], window / 3)];
        Open { table, server, people: users, shares }
    }

    /// Asserts that the database does not contain the user's id, as bytes or as text.
    async fn check_erased(&self, user: UserId) {
        let needles =
            [user.0.to_be_bytes().to_vec(), user.0.to_le_bytes().to_vec(), user.to_string().into_bytes()];
        for needle in needles {
            assert!(!self.fixture.contains(&needle).await, "forgotten user {user} found in the database");
        }
    }

    /// Asserts the invariants that hold after every step.
    /// Asserts that the seasons of a server follow each other.
    async fn check_seasons(&self, server: ServerId) {
        let mut seasons = self.fixture.store.seasons(server, None, u32::MAX).await.unwrap();
        seasons.reverse();
        for pair in seasons.windows(2) {
            assert!(pair[0].ended.unwrap() <= pair[1].started, "{pair:?}");
        }
    }

    async fn check_invariants(&self) {
        for server in SERVERS {
            self.check_seasons(server).await;
        }
        // The points in the windows of open evenings are part of each server's sum.
        let uneven = "SELECT COUNT(*) FROM (SELECT r.server FROM results r GROUP BY r.server
             HAVING SUM(r.counted) + (SELECT COALESCE(SUM(d.gained), 0)
                                      FROM deals d JOIN tables t ON t.id = d.table_id
                                      WHERE d.server = r.server AND t.ended_at IS NULL) <> 0) uneven";
        assert_eq!(self.fixture.count(uneven).await, 0);
        let totals = "SELECT COUNT(*) FROM totals t WHERE t.points <>
                          (SELECT COALESCE(SUM(r.counted), 0) FROM results r
                           WHERE r.season_id = t.season_id AND r.user_id = t.user_id)";
        assert_eq!(self.fixture.count(totals).await, 0);
        for (server, other) in [(SERVERS[0], SERVERS[1]), (SERVERS[1], SERVERS[0])] {
            self.check_isolation(server, other).await;
        }
        for user in &self.forgotten {
            self.check_erased(*user).await;
        }
    }

    /// Asserts that deals and seasons of one server are not found on another server.
    async fn check_isolation(&self, server: ServerId, other: ServerId) {
        let store = &self.fixture.store;
        let newest = store.history(server, &Filter::default(), None, 3).await.unwrap();
        for deal in newest.iter().map(|deal| deal.id) {
            assert!(store.deal(server, deal).await.unwrap().is_some());
            assert!(store.deal(other, deal).await.unwrap().is_none());
            assert!(store.record_of(other, deal).await.unwrap().is_none());
        }
        for season in store.seasons(server, None, 3).await.unwrap() {
            assert_eq!(season.server, server);
            assert!(store.season_by_id(other, season.id).await.unwrap().is_none());
            let namesake = store.season_named(other, &season.name).await.unwrap();
            assert!(namesake.is_none_or(|namesake| namesake.server == other));
            let filter = Filter { season: Some(season.id), ..Filter::default() };
            assert!(store.history(other, &filter, None, 1).await.unwrap().is_empty());
            let board =
                store.board(other, season.id, (RankBy::AllPoints, BoardGroup::Established), 1, 5).await;
            assert!(matches!(board, Err(StoreError::NoSuchSeason)));
            for person in 0..PEOPLE {
                let user = self.user(person);
                let stats = store.stats(other, Some(season.id), user).await;
                assert!(matches!(stats, Err(StoreError::NoSuchSeason)));
                let place = store.place(other, season.id, RankBy::Points, user).await;
                assert!(matches!(place, Err(StoreError::NoSuchSeason)));
                let filter = Filter { person: Some(user), ..filter };
                assert!(store.history(other, &filter, None, 1).await.unwrap().is_empty());
            }
        }
    }

    /// Compares the final totals and history of both servers with a recount.
    async fn check_totals(&self) {
        let fixture = &self.fixture;
        for (index, server) in SERVERS.into_iter().enumerate() {
            compare(&fixture.store, server, &self.notes).await;
            let history = fixture.store.history(server, &Filter::default(), None, 50).await.unwrap();
            let is_local = |deal: DealId| self.deals[usize::try_from(deal.0 - 1).unwrap()] == index;
            assert!(history.iter().all(|deal| is_local(deal.id)));
            for deal in (1..).map(DealId).take(self.deals.len()) {
                assert_eq!(fixture.store.deal(server, deal).await.unwrap().is_some(), is_local(deal));
            }
        }
        fixture.store.check().await.unwrap();
    }
}

async fn run(steps: Vec<Step>) {
    let mut world = World {
        fixture: fixture!(),
        notes: Notes::default(),
        now: NOW,
        generations: [0; 5],
        forgotten: BTreeSet::new(),
        tables: 0,
        deals: Vec::new(),
        open: Vec::new(),
    };
    for step in steps {
        world = world.apply(step).await;
        world.check_invariants().await;
    }
    world.check_totals().await;
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn season_totals_stay_consistent_after_random_operations(steps in prop::collection::vec(step(), 1..25)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(run(steps));
    }
}
