//! Requests that are not sent after a time.

use super::*;

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
        tokio::time::sleep(Duration::from_secs(5)).await; // simulated time
    }
    assert!(limiter.acquire_before(edit(3), TURN, Instant::now()).await.is_none());
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
