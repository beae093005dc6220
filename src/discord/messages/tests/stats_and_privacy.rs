//! Snapshots of statistics and privacy messages.

use super::limits::check;
use crate::discord::messages::{self, ExportedData, Message, StatsOf, StatsOfPeriod};
use crate::rating::Rating;
use crate::store::{
    Count, CountedThing, Day, DealId, DealTally, LONGEST_FORM, Season, SeasonId, Stats, TimeZone,
};
use crate::table::{ServerId, UnixMillis, UserId};
use crate::text::{self, Appearance, Lang};

use super::snapshot::assert_snapshots;

const BELA: UserId = UserId(200_000_000_000_000_002);

fn season(ended: Option<UnixMillis>) -> Season {
    Season {
        id: SeasonId(3),
        server: ServerId(1),
        name: "Őszi_szezon".to_owned(),
        started: UnixMillis(1_793_491_200_000),
        ended,
        monthly: false,
        scheduled_end: None,
        time_zone: TimeZone::UTC,
    }
}

fn count(what: CountedThing, name: &str, good: u32, total: u32) -> Count {
    Count { what, name: name.to_owned(), total, good }
}

/// Returns statistics of 41 deals, 30 of them ranked.
fn full() -> Stats {
    let contracts = [
        ("parti", 5, 7),
        ("ulti", 3, 5),
        ("betli", 1, 3),
        ("40-100", 2, 2),
        ("40-100+ulti", 0, 2),
        ("open-durchmars", 1, 1),
        ("20-100", 1, 1),
        ("durchmars", 0, 1),
        ("open-betli", 0, 1),
        ("colourless durchmars", 1, 1),
    ];
    let mut counts: Vec<Count> =
        contracts.map(|(name, good, total)| count(CountedThing::Contract, name, good, total)).into();
    counts.extend([
        count(CountedThing::Kontra, "ulti", 2, 3),
        count(CountedThing::Kontra, "betli", 0, 1),
        count(CountedThing::Rekontra, "parti", 1, 1),
        count(CountedThing::Silent, "silent-100", 2, 2),
        count(CountedThing::Silent, "silent-ulti", 1, 3),
    ]);
    let days = [(20_733, 12), (20_740, 31), (20_749, -8), (20_754, -70), (20_761, 64)];
    Stats {
        all: DealTally { points: 29, deals: 41, as_declarer: 24, made_as_declarer: 14 },
        ranked: DealTally { points: -12, deals: 30, as_declarer: 19, made_as_declarer: 11 },
        rating: Some(Rating { value: 26.91, uncertainty: 2.34 }),
        counts,
        best: Some((DealId(117), 48)),
        worst: Some((DealId(98), -22)),
        form: days.map(|(day, points)| Day { day, points, deals: 8 }).into(),
    }
}

/// Returns statistics of one deal with robots.
fn slight() -> Stats {
    let once = DealTally { points: -4, deals: 1, as_declarer: 0, made_as_declarer: 0 };
    Stats {
        all: once,
        ranked: DealTally::default(),
        rating: Some(Rating::default()),
        counts: Vec::new(),
        best: Some((DealId(5), -4)),
        worst: Some((DealId(5), -4)),
        form: vec![Day { day: 20_778, points: -4, deals: 1 }],
    }
}

fn of(season: Option<Season>, stats: Stats) -> StatsOf {
    let period = season.map_or(StatsOfPeriod::AllSeasons, StatsOfPeriod::Season);
    let time_zone = TimeZone::named("Europe/Budapest").unwrap();
    StatsOf { user: BELA, name: "Kovács *Béla*".to_owned(), period, time_zone, stats }
}

