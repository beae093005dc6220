//! Which deals are ranked, what a void deal leaves, and the boards that follow.

use ulti::rules::{BySeat, Seat};
use ulti::store::{
    Counted, DAILY_RANKED, DealId, ESTABLISHED, Filter, Group, Metric, Ranking, SeasonId, StoreError,
};
use ulti::table::{Batch, ChannelId, FinishedDeal, Journal, Millis, PlayerId, ServerId, TableId, UserId};

use crate::fixture::{ANNA, BELA, Fixture, NOW, SERVER, batch, finished, joined, left, paying, played};

const CILI: UserId = UserId(30);
const DAY: i64 = 86_400_000;

/// A deal of three people that brings this much.
fn ranked(number: u32, payments: [i32; 3]) -> FinishedDeal {
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

async fn season(fixture: &Fixture) -> SeasonId {
    fixture.store.season(SERVER).await.unwrap().unwrap().id
}

#[tokio::test]
async fn a_ranked_deal_is_played_by_three_people_themselves() {
    let fixture = Fixture::new().await;
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
    let (anna, _) = fixture.store.place(SERVER, season, Metric::Points, ANNA).await.unwrap().unwrap();
    assert_eq!((anna.ranked.deals, anna.all.deals), (1, 7), "all of them count in points");
}

/// Three people's deal that Cili, seat 2, leaves.
fn left_by_cili(number: u32) -> FinishedDeal {
    let deal = left(number, Seat::Two);
    FinishedDeal { seats: ranked(number, [0; 3]).seats, names: ranked(number, [0; 3]).names, ..deal }
}

async fn rating(fixture: &Fixture, user: UserId) -> f64 {
    let season = season(fixture).await;
    let (standing, _) = fixture.store.place(SERVER, season, Metric::Rating, user).await.unwrap().unwrap();
    standing.rating.value
}

#[tokio::test]
async fn going_away_saves_nobody_and_a_robot_wins_for_nobody() {
    let fixture = Fixture::new().await;
    let helped = |deal: FinishedDeal, seat: Seat| FinishedDeal {
        helped: BySeat::from_fn(|other| other == seat),
        ..deal
    };
    // A turn ran out, and the deal was lost: Béla as the declarer, Cili in the defence.
    let lost = [helped(ranked(1, [2, -4, 2]), Seat::One), helped(ranked(2, [-2, 4, -2]), Seat::Two)];
    // It ran out, and the robot won it, or got nothing; even where somebody else's lost it as well.
    let won = [helped(ranked(3, [2, -4, 2]), Seat::Two), helped(ranked(4, [-2, 2, 0]), Seat::Two)];
    let both = FinishedDeal { helped: BySeat([true, true, false]), ..ranked(5, [2, -4, 2]) };
    let deals = lost.into_iter().chain(won).chain([both, left_by_cili(6)]).collect();
    let table = played(&fixture, 1, deals).await;
    let (ranked, not) = (Ranking::Ranked, Ranking::StoodIn);
    let expected = [ranked, ranked, not, not, not, Ranking::Deserted(Seat::Two)];
    assert_eq!(rankings(&fixture, table).await, expected);
}

#[tokio::test]
async fn who_leaves_has_lost_alone() {
    let fixture = Fixture::new().await;
    let table = played(&fixture, 1, vec![left_by_cili(1)]).await;
    let deal = fixture.store.deals_of_table(table).await.unwrap().remove(0);
    assert_eq!(deal.declarer, Some(Seat::One), "Béla, against whom Cili defends");
    let payments: Vec<i32> = deal.seats.values().map(|seat| seat.points).collect();
    assert!(payments[2] < 0 && payments[0] > 0 && payments[1] > 0, "{payments:?}");
    let new = 25.0;
    assert!(rating(&fixture, CILI).await < new - 1.0);
    for other in [ANNA, BELA] {
        assert!((rating(&fixture, other).await - new).abs() < 1e-9, "nobody rises by it");
        let (standing, _) = fixture
            .store
            .place(SERVER, season(&fixture).await, Metric::Points, other)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(standing.ranked.deals, 1, "the points are ranked");
    }
    fixture.store.void(SERVER, deal.id, None, "a mistake", NOW).await.unwrap();
    assert!((rating(&fixture, CILI).await - new).abs() < 1e-9, "void, it is no loss");
    fixture.store.unvoid(SERVER, deal.id).await.unwrap();
    assert!(rating(&fixture, CILI).await < new - 1.0);
}

/// Three of the tables are on one server, where each deal begins with the ratings that the one before has left.
#[tokio::test]
async fn deals_that_end_at_once_count_as_if_they_came_one_after_the_other() {
    let (one_by_one, at_once) = (Fixture::new().await, Fixture::new().await);
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
async fn the_same_three_have_so_many_ranked_deals_a_day() {
    let fixture = Fixture::new().await;
    let table = fixture.table().await;
    let cap = u32::try_from(DAILY_RANKED).unwrap();
    let play = async |deal: FinishedDeal, at| {
        let finished = Some(deal);
        fixture.store.append(Batch { finished, at, ..batch(table, 1, vec![]) }).await.unwrap();
    };
    for number in 1..=cap + 2 {
        play(ranked(number, [1, 1, -2]), NOW).await;
    }
    // Sitting elsewhere changes nothing; another three, and another day, begin anew.
    let seats = BySeat([CILI, ANNA, BELA].map(PlayerId::User));
    play(FinishedDeal { seats, ..ranked(cap + 3, [0; 3]) }, NOW).await;
    let seats = BySeat([CILI, ANNA, UserId(31)].map(PlayerId::User));
    play(FinishedDeal { seats, ..ranked(cap + 4, [0; 3]) }, NOW).await;
    play(ranked(cap + 5, [0; 3]), Millis(NOW.0 + DAY)).await;
    let rankings = rankings(&fixture, table).await;
    let (within, after) = rankings.split_at(cap as usize);
    assert!(within.iter().all(|ranking| ranking.is_ranked()));
    let capped = Ranking::Capped;
    assert_eq!(after, [capped, capped, capped, Ranking::Ranked, Ranking::Ranked]);
    assert_eq!(fixture.count("SELECT COUNT(*) FROM trios").await, 1, "those of yesterday are gone");
}

#[tokio::test]
async fn twenty_ranked_deals_make_a_place() {
    let fixture = Fixture::new().await;
    let deals = (1..=u32::try_from(ESTABLISHED).unwrap()).map(|number| ranked(number, [3, -1, -2]));
    let mut deals: Vec<FinishedDeal> = deals.collect();
    let last = deals.pop().unwrap();
    let table = played(&fixture, 1, deals).await;
    let store = &fixture.store;
    let season = season(&fixture).await;
    let people =
        async |group, metric| store.board(SERVER, season, (metric, group), 1, 10).await.unwrap().people;
    for metric in [Metric::Points, Metric::PointsADeal, Metric::Rating, Metric::WinRate] {
        assert_eq!(people(Group::Established, metric).await, 0);
        assert_eq!(people(Group::Provisional, metric).await, 3);
    }
    assert_eq!(people(Group::Established, Metric::AllPoints).await, 3);
    assert_eq!(people(Group::Provisional, Metric::AllPoints).await, 0);
    store.append(Batch { finished: Some(last), ..batch(table, 20, vec![]) }).await.unwrap();
    assert_eq!(people(Group::Established, Metric::Points).await, 3);
    let board = store.board(SERVER, season, (Metric::Points, Group::Established), 1, 2).await.unwrap();
    assert_eq!((board.page, board.pages, board.people), (1, 2, 3));
    let lines: Vec<_> = board.rows.iter().map(|(place, row)| (*place, row.user, row.ranked.points)).collect();
    assert_eq!(lines, [(1, ANNA, 60), (2, BELA, -20)]);
    let (_, place) = store.place(SERVER, season, Metric::Points, CILI).await.unwrap().unwrap();
    assert_eq!(place, Some(3));
    for page in [0, 3, u32::MAX] {
        let beyond = store.board(SERVER, season, (Metric::Points, Group::Established), page, 2).await;
        assert!(matches!(beyond, Err(StoreError::NoSuchPage { pages: 2, .. })), "{beyond:?}");
    }
    let elsewhere = store.board(ServerId(9), season, (Metric::Points, Group::Established), 1, 2).await;
    assert!(matches!(elsewhere, Err(StoreError::NoSuchSeason)));
    // Seat 1, Béla, has declared all of them; the others none, and they come last.
    let board = store.board(SERVER, season, (Metric::WinRate, Group::Established), 1, 10).await.unwrap();
    assert_eq!(board.rows[0].1.user, BELA);
}

#[tokio::test]
async fn a_void_deal_stays_to_be_seen_and_counts_nowhere() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let table = played(&fixture, 1, vec![ranked(1, [4, -8, 4]), ranked(2, [-6, 12, -6])]).await;
    let season = season(&fixture).await;
    let sums = async || {
        let mut all = Vec::new();
        for user in [ANNA, BELA, CILI] {
            all.push(store.place(SERVER, season, Metric::Points, user).await.unwrap().unwrap());
            let stats = store.stats(SERVER, Some(season), user).await.unwrap().unwrap();
            assert_eq!(stats.form.iter().map(|day| day.points).sum::<i64>(), stats.all.points);
        }
        all
    };
    let before = sums().await;
    let [one, two] = store.deals_of_table(table).await.unwrap().try_into().unwrap();
    let elsewhere = store.void(ServerId(9), one.id, ANNA, "not mine", NOW).await;
    assert!(matches!(elsewhere, Err(StoreError::NoSuchDeal(id)) if id == one.id));
    assert!(matches!(store.void(SERVER, DealId(99), ANNA, "", NOW).await, Err(StoreError::NoSuchDeal(_))));
    assert!(matches!(store.unvoid(SERVER, one.id).await, Err(StoreError::NotVoid(_))));
    assert_eq!(sums().await, before);

    store.void(SERVER, one.id, ANNA, " cards were seen ", NOW).await.unwrap();
    assert!(matches!(store.void(SERVER, one.id, ANNA, "", NOW).await, Err(StoreError::AlreadyVoid(_))));
    let void = store.deal(SERVER, one.id).await.unwrap().unwrap().void.unwrap();
    assert_eq!((void.at, void.by, void.reason.as_str()), (NOW, Some(ANNA), "cards were seen"));
    let history = store.history(SERVER, &Filter::default(), None, 10).await.unwrap();
    assert_eq!(history.iter().map(|deal| deal.void.is_some()).collect::<Vec<_>>(), [false, true]);
    let after = sums().await;
    assert_eq!(after.iter().map(|(row, _)| row.ranked.points).collect::<Vec<_>>(), [-6, 12, -6]);
    assert_eq!(after.iter().map(|(row, _)| row.all.deals).collect::<Vec<_>>(), [1, 1, 1]);
    // As if the second had been the only one.
    let fresh = Fixture::new().await;
    played(&fresh, 1, vec![ranked(2, [-6, 12, -6])]).await;
    let (alone, _) = fresh.store.place(SERVER, SeasonId(1), Metric::Rating, BELA).await.unwrap().unwrap();
    assert_eq!(after[1].0.rating, alone.rating);
    let stats = store.stats(SERVER, Some(season), BELA).await.unwrap().unwrap();
    assert_eq!((stats.best, stats.worst), (Some((two.id, 12)), Some((two.id, 12))));
    assert_eq!(stats.counts.iter().find(|count| count.what == Counted::Contract).unwrap().total, 1);

    store.unvoid(SERVER, one.id).await.unwrap();
    assert_eq!(sums().await, before);
    assert_eq!(store.deal(SERVER, one.id).await.unwrap(), Some(one));
}

#[tokio::test]
async fn what_a_void_deal_moved_in_the_window_is_borne_by_its_seats() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    // All pay into the window, and the next declarer takes it.
    let table = played(&fixture, 1, vec![ranked(1, [-2, -2, -2]), ranked(2, [-4, 14, -4])]).await;
    let counted = "SELECT COALESCE(SUM(counted), 0) FROM results";
    let deals = store.deals_of_table(table).await.unwrap();
    for deal in &deals {
        store.void(SERVER, deal.id, ANNA, "", NOW).await.unwrap();
        assert_eq!(fixture.count(counted).await, 0);
    }
    let anna = store.standing_of(SERVER, ANNA).await.unwrap().unwrap();
    assert_eq!((anna.points, anna.deals), (0, 0), "two were paid in, and two come back");
    for deal in &deals {
        store.unvoid(SERVER, deal.id).await.unwrap();
        assert_eq!(fixture.count(counted).await, 0);
    }
    assert_eq!(store.standing_of(SERVER, BELA).await.unwrap().unwrap().points, 12);
}

