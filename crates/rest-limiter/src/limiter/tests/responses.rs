//! Responses that are late, lost, or without headers.

use super::*;

#[tokio::test(start_paused = true)]
async fn response_without_headers_uses_one_of_the_remaining_requests() {
    let limiter = limiter();
    limiter.acquire(edit(1), TURN).await.begin().complete(200, &bucket("a", 2, 4.0));
    limiter.acquire(edit(1), TURN).await.begin().complete(502, &HeaderMap::new());
    drop(limiter.acquire(edit(1), TURN).await.begin());
    assert_waits(&limiter, edit(1), 4.0).await;
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

/// A response to a request of an earlier window.
#[tokio::test(start_paused = true)]
async fn late_response_does_not_replace_a_newer_window() {
    let limiter = limiter();
    send(&limiter, 200, &bucket("a", 4, 1.0)).await;
    let late = limiter.acquire(edit(1), TURN).await.begin();
    tokio::time::advance(Duration::from_millis(1_100)).await;
    for remaining in [4, 3, 2, 1] {
        send(&limiter, 200, &bucket("a", remaining, 5.0)).await;
    }
    late.complete(200, &bucket("a", 3, 0.9));
    assert_eq!(granted_now(&limiter).await, 1);
}

#[tokio::test(start_paused = true)]
async fn late_response_does_not_replace_newer_one_of_the_same_window() {
    let limiter = limiter();
    send(&limiter, 200, &bucket("a", 4, 5.0)).await;
    let late = limiter.acquire(edit(1), TURN).await.begin();
    send(&limiter, 200, &bucket("a", 0, 5.0)).await;
    tokio::time::advance(Duration::from_secs(3)).await;
    late.complete(200, &bucket("a", 3, 5.0));
    assert_eq!(granted_now(&limiter).await, 0);
}

#[tokio::test(start_paused = true)]
async fn late_response_does_not_end_the_wait_after_a_rejection() {
    let limiter = limiter();
    send(&limiter, 200, &bucket("a", 4, 5.0)).await;
    let late = limiter.acquire(edit(1), TURN).await.begin();
    send(&limiter, 429, &headers(&[("retry-after", "60")])).await;
    late.complete(200, &bucket("a", 3, 5.0));
    assert_waits(&limiter, edit(1), 60.0).await;
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
