//! Tests of the time zones of servers, in which the days and the ends of seasons are.

use ulti::store::{DAILY_RANKED, DatabaseLocation, Day, Season, SeasonId, ServerSetting, TimeZone};
use ulti::table::{
    Batch, ChannelId, FinishedDeal, Journal, PlayerId, ShardRange, TableId, UnixMillis, UserId,
};
use ulti_rules::BySeat;
use ulti_testkit::store_fixture::{ANNA, BELA, Fixture, NOW, SERVER, batch, finished, joined, played};

/// One hour in milliseconds.
const HOUR: i64 = 3_600_000;
/// The time 2026-12-01, 00:00 UTC.
const DECEMBER: UnixMillis = UnixMillis(1_796_083_200_000);
/// The time 2027-01-01, 00:00 UTC.
const JANUARY: UnixMillis = UnixMillis(1_798_761_600_000);
/// The number of the day 2026-11-21.
const TODAY: i64 = 20_778;

/// Returns the time `hours` after the time `at`.
fn after(at: UnixMillis, hours: i64) -> UnixMillis {
    UnixMillis(at.0 + hours * HOUR)
}

async fn set_zone(fixture: &Fixture, name: &str) {
    let zone = TimeZone::named(name).unwrap();
    fixture.store.set_server(SERVER, ServerSetting::TimeZone(&zone)).await.unwrap();
}

/// Plays a deal that ends at the given time.
async fn play(fixture: &Fixture, table: TableId, number: u32, at: UnixMillis) {
    let deal = Batch { finished: Some(finished(number)), at, ..batch(table, 2, vec![]) };
    fixture.store.append(deal).await.unwrap();
}

async fn running(fixture: &Fixture) -> Season {
    fixture.store.season(SERVER).await.unwrap().unwrap()
}

/// Returns the days on which Anna played, with the number of deals.
async fn days(fixture: &Fixture, season: Option<SeasonId>) -> Vec<(i64, u32)> {
    let stats = fixture.store.stats(SERVER, season, ANNA).await.unwrap().unwrap();
    stats.form.into_iter().map(|Day { day, deals, .. }| (day, deals)).collect()
}

#[tokio::test]
async fn time_zone_takes_effect_when_next_season_starts() {
    let fixture = fixture!();
    let table = played(&fixture, 1, vec![finished(1)]).await;
    set_zone(&fixture, "Europe/Budapest").await;
    let november = running(&fixture).await;
    assert_eq!((november.time_zone.name(), november.ends()), ("UTC", Some(DECEMBER)));

    let fixture = fixture.reopened().await;
    assert_eq!(fixture.store.server_settings(SERVER).await.unwrap().time_zone.name(), "Europe/Budapest");
    play(&fixture, table, 2, UnixMillis(DECEMBER.0 - 1)).await;
    assert_eq!(running(&fixture).await.id, november.id, "season ended before its time");
    play(&fixture, table, 3, DECEMBER).await;
    let december = running(&fixture).await;
    assert_eq!((december.name.as_str(), december.time_zone.name()), ("2026-12", "Europe/Budapest"));
    assert_eq!(december.ends(), Some(after(JANUARY, -1)));

    // A change back concerns the season after this one.
    set_zone(&fixture, "UTC").await;
    play(&fixture, table, 4, UnixMillis(JANUARY.0 - HOUR - 1)).await;
    assert_eq!(running(&fixture).await.id, december.id);
    play(&fixture, table, 5, after(JANUARY, -1)).await;
    let january = running(&fixture).await;
    assert_eq!((january.name.as_str(), january.time_zone.name()), ("2027-01", "UTC"));
    let ended = fixture.store.season_by_id(SERVER, december.id).await.unwrap().unwrap();
    assert_eq!(ended.ended, Some(after(JANUARY, -1)));
}

/// In New York, the season of November ends at 19:00 on its last day, because it began as a season in UTC.
#[tokio::test]
async fn hours_between_end_of_season_and_end_of_month_belong_to_next_season() {
    let fixture = fixture!();
    let table = played(&fixture, 1, vec![finished(1)]).await;
    set_zone(&fixture, "America/New_York").await;
    play(&fixture, table, 2, after(DECEMBER, 1)).await;
    let december = running(&fixture).await;
    assert_eq!((december.name.as_str(), december.ends()), ("2026-12", Some(after(JANUARY, 5))));

    // A season that is ended manually in these hours changes nothing.
    fixture.store.end_season(SERVER, after(DECEMBER, 2)).await.unwrap();
    play(&fixture, table, 6, after(DECEMBER, 3)).await;
    let second = running(&fixture).await;
    assert_eq!((second.name.as_str(), second.ends()), ("2026-12.2", Some(after(JANUARY, 5))));
    fixture.store.end_season(SERVER, after(DECEMBER, 4)).await.unwrap();

    // The largest possible difference between two time zones.
    set_zone(&fixture, "Pacific/Kiritimati").await;
    play(&fixture, table, 3, after(DECEMBER, 5)).await;
    let kiritimati = running(&fixture).await;
    assert_eq!((kiritimati.name.as_str(), kiritimati.ends()), ("2026-12.3", Some(after(JANUARY, -14))));
    set_zone(&fixture, "Etc/GMT+12").await;
    play(&fixture, table, 4, after(JANUARY, -14)).await;
    let last = running(&fixture).await;
    assert_eq!(last.name, "2027-01");
    assert_eq!(last.ends(), Some(after(JANUARY, 31 * 24 + 12)));
}

