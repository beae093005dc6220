//! Tests of stored deals, leaderboards and shares of the window (the table's pot).

use crate::support::{leaderboard, standing};
use ulti::store::{BoardGroup, DealId, DealTally, RankBy, SeasonStanding, SeatRow, Share, StoreError};
use ulti::table::{Batch, FinishedDeal, Journal, Player, PlayerId, ServerId, TableEvent, TableId, UserId};
use ulti_ai::Level;
use ulti_rules::{BySeat, Seat};
use ulti_testkit::store_fixture::{ANNA, BELA, NOW, SERVER, batch, finished, joined, paying, played};

/// The place, user, name and totals of a player in a leaderboard.
type Row = (u32, UserId, String, DealTally);

/// Returns the row of a player who has never been the declarer.
fn row(place: u32, user: UserId, name: &str, points: i64, deals: u32) -> Row {
    (place, user, name.to_owned(), DealTally { points, deals, as_declarer: 0, made_as_declarer: 0 })
}

fn rows(board: impl IntoIterator<Item = (u32, SeasonStanding)>) -> Vec<Row> {
    let row = |(place, standing): (u32, SeasonStanding)| (place, standing.user, standing.name, standing.all);
    board.into_iter().map(row).collect()
}

#[tokio::test]
async fn finished_deal_is_stored_with_its_record() {
    let fixture = fixture!();
    let table = played(&fixture, 1, vec![finished(1), paying(2, [-4, 8, -7])]).await;
    let fixture = fixture.reopened().await;
    let store = &fixture.store;
    let [one, two] = store.deals_of_table(table).await.unwrap().try_into().unwrap();
    let seat = |user, name: &str, points| SeatRow { user, name: Some(name.to_owned()), points };
    assert_eq!((one.number, two.number), (1, 2));
    assert_eq!(
        two.seats,
        BySeat([seat(Some(ANNA), "Anna", -4), seat(Some(BELA), "Béla", 8), seat(None, "Robot 1", -7)])
    );
    assert_eq!((two.window, two.declarer, two.played), (3, Some(Seat::One), NOW));
    assert_eq!(two.contract, finished(2).contract);
    assert_eq!(Some(two.season), store.season(SERVER).await.unwrap().map(|season| season.id));
    assert_eq!(store.deal_id(table, 2).await.unwrap(), Some(two.id));
    assert_eq!(store.deal_id(table, 3).await.unwrap(), None);

    let record = store.record(one.id).await.unwrap().unwrap();
    assert_eq!(record, finished(1).record);
    record.replay().unwrap();
    assert_eq!(store.record(DealId(99)).await.unwrap(), None);
    assert_eq!(store.deals_of_table(TableId(99)).await.unwrap(), []);
}

#[tokio::test]
async fn deal_without_contract_can_be_stored() {
    let fixture = fixture!();
    let deal = FinishedDeal { declarer: None, contract: None, ..finished(1) };
    let table = played(&fixture, 1, vec![deal]).await;
    let deals = fixture.store.deals_of_table(table).await.unwrap();
    assert_eq!((deals[0].contract, deals[0].declarer), (None, None));
}

#[tokio::test]
async fn players_with_equal_points_share_place() {
    let fixture = fixture!();
    let [first, same, other, last] = [UserId(3), UserId(4), UserId(5), UserId(6)];
    let deal = |number, payments, users: [UserId; 3]| FinishedDeal {
        seats: BySeat(users.map(PlayerId::User)),
        names: BySeat(users.map(|user| format!("user {user}"))),
        declarer: None,
        ..paying(number, payments)
    };
    let deals = vec![
        deal(1, [6, 0, -6], [other, same, last]),
        deal(2, [2, 2, -4], [first, same, last]),
        deal(3, [0, 4, -4], [first, same, last]),
        deal(4, [4, 0, -4], [first, last, same]),
        deal(5, [0, 0, 4], [first, last, same]),
    ];
    played(&fixture, 1, deals).await;
    let store = &fixture.store;
    let expected = [
        row(1, other, "user 5", 6, 1),
        row(1, first, "user 3", 6, 4),
        row(1, same, "user 4", 6, 5),
        row(4, last, "user 6", -14, 5),
    ];
    assert_eq!(rows(leaderboard(store, SERVER).await), expected);
    let season = store.season(SERVER).await.unwrap().unwrap().id;
    let page = |page| store.board(SERVER, season, (RankBy::AllPoints, BoardGroup::Established), page, 2);
    assert_eq!(rows(page(2).await.unwrap().rows), expected[2..]);
    assert!(matches!(page(3).await, Err(StoreError::NoSuchPage { page: 3, pages: 2 })));
    assert_eq!(leaderboard(store, ServerId(9)).await, []);
    assert_eq!(rows(standing(store, SERVER, same).await), expected[2..3]);
    assert_eq!(standing(store, SERVER, BELA).await, None);
}

