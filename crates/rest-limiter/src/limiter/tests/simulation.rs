//! Requests to simulated buckets.

use parking_lot::Mutex;

use super::*;

/// A bucket as Discord keeps it: five requests per five seconds.
#[derive(Debug, Default)]
struct DiscordBucket {
    used: u32,
    resets_at: Option<Instant>,
    rejected: u32,
}

impl DiscordBucket {
    /// Handles a request and returns the headers of the response.
    fn request(&mut self) -> (u16, HeaderMap) {
        let now = Instant::now();
        if self.resets_at.is_none_or(|at| at <= now) {
            (self.used, self.resets_at) = (0, Some(now + Duration::from_secs(5)));
        }
        let reset = self.resets_at.map_or(0.0, |at| (at - now).as_secs_f64());
        if self.used == 5 {
            self.rejected += 1;
            return (429, headers(&[("retry-after", &reset.to_string())]));
        }
        self.used += 1;
        (200, bucket("edit", 5 - self.used, reset))
    }
}

/// Requests to few channels take a random time, some responses are lost, and some have no headers.
#[tokio::test(start_paused = true)]
async fn buckets_are_never_exceeded_and_all_requests_are_sent() {
    for seed in 0..30 {
        let mut rng = fastrand::Rng::with_seed(seed);
        // Responses may take as long as a window.
        let slowest = [300, 900, 3_000, 5_000][rng.usize(0..4)];
        let limiter = limiter();
        let buckets: [Arc<Mutex<DiscordBucket>>; 4] = Default::default();
        let mut requests = tokio::task::JoinSet::new();
        for _ in 0..200 {
            let (limiter, channel) = (limiter.clone(), rng.usize(0..buckets.len()));
            let bucket = Arc::clone(&buckets[channel]);
            let [start, there, back] =
                [120_000, 300, slowest].map(|longest| Duration::from_millis(rng.u64(0..longest)));
            let (loses, withdraws, priority) =
                (rng.u8(0..20), rng.u8(0..20) == 0, [Priority::Response, TURN, PICTURE][rng.usize(0..3)]);
            requests.spawn(async move {
                tokio::time::sleep(start).await; // simulated time
                let permit = limiter.acquire(edit(channel as u64), priority).await;
                if withdraws {
                    return;
                }
                let sent = permit.begin();
                tokio::time::sleep(there).await; // simulated time
                let (status, headers) = bucket.lock().request();
                tokio::time::sleep(back).await; // simulated time
                match loses {
                    0 => drop(sent),
                    1 => drop(sent.complete(status, &HeaderMap::new())),
                    _ => drop(sent.complete(status, &headers)),
                }
            });
        }
        requests.join_all().await;
        let rejected: u32 = buckets.iter().map(|bucket| bucket.lock().rejected).sum();
        assert_eq!((rejected, limiter.waiting()), (0, 0), "seed {seed}");
    }
}
