//! Random operations on a schedule.

use tokio::sync::oneshot;

use super::*;
use crate::limit_key::LimitScope;

/// Number of schedules of each test.
const SCHEDULES: u64 = 300;

/// A request that has been granted a permit and not been answered.
struct Permitted {
    key: LimitKey,
    counts_globally: bool,
    at: Instant,
}

/// A schedule with the requests that wait and those that are under way.
struct Simulation {
    schedule: Schedule,
    now: Instant,
    waiting: Vec<(LimitKey, Place, oneshot::Receiver<Grant>)>,
    permitted: Vec<Permitted>,
    /// Number and time of each request that was granted a permit.
    granted: Vec<(u64, Instant)>,
    /// Time at which the schedule wants to grant permits next.
    wake: Option<Instant>,
}

impl Simulation {
    /// Creates a schedule with a limit of five requests per second.
    fn new(now: Instant) -> Self {
        let (schedule, granted) = (Schedule::new(5, false), Vec::new());
        Self { schedule, now, waiting: Vec::new(), permitted: Vec::new(), granted, wake: None }
    }

    /// Grants permits, and takes them.
    fn grant(&mut self) {
        self.wake = self.schedule.grant(self.now);
        let now = self.now;
        let (permitted, granted) = (&mut self.permitted, &mut self.granted);
        self.waiting.retain_mut(|(key, place, grant)| {
            let Ok(Grant { counts_globally, .. }) = grant.try_recv() else { return true };
            permitted.push(Permitted { key: key.clone(), counts_globally, at: now });
            granted.push((place.number, now));
            false
        });
    }

    /// Performs a random operation. Simulations in the same state perform the same one for the same `rng`.
    fn operate(&mut self, rng: &mut fastrand::Rng) {
        match rng.u8(0..10) {
            0..4 => self.add(rng),
            4 if !self.waiting.is_empty() => {
                let (key, place, grant) = self.waiting.remove(rng.usize(0..self.waiting.len()));
                drop(grant);
                self.schedule.withdraw(&key, place, self.now);
            }
            5 if !self.permitted.is_empty() => {
                let Permitted { key, counts_globally, .. } =
                    self.permitted.remove(rng.usize(0..self.permitted.len()));
                self.schedule.cancel(&key, counts_globally, self.now);
            }
            6.. if !self.permitted.is_empty() => self.complete(rng),
            _ => {}
        }
        self.grant();
    }

    fn add(&mut self, rng: &mut fastrand::Rng) {
        let (route, scope) = [
            ("post", LimitScope::Global),
            ("edit", LimitScope::Global),
            ("token", LimitScope::Interaction),
            ("callback", LimitScope::FirstResponse),
        ][rng.usize(0..4)];
        let key = LimitKey { route, major: rng.u64(0..3), scope };
        let priority = match rng.u8(0..3) {
            0 => Priority::Response,
            _ => Priority::OvertakenFor(Duration::from_millis(rng.u64(0..3) * 1_500)),
        };
        let deadline = (rng.u8(0..4) == 0).then(|| self.now + Duration::from_millis(rng.u64(0..3_000)));
        let (sender, grant) = oneshot::channel();
        let request = Request { key: key.clone(), deadline, is_delayed_globally: false, sender };
        let place = self.schedule.add(request, priority, self.now);
        self.waiting.push((key, place, grant));
    }

    fn complete(&mut self, rng: &mut fastrand::Rng) {
        let Permitted { key, counts_globally, at } =
            self.permitted.remove(rng.usize(0..self.permitted.len()));
        let milliseconds = |rng: &mut fastrand::Rng| Some(Duration::from_millis(rng.u64(0..4_000)));
        let is_rejected = rng.u8(0..10) == 0;
        let mut headers = RateLimitHeaders::default();
        if rng.u8(0..4) > 0 {
            headers.bucket = Some(["first", "second"][rng.usize(0..2)].to_owned());
            (headers.limit, headers.remaining) = (Some(5), Some(rng.u32(0..5)));
            headers.reset_after = milliseconds(rng);
        }
        if is_rejected {
            headers.retry_after = milliseconds(rng);
            headers.is_global = rng.u8(0..3) == 0;
        }
        self.schedule.complete((&key, counts_globally, at), is_rejected, &headers, self.now);
    }
}

#[test]
fn lists_match_the_buckets_after_every_operation() {
    let origin = Instant::now();
    for seed in 0..SCHEDULES {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut simulation = Simulation::new(origin);
        for _ in 0..200 {
            simulation.now += Duration::from_millis(rng.u64(0..400));
            simulation.operate(&mut rng);
            simulation.schedule.assert_consistent(simulation.now);
        }
        assert!(simulation.granted.len() > 20, "seed {seed}");
    }
}

/// Compares a schedule that grants permits every millisecond with one that does so after each operation, and
/// at the times that it has returned.
#[test]
fn permits_are_granted_as_soon_as_possible() {
    let origin = Instant::now();
    let mut delayed = 0;
    for seed in 0..SCHEDULES {
        let mut rng = fastrand::Rng::with_seed(seed);
        let [mut driven, mut polled] = [Simulation::new(origin), Simulation::new(origin)];
        for _ in 0..100 {
            for _ in 0..rng.u64(0..400) {
                driven.now += Duration::from_millis(1);
                polled.now = driven.now;
                if driven.wake.is_some_and(|wake| wake <= driven.now) {
                    let before = driven.granted.len();
                    driven.grant();
                    delayed += driven.granted.len() - before;
                }
                polled.grant();
            }
            assert_eq!(driven.granted, polled.granted, "seed {seed}");
            driven.operate(&mut rng.clone());
            polled.operate(&mut rng);
        }
    }
    assert!(delayed > 1_000, "only {delayed} permits were granted at a wake-up");
}
