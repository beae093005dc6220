use tokio::time::advance;

use super::*;

const ANNA: UserId = UserId(1);
const HOME: Option<ServerId> = Some(ServerId(1));

fn limiter() -> RateLimiter {
    RateLimiter::new(Limits::default())
}

/// Returns how many of `many` interactions were admitted, rejected with a message, and rejected silently.
fn flood(limiter: &RateLimiter, user: UserId, work: u32, many: u32) -> [u32; 3] {
    let mut came = [0; 3];
    for _ in 0..many {
        came[match limiter.admit(user, HOME, work) {
            Admission::In => 0,
            Admission::Wait { .. } => 1,
            Admission::Silence => 2,
        }] += 1;
    }
    came
}

#[tokio::test(start_paused = true)]
async fn bot_ignores_user_after_three_rate_limit_errors() {
    let limiter = limiter();
    assert_eq!(flood(&limiter, ANNA, 0, 10_000), [100, 3, 9_897]);
    advance(Duration::from_secs(1)).await;
    assert_eq!(flood(&limiter, ANNA, 0, 10_000), [10, 0, 9_990], "refill after one second");
    advance(Duration::from_secs(10)).await;
    assert_eq!(flood(&limiter, ANNA, 0, 200), [100, 2, 98], "full bucket after ten seconds");
}

#[tokio::test(start_paused = true)]
async fn request_is_accepted_after_rate_limit_expires() {
    let limiter = limiter();
    flood(&limiter, ANNA, 8, 5);
    let Admission::Wait { why: LimitKind::Work, wait } = limiter.admit(ANNA, HOME, 5) else {
        panic!("request admitted");
    };
    advance(wait.saturating_sub(Duration::from_millis(1))).await;
    assert_ne!(limiter.admit(ANNA, HOME, 5), Admission::In);
    advance(Duration::from_millis(1)).await;
    assert_eq!(limiter.admit(ANNA, HOME, 5), Admission::In);
    assert_eq!(limiter.admit(ANNA, HOME, 0), Admission::In, "cheap request rejected");
}

#[tokio::test(start_paused = true)]
async fn rate_limits_allow_ten_button_presses_per_second() {
    let limiter = limiter();
    // Ten tables of three players for ten minutes: four presses a second each, with a hint every ten
    // seconds; one player presses ten times a second.
    for quarter in 0..2400_u32 {
        let work = if quarter % 40 == 0 { 2 } else { 0 };
        for user in 1..=30 {
            assert_eq!(limiter.admit(UserId(user), HOME, work), Admission::In);
        }
        for _ in 0..3 * (quarter % 2) {
            assert_eq!(limiter.admit(ANNA, HOME, 0), Admission::In);
        }
        advance(Duration::from_millis(250)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn rate_limit_allows_quick_browsing_of_replay() {
    let limiter = limiter();
    // Forty steps at five per second.
    for _ in 0..40 {
        assert_eq!(limiter.admit(ANNA, HOME, 1), Admission::In);
        advance(Duration::from_millis(200)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn rate_limits_apply_per_user_and_per_server() {
    let limiter = limiter();
    flood(&limiter, ANNA, 0, 10_000);
    assert_eq!(limiter.admit(UserId(2), HOME, 0), Admission::In);
    for user in 10..100 {
        flood(&limiter, UserId(user), 0, 100);
    }
    assert_ne!(limiter.admit(UserId(1000), HOME, 0), Admission::In);
    assert_eq!(limiter.admit(UserId(1000), Some(ServerId(2)), 0), Admission::In);
    assert_eq!(limiter.admit(UserId(1001), None, 0), Admission::In);
}

#[tokio::test(start_paused = true)]
async fn bot_limits_rate_limit_errors_per_server() {
    let limiter = limiter();
    let mut told = 0;
    for user in 0..1000 {
        told += flood(&limiter, UserId(user), 0, 200)[1];
    }
    // Twenty to users above their own limit, sixty to users who are only affected by the server's limit.
    assert_eq!(told, 20 + 60);
}

/// Users who exceed their own limits do not use up the answers to other users.
#[tokio::test(start_paused = true)]
async fn users_within_their_limits_are_told_when_server_is_limited() {
    let server = Rate { at_once: 50, per_second: 1 };
    let limiter = RateLimiter::new(Limits { server, work_of_server: server, ..Limits::default() });
    // One user takes all of the server's tokens and goes on.
    for work in [0, 5] {
        let [_, told, ignored] = flood(&limiter, ANNA, work, 1000);
        assert!(told <= 8 && ignored > 900, "{told} {ignored}");
    }
    for user in 2..=10 {
        for _ in 0..3 {
            let admission = limiter.admit(UserId(user), HOME, 0);
            let is_told = matches!(admission, Admission::Wait { why: LimitKind::Server, .. });
            assert!(is_told, "{admission:?}");
        }
    }
    // Each of them may go on with a request every two seconds, and gets an answer each time.
    for _ in 0..20 {
        advance(Duration::from_secs(2)).await;
        flood(&limiter, ANNA, 0, 1000);
        for user in 2..=10 {
            let admission = limiter.admit(UserId(user), HOME, 0);
            assert!(matches!(admission, Admission::Wait { why: LimitKind::Server, .. }), "{admission:?}");
        }
    }
    assert_eq!(flood(&limiter, UserId(2), 0, 1000)[1], 2, "answers to one user are limited");
}

#[tokio::test(start_paused = true)]
async fn rate_limiter_uses_limited_memory_for_many_users() {
    let limiter = limiter();
    for user in 0..1_000_000 {
        limiter.admit(UserId(user), Some(ServerId(user)), 0);
    }
    let counts = limiter.counts.lock();
    assert_eq!((counts.people.len(), counts.servers.len()), (REMEMBERED.get(), REMEMBERED.get()));
    assert!(size_of::<Taken>() <= 64, "{}", size_of::<Taken>());
}
