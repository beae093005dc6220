//! Tests of the rate limiter with a simulated clock.

mod buckets;
mod deadlines;
mod global_limit;
mod priorities;
mod responses;
mod simulation;

use http::HeaderMap;

use super::*;
use crate::limit_key::LimitScope;
use crate::observer::NoObserver;

const LIMIT: usize = 47;
/// Priority of a request that no later one overtakes.
const TURN: Priority = Priority::OvertakenFor(Duration::ZERO);
/// Priority of a request that others may overtake for some seconds.
const PICTURE: Priority = Priority::OvertakenFor(Duration::from_secs(5));
/// Priority of a request that others may overtake for a minute.
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
