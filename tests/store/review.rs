//! Tests of the review, which reports signs of arranged deals.

use ulti::store::{DealId, Finding, Signal};
use ulti::table::{FinishedDeal, PlayerId, UnixMillis, UserId};
use ulti_rules::{BySeat, Seat};
use ulti_testkit::store_fixture::{ANNA, BELA, Fixture, NOW, SERVER, folded, left, paying, played};

const CILI: UserId = UserId(30);
/// One day in milliseconds.
const DAY: i64 = 86_400_000;

/// Returns a deal of three people with these payments, declared by seat 1.
fn deal(number: u32, users: [UserId; 3], payments: [i32; 3]) -> FinishedDeal {
    FinishedDeal {
        seats: BySeat(users.map(PlayerId::User)),
        names: BySeat(["Anna", "Béla", "Cili"].map(str::to_owned)),
        ..paying(number, payments)
    }
}

/// Returns a function for the creation time of accounts.
///
/// The account `new` was created `days` ago, all others 1,000 days ago.
fn old_except(new: UserId, days: i64) -> impl Fn(UserId) -> UnixMillis + Send {
    move |user| UnixMillis(NOW.0 - DAY * if user == new { days } else { 1000 })
}

/// Reviews the current season.
async fn review(fixture: &Fixture, born: impl Fn(UserId) -> UnixMillis + Send) -> Vec<Signal> {
    let season = fixture.store.season(SERVER).await.unwrap().unwrap().id;
    fixture.store.review(SERVER, season, born).await.unwrap()
}

/// Plays deals in which Béla is the declarer and Anna and Cili are the defenders.
///
/// Béla loses the first `lost` deals and wins the next `won` deals.
async fn losing(fixture: Fixture, lost: u32, won: u32) -> Fixture {
    let payments = |number| if number <= lost { [2, -2, 0] } else { [-2, 2, 0] };
    let deals = (1..=lost + won).map(|number| deal(number, [ANNA, BELA, CILI], payments(number)));
    played(&fixture, 1, deals.collect()).await;
    fixture
}

#[tokio::test]
async fn collusion_review_reports_frequent_losses_to_same_player() {
    let fixture = losing(fixture!(), 18, 2).await;
    let signals = review(&fixture, old_except(UserId(0), 0)).await;
    let [signal] = signals.as_slice() else { panic!("{signals:?}") };
    assert_eq!((signal.who.user, signal.who.name.as_str()), (BELA, "Béla"));
    let Finding::LosesTo { winner, lost, met, never_without } = &signal.what else { panic!("{signal:?}") };
    assert_eq!((winner.user, *lost, *met, *never_without), (ANNA, 18, 20, true));
    assert_eq!(signal.deals, [18, 17, 16].map(DealId), "newest lost deals are not listed");
    let fixture = losing(fixture!(), 17, 3).await;
    assert_eq!(review(&fixture, old_except(UserId(0), 0)).await, [], "17 of 20 lost deals were reported");
    let fixture = losing(fixture!(), 19, 0).await;
    assert_eq!(review(&fixture, old_except(UserId(0), 0)).await, [], "19 deals were reported");
}

#[tokio::test]
async fn collusion_review_reports_new_account_that_loses_often() {
    let fixture = losing(fixture!(), 8, 0).await;
    let signals = review(&fixture, old_except(BELA, 3)).await;
    let kinds: Vec<bool> =
        signals.iter().map(|signal| matches!(signal.what, Finding::LosesTo { lost: 8, .. })).collect();
    assert_eq!(kinds, [true, false], "{signals:?}");
    assert_eq!((signals[1].who.user, &signals[1].what), (BELA, &Finding::New { days: 3 }));
    assert_eq!(review(&fixture, old_except(BELA, 14)).await, [], "account of 14 days was reported as new");
}

#[tokio::test]
async fn collusion_review_reports_player_who_often_leaves() {
    let fixture = fixture!();
    let leaves = |number| FinishedDeal {
        seats: BySeat([ANNA, BELA, CILI].map(PlayerId::User)),
        ..left(number, Seat::Two)
    };
    played(&fixture, 1, (1..=3).map(leaves).collect()).await;
    let signals = review(&fixture, old_except(UserId(0), 0)).await;
    let [signal] = signals.as_slice() else { panic!("{signals:?}") };
    assert_eq!((signal.who.user, &signal.what), (CILI, &Finding::Leaves(3)));
    fixture.store.void(SERVER, DealId(3), None, "they had to go", NOW).await.unwrap();
    assert_eq!(review(&fixture, old_except(UserId(0), 0)).await, []);
}