#[test]
fn statistics_messages_match_snapshots() {
    assert_snapshots("stats", |appearance| messages::stats(&of(Some(season(None)), full()), appearance));
    assert_snapshots("stats_archived", |appearance| {
        messages::stats(&of(Some(season(Some(UnixMillis(1)))), full()), appearance)
    });
    let all = Stats { rating: None, ..full() };
    assert_snapshots("stats_all", |appearance| messages::stats(&of(None, all.clone()), appearance));
    let everywhere = StatsOf { period: StatsOfPeriod::Everywhere, ..of(None, all.clone()) };
    assert_snapshots("stats_everywhere", |appearance| messages::stats(&everywhere, appearance));
    assert_snapshots("stats_slight", |appearance| {
        messages::stats(&of(Some(season(None)), slight()), appearance)
    });
    let mut few = full();
    few.ranked.deals = 19;
    assert_snapshots("stats_provisional", |appearance| {
        messages::stats(&of(Some(season(None)), few.clone()), appearance)
    });
    let now = season(None);
    assert_snapshots("stats_none", |appearance| {
        let told = [(true, Some(&now)), (true, None), (false, Some(&now)), (false, None)];
        let told = told.map(|(own, season)| messages::no_stats(BELA, own, season, appearance).content);
        Message::text(format!("{}\n{}", told.join("\n"), messages::stats_hidden(BELA, appearance)))
    });
    assert_snapshots("stats_none_this_season", |appearance| {
        messages::no_stats(BELA, true, Some(&now), appearance)
    });
}

#[test]
fn privacy_messages_match_snapshots() {
    assert_snapshots("privacy", |appearance| messages::privacy(false, appearance));
    assert_snapshots("privacy_hidden", |appearance| messages::privacy(true, appearance));
    assert_snapshots("privacy_sure", |appearance| messages::forget_sure(BELA, appearance));
    let keys = ["forgotten", "not-clean", "unknown", "not-yours"];
    assert_snapshots("privacy_said", |appearance| {
        Message::text(keys.map(|key| appearance.formatter().text(&format!("privacy-{key}"))).join("\n"))
    });
    for (name, export) in [
        ("privacy_export", ExportedData::Whole(b"{}".to_vec())),
        ("privacy_export_short", ExportedData::WithoutRecords(b"{}".to_vec())),
        ("privacy_export_too_long", ExportedData::TooLong),
    ] {
        let words =
            |appearance| Message { files: Vec::new(), ..messages::export(export.clone(), appearance) };
        assert_snapshots(name, words);
        let files = messages::export(export.clone(), Lang::Hu.into()).files.len();
        assert_eq!(files, usize::from(export != ExportedData::TooLong));
    }
}

/// Replaces the timestamps of a message with the dates that a reader in Budapest sees in winter.
fn with_dates_in_budapest(message: &str, lang: Lang) -> String {
    let mut parts = message.split("<t:");
    let mut shown = parts.next().unwrap().to_owned();
    for part in parts {
        let (seconds, rest) = part.split_once(":d>").unwrap();
        let seconds: i64 = seconds.parse().unwrap();
        shown += &text::day(lang, (seconds + 3600).div_euclid(86_400));
        shown += rest;
    }
    shown
}

/// The chart and the text show the same values.
#[test]
fn statistics_chart_and_text_show_same_values() {
    for lang in Lang::ALL {
        let of = of(Some(season(None)), full());
        let form = messages::form(&of, lang.into());
        let text = with_dates_in_budapest(&messages::stats(&of, lang.into()).content, lang);
        for line in form.told(lang.into(), |day| text::day(lang, day)) {
            assert!(text.contains(&line), "missing {line:?} in message: {text}");
        }
        assert_eq!(form.outline().unwrap().last.points, of.stats.all.points);
    }
}

/// Checks Discord's limits with maximum values and long names.
#[test]
fn statistics_with_maximum_values_fit_discord_limits() {
    let mut stats = full();
    let many = u32::MAX;
    stats.all = DealTally { points: i64::MIN, deals: many, as_declarer: many, made_as_declarer: many };
    stats.ranked = stats.all;
    stats.counts = stats.counts.into_iter().map(|count| Count { total: many, good: many, ..count }).collect();
    stats.counts.push(count(CountedThing::Silent, "a-game-of-the-future", 1, 1));
    stats.best = Some((DealId(i64::MAX), i64::MAX));
    let days = (0..LONGEST_FORM).map(|day| Day { day: 20_000 + day, points: i64::MAX / 500, deals: many });
    stats.form = days.collect();
    let long = Season { name: "*".repeat(40), ..season(None) };
    let of = StatsOf { name: "_".repeat(90), ..of(Some(long), stats) };
    for appearance in Appearance::ALL {
        check(&messages::stats(&of, appearance));
        messages::form(&of, appearance).outline().unwrap();
    }
}