#[tokio::test]
async fn leaderboard_counts_won_contracts() {
    let fixture = fixture!();
    let made = |number, made| {
        let mut deal = finished(number);
        deal.record.result.items.iter_mut().for_each(|item| item.made = made);
        deal
    };
    played(&fixture, 1, vec![made(1, true), made(2, false), made(3, true)]).await;
    let (_, SeasonStanding { all: bela, .. }) = standing(&fixture.store, SERVER, BELA).await.unwrap();
    assert_eq!((bela.deals, bela.as_declarer, bela.made_as_declarer), (3, 3, 2));
    let (_, SeasonStanding { all: anna, .. }) = standing(&fixture.store, SERVER, ANNA).await.unwrap();
    assert_eq!((anna.deals, anna.as_declarer, anna.made_as_declarer), (3, 0, 0));
}

#[tokio::test]
async fn pot_share_does_not_count_as_deal() {
    let fixture = fixture!();
    let table = played(&fixture, 1, vec![paying(1, [-2, -2, -2])]).await;
    let shares = vec![(PlayerId::User(ANNA), 2), (PlayerId::User(BELA), 2), (PlayerId::Robot(1), 2)];
    fixture.store.append(Batch { closed: Some(shares), ..batch(table, 2, vec![]) }).await.unwrap();
    let (_, SeasonStanding { all: anna, .. }) = standing(&fixture.store, SERVER, ANNA).await.unwrap();
    assert_eq!((anna.points, anna.deals), (0, 1));
    assert_eq!(fixture.count("SELECT SUM(points) FROM results").await, 0);
    assert_eq!(fixture.count("SELECT COUNT(*) FROM results WHERE deal_id IS NULL").await, 3);
}

#[tokio::test]
async fn robot_gets_its_share_of_pot_when_game_table_closes() {
    let fixture = fixture!();
    let table = played(&fixture, 1, vec![paying(1, [-2, -2, -2])]).await;
    let robot = TableEvent::Joined { player: Player::robot(1, "Robot 1", Level::Easy) };
    let bela = joined(BELA, "Béla");
    let shares = vec![(PlayerId::User(ANNA), 1), (PlayerId::User(BELA), 3), (PlayerId::Robot(1), 2)];
    fixture.store.append(batch(table, 2, vec![robot, bela])).await.unwrap();
    fixture.store.append(Batch { closed: Some(shares), ..batch(table, 4, vec![]) }).await.unwrap();
    fixture.store.forget_person(BELA).await.unwrap();
    let evening = fixture.store.evening(SERVER, table).await.unwrap().unwrap();
    let plain = |shares: &[Share]| -> Vec<(Option<String>, i64)> {
        shares.iter().map(|share| (share.name.clone(), share.points)).collect()
    };
    let [robot, anna] = ["Robot 1", "Anna"].map(|name| Some(name.to_owned()));
    assert_eq!(plain(&evening.standings), [(None, 1), (robot.clone(), 0), (anna.clone(), -1)]);
    assert_eq!(plain(&evening.shares), [(None, 3), (robot, 2), (anna, 1)]);
}

