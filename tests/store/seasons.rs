//! Tests of monthly and manual seasons.

use ulti::store::{LONGEST_SEASON_NAME, Season, SeasonId, ServerSetting, StoreError};
use ulti::table::{Batch, Journal, ServerId, TableId, UnixMillis};
use ulti_testkit::store_fixture::{ANNA, Fixture, NOW, SERVER, batch, finished, played};

/// One day in milliseconds.
const DAY: i64 = 86_400_000;
/// The time 2026-12-01, 00:00 UTC.
const DECEMBER: UnixMillis = UnixMillis(1_796_083_200_000);

/// Plays a deal that ends at the given time.
async fn play(fixture: &Fixture, table: TableId, number: u32, at: UnixMillis) {
    let deal = Batch { finished: Some(finished(number)), at, ..batch(table, 2, vec![]) };
    fixture.store.append(deal).await.unwrap();
}

/// Returns the names of the server's seasons, newest first.
async fn names(fixture: &Fixture) -> Vec<String> {
    let seasons = fixture.store.seasons(SERVER, None, 10).await.unwrap();
    seasons.into_iter().map(|season| season.name).collect()
}

#[tokio::test]
async fn first_deal_of_new_month_starts_new_season() {
    let fixture = fixture!();
    let table = played(&fixture, 1, vec![finished(1)]).await;
    let november = fixture.store.season(SERVER).await.unwrap().unwrap();
    assert_eq!((november.name.as_str(), november.started, november.ended), ("2026-11", NOW, None));
    assert_eq!(november.ends(), Some(DECEMBER));
    play(&fixture, table, 2, UnixMillis(DECEMBER.0 - 1)).await;
    assert_eq!(fixture.store.season(SERVER).await.unwrap().unwrap().id, november.id);
    play(&fixture, table, 3, DECEMBER).await;
    let december = fixture.store.season(SERVER).await.unwrap().unwrap();
    assert_eq!((december.name.as_str(), december.started), ("2026-12", DECEMBER));
    let over = fixture.store.season_by_id(SERVER, november.id).await.unwrap();
    assert_eq!(over, Some(Season { ended: Some(DECEMBER), ..november }));
    assert_eq!(crate::support::standing(&fixture.store, SERVER, ANNA).await.unwrap().1.all.deals, 1);
}

#[tokio::test]
async fn monthly_season_ends_even_without_new_deals() {
    let fixture = fixture!();
    played(&fixture, 1, vec![finished(1)]).await;
    let store = &fixture.store;
    assert!(store.season_now(SERVER, UnixMillis(DECEMBER.0 - 1)).await.unwrap().is_some());
    for _ in 0..2 {
        assert_eq!(store.season_now(SERVER, UnixMillis(DECEMBER.0 + 5 * DAY)).await.unwrap(), None);
    }
    let [november] = store.seasons(SERVER, None, 10).await.unwrap().try_into().unwrap();
    assert_eq!(november.ended, Some(DECEMBER), "season did not end with the month");
}

#[tokio::test]
async fn manually_started_season_runs_until_ended_manually() {
    let fixture = fixture!();
    let store = &fixture.store;
    let table = played(&fixture, 1, vec![finished(1)]).await;
    let (cup, ended) = store.start_season(SERVER, "  Winter Cup ", NOW).await.unwrap();
    assert_eq!((cup.name.as_str(), cup.ends()), ("Winter Cup", None));
    assert_eq!(ended.unwrap().ended, Some(NOW));
    play(&fixture, table, 2, UnixMillis(NOW.0 + 400 * DAY)).await;
    assert_eq!(store.season(SERVER).await.unwrap(), Some(cup.clone()));
    let over = store.end_season(SERVER, UnixMillis(NOW.0 + 401 * DAY)).await.unwrap();
    assert_eq!(over.id, cup.id);
    let again = store.end_season(SERVER, UnixMillis(NOW.0 + 402 * DAY)).await;
    assert!(matches!(again, Err(StoreError::NoSeasonRuns)), "{again:?}");
    play(&fixture, table, 3, NOW).await;
    assert_eq!(names(&fixture).await, ["2026-11.2", "Winter Cup", "2026-11"]);
}

