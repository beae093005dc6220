//! Tests of the summaries of seasons and tables.

use crate::ranks::ranked;
use ulti::store::{BestDeal, BoardGroup, EndedSeason, RankBy, SeasonId, StoreError};
use ulti::table::{
    Batch, ChannelId, FinishedDeal, Journal, PlayerId, ServerId, ShardRange, TableEvent, UnixMillis, UserId,
};
use ulti_rules::{BySeat, Seat};
use ulti_testkit::store_fixture::{ANNA, BELA, Fixture, NOW, SERVER, batch, finished, paying, played};

/// One day in milliseconds.
const DAY: i64 = 86_400_000;
/// The time 2026-12-01, 00:00 UTC.
const DECEMBER: UnixMillis = UnixMillis(1_796_083_200_000);

/// Returns the running season.
async fn running(fixture: &Fixture) -> SeasonId {
    fixture.store.season(SERVER).await.unwrap().unwrap().id
}

#[tokio::test]
async fn season_summary_counts_deals_and_lists_best_players() {
    let fixture = fixture!();
    played(&fixture, 1, vec![paying(1, [8, -4, -4]), paying(2, [-20, 10, 10]), paying(3, [2, -1, -1])]).await;
    let store = &fixture.store;
    let season = running(&fixture).await;
    let deals = store.history(SERVER, &ulti::store::Filter::default(), None, 10).await.unwrap();
    let summary = store.summary(SERVER, season).await.unwrap();
    assert_eq!((summary.deals, summary.void, summary.people), (3, 0, 2));
    // Deals with a robot are not ranked, so only the podium of all points exists.
    let [podium] = summary.podiums.try_into().unwrap();
    assert_eq!((podium.metric, podium.group), (RankBy::AllPoints, BoardGroup::Established));
    let points: Vec<(u32, UserId, i64)> =
        podium.standings.iter().map(|(place, row)| (*place, row.user, row.all.points)).collect();
    assert_eq!((points.as_slice(), podium.has_more), ([(1, BELA, 5), (2, ANNA, -10)].as_slice(), false));
    let best = BestDeal { deal: deals[1].id, name: "Béla".to_owned(), points: 10 };
    assert_eq!(summary.best, Some(best));

    store.void(SERVER, deals[1].id, ANNA, "wrong cards", NOW).await.unwrap();
    store.set_hidden(BELA, true).await.unwrap();
    let summary = store.summary(SERVER, season).await.unwrap();
    assert_eq!((summary.deals, summary.void), (3, 1));
    assert_eq!(summary.best, Some(BestDeal { deal: deals[2].id, name: "Anna".to_owned(), points: 8 }));
    let elsewhere = store.summary(ServerId(9), season).await;
    assert!(matches!(elsewhere, Err(StoreError::NoSuchSeason)), "{elsewhere:?}");
}

/// Returns a deal of three people with these ids, who receive these points.
fn between(number: u32, users: [u64; 3], payments: [i32; 3]) -> FinishedDeal {
    FinishedDeal {
        seats: BySeat(users.map(|user| PlayerId::User(UserId(user)))),
        names: BySeat(users.map(|user| format!("user {user}"))),
        declarer: None,
        ..paying(number, payments)
    }
}

#[tokio::test]
async fn players_with_equal_points_share_place_on_podium() {
    let fixture = fixture!();
    let deals = vec![
        between(1, [1, 2, 3], [10, 0, -10]),
        between(2, [4, 5, 6], [0, 0, 0]),
        between(3, [7, 8, 9], [4, 0, -4]),
    ];
    played(&fixture, 1, deals).await;
    let summary = fixture.store.summary(SERVER, running(&fixture).await).await.unwrap();
    let all = summary.podiums.iter().find(|podium| podium.metric == RankBy::AllPoints).unwrap();
    let places: Vec<(u32, u64)> = all.standings.iter().map(|(place, row)| (*place, row.user.0)).collect();
    // Five players have no points. Six players are listed at most.
    assert_eq!(places, [(1, 1), (2, 7), (3, 2), (3, 4), (3, 5), (3, 6)]);
    assert!(all.has_more);
}

/// The podium by win rate needs a won contract, and lists only people who have been declarer.
#[tokio::test]
async fn podium_by_win_rate_lists_declarers_who_won_nothing() {
    let fixture = fixture!();
    let declared_by = |number, seat, made| {
        let mut deal = FinishedDeal { declarer: Some(seat), ..ranked(number, [0; 3]) };
        deal.record.result.items.iter_mut().for_each(|item| item.made = made);
        deal
    };
    let table = played(&fixture, 1, vec![declared_by(1, Seat::Zero, false)]).await;
    let podium = async || {
        let summary = fixture.store.summary(SERVER, running(&fixture).await).await.unwrap();
        let by_win_rate = summary.podiums.into_iter().find(|podium| podium.metric == RankBy::WinRate);
        by_win_rate.map(|podium| podium.standings.iter().map(|(_, row)| row.user).collect::<Vec<_>>())
    };
    assert_eq!(podium().await, None);
    let won = Batch { finished: Some(declared_by(2, Seat::One, true)), ..batch(table, 2, vec![]) };
    fixture.store.append(won).await.unwrap();
    assert_eq!(podium().await, Some(vec![BELA, ANNA]));
}

