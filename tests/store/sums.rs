//! Property test: the points of users and robots and the points in the windows (pots) sum to zero.

use proptest::prelude::*;
use ulti::table::{Batch, FinishedDeal, Journal, PlayerId, UserId};
use ulti_rules::BySeat;
use ulti_testkit::store_fixture::{SERVER, batch, paying};

/// The players of the three seats and their payments.
type Payments = [(PlayerId, i32); 3];

fn player() -> impl Strategy<Value = PlayerId> {
    prop_oneof![(1..6_u64).prop_map(|user| PlayerId::User(UserId(user))), (1..3_u8).prop_map(PlayerId::Robot)]
}

fn evening() -> impl Strategy<Value = Vec<Payments>> {
    prop::collection::vec(prop::array::uniform3((player(), -500..500)), 1..12)
}

/// Plays deals at several tables and checks the sum after each deal.
async fn sums(evenings: Vec<Vec<Payments>>) {
    let fixture = fixture!();
    for evening in evenings {
        let table = fixture.table().await;
        let mut window = 0;
        for (number, seats) in (1..).zip(&evening) {
            let deal = paying(number, seats.map(|(_, points)| points));
            window += deal.window;
            let deal = FinishedDeal { seats: BySeat(seats.map(|(player, _)| player)), ..deal };
            let finished = Some(deal);
            fixture.store.append(Batch { finished, ..batch(table, 1, vec![]) }).await.unwrap();
            let all = fixture.count("SELECT SUM(points) FROM results").await;
            assert_eq!(all + i64::from(window), 0, "points and window do not sum to zero");
        }
        let shares = Some(vec![(evening[0][0].0, window - window / 2), (PlayerId::Robot(9), window / 2)]);
        fixture.store.append(Batch { closed: shares, ..batch(table, 1, vec![]) }).await.unwrap();
        assert_eq!(fixture.count("SELECT SUM(points) FROM results").await, 0);
    }
    let people: i64 =
        crate::support::leaderboard(&fixture.store, SERVER).await.iter().map(|(_, row)| row.all.points).sum();
    let robots = "SELECT COALESCE(SUM(points), 0) FROM results WHERE user_id IS NULL";
    assert_eq!(people + fixture.count(robots).await, 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn points_and_pots_always_sum_to_zero(evenings in prop::collection::vec(evening(), 1..3)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(sums(evenings));
    }
}
