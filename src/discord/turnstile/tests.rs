use tokio::time::advance;

use super::*;

const ANNA: UserId = UserId(1);
const HOME: Option<ServerId> = Some(ServerId(1));

fn turnstile() -> Turnstile {
    Turnstile::new(Limits::default())
}

/// How many of so many are let in, told to wait, and left without an answer.
fn flood(turnstile: &Turnstile, user: UserId, work: u32, many: u32) -> [u32; 3] {
    let mut came = [0; 3];
    for _ in 0..many {
        came[match turnstile.admit(user, HOME, work) {
            Verdict::In => 0,
            Verdict::Wait { .. } => 1,
            Verdict::Silence => 2,
        }] += 1;
    }
    came
}

#[tokio::test(start_paused = true)]
async fn a_flood_is_let_in_told_and_then_left_without_an_answer() {
    let turnstile = turnstile();
    assert_eq!(flood(&turnstile, ANNA, 0, 10_000), [100, 3, 9_897]);
    advance(Duration::from_secs(1)).await;
    assert_eq!(flood(&turnstile, ANNA, 0, 10_000), [10, 0, 9_990], "ten more a second");
    advance(Duration::from_secs(10)).await;
    assert_eq!(flood(&turnstile, ANNA, 0, 200), [100, 2, 98], "all of them after ten, and two more words");
}

#[tokio::test(start_paused = true)]
async fn who_hears_how_long_to_wait_is_let_in_after_that() {
    let turnstile = turnstile();
    flood(&turnstile, ANNA, 8, 5);
    let Verdict::Wait { why: Why::Work, wait, lang: None } = turnstile.admit(ANNA, HOME, 5) else {
        panic!("let in");
    };
    advance(wait.saturating_sub(Duration::from_millis(1))).await;
    assert_ne!(turnstile.admit(ANNA, HOME, 5), Verdict::In);
    advance(Duration::from_millis(1)).await;
    assert_eq!(turnstile.admit(ANNA, HOME, 5), Verdict::In);
    assert_eq!(turnstile.admit(ANNA, HOME, 0), Verdict::In, "playing goes on all the while");
}

#[tokio::test(start_paused = true)]
async fn fast_people_are_never_stopped() {
    let turnstile = turnstile();
    // Ten tables of three for ten minutes: everyone at four clicks a second with a hint every ten seconds,
    // and one of them at ten clicks a second, which nobody keeps up.
    for quarter in 0..2400_u32 {
        let work = if quarter % 40 == 0 { 2 } else { 0 };
        for user in 1..=30 {
            assert_eq!(turnstile.admit(UserId(user), HOME, work), Verdict::In);
        }
        for _ in 0..3 * (quarter % 2) {
            assert_eq!(turnstile.admit(ANNA, HOME, 0), Verdict::In);
        }
        advance(Duration::from_millis(250)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn stepping_through_a_deal_as_fast_as_one_can_is_no_flood() {
    let turnstile = turnstile();
    // Some forty steps, five a second.
    for _ in 0..40 {
        assert_eq!(turnstile.admit(ANNA, HOME, 1), Verdict::In);
        advance(Duration::from_millis(200)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn one_persons_flood_is_no_others_and_a_servers_is_no_other_servers() {
    let turnstile = turnstile();
    flood(&turnstile, ANNA, 0, 10_000);
    assert_eq!(turnstile.admit(UserId(2), HOME, 0), Verdict::In);
    for user in 10..100 {
        flood(&turnstile, UserId(user), 0, 100);
    }
    assert_ne!(turnstile.admit(UserId(1000), HOME, 0), Verdict::In);
    assert_eq!(turnstile.admit(UserId(1000), Some(ServerId(2)), 0), Verdict::In);
    assert_eq!(turnstile.admit(UserId(1001), None, 0), Verdict::In);
}

#[tokio::test(start_paused = true)]
async fn many_accounts_hear_no_more_of_it_together_than_some() {
    let turnstile = turnstile();
    let mut told = 0;
    for user in 0..1000 {
        told += flood(&turnstile, UserId(user), 0, 200)[1];
    }
    assert_eq!(told, 20);
}

#[tokio::test(start_paused = true)]
async fn a_million_people_take_no_more_room_than_some() {
    let turnstile = turnstile();
    for user in 0..1_000_000 {
        turnstile.admit(UserId(user), Some(ServerId(user)), 0);
    }
    let counts = turnstile.lock();
    assert_eq!((counts.people.len(), counts.servers.len()), (REMEMBERED.get(), REMEMBERED.get()));
    assert!(size_of::<Taken>() <= 64, "{}", size_of::<Taken>());
}

#[tokio::test(start_paused = true)]
async fn one_is_told_in_the_language_one_was_spoken_to_in() {
    let turnstile = turnstile();
    turnstile.hear(ANNA, Lang::En);
    assert_eq!(turnstile.lock().people.len(), 0, "nobody is remembered for a word alone");
    flood(&turnstile, ANNA, 0, 1);
    turnstile.hear(ANNA, Lang::En);
    flood(&turnstile, ANNA, 0, 99);
    assert!(matches!(turnstile.admit(ANNA, HOME, 0), Verdict::Wait { lang: Some(Lang::En), .. }));
}
