//! The order in which requests are sent.

use parking_lot::Mutex;

use super::*;

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
    tokio::time::sleep(Duration::from_secs(5)).await; // simulated time
    assert_eq!(*order.lock(), [], "sent although too many requests are unanswered");
    for permit in held {
        permit.begin().complete(200, &HeaderMap::new());
        tokio::time::sleep(Duration::from_millis(100)).await; // simulated time
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

/// More requests arrive than may be sent. Those of low priority are overtaken for a limited time only.
#[tokio::test(start_paused = true)]
async fn requests_are_not_overtaken_forever() {
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
            tokio::time::sleep(Duration::from_millis(number * 1_000 / 60)).await; // simulated time
            let arrived = began.elapsed();
            let permit = limiter.acquire(edit(number), priority).await;
            granted.lock().push((priority, arrived, began.elapsed()));
            tokio::time::sleep(Duration::from_millis(10)).await; // simulated time
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
        "overtaken for more than a minute"
    );
    assert!(
        after.clone().all(|(_, arrived, _)| *arrived >= Duration::from_secs(70)),
        "overtaken for less than a minute"
    );
    assert!(before.count() > 2_000 && after.count() > 1_000);
    let late = granted.iter().filter(|(_, arrived, at)| *at > *arrived + Duration::from_millis(1_100));
    assert!(late.clone().count() > 1_000, "the requests did not exceed the limit");
    assert!(late.clone().all(|(priority, ..)| *priority != Priority::Response), "a response was late");
}