#[tokio::test]
async fn closing_game_table_without_deals_does_not_start_season() {
    let fixture = fixture!();
    let table = fixture.table().await;
    let shares = vec![(PlayerId::User(ANNA), 0)];
    fixture.store.append(Batch { closed: Some(shares), ..batch(table, 1, vec![]) }).await.unwrap();
    assert_eq!(fixture.store.season(SERVER).await.unwrap(), None);
    assert!(matches!(fixture.store.end_season(SERVER, NOW).await, Err(StoreError::NoSeasonRuns)));
}

#[tokio::test]
async fn each_server_has_its_own_leaderboard() {
    let fixture = fixture!();
    let elsewhere = ServerId(2);
    played(&fixture, 1, vec![paying(1, [5, 5, -10])]).await;
    let other = FinishedDeal { server: elsewhere, ..paying(1, [1, 1, -2]) };
    played(&fixture, 2, vec![other]).await;
    let points = |row: Option<(u32, SeasonStanding)>| row.unwrap().1.all.points;
    assert_eq!(points(standing(&fixture.store, SERVER, ANNA).await), 5);
    assert_eq!(points(standing(&fixture.store, elsewhere, ANNA).await), 1);
}

#[tokio::test]
async fn equal_names_are_numbered_in_results_and_leaderboards() {
    let fixture = fixture!();
    let names = BySeat(["Béla", "Béla", "Robot 1"].map(str::to_owned));
    let table = played(&fixture, 1, vec![FinishedDeal { names, ..finished(1) }]).await;
    let store = &fixture.store;
    let deals = store.deals_of_table(table).await.unwrap();
    let shown = deals[0].seats.clone().map(|seat| (seat.user, seat.name.unwrap())).0;
    assert_eq!(shown.iter().filter(|(user, _)| user.is_some()).count(), 2);
    let numbered = |user: UserId| if user == ANNA.max(BELA) { "Béla (2)" } else { "Béla" };
    for (user, name) in &shown[..2] {
        assert_eq!(name, numbered(user.unwrap()));
    }
    let evening = store.evening(SERVER, table).await.unwrap().unwrap();
    for share in evening.standings.iter().filter(|share| share.user.is_some()) {
        assert_eq!(share.name.as_deref(), share.user.map(numbered));
    }
    let board = leaderboard(store, SERVER).await;
    assert_eq!((board.len(), evening.standings.len()), (2, 3));
    for (_, standing) in board {
        assert_eq!(standing.name, numbered(standing.user));
    }
}

#[tokio::test]
async fn new_name_of_player_is_stored() {
    let fixture = fixture!();
    let table = played(&fixture, 1, vec![finished(1)]).await;
    let store = &fixture.store;
    let events = store.load(table).await.unwrap().events.len();
    let renamed = TableEvent::Renamed { player: Player::person(ANNA, "Rozi") };
    store.append(batch(table, u32::try_from(events).unwrap(), vec![renamed])).await.unwrap();
    assert_eq!(store.name_of(ANNA).await.unwrap().as_deref(), Some("Rozi"));
    let ended = vec![(PlayerId::User(ANNA), 2)];
    let first = u32::try_from(events + 1).unwrap();
    store.append(Batch { closed: Some(ended), ..batch(table, first, vec![]) }).await.unwrap();
    let evening = store.evening(SERVER, table).await.unwrap().unwrap();
    assert_eq!(evening.shares[0].name.as_deref(), Some("Rozi"));
}

#[tokio::test]
async fn leaderboard_shows_players_latest_name() {
    let fixture = fixture!();
    let named = |number, name: &str| {
        let names = BySeat([name, "Béla", "Robot 1"].map(str::to_owned));
        FinishedDeal { names, ..finished(number) }
    };
    let table = played(&fixture, 1, vec![named(1, "Old"), named(2, "New")]).await;
    let store = &fixture.store;
    assert_eq!(standing(store, SERVER, ANNA).await.unwrap().1.name, "New");
    assert_eq!(store.name_of(ANNA).await.unwrap().as_deref(), Some("New"));
    assert_eq!(store.name_of(UserId(77)).await.unwrap(), None);
    let deals = store.deals_of_table(table).await.unwrap();
    assert_eq!(deals[0].seats[Seat::Zero].name.as_deref(), Some("Old"), "name in an earlier deal changed");
}