#[tokio::test]
async fn expired_monthly_season_cannot_be_ended_manually() {
    let fixture = fixture!();
    played(&fixture, 1, vec![finished(1)]).await;
    let late = fixture.store.end_season(SERVER, UnixMillis(DECEMBER.0 + DAY)).await;
    assert!(matches!(late, Err(StoreError::NoSeasonRuns)));
    assert_eq!(fixture.store.seasons(SERVER, None, 1).await.unwrap()[0].ended, Some(DECEMBER));
}

#[tokio::test]
async fn monthly_seasons_can_be_disabled() {
    let fixture = fixture!();
    let store = &fixture.store;
    store.set_server(SERVER, ServerSetting::MonthlySeasons(false)).await.unwrap();
    let table = played(&fixture, 1, vec![finished(1)]).await;
    play(&fixture, table, 2, UnixMillis(NOW.0 + 100 * DAY)).await;
    assert_eq!(names(&fixture).await, ["2026-11"]);
    assert_eq!(crate::support::standing(store, SERVER, ANNA).await.unwrap().1.all.deals, 2);
}

#[tokio::test]
async fn invalid_or_taken_season_names_are_rejected() {
    let fixture = fixture!();
    let store = &fixture.store;
    for bad in ["", "  ", "a\nb", "x\u{7}", &"ő".repeat(LONGEST_SEASON_NAME + 1)] {
        let refused = store.start_season(SERVER, bad, NOW).await;
        assert!(matches!(refused, Err(StoreError::NoSeasonName { .. })), "{bad:?}: {refused:?}");
    }
    let (one, _) = store.start_season(SERVER, &"ő".repeat(LONGEST_SEASON_NAME), NOW).await.unwrap();
    let one = store.rename_season(SERVER, one.id, "One").await.unwrap();
    let taken = store.start_season(SERVER, "One", NOW).await;
    assert!(matches!(taken, Err(StoreError::SeasonNameTaken(name)) if name == "One"));
    assert_eq!(
        store.season(SERVER).await.unwrap().unwrap().id,
        one.id,
        "rejected start ended the running season"
    );
    let (two, _) = store.start_season(SERVER, "Two", NOW).await.unwrap();
    let taken = store.rename_season(SERVER, two.id, "One").await;
    assert!(matches!(taken, Err(StoreError::SeasonNameTaken(_))));
    assert_eq!(store.rename_season(SERVER, two.id, "Two").await.unwrap().name, "Two");
    // The name is free on other servers.
    store.start_season(ServerId(9), "One", NOW).await.unwrap();
}

#[tokio::test]
async fn list_of_past_seasons_is_split_into_pages() {
    let fixture = fixture!();
    let store = &fixture.store;
    for number in 1..=5 {
        store.start_season(SERVER, &format!("S{number}"), NOW).await.unwrap();
    }
    let first = store.seasons(SERVER, None, 2).await.unwrap();
    let second = store.seasons(SERVER, Some(first[1].id), 2).await.unwrap();
    let names: Vec<&str> = first.iter().chain(&second).map(|season| season.name.as_str()).collect();
    assert_eq!(names, ["S5", "S4", "S3", "S2"]);
    assert_eq!(store.season_named(SERVER, "S3").await.unwrap().unwrap().name, "S3");
    let elsewhere = ServerId(9);
    assert_eq!(store.seasons(elsewhere, None, 10).await.unwrap(), []);
    assert_eq!(store.season_by_id(elsewhere, first[0].id).await.unwrap(), None);
    assert_eq!(store.season_named(elsewhere, "S3").await.unwrap(), None);
    let renamed = store.rename_season(elsewhere, first[0].id, "Mine").await;
    assert!(matches!(renamed, Err(StoreError::NoSuchSeason)));
    let nobodys = store.stats(SERVER, Some(SeasonId(99)), ANNA).await;
    assert!(matches!(nobodys, Err(StoreError::NoSuchSeason)));
}
