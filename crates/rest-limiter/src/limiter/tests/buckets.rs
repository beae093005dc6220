//! Limits of buckets, and the buckets of routes.

use super::*;

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
async fn rejection_does_not_shorten_a_known_wait() {
    for rejection in [headers(&[]), headers(&[("retry-after", "3")])] {
        let limiter = limiter();
        send(&limiter, 200, &bucket("a", 1, 60.0)).await;
        send(&limiter, 429, &rejection).await;
        assert_waits(&limiter, edit(1), 60.0).await;
    }
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

#[tokio::test(start_paused = true)]
async fn limits_of_old_interaction_tokens_are_removed() {
    let limiter = limiter();
    for interaction in 0..10_000 {
        limiter.acquire(token(interaction), TURN).await.begin().complete(200, &bucket("token", 4, 2.0));
        tokio::time::advance(Duration::from_millis(10)).await;
    }
    assert!(limiter.0.schedule.lock().buckets() < 2_000);
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

#[tokio::test(start_paused = true)]
async fn any_priority_and_any_headers_are_accepted() {
    let limiter = limiter();
    drop(limiter.acquire(edit(1), Priority::OvertakenFor(Duration::MAX)).await);
    send(&limiter, 200, &bucket("a", 900, 1e300)).await;
    assert_eq!(granted_now(&limiter).await, 5, "more requests are left than the limit");
}
