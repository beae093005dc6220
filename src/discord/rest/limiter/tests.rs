//! Tests of the rate limiter with a simulated clock.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use reqwest::header::HeaderMap;
use strum::IntoEnumIterator as _;

use super::*;

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
    RestLimiter::new(GLOBAL_LIMIT, false, ShardRange::SINGLE, Metrics::default())
}

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
}

/// Returns the headers of a response that leaves `remaining` of five requests until the bucket is reset after the
/// given number of seconds.
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
    tokio::time::timeout(Duration::ZERO, limiter.acquire(key, Priority::Turn)).await.ok()
}

/// Returns how long a request waits for its permit.
async fn wait_for(limiter: &RestLimiter, key: LimitKey) -> Duration {
    let began = Instant::now();
    limiter.acquire(key, Priority::Turn).await.cancel();
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
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut requests = tokio::task::JoinSet::new();
    for channel in 0..1_000 {
        let (limiter, arrivals) = (limiter.clone(), Arc::clone(&arrivals));
        let [start, there, back] =
            [5_000, 900, 900].map(|longest| Duration::from_millis(rng.random_range(0..longest)));
        requests.spawn(async move {
            tokio::time::sleep(start).await;
            let permit = limiter.acquire(edit(channel), Priority::Turn).await;
            tokio::time::sleep(there).await;
            arrivals.lock().push(Instant::now());
            tokio::time::sleep(back).await;
            permit.complete(200, &HeaderMap::new());
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
    assert!(most <= Some(GLOBAL_LIMIT), "{most:?} requests in one second");
}

#[tokio::test(start_paused = true)]
async fn urgent_requests_are_sent_first() {
    let limiter = limiter();
    let mut held = Vec::new();
    for channel in 0..GLOBAL_LIMIT as u64 {
        held.push(limiter.acquire(edit(channel), Priority::Turn).await);
    }
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut requests = tokio::task::JoinSet::new();
    for (position, priority) in Priority::iter().rev().cycle().take(12).enumerate() {
        let (limiter, order) = (limiter.clone(), Arc::clone(&order));
        requests.spawn(async move {
            let permit = limiter.acquire(edit(100 + position as u64), priority).await;
            order.lock().push(priority);
            permit.complete(200, &HeaderMap::new());
        });
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(*order.lock(), [], "sent although too many requests are unanswered");
    for permit in held {
        permit.complete(200, &HeaderMap::new());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    requests.join_all().await;
    let order = order.lock();
    assert!(order.len() == 12 && order.is_sorted(), "{order:?}");
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
    while try_with(Priority::Picture).await {
        sent += 1;
    }
    assert!(sent < GLOBAL_LIMIT && try_with(Priority::Turn).await && try_with(Priority::Response).await);
}

#[tokio::test(start_paused = true)]
async fn requests_of_exhausted_bucket_wait_for_its_reset() {
    let limiter = limiter();
    let first = limiter.acquire(edit(1), Priority::Turn).await;
    assert!(try_acquire(&limiter, edit(1)).await.is_none(), "limit is unknown until the first response");
    assert!(try_acquire(&limiter, edit(2)).await.is_some(), "another channel has its own limit");
    first.complete(200, &bucket("a", 2, 4.0));
    let two = [try_acquire(&limiter, edit(1)).await.unwrap(), try_acquire(&limiter, edit(1)).await.unwrap()];
    assert!(try_acquire(&limiter, edit(1)).await.is_none());
    let [second, third] = two;
    third.complete(200, &bucket("a", 0, 3.0));
    second.complete(200, &bucket("a", 1, 3.0));
    assert_waits(&limiter, edit(1), 3.0).await;
}

#[tokio::test(start_paused = true)]
async fn routes_with_the_same_bucket_share_its_limit() {
    let limiter = limiter();
    let other = limit_key("other", 1, LimitScope::Global);
    limiter.acquire(edit(1), Priority::Turn).await.complete(200, &bucket("shared", 4, 9.0));
    limiter.acquire(other.clone(), Priority::Turn).await.complete(200, &bucket("shared", 0, 7.0));
    assert!(try_acquire(&limiter, edit(1)).await.is_none(), "the limit is not shared");
    assert!(try_acquire(&limiter, edit(2)).await.is_some(), "the limit is shared with another channel");
    assert_waits(&limiter, other, 7.0).await;
}

#[tokio::test(start_paused = true)]
async fn rejected_requests_delay_their_bucket_only() {
    let limiter = limiter();
    let rejected = limiter.acquire(edit(1), Priority::Turn).await;
    let retry_after =
        rejected.complete(429, &headers(&[("retry-after", "6"), ("x-ratelimit-scope", "user")]));
    assert_eq!(retry_after, Some(Duration::from_secs(6)));
    assert_waits(&limiter, edit(2), 0.0).await;
    assert_waits(&limiter, edit(1), 6.0).await;
}

#[tokio::test(start_paused = true)]
async fn rejection_without_waiting_time_does_not_block_its_bucket() {
    let limiter = limiter();
    limiter.acquire(edit(1), Priority::Turn).await.complete(200, &bucket("a", 1, 2.0));
    limiter.acquire(edit(1), Priority::Turn).await.complete(429, &HeaderMap::new());
    assert!(wait_for(&limiter, edit(1)).await <= Duration::from_secs(2));
}

#[tokio::test(start_paused = true)]
async fn exceeded_global_limit_delays_all_channels() {
    let limiter = limiter();
    let global = headers(&[("retry-after", "2.5"), ("x-ratelimit-global", "true")]);
    limiter.acquire(edit(1), Priority::Turn).await.complete(429, &global);
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
    limiter.acquire(first_response(999), Priority::Response).await.complete(429, &global);
    assert_waits(&limiter, token(2), 1.0).await;
    let mut held = Vec::new();
    while let Some(permit) = try_acquire(&limiter, first_response(held.len() as u64)).await {
        held.push(permit);
        assert!(held.len() <= GLOBAL_LIMIT);
    }
    assert_eq!(held.len(), GLOBAL_LIMIT);
    drop(held);
    tokio::time::advance(COUNTED_FOR).await;
    for interaction in 0..200 {
        assert_waits(&limiter, first_response(interaction), 0.0).await;
    }
}

#[tokio::test(start_paused = true)]
async fn interactions_are_always_counted_if_configured() {
    let limiter = RestLimiter::new(GLOBAL_LIMIT, true, ShardRange::SINGLE, Metrics::default());
    let mut held = Vec::new();
    while let Some(permit) = try_acquire(&limiter, first_response(held.len() as u64)).await {
        held.push(permit);
        assert!(held.len() <= GLOBAL_LIMIT);
    }
    assert_eq!(held.len(), GLOBAL_LIMIT);
}

#[tokio::test(start_paused = true)]
async fn withdrawn_requests_and_unused_permits_do_not_count() {
    let limiter = limiter();
    let held = limiter.acquire(edit(1), Priority::Turn).await;
    for _ in 0..100 {
        assert!(try_acquire(&limiter, edit(1)).await.is_none());
    }
    held.cancel();
    for channel in 0..200 {
        assert_waits(&limiter, edit(channel), 0.0).await;
    }
    let lost: Vec<Permit> = futures::future::join_all(
        (0..GLOBAL_LIMIT as u64).map(|channel| limiter.acquire(edit(channel), Priority::Turn)),
    )
    .await;
    drop(lost);
    assert_waits(&limiter, edit(300), 1.0).await;
}

/// Discord assigns the deletion of young and old messages to different buckets, one of which it may share with
/// other routes.
#[tokio::test(start_paused = true)]
async fn changing_bucket_of_one_route_does_not_block_others() {
    let limiter = limiter();
    let delete = || limit_key("delete", 1, LimitScope::Global);
    limiter.acquire(edit(1), Priority::Turn).await.complete(200, &bucket("shared", 4, 9.0));
    limiter.acquire(delete(), Priority::Turn).await.complete(200, &bucket("shared", 3, 9.0));
    for round in 0..10 {
        let in_flight = limiter.acquire(edit(1), Priority::Turn).await;
        let (name, next) = if round % 2 == 0 { ("old", 3) } else { ("shared", 2) };
        limiter.acquire(delete(), Priority::Turn).await.complete(200, &bucket(name, next, 9.0));
        in_flight.complete(200, &bucket("shared", 3, 9.0));
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_waits(&limiter, edit(1), 0.0).await;
        assert_waits(&limiter, delete(), 0.0).await;
    }
}

#[tokio::test(start_paused = true)]
async fn limits_of_old_interaction_tokens_are_removed() {
    let limiter = limiter();
    for interaction in 0..10_000 {
        limiter.acquire(token(interaction), Priority::Turn).await.complete(200, &bucket("token", 4, 2.0));
        tokio::time::advance(Duration::from_millis(10)).await;
    }
    assert!(limiter.0.schedule.lock().buckets() < 2_000);
}

#[test]
fn processes_share_the_global_limit_by_their_shards() {
    assert_eq!(share_of(GLOBAL_LIMIT, 1, 1), GLOBAL_LIMIT);
    assert_eq!(share_of(GLOBAL_LIMIT, 16, 16), GLOBAL_LIMIT);
    assert_eq!((share_of(GLOBAL_LIMIT, 4, 16), share_of(GLOBAL_LIMIT, 12, 16)), (11, 35));
    assert_eq!(share_of(GLOBAL_LIMIT, 1, 100), MIN_SHARE);
    assert_eq!(share_of(GLOBAL_LIMIT, 0, 4), MIN_SHARE, "a process without shards registers its commands");
}

/// Even a process with the smallest share sends requests of every priority, although some requests are
/// reserved.
#[tokio::test(start_paused = true)]
async fn requests_of_every_priority_are_granted_with_any_share() {
    for total in [1, 2, 6, 7, 8, 9, 10, 12, 16, 100] {
        let shards = format!("0/{total}").parse().unwrap();
        let limiter = RestLimiter::new(GLOBAL_LIMIT, true, shards, Metrics::default());
        for priority in Priority::iter() {
            let granted = limiter.acquire(edit(1), priority);
            let permit = tokio::time::timeout(Duration::from_secs(2), granted).await;
            permit
                .unwrap_or_else(|_| panic!("{priority:?} is not granted with 1 of {total} shards"))
                .cancel();
        }
    }
}