#[tokio::test]
async fn the_history_is_filtered_and_only_of_this_server() {
    let fixture = Fixture::new().await;
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
    // Whatever the suit.
    let contract = Some("leaves parti".parse().unwrap());
    assert_eq!(ids(ServerId(9), Filter { contract, ..all }, None, 10).await, [5]);
    let here = Some(season(&fixture).await);
    assert_eq!(ids(SERVER, Filter { season: here, ..all }, None, 10).await, [4, 3, 2, 1]);
    assert_eq!(ids(SERVER, Filter { season: here, contract, ..all }, None, 10).await, [3, 1]);
    assert_eq!(ids(SERVER, Filter { season: here, ..cili }, None, 10).await, [4, 2, 1]);
    for filter in [all, cili, Filter { contract, ..all }] {
        assert_eq!(ids(ServerId(9), Filter { season: here, ..filter }, None, 10).await, [0; 0]);
    }
    assert_eq!(store.deal(ServerId(9), DealId(1)).await.unwrap(), None);
    assert_eq!(store.record_of(ServerId(9), DealId(1)).await.unwrap(), None);
    assert!(store.record_of(SERVER, DealId(1)).await.unwrap().is_some());
}

#[tokio::test]
async fn whoever_hides_is_on_no_board_and_knows_their_place() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let table = played(&fixture, 1, vec![ranked(1, [4, -10, 6])]).await;
    let season = season(&fixture).await;
    let board = async || {
        let board = store.board(SERVER, season, (Metric::Points, Group::Provisional), 1, 9).await.unwrap();
        board.rows.into_iter().map(|(_, row)| row.user).collect::<Vec<_>>()
    };
    assert_eq!(board().await, [CILI, ANNA, BELA]);
    store.set_hidden(CILI, true).await.unwrap();
    assert!(store.is_hidden(CILI).await.unwrap());
    // What is played from now on is hidden, too.
    store.set_hidden(BELA, true).await.unwrap();
    store.append(Batch { finished: Some(ranked(2, [0; 3])), ..batch(table, 2, vec![]) }).await.unwrap();
    assert_eq!(board().await, [ANNA]);
    assert_eq!(store.leaderboard(SERVER, 10, 0).await.unwrap().len(), 1);
    let (cili, place) = store.place(SERVER, season, Metric::Points, CILI).await.unwrap().unwrap();
    assert_eq!((cili.hidden, place), (true, Some(1)));
    store.set_hidden(CILI, false).await.unwrap();
    assert_eq!(board().await, [CILI, ANNA]);
}

#[tokio::test]
async fn nobody_has_numbers_where_they_have_not_played() {
    let fixture = Fixture::new().await;
    played(&fixture, 1, vec![ranked(1, [5, -10, 5])]).await;
    let store = &fixture.store;
    assert_eq!(store.stats(ServerId(9), None, ANNA).await.unwrap(), None);
    assert_eq!(store.stats(SERVER, None, UserId(77)).await.unwrap(), None);
    let all = store.stats(SERVER, None, ANNA).await.unwrap().unwrap();
    assert_eq!((all.ranked.points, all.rating), (5, None));
    assert_eq!(store.place(SERVER, SeasonId(1), Metric::Rating, UserId(77)).await.unwrap(), None);
    let declarer = store.stats(SERVER, None, BELA).await.unwrap().unwrap();
    assert_eq!((declarer.ranked.as_declarer, declarer.best), (1, Some((DealId(1), -10))));
}
