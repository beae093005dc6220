//! Tests of the rate limiter with a simulated clock.

use http::HeaderMap;
use parking_lot::Mutex;

use super::*;
use crate::global_limit::COUNTED_FOR;
use crate::limit_key::LimitScope;
use crate::observer::NoObserver;

const LIMIT: usize = 47;
/// Priority of a request that no later one may pass.
const TURN: Priority = Priority::OvertakenFor(Duration::ZERO);
/// Priority of a request that others may pass for some seconds.
const PICTURE: Priority = Priority::OvertakenFor(Duration::from_secs(5));
/// Priority of a request that others may pass for a minute.
const BACKGROUND: Priority = Priority::OvertakenFor(Duration::from_mins(1));

const fn limit_key(route: &'static str, major: u64, scope: LimitScope) -> LimitKey {
    LimitKey { route, major, scope }
}

fn edit(channel: u64) -> LimitKey {
    limit_key("edit", channel, LimitScope::Global)
}

fn token(token: u64) -> LimitKey {
    limit_key("token", token, LimitScope::Interaction)
}

fn first_response(interaction: u64) -> LimitKey {
    limit_key("callback", interaction, LimitScope::FirstResponse)
}

fn limiter() -> RestLimiter {
    RestLimiter::new(LIMIT, false, NoObserver)
}

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
}

/// Returns the headers of a response that leaves `remaining` of five requests until the bucket is reset after
/// the given number of seconds.
fn bucket(name: &str, remaining: u32, reset_after: f64) -> HeaderMap {
    headers(&[
        ("x-ratelimit-bucket", name),
        ("x-ratelimit-limit", "5"),
        ("x-ratelimit-remaining", &remaining.to_string()),
        ("x-ratelimit-reset-after", &reset_after.to_string()),
    ])
}

/// Returns the permit if it is granted without waiting.
async fn try_acquire(limiter: &RestLimiter, key: LimitKey) -> Option<Permit> {
    tokio::time::timeout(Duration::ZERO, limiter.acquire(key, TURN)).await.ok()
}

/// Returns how long a request waits for its permit.
async fn wait_for(limiter: &RestLimiter, key: LimitKey) -> Duration {
    let began = Instant::now();
    drop(limiter.acquire(key, TURN).await);
    began.elapsed()
}

/// Asserts that a request waits for the given number of seconds.
async fn assert_waits(limiter: &RestLimiter, key: LimitKey, seconds: f64) {
    let waited = wait_for(limiter, key).await.as_secs_f64();
    assert!((waited - seconds).abs() < 0.01, "waited {waited} s instead of {seconds} s");
}

/// Sends requests that take a random time to reach Discord and to be answered.
#[tokio::test(start_paused = true)]
async fn discord_never_receives_more_requests_in_one_second_than_allowed() {
    let (limiter, arrivals) = (limiter(), Arc::new(Mutex::new(Vec::new())));
    let mut rng = fastrand::Rng::with_seed(1);
    let mut requests = tokio::task::JoinSet::new();
    for channel in 0..1_000 {
        let (limiter, arrivals) = (limiter.clone(), Arc::clone(&arrivals));
        let [start, there, back] =
            [5_000, 900, 900].map(|longest| Duration::from_millis(rng.u64(0..longest)));
        requests.spawn(async move {
            tokio::time::sleep(start).await;
            let permit = limiter.acquire(edit(channel), TURN).await;
            tokio::time::sleep(there).await;
            arrivals.lock().push(Instant::now());
            tokio::time::sleep(back).await;
            permit.begin().complete(200, &HeaderMap::new());
        });
    }
    requests.join_all().await;
    let arrivals = arrivals.lock();
    assert_eq!(arrivals.len(), 1_000);
    let most = arrivals
        .iter()
        .map(|end| {
            let start = *end - Duration::from_secs(1);
            arrivals.iter().filter(|at| **at > start && **at <= *end).count()
        })
        .max();
    assert!(most <= Some(LIMIT), "{most:?} requests in one second");
}

