//! The global limit, and which requests count.

use parking_lot::Mutex;

use super::*;
use crate::global_limit::COUNTED_FOR;

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
            tokio::time::sleep(start).await; // simulated time
            let permit = limiter.acquire(edit(channel), TURN).await;
            tokio::time::sleep(there).await; // simulated time
            arrivals.lock().push(Instant::now());
            tokio::time::sleep(back).await; // simulated time
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