/// Returns deals of three people with the given numbers that are folded before a card is played. By the
/// rules of `4m` that is free.
fn not_played(
    preset: &'static str,
    numbers: std::ops::RangeInclusive<u32>,
) -> impl Iterator<Item = FinishedDeal> {
    numbers.map(move |number| {
        let FinishedDeal { seats, names, .. } = deal(number, [ANNA, BELA, CILI], [0; 3]);
        FinishedDeal { seats, names, ..folded(number, preset) }
    })
}

#[tokio::test]
async fn collusion_review_reports_long_series_of_deals_that_were_not_played() {
    let fixture = fixture!();
    // A played deal ends the series even if it is not ranked.
    let not_ranked =
        FinishedDeal { away: BySeat([true, false, false]), ..deal(13, [ANNA, BELA, CILI], [2, -4, 2]) };
    let deals = not_played("4m", 1..=12).chain([not_ranked]).chain(not_played("pagat", 14..=24));
    played(&fixture, 1, deals.collect()).await;
    let signals = review(&fixture, old_except(UserId(0), 0)).await;
    let [signal] = signals.as_slice() else { panic!("{signals:?}") };
    let Finding::NotPlayed { others, times, minutes } = &signal.what else { panic!("{signal:?}") };
    assert_eq!((*times, *minutes), (12, 1));
    let accounts = [&signal.who, &others[0], &others[1]].map(|account| (account.user, account.name.as_str()));
    assert_eq!(accounts, [(BELA, "Béla"), (CILI, "Cili"), (ANNA, "Anna")]);
    assert_eq!(signal.deals, [12, 11, 10].map(DealId), "newest deals of the series are not listed");
    fixture.store.void(SERVER, DealId(5), None, "a mistake", NOW).await.unwrap();
    assert_eq!(review(&fixture, old_except(UserId(0), 0)).await, [], "11 deals in a row were reported");
}

/// Asserts that the review reports one series of twelve deals in which no card was played, and nothing else.
async fn assert_series_of_twelve_is_reported(fixture: &Fixture) {
    let signals = review(fixture, old_except(UserId(0), 0)).await;
    assert!(
        matches!(signals[..], [Signal { what: Finding::NotPlayed { times: 12, .. }, .. }]),
        "{signals:?}"
    );
}

#[tokio::test]
async fn collusion_review_reports_long_series_of_deals_that_were_folded_for_points() {
    let fixture = fixture!();
    let zero = deal(13, [ANNA, BELA, CILI], [0; 3]);
    played(&fixture, 1, not_played("pagat", 1..=12).chain([zero]).collect()).await;
    assert_series_of_twelve_is_reported(&fixture).await;
}

/// Earlier versions stored deals that were folded for free as ranked deals.
#[tokio::test]
async fn collusion_review_reports_series_of_earlier_version() {
    let fixture = fixture!();
    played(&fixture, 1, not_played("4m", 1..=12).collect()).await;
    fixture.execute("UPDATE deals SET ranking = 'ranked'").await;
    fixture.execute("UPDATE results SET rating = 25, uncertainty = 8").await;
    assert_series_of_twelve_is_reported(&fixture).await;
}

#[tokio::test]
async fn collusion_review_omits_deleted_user() {
    let fixture = losing(fixture!(), 18, 2).await;
    let ended = ulti::table::TableEvent::Ended { why: ulti::table::WhyEnded::Agreed, shares: Vec::new() };
    let table = ulti::table::TableId(1);
    let closing = ulti::table::Batch {
        closed: Some(Vec::new()),
        ..ulti_testkit::store_fixture::batch(table, 21, vec![ended])
    };
    ulti::table::Journal::append(&fixture.store, closing).await.unwrap();
    fixture.store.forget_person(BELA).await.unwrap();
    assert_eq!(review(&fixture, old_except(BELA, 0)).await, []);
}
