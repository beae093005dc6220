//! Tests of ranked deals, leaderboards and the history.

use crate::support::leaderboard;
use ulti::store::{
    BoardGroup, DAILY_RANKED, DealId, ESTABLISHED, Filter, Place, RankBy, Ranking, SeasonId, StoreError,
};
use ulti::table::{Batch, ChannelId, FinishedDeal, Journal, PlayerId, ServerId, TableId, UnixMillis, UserId};
use ulti_rules::{BySeat, Seat};
use ulti_testkit::store_fixture::{
    ANNA, BELA, Fixture, NOW, SERVER, batch, finished, folded, joined, left, paying, played,
};

pub(crate) const CILI: UserId = UserId(30);
/// One day in milliseconds.
const DAY: i64 = 86_400_000;

/// Returns a deal of three people with these payments.
pub(crate) fn ranked(number: u32, payments: [i32; 3]) -> FinishedDeal {
    FinishedDeal {
        seats: BySeat([ANNA, BELA, CILI].map(PlayerId::User)),
        names: BySeat(["Anna", "Béla", "Cili"].map(str::to_owned)),
        ..paying(number, payments)
    }
}

async fn rankings(fixture: &Fixture, table: TableId) -> Vec<Ranking> {
    let deals = fixture.store.deals_of_table(table).await.unwrap();
    deals.into_iter().map(|deal| deal.ranking).collect()
}

pub(crate) async fn season(fixture: &Fixture) -> SeasonId {
    fixture.store.season(SERVER).await.unwrap().unwrap().id
}

#[tokio::test]
async fn ranked_deal_requires_three_human_players() {
    let fixture = fixture!();
    let deals = vec![
        ranked(1, [1, 1, -2]),
        finished(2), // with a robot
        FinishedDeal { seats: BySeat([ANNA, BELA, ANNA].map(PlayerId::User)), ..ranked(3, [0; 3]) },
        FinishedDeal { helped: BySeat([false, true, false]), ..ranked(4, [0; 3]) },
        FinishedDeal { away: BySeat([false, true, false]), ..ranked(5, [1, -2, 1]) },
        FinishedDeal { declarer: None, contract: None, ..ranked(6, [0; 3]) },
    ];
    let table = played(&fixture, 1, deals).await;
    let expected = [
        Ranking::Ranked,
        Ranking::NotThreePeople,
        Ranking::NotThreePeople,
        Ranking::StoodIn,
        Ranking::StoodIn,
        Ranking::Left,
    ];
    assert_eq!(rankings(&fixture, table).await, expected);
    let season = season(&fixture).await;
    let (anna, _) = fixture.store.place(SERVER, season, RankBy::Points, ANNA).await.unwrap().unwrap();
    assert_eq!((anna.ranked.deals, anna.all.deals), (1, 7), "unranked deals are missing from the totals");
}

/// Returns a deal of three people that the declarer folds before a card is played.
fn folded_by_three(number: u32, preset: &str) -> FinishedDeal {
    let deal = folded(number, preset);
    FinishedDeal { seats: ranked(number, [0; 3]).seats, names: ranked(number, [0; 3]).names, ..deal }
}

#[tokio::test]
async fn deal_that_is_folded_for_free_is_not_ranked() {
    let fixture = fixture!();
    let (free, paid) = (folded_by_three(1, "4m"), folded_by_three(2, "pagat"));
    assert_eq!((free.payments, free.window), (BySeat([0; 3]), 0));
    assert!(paid.payments[Seat::One] < 0, "{:?}", paid.payments);
    // A player who leaves loses, whatever the price. A played deal is ranked even if nobody pays.
    let left = FinishedDeal { payments: BySeat([0; 3]), window: 0, ..left_by_cili(3) };
    let table = played(&fixture, 1, vec![free, paid, left, ranked(4, [0; 3]), folded(5, "4m")]).await;
    let expected = [
        Ranking::NotPlayed,
        Ranking::Ranked,
        Ranking::Deserted(Seat::Two),
        Ranking::Ranked,
        Ranking::NotThreePeople,
    ];
    assert_eq!(rankings(&fixture, table).await, expected);
}

#[tokio::test]
async fn folding_for_free_does_not_lead_to_a_rating() {
    let fixture = fixture!();
    played(&fixture, 1, (1..=40).map(|number| folded_by_three(number, "4m")).collect()).await;
    let season = season(&fixture).await;
    for user in [ANNA, BELA, CILI] {
        let (standing, _) =
            fixture.store.place(SERVER, season, RankBy::AllPoints, user).await.unwrap().unwrap();
        assert_eq!((standing.ranked.deals, standing.all.deals), (0, 40));
        assert!((standing.rating.value - 25.0).abs() < 1e-9, "rating has changed");
    }
}