#[tokio::test(start_paused = true)]
async fn urgent_requests_are_sent_first() {
    let limiter = limiter();
    let mut held = Vec::new();
    for channel in 0..LIMIT as u64 {
        held.push(limiter.acquire(edit(channel), TURN).await);
    }
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut requests = tokio::task::JoinSet::new();
    for (position, priority) in
        [BACKGROUND, PICTURE, TURN, Priority::Response].into_iter().cycle().take(12).enumerate()
    {
        let (limiter, order) = (limiter.clone(), Arc::clone(&order));
        requests.spawn(async move {
            let permit = limiter.acquire(edit(100 + position as u64), priority).await;
            order.lock().push(priority);
            permit.begin().complete(200, &HeaderMap::new());
        });
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(*order.lock(), [], "sent although too many requests are unanswered");
    for permit in held {
        permit.begin().complete(200, &HeaderMap::new());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    requests.join_all().await;
    let expected = [Priority::Response, TURN, PICTURE, BACKGROUND].map(|priority| [priority; 3]).concat();
    assert_eq!(*order.lock(), expected);
}

#[tokio::test(start_paused = true)]
async fn some_requests_are_reserved_for_turns_and_responses() {
    let limiter = limiter();
    let mut held = Vec::new();
    let mut channel = 0;
    let mut try_with = async |priority| {
        channel += 1;
        let permit = limiter.acquire(edit(channel), priority);
        tokio::time::timeout(Duration::ZERO, permit).await.map(|permit| held.push(permit)).is_ok()
    };
    let mut sent = 0;
    while try_with(PICTURE).await {
        sent += 1;
    }
    assert!(sent < LIMIT && try_with(TURN).await && try_with(Priority::Response).await);
}

#[tokio::test(start_paused = true)]
async fn requests_of_exhausted_bucket_wait_for_its_reset() {
    let limiter = limiter();
    let first = limiter.acquire(edit(1), TURN).await;
    assert!(try_acquire(&limiter, edit(1)).await.is_none(), "limit is unknown until the first response");
    assert!(try_acquire(&limiter, edit(2)).await.is_some(), "another channel has its own limit");
    first.begin().complete(200, &bucket("a", 2, 4.0));
    let two = [try_acquire(&limiter, edit(1)).await.unwrap(), try_acquire(&limiter, edit(1)).await.unwrap()];
    assert!(try_acquire(&limiter, edit(1)).await.is_none());
    let [second, third] = two;
    third.begin().complete(200, &bucket("a", 0, 4.0));
    second.begin().complete(200, &bucket("a", 1, 4.0));
    assert_waits(&limiter, edit(1), 4.0).await;
}

#[tokio::test(start_paused = true)]
async fn routes_with_the_same_bucket_share_its_limit() {
    let limiter = limiter();
    let other = limit_key("other", 1, LimitScope::Global);
    limiter.acquire(edit(1), TURN).await.begin().complete(200, &bucket("shared", 4, 9.0));
    limiter.acquire(other.clone(), TURN).await.begin().complete(200, &bucket("shared", 0, 9.0));
    assert!(try_acquire(&limiter, edit(1)).await.is_none(), "the limit is not shared");
    assert!(try_acquire(&limiter, edit(2)).await.is_some(), "the limit is shared with another channel");
    assert_waits(&limiter, other, 9.0).await;
}

#[tokio::test(start_paused = true)]
async fn rejected_requests_delay_their_bucket_only() {
    let limiter = limiter();
    let rejected = limiter.acquire(edit(1), TURN).await;
    let retry_after =
        rejected.begin().complete(429, &headers(&[("retry-after", "6"), ("x-ratelimit-scope", "user")]));
    assert_eq!(retry_after, Some(Duration::from_secs(6)));
    assert_waits(&limiter, edit(2), 0.0).await;
    assert_waits(&limiter, edit(1), 6.0).await;
}

#[tokio::test(start_paused = true)]
async fn rejection_without_waiting_time_does_not_block_its_bucket() {
    let limiter = limiter();
    limiter.acquire(edit(1), TURN).await.begin().complete(200, &bucket("a", 1, 2.0));
    limiter.acquire(edit(1), TURN).await.begin().complete(429, &HeaderMap::new());
    assert!(wait_for(&limiter, edit(1)).await <= Duration::from_secs(2));
}

#[tokio::test(start_paused = true)]
async fn exceeded_global_limit_delays_all_channels() {
    let limiter = limiter();
    let global = headers(&[("retry-after", "2.5"), ("x-ratelimit-global", "true")]);
    limiter.acquire(edit(1), TURN).await.begin().complete(429, &global);
    assert_waits(&limiter, token(1), 0.0).await;
    assert_waits(&limiter, first_response(1), 0.0).await;
    assert_waits(&limiter, edit(2), 2.5).await;
}

#[tokio::test(start_paused = true)]
async fn interactions_are_counted_after_discord_has_counted_one() {
    let limiter = limiter();
    for interaction in 0..200 {
        assert_waits(&limiter, first_response(interaction), 0.0).await;
    }
    let global = headers(&[("retry-after", "1"), ("x-ratelimit-scope", "global")]);
    limiter.acquire(first_response(999), Priority::Response).await.begin().complete(429, &global);
    assert_waits(&limiter, token(2), 1.0).await;
    let mut held = Vec::new();
    while let Some(permit) = try_acquire(&limiter, first_response(held.len() as u64)).await {
        held.push(permit);
        assert!(held.len() <= LIMIT);
    }
    assert_eq!(held.len(), LIMIT);
    drop(held);
    tokio::time::advance(COUNTED_FOR).await;
    for interaction in 0..200 {
        assert_waits(&limiter, first_response(interaction), 0.0).await;
    }
}

#[tokio::test(start_paused = true)]
async fn interactions_are_always_counted_if_configured() {
    let limiter = RestLimiter::new(LIMIT, true, NoObserver);
    let mut held = Vec::new();
    while let Some(permit) = try_acquire(&limiter, first_response(held.len() as u64)).await {
        held.push(permit);
        assert!(held.len() <= LIMIT);
    }
    assert_eq!(held.len(), LIMIT);
}

#[tokio::test(start_paused = true)]
async fn withdrawn_requests_and_unused_permits_do_not_count_but_lost_responses_do() {
    let limiter = limiter();
    let held = limiter.acquire(edit(1), TURN).await;
    for _ in 0..100 {
        assert!(try_acquire(&limiter, edit(1)).await.is_none());
    }
    drop(held);
    for channel in 0..200 {
        assert_waits(&limiter, edit(channel), 0.0).await;
    }
    for channel in 0..LIMIT as u64 {
        drop(limiter.acquire(edit(channel), TURN).await.begin());
    }
    assert_waits(&limiter, edit(300), 1.0).await;
}

/// Discord assigns the deletion of young and old messages to different buckets, one of which it may share
/// with other routes.
#[tokio::test(start_paused = true)]
async fn changing_bucket_of_one_route_does_not_block_others() {
    let limiter = limiter();
    let delete = || limit_key("delete", 1, LimitScope::Global);
    limiter.acquire(edit(1), TURN).await.begin().complete(200, &bucket("shared", 4, 9.0));
    limiter.acquire(delete(), TURN).await.begin().complete(200, &bucket("shared", 3, 9.0));
    for round in 0..10 {
        let in_flight = limiter.acquire(edit(1), TURN).await;
        let (name, next) = if round % 2 == 0 { ("old", 3) } else { ("shared", 2) };
        limiter.acquire(delete(), TURN).await.begin().complete(200, &bucket(name, next, 9.0));
        in_flight.begin().complete(200, &bucket("shared", 3, 9.0));
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_waits(&limiter, edit(1), 0.0).await;
        assert_waits(&limiter, delete(), 0.0).await;
    }
}

#[tokio::test(start_paused = true)]
async fn limits_of_old_interaction_tokens_are_removed() {
    let limiter = limiter();
    for interaction in 0..10_000 {
        limiter.acquire(token(interaction), TURN).await.begin().complete(200, &bucket("token", 4, 2.0));
        tokio::time::advance(Duration::from_millis(10)).await;
    }
    assert!(limiter.0.schedule.lock().buckets() < 2_000);
}

#[tokio::test(start_paused = true)]
async fn response_without_headers_uses_one_of_the_remaining_requests() {
    let limiter = limiter();
    limiter.acquire(edit(1), TURN).await.begin().complete(200, &bucket("a", 2, 4.0));
    limiter.acquire(edit(1), TURN).await.begin().complete(502, &HeaderMap::new());
    drop(limiter.acquire(edit(1), TURN).await.begin());
    assert_waits(&limiter, edit(1), 4.0).await;
}

/// The bucket of a route becomes known while a request waits for it.
#[tokio::test(start_paused = true)]
async fn waiting_requests_move_to_the_bucket_that_discord_names() {
    for (remaining, seconds) in [(4, 0.0), (0, 7.0)] {
        let limiter = limiter();
        let first = limiter.acquire(edit(1), TURN).await;
        let waiting = {
            let limiter = limiter.clone();
            tokio::spawn(async move { wait_for(&limiter, edit(1)).await })
        };
        tokio::task::yield_now().await;
        first.begin().complete(200, &bucket("named", remaining, 7.0));
        let waited = waiting.await.unwrap().as_secs_f64();
        assert!((waited - seconds).abs() < 0.01, "waited {waited} s with {remaining} requests left");
        assert_eq!(limiter.waiting(), 0);
    }
}

/// More requests arrive than may be sent. Those of low priority are passed for a limited time only.
#[tokio::test(start_paused = true)]
async fn requests_are_not_passed_forever() {
    let limiter = RestLimiter::new(LIMIT, true, NoObserver);
    let (began, granted) = (Instant::now(), Arc::new(Mutex::new(Vec::new())));
    let mut requests = tokio::task::JoinSet::new();
    for number in 0..90 * 60_u64 {
        let (limiter, granted) = (limiter.clone(), Arc::clone(&granted));
        let priority = match number {
            // By then, the requests already exceed the limit.
            600 => BACKGROUND,
            _ if number % 60 == 1 => Priority::Response,
            _ => TURN,
        };
        requests.spawn(async move {
            tokio::time::sleep(Duration::from_millis(number * 1_000 / 60)).await;
            let arrived = began.elapsed();
            let permit = limiter.acquire(edit(number), priority).await;
            granted.lock().push((priority, arrived, began.elapsed()));
            tokio::time::sleep(Duration::from_millis(10)).await;
            permit.begin().complete(200, &HeaderMap::new());
        });
    }
    requests.join_all().await;
    let granted = granted.lock();
    let background = granted.iter().find(|(priority, ..)| *priority == BACKGROUND).unwrap().2;
    let turns = granted.iter().filter(|(priority, ..)| *priority == TURN);
    let before = turns.clone().filter(|(.., at)| *at < background);
    let after = turns.filter(|(.., at)| *at > background);
    assert!(
        before.clone().all(|(_, arrived, _)| *arrived <= Duration::from_millis(70_010)),
        "passed for more than a minute"
    );
    assert!(
        after.clone().all(|(_, arrived, _)| *arrived >= Duration::from_secs(70)),
        "passed for less than a minute"
    );
    assert!(before.count() > 2_000 && after.count() > 1_000);
    let late = granted.iter().filter(|(_, arrived, at)| *at > *arrived + Duration::from_millis(1_100));
    assert!(late.clone().count() > 1_000, "the requests did not exceed the limit");
    assert!(late.clone().all(|(priority, ..)| *priority != Priority::Response), "a response was late");
}

/// A request that becomes possible at the very time of its deadline is not sent.
#[tokio::test(start_paused = true)]
async fn request_is_not_sent_after_its_deadline() {
    let limiter = limiter();
    limiter.acquire(edit(1), TURN).await.begin().complete(200, &bucket("a", 0, 3.0));
    for (seconds, is_sent) in [(2, false), (3, false), (4, true)] {
        limiter.acquire(edit(2), TURN).await.begin().complete(200, &bucket("a", 0, 3.0));
        let deadline = Instant::now() + Duration::from_secs(seconds);
        let permit = limiter.acquire_before(edit(2), Priority::Response, deadline).await;
        assert_eq!(permit.is_some(), is_sent, "deadline after {seconds} s");
        assert_eq!(limiter.waiting(), 0);
        drop(permit);
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    assert!(limiter.acquire_before(edit(3), TURN, Instant::now()).await.is_none());
}

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
                tokio::time::sleep(start).await;
                let permit = limiter.acquire(edit(channel as u64), priority).await;
                if withdraws {
                    return;
                }
                let sent = permit.begin();
                tokio::time::sleep(there).await;
                let (status, headers) = bucket.lock().request();
                tokio::time::sleep(back).await;
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

/// An error message may be sent while the first response has not been answered.
#[tokio::test(start_paused = true)]
async fn first_responses_do_not_wait_for_each_other() {
    let limiter = limiter();
    let first = limiter.acquire(first_response(1), Priority::Response).await.begin();
    let second = limiter.acquire(first_response(1), Priority::Response).await.begin();
    first.complete(200, &bucket("callback", 0, 9.0));
    second.complete(429, &headers(&[("retry-after", "9")]));
    assert_waits(&limiter, first_response(1), 0.0).await;
    assert_eq!(limiter.0.schedule.lock().buckets(), 0, "an answered interaction is remembered");
}

/// Sends a request to channel 1, which is answered at once.
async fn send(limiter: &RestLimiter, status: u16, headers: &HeaderMap) {
    limiter.acquire(edit(1), TURN).await.begin().complete(status, headers);
}

/// Returns how many requests to channel 1 the limiter grants at once. They are not answered.
async fn granted_now(limiter: &RestLimiter) -> usize {
    let mut sent = 0;
    while let Some(permit) = try_acquire(limiter, edit(1)).await {
        std::mem::forget(permit.begin());
        sent += 1;
    }
    sent
}

#[tokio::test(start_paused = true)]
async fn response_after_the_reset_begins_the_next_window() {
    let limiter = limiter();
    send(&limiter, 200, &bucket("a", 4, 1.0)).await;
    let mut sent = Vec::new();
    for _ in 0..4 {
        sent.push(limiter.acquire(edit(1), TURN).await.begin());
    }
    tokio::time::advance(Duration::from_millis(1_100)).await;
    for (sent, remaining) in sent.into_iter().zip([3, 2, 1, 0]) {
        sent.complete(200, &bucket("a", remaining, 0.85));
    }
    assert_eq!(granted_now(&limiter).await, 0, "requests that the next window does not allow");
}

#[tokio::test(start_paused = true)]
async fn late_responses_do_not_replace_newer_ones() {
    // Of an earlier window.
    let limiter = limiter();
    send(&limiter, 200, &bucket("a", 4, 1.0)).await;
    let late = limiter.acquire(edit(1), TURN).await.begin();
    tokio::time::advance(Duration::from_millis(1_100)).await;
    for remaining in [4, 3, 2, 1] {
        send(&limiter, 200, &bucket("a", remaining, 5.0)).await;
    }
    late.complete(200, &bucket("a", 3, 0.9));
    assert_eq!(granted_now(&limiter).await, 1);
    // Of the same window.
    let limiter = self::limiter();
    send(&limiter, 200, &bucket("a", 4, 5.0)).await;
    let late = limiter.acquire(edit(1), TURN).await.begin();
    send(&limiter, 200, &bucket("a", 0, 5.0)).await;
    tokio::time::advance(Duration::from_secs(3)).await;
    late.complete(200, &bucket("a", 3, 5.0));
    assert_eq!(granted_now(&limiter).await, 0);
    // Sent before a request that Discord has rejected.
    let limiter = self::limiter();
    send(&limiter, 200, &bucket("a", 4, 5.0)).await;
    let late = limiter.acquire(edit(1), TURN).await.begin();
    send(&limiter, 429, &headers(&[("retry-after", "60")])).await;
    late.complete(200, &bucket("a", 3, 5.0));
    assert_waits(&limiter, edit(1), 60.0).await;
}

#[tokio::test(start_paused = true)]
async fn rejection_does_not_shorten_a_known_wait() {
    for rejection in [headers(&[]), headers(&[("retry-after", "3")])] {
        let limiter = limiter();
        send(&limiter, 200, &bucket("a", 1, 60.0)).await;
        send(&limiter, 429, &rejection).await;
        assert_waits(&limiter, edit(1), 60.0).await;
    }
}

/// Lost requests count as long as the window in which they may have reached Discord.
#[tokio::test(start_paused = true)]
async fn lost_responses_count_in_the_window_that_follows() {
    let limiter = limiter();
    send(&limiter, 200, &bucket("a", 0, 5.0)).await;
    tokio::time::advance(Duration::from_secs(6)).await;
    for _ in 0..5 {
        drop(limiter.acquire(edit(1), TURN).await.begin());
    }
    assert_waits(&limiter, edit(1), 5.0).await;
    // Discord's window began earlier than the response suggests.
    let limiter = self::limiter();
    send(&limiter, 200, &bucket("a", 4, 5.0)).await;
    tokio::time::advance(Duration::from_millis(4_700)).await;
    for _ in 0..4 {
        drop(limiter.acquire(edit(1), TURN).await.begin());
    }
    tokio::time::advance(Duration::from_millis(300)).await;
    assert_eq!(granted_now(&limiter).await, 1);
}

#[tokio::test(start_paused = true)]
async fn requests_that_are_not_answered_move_to_the_named_bucket() {
    let limiter = limiter();
    let [first, _second] =
        [limiter.acquire(edit(1), TURN).await, limiter.acquire(edit(2), TURN).await].map(Permit::begin);
    first.complete(200, &bucket("a", 4, 5.0));
    assert!(try_acquire(&limiter, edit(2)).await.is_none(), "the limit of channel 2 is not known");
    let mut sent = Vec::new();
    for _ in 0..4 {
        sent.push(limiter.acquire(edit(1), TURN).await.begin());
    }
    sent.remove(0).complete(200, &bucket("b", 4, 5.0));
    assert_eq!(granted_now(&limiter).await, 1, "three of the four remaining requests are under way");
}

/// Interactions are free again after an hour, although requests are always under way.
#[tokio::test(start_paused = true)]
async fn interactions_stop_counting_on_a_busy_bot() {
    let limiter = limiter();
    let global = headers(&[("retry-after", "1"), ("x-ratelimit-scope", "global")]);
    limiter.acquire(first_response(1), Priority::Response).await.begin().complete(429, &global);
    tokio::time::advance(COUNTED_FOR.saturating_sub(Duration::from_secs(1))).await;
    let mut held = Vec::new();
    for interaction in 0..LIMIT as u64 {
        held.push(limiter.acquire(first_response(interaction), Priority::Response).await.begin());
    }
    assert_waits(&limiter, first_response(999), 1.0).await;
    for interaction in 0..100 {
        held.push(limiter.acquire(first_response(interaction), Priority::Response).await.begin());
    }
    held.drain(..LIMIT).for_each(drop);
    assert_waits(&limiter, edit(1), 1.0).await;
}

#[tokio::test(start_paused = true)]
async fn permit_that_is_received_after_the_deadline_is_given_back() {
    let limiter = limiter();
    let first = limiter.acquire(edit(1), TURN).await;
    let mut second = Box::pin(limiter.acquire_before(edit(1), TURN, Instant::now() + Duration::from_secs(1)));
    // The permit is granted in time, but the task does not run until the deadline has passed.
    tokio::select! {
        biased;
        _ = &mut second => panic!("granted while another request is under way"),
        () = std::future::ready(()) => {}
    }
    drop(first);
    tokio::task::yield_now().await;
    tokio::time::advance(Duration::from_secs(2)).await;
    assert!(second.await.is_none());
    assert_waits(&limiter, edit(1), 0.0).await;
}

#[tokio::test(start_paused = true)]
async fn any_priority_and_any_headers_are_accepted() {
    let limiter = limiter();
    drop(limiter.acquire(edit(1), Priority::OvertakenFor(Duration::MAX)).await);
    send(&limiter, 200, &bucket("a", 900, 1e300)).await;
    assert_eq!(granted_now(&limiter).await, 5, "more requests are left than the limit");
}
