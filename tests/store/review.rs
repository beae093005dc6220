//! Signs of arranged deals: what is told, and what is not.

use ulti::rules::{BySeat, Seat};
use ulti::store::{DealId, Oddity, Sign};
use ulti::table::{FinishedDeal, Millis, PlayerId, UserId};

use crate::fixture::{ANNA, BELA, Fixture, NOW, SERVER, left, paying, played};

const CILI: UserId = UserId(30);
const DAY: i64 = 86_400_000;

/// A deal of these three that brings this much; seat 1 is the declarer.
fn deal(number: u32, users: [UserId; 3], payments: [i32; 3]) -> FinishedDeal {
    FinishedDeal {
        seats: BySeat(users.map(PlayerId::User)),
        names: BySeat(["Anna", "Béla", "Cili"].map(str::to_owned)),
        ..paying(number, payments)
    }
}

/// Everybody's account is old, but for this one's.
fn old_but(new: UserId, days: i64) -> impl Fn(UserId) -> Millis + Send {
    move |user| Millis(NOW.0 - DAY * if user == new { days } else { 1000 })
}

async fn signs(fixture: &Fixture, born: impl Fn(UserId) -> Millis + Send) -> Vec<Sign> {
    let season = fixture.store.season(SERVER).await.unwrap().unwrap().id;
    fixture.store.review(SERVER, season, born).await.unwrap()
}

/// Béla declares so many deals against Anna and Cili and loses, and wins so many.
async fn losing(lost: u32, won: u32) -> Fixture {
    let fixture = Fixture::new().await;
    let payments = |number| if number <= lost { [2, -2, 0] } else { [-2, 2, 0] };
    let deals = (1..=lost + won).map(|number| deal(number, [ANNA, BELA, CILI], payments(number)));
    played(&fixture, 1, deals.collect()).await;
    fixture
}

#[tokio::test]
async fn who_nearly_always_loses_to_the_same_person_is_told() {
    let fixture = losing(18, 2).await;
    let told = signs(&fixture, old_but(UserId(0), 0)).await;
    let [sign] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((sign.who.user, sign.who.name.as_str()), (BELA, "Béla"));
    let Oddity::LosesTo { winner, lost, met, never_without } = &sign.what else { panic!("{sign:?}") };
    assert_eq!((winner.user, *lost, *met, *never_without), (ANNA, 18, 20, true));
    assert_eq!(sign.deals, [18, 17, 16].map(DealId), "the newest of those that were lost");
    let fixture = losing(17, 3).await;
    assert_eq!(signs(&fixture, old_but(UserId(0), 0)).await, [], "a much better player wins so often");
    let fixture = losing(19, 0).await;
    assert_eq!(signs(&fixture, old_but(UserId(0), 0)).await, [], "too few to say anything");
}

#[tokio::test]
async fn a_new_account_is_told_and_says_something_sooner() {
    let fixture = losing(8, 0).await;
    let told = signs(&fixture, old_but(BELA, 3)).await;
    let kinds: Vec<bool> =
        told.iter().map(|sign| matches!(sign.what, Oddity::LosesTo { lost: 8, .. })).collect();
    assert_eq!(kinds, [true, false], "{told:?}");
    assert_eq!((told[1].who.user, &told[1].what), (BELA, &Oddity::New { days: 3 }));
    assert_eq!(signs(&fixture, old_but(BELA, 14)).await, [], "two weeks are old enough");
}

#[tokio::test]
async fn who_keeps_leaving_is_told_until_the_deals_are_void() {
    let fixture = Fixture::new().await;
    let leaves = |number| FinishedDeal {
        seats: BySeat([ANNA, BELA, CILI].map(PlayerId::User)),
        ..left(number, Seat::Two)
    };
    played(&fixture, 1, (1..=3).map(leaves).collect()).await;
    let told = signs(&fixture, old_but(UserId(0), 0)).await;
    let [sign] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((sign.who.user, &sign.what), (CILI, &Oddity::Leaves(3)));
    fixture.store.void(SERVER, DealId(3), None, "they had to go", NOW).await.unwrap();
    assert_eq!(signs(&fixture, old_but(UserId(0), 0)).await, []);
}

#[tokio::test]
async fn whoever_is_forgotten_is_in_no_sign() {
    let fixture = losing(18, 2).await;
    let ended = ulti::table::TableEvent::Ended { why: ulti::table::WhyEnded::Agreed, shares: Vec::new() };
    let table = ulti::table::TableId(1);
    let closing =
        ulti::table::Batch { closed: Some(Vec::new()), ..crate::fixture::batch(table, 21, vec![ended]) };
    ulti::table::Journal::append(&fixture.store, closing).await.unwrap();
    fixture.store.forget_person(BELA).await.unwrap();
    assert_eq!(signs(&fixture, old_but(BELA, 0)).await, []);
}