/// Returns a deal of three people that Cili (seat 2) leaves.
fn left_by_cili(number: u32) -> FinishedDeal {
    let deal = left(number, Seat::Two);
    FinishedDeal { seats: ranked(number, [0; 3]).seats, names: ranked(number, [0; 3]).names, ..deal }
}

async fn rating(fixture: &Fixture, user: UserId) -> f64 {
    let season = season(fixture).await;
    let (standing, _) = fixture.store.place(SERVER, season, RankBy::Rating, user).await.unwrap().unwrap();
    standing.rating.value
}

#[tokio::test]
async fn deal_is_not_ranked_if_robot_helped_winner() {
    let fixture = fixture!();
    let helped = |deal: FinishedDeal, seat: Seat| FinishedDeal {
        helped: BySeat::from_fn(|other| other == seat),
        ..deal
    };
    // A robot helped and the deal was lost: first by Béla as the declarer, then by Cili as a defender.
    let lost = [helped(ranked(1, [2, -4, 2]), Seat::One), helped(ranked(2, [-2, 4, -2]), Seat::Two)];
    // A robot helped and the helped player won or broke even.
    let won = [helped(ranked(3, [2, -4, 2]), Seat::Two), helped(ranked(4, [-2, 2, 0]), Seat::Two)];
    // Robots helped a winner and a loser.
    let both = FinishedDeal { helped: BySeat([true, true, false]), ..ranked(5, [2, -4, 2]) };
    let deals = lost.into_iter().chain(won).chain([both, left_by_cili(6)]).collect();
    let table = played(&fixture, 1, deals).await;
    let (ranked, not) = (Ranking::Ranked, Ranking::StoodIn);
    let expected = [ranked, ranked, not, not, not, Ranking::Deserted(Seat::Two)];
    assert_eq!(rankings(&fixture, table).await, expected);
}

#[tokio::test]
async fn only_player_who_leaves_loses_rating_points() {
    let fixture = fixture!();
    let table = played(&fixture, 1, vec![left_by_cili(1)]).await;
    let deal = fixture.store.deals_of_table(table).await.unwrap().remove(0);
    assert_eq!(deal.declarer, Some(Seat::One), "Béla, against whom Cili defends");
    let payments: Vec<i32> = deal.seats.values().map(|seat| seat.points).collect();
    assert!(payments[2] < 0 && payments[0] > 0 && payments[1] > 0, "{payments:?}");
    let new = 25.0;
    assert!(rating(&fixture, CILI).await < new - 1.0);
    for other in [ANNA, BELA] {
        assert!((rating(&fixture, other).await - new).abs() < 1e-9, "rating of another player changed");
        let (standing, _) = fixture
            .store
            .place(SERVER, season(&fixture).await, RankBy::Points, other)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(standing.ranked.deals, 1, "deal is not ranked");
    }
    fixture.store.void(SERVER, deal.id, None, "a mistake", NOW).await.unwrap();
    assert!((rating(&fixture, CILI).await - new).abs() < 1e-9, "void deal still counts as a loss");
    fixture.store.unvoid(SERVER, deal.id).await.unwrap();
    assert!(rating(&fixture, CILI).await < new - 1.0);
}

/// Four tables finish a deal at the same time.
///
/// Three of the tables are on one server, where each deal starts from the ratings after the previous deal.
#[tokio::test]
async fn simultaneously_finished_deals_are_rated_one_by_one() {
    let (one_by_one, at_once) = (fixture!(), fixture!());
    for (fixture, together) in [(&one_by_one, false), (&at_once, true)] {
        let mut ends = Vec::new();
        for (channel, payments) in (1..).zip([[-4, 8, -4], [-2, 4, -2], [2, -4, 2], [-4, 8, -4]]) {
            let server = if channel == 2 { ServerId(99) } else { SERVER };
            let deal = FinishedDeal { server, ..ranked(1, payments) };
            let table = fixture.table_in(server, ChannelId(channel)).await;
            ends.push(Batch { finished: Some(deal), ..batch(table, 1, vec![joined(ANNA, "Anna")]) });
        }
        let before = fixture.store.commits();
        if together {
            let kept = ends.into_iter().map(|end| fixture.store.append(end));
            futures::future::try_join_all(kept).await.unwrap();
            assert_eq!(fixture.store.commits() - before, 1);
        } else {
            for end in ends {
                fixture.store.append(end).await.unwrap();
            }
        }
    }
    for server in [SERVER, ServerId(99)] {
        for user in [ANNA, BELA, CILI] {
            let stats = async |of: &Fixture| of.store.stats(server, None, user).await.unwrap();
            let (one, other) = (stats(&one_by_one).await, stats(&at_once).await);
            assert_eq!(format!("{one:?}"), format!("{other:?}"));
        }
    }
    for user in [ANNA, BELA, CILI] {
        assert_eq!(rating(&one_by_one, user).await.to_bits(), rating(&at_once, user).await.to_bits());
    }
}