#[tokio::test]
async fn season_after_manual_end_lasts_until_end_of_same_month() {
    let fixture = fixture!();
    let table = played(&fixture, 1, vec![finished(1)]).await;
    fixture.store.end_season(SERVER, after(DECEMBER, -3)).await.unwrap();
    set_zone(&fixture, "America/New_York").await;
    play(&fixture, table, 2, after(DECEMBER, -2)).await;
    let second = running(&fixture).await;
    assert_eq!((second.name.as_str(), second.ends()), ("2026-11.2", Some(after(DECEMBER, 5))));
}

#[tokio::test]
async fn days_of_statistics_are_days_of_season() {
    let fixture = fixture!();
    set_zone(&fixture, "Europe/Budapest").await;
    let table = played(&fixture, 1, vec![finished(1)]).await;
    let season = running(&fixture).await;
    assert_eq!(season.time_zone.name(), "Europe/Budapest");
    play(&fixture, table, 2, UnixMillis(NOW.0 - 1)).await; // 00:59 on the same day
    play(&fixture, table, 3, after(NOW, 22)).await;
    play(&fixture, table, 4, after(NOW, 23)).await; // midnight
    assert_eq!(days(&fixture, Some(season.id)).await, [(TODAY, 3), (TODAY + 1, 1)]);

    // A void deal is subtracted from the day to which it was added, also after a change of the time zone.
    set_zone(&fixture, "America/New_York").await;
    let deals = fixture.store.history(SERVER, &ulti::store::Filter::default(), None, 1).await.unwrap();
    fixture.store.void(SERVER, deals[0].id, ANNA, "", after(NOW, 24)).await.unwrap();
    assert_eq!(days(&fixture, Some(season.id)).await, [(TODAY, 3), (TODAY + 1, 0)]);
    fixture.store.unvoid(SERVER, deals[0].id).await.unwrap();
    assert_eq!(days(&fixture, None).await, [(TODAY, 3), (TODAY + 1, 1)]);
}

#[tokio::test]
async fn daily_limit_of_ranked_deals_ends_at_midnight_of_season() {
    let fixture = fixture!();
    set_zone(&fixture, "Europe/Budapest").await;
    let table = fixture.table().await;
    let seats = BySeat([ANNA, BELA, UserId(3)].map(PlayerId::User));
    let play = async |number, at| {
        let deal = FinishedDeal { seats, ..finished(number) };
        let events = vec![joined(ANNA, "Anna")];
        fixture
            .store
            .append(Batch { finished: Some(deal), at, ..batch(table, number, events) })
            .await
            .unwrap();
    };
    let cap = u32::try_from(DAILY_RANKED).unwrap();
    for number in 1..=cap + 1 {
        play(number, after(NOW, 22)).await;
    }
    play(cap + 2, after(NOW, 23)).await;
    let deals = fixture.store.deals_of_table(table).await.unwrap();
    let ranked: Vec<bool> = deals.iter().map(|deal| deal.ranking.is_ranked()).collect();
    let (within, after) = ranked.split_at(cap as usize);
    assert!(within.iter().all(|ranked| *ranked));
    assert_eq!(after, [false, true]);
}

