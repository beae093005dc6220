//! Whatever is done in whatever order: the sums hold, a recount agrees, no server sees another's, and
//! whoever was forgotten is nowhere in the file.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use proptest::prelude::*;
use ulti::rules::BySeat;
use ulti::store::{DealId, Filter, SeasonId, StoreError};
use ulti::table::{Batch, ChannelId, FinishedDeal, Journal, Millis, PlayerId, ServerId, TableEvent, UserId};

use crate::fixture::{Fixture, NOW, batch, joined, paying, set_up};
use crate::recount::{Notes, Share, compare};

const SERVERS: [ServerId; 2] = [ServerId(0x1111_2222_3333_4444), ServerId(0x1111_2222_3333_5555)];
const PEOPLE: u64 = 5;

#[derive(Debug, Clone)]
enum Step {
    /// An evening of deals on a server: who plays, and what each deal brings.
    Play {
        server: usize,
        absent: [u64; 2],
        deals: Vec<([i32; 3], bool)>,
    },
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
    Wait {
        days: u64,
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

fn step() -> impl Strategy<Value = Step> {
    let deals = prop::collection::vec((prop::array::uniform3(-60..60_i32), prop::bool::weighted(0.1)), 1..5);
    prop_oneof![
        6 => (0..2_usize, prop::array::uniform2(0..PEOPLE), deals)
            .prop_map(|(server, absent, deals)| Step::Play { server, absent, deals }),
        3 => (0..2_usize, 1..40_i64).prop_map(|(server, deal)| Step::Void { server, deal }),
        2 => (0..2_usize, 1..40_i64).prop_map(|(server, deal)| Step::Unvoid { server, deal }),
        1 => (0..2_usize).prop_map(|server| Step::StartSeason { server }),
        1 => (0..2_usize).prop_map(|server| Step::EndSeason { server }),
        1 => (1..40_u64).prop_map(|days| Step::Wait { days }),
        1 => (0..PEOPLE, any::<bool>()).prop_map(|(person, hidden)| Step::Hide { person, hidden }),
        1 => (0..PEOPLE).prop_map(|person| Step::Forget { person }),
        1 => Just(Step::Restart),
    ]
}

/// A number as Discord's are; whoever was forgotten and plays again is somebody else.
fn user(person: u64, life: u64) -> UserId {
    UserId(0x0123_4567_89ab_0000 + 0x0001_0001_0001 * (person + 1) + 0x1000 * life)
}

struct World {
    fixture: Fixture,
    notes: Notes,
    now: Millis,
    lives: [u64; 5],
    forgotten: BTreeSet<UserId>,
    tables: u64,
    /// Which server each deal is of.
    deals: Vec<usize>,
}

impl World {
    fn user(&self, person: u64) -> UserId {
        user(person, self.lives[usize::try_from(person).unwrap()])
    }

    async fn take(mut self, step: Step) -> Self {
        let store = self.fixture.store.clone();
        match step {
            Step::Play { server, absent, deals } => self.play(server, absent, &deals).await,
            Step::Void { server, deal } => {
                let by = self.user(0);
                let done =
                    store.void(SERVERS[server], DealId(deal), by, &format!("says <@{by}>"), self.now).await;
                self.is_answered(server, deal, &done);
            }
            Step::Unvoid { server, deal } => {
                let done = store.unvoid(SERVERS[server], DealId(deal)).await;
                self.is_answered(server, deal, &done);
            }
            Step::StartSeason { server } => {
                let name = format!("Season {}", self.tables);
                let started = store.start_season(SERVERS[server], &name, self.now).await;
                assert!(matches!(started, Ok(_) | Err(StoreError::SeasonNameTaken(_))));
            }
            Step::EndSeason { server } => {
                let ended = store.end_season(SERVERS[server], self.now).await;
                assert!(matches!(ended, Ok(_) | Err(StoreError::NoSeasonRuns)));
            }
            Step::Wait { days } => self.now = self.now.after(Duration::from_hours(24 * days)),
            Step::Hide { person, hidden } => store.set_hidden(self.user(person), hidden).await.unwrap(),
            Step::Forget { person } => {
                let user = self.user(person);
                store.forget_person(user).await.unwrap();
                self.is_nowhere(user);
                self.forgotten.insert(user);
                self.lives[usize::try_from(person).unwrap()] += 1;
                self.notes.shares.retain(|share| share.user != user);
            }
            Step::Restart => self.fixture = self.fixture.reopened().await,
        }
        self
    }

    /// Only a deal of this server is found.
    fn is_answered(&self, server: usize, deal: i64, done: &Result<(), StoreError>) {
        let here = usize::try_from(deal - 1).ok().and_then(|deal| self.deals.get(deal)) == Some(&server);
        match done {
            Err(StoreError::NoSuchDeal(_)) => assert!(!here),
            Ok(()) | Err(StoreError::AlreadyVoid(_) | StoreError::NotVoid(_)) => assert!(here),
            Err(error) => panic!("{error}"),
        }
    }

    async fn play(&mut self, server: usize, absent: [u64; 2], deals: &[([i32; 3], bool)]) {
        let here: Vec<u64> = (0..PEOPLE).filter(|person| !absent.contains(person)).take(3).collect();
        let users = [0, 1, 2].map(|seat| self.user(here[seat]));
        self.tables += 1;
        let channel = ChannelId(self.tables);
        let TableEvent::SetUp { rules, .. } = set_up(SERVERS[server], channel) else { panic!() };
        let host = users[0];
        let opening = TableEvent::SetUp { server: SERVERS[server], channel, host, rules, deals: None };
        let store = &self.fixture.store;
        let table = store.open(channel, vec![opening], None, self.now).await.unwrap();
        let names = users.map(|user| format!("Person {user}"));
        let mut seats = users.map(PlayerId::User);
        let sitting: Vec<TableEvent> =
            users.into_iter().zip(&names).map(|(user, name)| joined(user, name)).collect();
        store.append(Batch { at: self.now, ..batch(table, 1, sitting) }).await.unwrap();
        let mut window = 0;
        for (number, (payments, robot)) in (1..).zip(deals) {
            if *robot {
                seats[2] = PlayerId::Robot(1);
            }
            let mut deal = FinishedDeal {
                server: SERVERS[server],
                seats: BySeat(seats),
                names: BySeat(names.clone()),
                ..paying(number, *payments)
            };
            deal.record.players = names.clone().into();
            if seats[2] == PlayerId::Robot(1) {
                "Robot".clone_into(&mut deal.record.players[2]);
                "Robot".clone_into(&mut deal.names.0[2]);
            }
            (deal.record.result.payments, deal.record.result.window) = (deal.payments, deal.window);
            window += deal.window;
            let batch = Batch { finished: Some(deal), at: self.now, ..batch(table, 4, vec![]) };
            store.append(batch).await.unwrap();
            self.deals.push(server);
        }
        let shares = vec![(seats[0], window - window / 3), (seats[1], window / 3)];
        let closing = Batch { closed: Some(shares.clone()), at: self.now, ..batch(table, 4, vec![]) };
        store.append(closing).await.unwrap();
        let season = store.season(SERVERS[server]).await.unwrap().map_or(SeasonId(0), |season| season.id);
        for (player, points) in shares {
            let (server, points, at) = (SERVERS[server], i64::from(points), self.now);
            self.notes.shares.push(Share { server, season, user: player.user().unwrap(), points, at });
        }
    }

    fn is_nowhere(&self, user: UserId) {
        let needles =
            [user.0.to_be_bytes().to_vec(), user.0.to_le_bytes().to_vec(), user.to_string().into_bytes()];
        for file in fs::read_dir(self.fixture.folder.path()).unwrap() {
            let path = file.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            for needle in &needles {
                let found = bytes.windows(needle.len()).any(|window| window == needle);
                assert!(!found, "{user} stands in {}", path.display());
            }
        }
    }

    async fn holds(&self) {
        let fixture = &self.fixture;
        let uneven =
            "SELECT COUNT(*) FROM (SELECT server FROM results GROUP BY server HAVING SUM(counted) <> 0)";
        assert_eq!(fixture.count(uneven).await, 0);
        for (place, server) in SERVERS.into_iter().enumerate() {
            if self.forgotten.is_empty() {
                compare(&fixture.store, server, &self.notes).await;
            }
            let history = fixture.store.history(server, &Filter::default(), None, 50).await.unwrap();
            let of_here = |deal: DealId| self.deals[usize::try_from(deal.0 - 1).unwrap()] == place;
            assert!(history.iter().all(|deal| of_here(deal.id)));
            for deal in (1..).map(DealId).take(self.deals.len()) {
                assert_eq!(fixture.store.deal(server, deal).await.unwrap().is_some(), of_here(deal));
            }
        }
        let totals = "SELECT COUNT(*) FROM totals t WHERE t.points <>
                          (SELECT COALESCE(SUM(r.counted), 0) FROM results r
                           WHERE r.season_id = t.season_id AND r.user_id = t.user_id)";
        assert_eq!(fixture.count(totals).await, 0);
        for user in &self.forgotten {
            self.is_nowhere(*user);
        }
        fixture.store.check().await.unwrap();
    }
}

async fn run(steps: Vec<Step>) {
    let mut world = World {
        fixture: Fixture::new().await,
        notes: Notes::default(),
        now: NOW,
        lives: [0; 5],
        forgotten: BTreeSet::new(),
        tables: 0,
        deals: Vec::new(),
    };
    for step in steps {
        world = world.take(step).await;
    }
    world.holds().await;
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn the_memory_is_right_in_any_order(steps in prop::collection::vec(step(), 1..25)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(run(steps));
    }
}