#[tokio::test]
async fn process_announces_only_seasons_of_its_shards() {
    let fixture = fixture!();
    played(&fixture, 1, vec![finished(1)]).await;
    let late = UnixMillis(DECEMBER.0 + 3 * DAY);
    let ends_of = async |shards: &str| {
        let ends = fixture.store.ends_to_tell(shards.parse().unwrap(), late).await.unwrap();
        ends.into_iter().map(|end| end.server).collect::<Vec<_>>()
    };
    let own = ShardRange::all(16).shard_of(SERVER).index();
    let others = format!("{}-15/16", own + 1);
    assert_eq!(ends_of(&others).await, []);
    assert!(fixture.store.season(SERVER).await.unwrap().is_some(), "season of another process was ended");
    assert_eq!(ends_of(&format!("{own}/16")).await, [SERVER]);
    assert_eq!(ends_of(&others).await, []);
}

#[tokio::test]
async fn ended_season_is_announced_only_once() {
    let fixture = fixture!();
    played(&fixture, 1, vec![finished(1)]).await;
    let store = &fixture.store;
    let november = running(&fixture).await;
    store.set_summary_channel(SERVER, Some(ChannelId(u64::MAX))).await.unwrap();
    assert_eq!(store.ends_to_tell(ShardRange::SINGLE, UnixMillis(DECEMBER.0 - 1)).await.unwrap(), []);
    // November has ended even though no deal is played in December.
    let late = UnixMillis(DECEMBER.0 + 3 * DAY);
    let end = EndedSeason { season: november, server: SERVER, channel: Some(ChannelId(u64::MAX)) };
    for _ in 0..2 {
        assert_eq!(
            store.ends_to_tell(ShardRange::SINGLE, late).await.unwrap().as_slice(),
            std::slice::from_ref(&end),
            "unreported end is not listed"
        );
    }
    store.told_end(november, late).await.unwrap();
    assert_eq!(store.ends_to_tell(ShardRange::SINGLE, late).await.unwrap(), []);

    let (cup, ended) = store.start_season(SERVER, "Cup", late).await.unwrap();
    assert_eq!(ended, None);
    store.set_summary_channel(SERVER, None).await.unwrap();
    store.end_season(SERVER, late).await.unwrap();
    let end = EndedSeason { season: cup.id, server: SERVER, channel: None };
    assert_eq!(
        store.ends_to_tell(ShardRange::SINGLE, late).await.unwrap(),
        [end],
        "end without a channel is not listed"
    );
}

#[tokio::test]
async fn only_running_season_can_be_ended() {
    let fixture = fixture!();
    played(&fixture, 1, vec![finished(1)]).await;
    let store = &fixture.store;
    let november = running(&fixture).await;
    let (cup, _) = store.start_season(SERVER, "Cup", NOW).await.unwrap();
    for (server, season) in [(SERVER, november), (ServerId(9), cup.id)] {
        let refused = store.end_this_season(server, season, NOW).await;
        assert!(matches!(refused, Err(StoreError::NoSeasonRuns)), "{refused:?}");
    }
    assert_eq!(running(&fixture).await, cup.id);
    assert_eq!(store.end_this_season(SERVER, cup.id, NOW).await.unwrap().ended, Some(NOW));
    let twice = store.end_this_season(SERVER, cup.id, NOW).await;
    assert!(matches!(twice, Err(StoreError::NoSeasonRuns)), "{twice:?}");
}

#[tokio::test]
async fn game_session_summary_adds_up_points_of_all_deals() {
    let fixture = fixture!();
    let first = played(&fixture, 1, vec![paying(1, [-4, -4, -4]), paying(2, [8, -4, -4])]).await;
    let elsewhere = fixture.table_in(ServerId(9), ChannelId(9)).await;
    let second = played(&fixture, 2, vec![paying(1, [2, -1, -1])]).await;
    let store = &fixture.store;
    let evening = store.evening(SERVER, first).await.unwrap().unwrap();
    assert_eq!(
        (evening.older, evening.newer),
        (None, Some(second)),
        "evening of another server is listed as newer"
    );
    assert_eq!(store.evening(SERVER, elsewhere).await.unwrap(), None);
    assert_eq!(store.evening(ServerId(9), first).await.unwrap(), None);
    assert_eq!((evening.deals.len(), evening.window()), (2, 12));
    let points = |evening: &ulti::store::Evening| -> Vec<(Option<UserId>, i64)> {
        evening.standings.iter().map(|share| (share.user, share.points)).collect()
    };
    assert_eq!(points(&evening), [(Some(ANNA), 4), (None, -8), (Some(BELA), -8)]);

    // The window is shared out at the end, and a void deal is split equally.
    let players = [PlayerId::User(ANNA), PlayerId::User(BELA), PlayerId::Robot(1)];
    let shares: Vec<(PlayerId, i32)> = players.into_iter().map(|player| (player, 4)).collect();
    let ended = TableEvent::Ended { why: ulti::table::WhyEnded::Agreed, shares: shares.clone() };
    let closing = ulti::table::Batch { closed: Some(shares), ..batch(first, 3, vec![ended]) };
    store.append(closing).await.unwrap();
    store.void(SERVER, evening.deals[0].id, ANNA, "", NOW).await.unwrap();
    let evening = store.evening(SERVER, first).await.unwrap().unwrap();
    let all: i64 = evening.standings.iter().map(|share| share.points).sum();
    assert_eq!((evening.window(), all), (0, 0), "{:?}", evening.standings);
    assert_eq!(evening.shares.iter().map(|share| share.points).collect::<Vec<_>>(), [4, 4, 4]);
    let anna = evening.shares.iter().find(|share| share.user == Some(ANNA)).unwrap();
    assert_eq!((anna.name.as_deref(), anna.points), (Some("Anna"), 4));
}