/// Three tables write at the same time: the first two in one season, the last one in the next.
#[tokio::test]
async fn batches_of_one_commit_are_counted_in_their_seasons() {
    let fixture = fixture!();
    set_zone(&fixture, "Asia/Kathmandu").await; // UTC+5:45
    let midnight = UnixMillis(DECEMBER.0 - 23 * HOUR / 4);
    let one = played(&fixture, 1, vec![finished(1)]).await;
    let [two, three] =
        [fixture.table_in(SERVER, ChannelId(2)).await, fixture.table_in(SERVER, ChannelId(3)).await];
    let november = running(&fixture).await;
    assert_eq!(november.ends(), Some(midnight));
    let before = UnixMillis(midnight.0 - 1);
    let shares = Some(vec![(PlayerId::User(ANNA), 3), (PlayerId::User(BELA), 2)]);
    let writes = [
        Batch { finished: Some(finished(1)), at: before, ..batch(two, 1, vec![joined(ANNA, "Anna")]) },
        Batch { closed: shares, at: before, ..batch(one, 2, vec![joined(ANNA, "Anna")]) },
        Batch { finished: Some(finished(1)), at: midnight, ..batch(three, 1, vec![joined(ANNA, "Anna")]) },
    ];
    let commits = fixture.store.commits();
    futures::future::try_join_all(writes.map(|batch| fixture.store.append(batch))).await.unwrap();
    assert_eq!(fixture.store.commits() - commits, 1);
    let december = running(&fixture).await;
    assert_eq!(december.name, "2026-12");
    let points = async |season| fixture.store.stats(SERVER, Some(season), ANNA).await.unwrap().unwrap().all;
    let (first, second) = (points(november.id).await, points(december.id).await);
    assert_eq!((first.deals, second.deals), (2, 1));
    assert_eq!(first.points, 2 * second.points + 3, "share was not counted in its season");
}

#[tokio::test]
async fn overdue_seasons_are_found_by_their_own_time_zones() {
    let fixture = fixture!();
    set_zone(&fixture, "America/New_York").await;
    played(&fixture, 1, vec![finished(1)]).await;
    let season = running(&fixture).await;
    let told = async |at| {
        let ended = fixture.store.ends_to_tell(ShardRange::SINGLE, at).await.unwrap();
        ended.into_iter().map(|ended| ended.season).collect::<Vec<_>>()
    };
    assert_eq!(told(UnixMillis(DECEMBER.0 + 5 * HOUR - 1)).await, []);
    assert_eq!(told(after(DECEMBER, 5)).await, [season.id]);
    let ended = fixture.store.season_by_id(SERVER, season.id).await.unwrap().unwrap();
    assert_eq!(ended.ended, Some(after(DECEMBER, 5)));
}

/// Another process with an earlier version may start a season after the database was migrated.
#[tokio::test]
async fn monthly_season_without_stored_end_ends_with_month() {
    let fixture = fixture!();
    let table = played(&fixture, 1, vec![finished(1)]).await;
    fixture.execute("UPDATE seasons SET ends_at = NULL").await;
    let november = running(&fixture).await;
    assert_eq!(november.ends(), Some(DECEMBER));
    let late = UnixMillis(NOW.0 + 31 * 24 * HOUR);
    let told = fixture.store.ends_to_tell(ShardRange::SINGLE, late).await.unwrap();
    assert_eq!(told.iter().map(|ended| ended.season).collect::<Vec<_>>(), [november.id]);
    play(&fixture, table, 2, DECEMBER).await;
    let ended = fixture.store.season_by_id(SERVER, november.id).await.unwrap().unwrap();
    assert_eq!(ended.ended, Some(DECEMBER));
}

#[tokio::test]
async fn unknown_time_zone_in_database_is_treated_as_utc() {
    let fixture = fixture!();
    set_zone(&fixture, "Europe/Budapest").await;
    fixture.execute("UPDATE server_settings SET time_zone = 'Europe/Atlantis'").await;
    let table = played(&fixture, 1, vec![finished(1)]).await;
    let season = running(&fixture).await;
    assert_eq!((&season.time_zone, season.ends()), (&TimeZone::UTC, Some(DECEMBER)));
    assert_eq!(fixture.store.server_settings(SERVER).await.unwrap().time_zone, TimeZone::UTC);
    play(&fixture, table, 2, DECEMBER).await;
    assert_eq!(running(&fixture).await.name, "2026-12");
}

/// The migration is run again for seasons of an earlier version.
#[tokio::test]
async fn migration_stores_ends_of_earlier_seasons() {
    let fixture = fixture!();
    let table = played(&fixture, 1, vec![finished(1)]).await;
    play(&fixture, table, 2, DECEMBER).await;
    fixture.store.start_season(SERVER, "Cup", after(DECEMBER, 1)).await.unwrap();
    let ends = async || {
        let seasons = fixture.store.seasons(SERVER, None, 10).await.unwrap();
        seasons.into_iter().map(|season| season.scheduled_end).collect::<Vec<_>>()
    };
    assert_eq!(ends().await, [None, Some(JANUARY), Some(DECEMBER)]);
    fixture.execute("UPDATE seasons SET ends_at = NULL").await;
    let migration = match fixture.location() {
        DatabaseLocation::File(_) => include_str!("../../migrations/0018_time_zones.sql"),
        DatabaseLocation::Postgres(_) => include_str!("../../migrations/postgres/0018_time_zones.sql"),
    };
    let update = migration.split(';').find(|statement| statement.trim().starts_with("UPDATE")).unwrap();
    fixture.execute(update).await;
    assert_eq!(ends().await, [None, Some(JANUARY), Some(DECEMBER)]);
}