#[tokio::test]
async fn same_three_players_cannot_exceed_daily_limit_of_ranked_deals() {
    let fixture = fixture!();
    let table = fixture.table().await;
    let cap = u32::try_from(DAILY_RANKED).unwrap();
    let play = async |deal: FinishedDeal, at| {
        let finished = Some(deal);
        fixture.store.append(Batch { finished, at, ..batch(table, 1, vec![]) }).await.unwrap();
    };
    for number in 1..=cap + 2 {
        play(ranked(number, [1, 1, -2]), NOW).await;
    }
    // Changing seats does not help. Another trio and another day have a cap of their own.
    let seats = BySeat([CILI, ANNA, BELA].map(PlayerId::User));
    play(FinishedDeal { seats, ..ranked(cap + 3, [0; 3]) }, NOW).await;
    let seats = BySeat([CILI, ANNA, UserId(31)].map(PlayerId::User));
    play(FinishedDeal { seats, ..ranked(cap + 4, [0; 3]) }, NOW).await;
    play(ranked(cap + 5, [0; 3]), UnixMillis(NOW.0 + DAY)).await;
    let rankings = rankings(&fixture, table).await;
    let (within, after) = rankings.split_at(cap as usize);
    assert!(within.iter().all(|ranking| ranking.is_ranked()));
    let capped = Ranking::Capped;
    assert_eq!(after, [capped, capped, capped, Ranking::Ranked, Ranking::Ranked]);
    assert_eq!(fixture.count("SELECT COUNT(*) FROM trios").await, 1, "counts of the previous day were kept");
}

#[tokio::test]
async fn rating_is_provisional_for_first_twenty_deals() {
    let fixture = fixture!();
    let deals = (1..=u32::try_from(ESTABLISHED).unwrap()).map(|number| ranked(number, [3, -1, -2]));
    let mut deals: Vec<FinishedDeal> = deals.collect();
    let last = deals.pop().unwrap();
    let table = played(&fixture, 1, deals).await;
    let store = &fixture.store;
    let season = season(&fixture).await;
    let people =
        async |group, metric| store.board(SERVER, season, (metric, group), 1, 10).await.unwrap().people;
    for metric in [RankBy::Points, RankBy::PointsADeal, RankBy::Rating, RankBy::WinRate] {
        assert_eq!(people(BoardGroup::Established, metric).await, 0);
        assert_eq!(people(BoardGroup::Provisional, metric).await, 3);
    }
    assert_eq!(people(BoardGroup::Established, RankBy::AllPoints).await, 3);
    assert_eq!(people(BoardGroup::Provisional, RankBy::AllPoints).await, 0);
    store.append(Batch { finished: Some(last), ..batch(table, 20, vec![]) }).await.unwrap();
    assert_eq!(people(BoardGroup::Established, RankBy::Points).await, 3);
    let board = store.board(SERVER, season, (RankBy::Points, BoardGroup::Established), 1, 2).await.unwrap();
    assert_eq!((board.page, board.pages, board.people), (1, 2, 3));
    let lines: Vec<_> = board.rows.iter().map(|(place, row)| (*place, row.user, row.ranked.points)).collect();
    assert_eq!(lines, [(1, ANNA, 60), (2, BELA, -20)]);
    let (_, place) = store.place(SERVER, season, RankBy::Points, CILI).await.unwrap().unwrap();
    assert_eq!(place, Some(Place { place: 3, row: 3 }));
    for page in [0, 3, u32::MAX] {
        let beyond = store.board(SERVER, season, (RankBy::Points, BoardGroup::Established), page, 2).await;
        assert!(matches!(beyond, Err(StoreError::NoSuchPage { pages: 2, .. })), "{beyond:?}");
    }
    let elsewhere = store.board(ServerId(9), season, (RankBy::Points, BoardGroup::Established), 1, 2).await;
    assert!(matches!(elsewhere, Err(StoreError::NoSuchSeason)));
    // Béla (seat 1) declared every deal. Players without a declared deal come last.
    let board = store.board(SERVER, season, (RankBy::WinRate, BoardGroup::Established), 1, 10).await.unwrap();
    assert_eq!(board.rows[0].1.user, BELA);
}

#[tokio::test]
async fn history_contains_only_deals_of_one_server() {
    let fixture = fixture!();
    let store = &fixture.store;
    let betli = |number| FinishedDeal { contract: Some("betli".parse().unwrap()), ..ranked(number, [0; 3]) };
    played(&fixture, 1, vec![ranked(1, [0; 3]), betli(2), finished(3), betli(4)]).await;
    let hearts = FinishedDeal {
        server: ServerId(9),
        contract: Some("hearts parti".parse().unwrap()),
        ..ranked(1, [0; 3])
    };
    played(&fixture, 2, vec![hearts]).await;
    let ids = async |server, filter: Filter, before: Option<DealId>, limit| {
        let deals = store.history(server, &filter, before, limit).await.unwrap();
        deals.into_iter().map(|deal| deal.id.0).collect::<Vec<_>>()
    };
    let all = Filter::default();
    assert_eq!(ids(SERVER, all, None, 10).await, [4, 3, 2, 1]);
    assert_eq!(ids(SERVER, all, Some(DealId(4)), 2).await, [3, 2]);
    assert_eq!(ids(SERVER, all, Some(DealId(1)), 2).await, [0; 0]);
    assert_eq!(ids(ServerId(9), all, None, 10).await, [5]);
    let cili = Filter { person: Some(CILI), ..all };
    assert_eq!(ids(SERVER, cili, None, 10).await, [4, 2, 1]);
    assert_eq!(ids(ServerId(9), cili, None, 10).await, [5]);
    let contract = Some("betli".parse().unwrap());
    assert_eq!(ids(SERVER, Filter { contract, ..all }, None, 10).await, [4, 2]);
    assert_eq!(ids(SERVER, Filter { contract, ..cili }, Some(DealId(4)), 10).await, [2]);
    // The filter ignores the suit.
    let contract = Some("leaves parti".parse().unwrap());
    assert_eq!(ids(ServerId(9), Filter { contract, ..all }, None, 10).await, [5]);
    let current = Some(season(&fixture).await);
    assert_eq!(ids(SERVER, Filter { season: current, ..all }, None, 10).await, [4, 3, 2, 1]);
    assert_eq!(ids(SERVER, Filter { season: current, contract, ..all }, None, 10).await, [3, 1]);
    assert_eq!(ids(SERVER, Filter { season: current, ..cili }, None, 10).await, [4, 2, 1]);
    for filter in [all, cili, Filter { contract, ..all }] {
        assert_eq!(ids(ServerId(9), Filter { season: current, ..filter }, None, 10).await, [0; 0]);
    }
    assert_eq!(store.deal(ServerId(9), DealId(1)).await.unwrap(), None);
    assert_eq!(store.record_of(ServerId(9), DealId(1)).await.unwrap(), None);
    assert!(store.record_of(SERVER, DealId(1)).await.unwrap().is_some());
}

#[tokio::test]
async fn hidden_player_is_absent_from_leaderboard() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = played(&fixture, 1, vec![ranked(1, [4, -10, 6])]).await;
    let season = season(&fixture).await;
    let board = async || {
        let board =
            store.board(SERVER, season, (RankBy::Points, BoardGroup::Provisional), 1, 9).await.unwrap();
        board.rows.into_iter().map(|(_, row)| row.user).collect::<Vec<_>>()
    };
    assert_eq!(board().await, [CILI, ANNA, BELA]);
    store.set_hidden(CILI, true).await.unwrap();
    assert!(store.is_hidden(CILI).await.unwrap());
    // Hiding also applies to deals played later.
    store.set_hidden(BELA, true).await.unwrap();
    store.append(Batch { finished: Some(ranked(2, [0; 3])), ..batch(table, 2, vec![]) }).await.unwrap();
    assert_eq!(board().await, [ANNA]);
    assert_eq!(leaderboard(store, SERVER).await.len(), 1);
    let (cili, place) = store.place(SERVER, season, RankBy::Points, CILI).await.unwrap().unwrap();
    assert_eq!((cili.hidden, place), (true, Some(Place { place: 1, row: 1 })));
    store.set_hidden(CILI, false).await.unwrap();
    assert_eq!(board().await, [CILI, ANNA]);
}

#[tokio::test]
async fn statistics_are_empty_without_deals() {
    let fixture = fixture!();
    played(&fixture, 1, vec![ranked(1, [5, -10, 5])]).await;
    let store = &fixture.store;
    assert_eq!(store.stats(ServerId(9), None, ANNA).await.unwrap(), None);
    assert_eq!(store.stats(SERVER, None, UserId(77)).await.unwrap(), None);
    let all = store.stats(SERVER, None, ANNA).await.unwrap().unwrap();
    assert_eq!((all.ranked.points, all.rating), (5, None));
    assert_eq!(store.place(SERVER, SeasonId(1), RankBy::Rating, UserId(77)).await.unwrap(), None);
    let declarer = store.stats(SERVER, None, BELA).await.unwrap().unwrap();
    assert_eq!((declarer.ranked.as_declarer, declarer.best), (1, Some((DealId(1), -10))));
}
