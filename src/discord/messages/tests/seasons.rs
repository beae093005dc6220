//! Snapshots of leaderboards, seasons, game evenings and collusion reviews.

use super::limits::check;
use super::snapshot::assert_snapshots;
use crate::discord::messages::{self, BoardPage};
use crate::rating::Rating;
use crate::store::{
    BestDeal, BoardGroup, DealId, DealRow, DealTally, Evening, Finding, LeaderboardPage, Place,
    PlayerAccount, Podium, RankBy, Ranking, Season, SeasonId, SeasonStanding, SeasonSummary, SeatRow, Share,
    Signal, StoreError, TableRow, TimeZone, Void,
};
use crate::table::{ChannelId, ServerId, TableId, UnixMillis, UserId};
use crate::text::Lang;
use ulti_rules::{BySeat, Seat};

const SERVER: ServerId = ServerId(5);

fn november() -> Season {
    Season {
        id: SeasonId(12),
        server: SERVER,
        name: "2026-11".to_owned(),
        started: UnixMillis(1_793_900_000_000),
        ended: None,
        monthly: true,
        scheduled_end: Some(UnixMillis(1_796_083_200_000)),
        time_zone: TimeZone::UTC,
    }
}

fn cup() -> Season {
    Season {
        id: SeasonId(9),
        name: "Őszi_kupa".to_owned(),
        ended: Some(UnixMillis(1_793_800_000_000)),
        monthly: false,
        scheduled_end: None,
        ..november()
    }
}

fn standing(name: &str, points: i64, deals: u32) -> SeasonStanding {
    let tally =
        |points, deals| DealTally { points, deals, as_declarer: deals / 3, made_as_declarer: deals / 5 };
    #[allow(clippy::cast_precision_loss)] // small
    let rating = Rating { value: 25.0 + points as f64 / 20.0, uncertainty: 1.25 };
    SeasonStanding {
        user: UserId(points.unsigned_abs()),
        name: name.to_owned(),
        all: tally(points + 7, deals + 2),
        ranked: tally(points, deals),
        rating,
        hidden: false,
    }
}

fn people() -> Vec<(u32, SeasonStanding)> {
    let people = [("Anna", 134, 61), ("Kovács_Béla", 12, 48), ("Cili", -2, 20), ("*Ottó*", -144, 22)];
    (1..).zip(people.map(|(name, points, deals)| standing(name, points, deals))).collect()
}

fn page(metric: RankBy) -> BoardPage {
    let rows = people();
    let own = Some((rows[1].1.clone(), Some(Place { place: 2, row: 2 })));
    let board = LeaderboardPage { season: november(), rows, page: 1, pages: 1, people: 4 };
    BoardPage { board, metric, group: BoardGroup::Established, own, others: 3 }
}

#[test]
fn leaderboard_messages_match_snapshots() {
    for metric in RankBy::ALL {
        let page = page(metric);
        assert_snapshots(&format!("leaderboard_{metric:?}").to_lowercase(), |appearance| {
            messages::leaderboard(&page, appearance)
        });
    }
    let mut middle = page(RankBy::Points);
    (middle.board.page, middle.board.pages, middle.board.people) = (2, 3, 25);
    middle.own = None;
    assert_snapshots("leaderboard_middle", |appearance| messages::leaderboard(&middle, appearance));
    let mut young = page(RankBy::Points);
    young.group = BoardGroup::Provisional;
    young.own = Some((standing("Anna", 14, 6), Some(Place { place: 1, row: 2 })));
    assert_snapshots("leaderboard_provisional", |appearance| messages::leaderboard(&young, appearance));
    young.own = Some((standing("Anna", 34, 40), Some(Place { place: 2, row: 2 })));
    assert_snapshots("leaderboard_of_others", |appearance| messages::leaderboard(&young, appearance));
    let mut empty = page(RankBy::Rating);
    empty.board.rows.clear();
    empty.own = Some((standing("Anna", 0, 0), None));
    assert_snapshots("leaderboard_nobody", |appearance| messages::leaderboard(&empty, appearance));
    let mut void = page(RankBy::AllPoints);
    void.own = Some((standing("Anna", 0, 0), None));
    assert_snapshots("leaderboard_no_deal_counts", |appearance| messages::leaderboard(&void, appearance));
    let mut hidden = page(RankBy::Points);
    hidden.own.as_mut().unwrap().0.hidden = true;
    assert_snapshots("leaderboard_hidden", |appearance| messages::leaderboard(&hidden, appearance));
}

#[test]
fn leaderboard_with_long_names_fits_discord_limits() {
    for metric in RankBy::ALL {
        let mut wild = page(metric);
        let name = "*@".repeat(40);
        wild.board.rows = (1..=10).map(|place| (place, standing(&name, -99_999_999, 9_999_999))).collect();
        wild.board.season.name = "**".repeat(20);
        (wild.board.page, wild.board.pages) = (4_000_000_000, u32::MAX);
        check(&messages::leaderboard(&wild, Lang::Hu.into()));
        check(&messages::leaderboard(&wild, Lang::En.into()));
    }
}

/// The chart and the text of a page show the same values.
#[test]
fn leaderboard_text_lists_same_players_as_chart() {
    for metric in RankBy::ALL {
        for lang in Lang::ALL {
            let page = page(metric);
            let text = messages::leaderboard(&page, lang.into()).content;
            let (_, rows) = messages::board_chart(&page, lang.into());
            assert_eq!(rows.len(), page.board.rows.len());
            for row in rows {
                assert!(text.contains(&format!("{}\\. ", row.place)), "{text}");
                assert!(text.contains(&format!("**{}**", row.label)), "{} in {text}", row.label);
            }
        }
    }
}

fn summary() -> SeasonSummary {
    let podium = |metric, group| {
        let standings = people().into_iter().take(3).collect();
        Podium { metric, group, standings, has_more: metric == RankBy::AllPoints }
    };
    SeasonSummary {
        season: november(),
        deals: 212,
        void: 1,
        people: 6,
        podiums: vec![
            podium(RankBy::Points, BoardGroup::Established),
            podium(RankBy::Rating, BoardGroup::Established),
            podium(RankBy::WinRate, BoardGroup::Provisional),
            podium(RankBy::AllPoints, BoardGroup::Established),
        ],
        best: Some(BestDeal { deal: DealId(431), name: "Anna".to_owned(), points: 64 }),
    }
}

#[test]
fn running_season_names_next_time_zone() {
    let mut moved = summary();
    moved.season.time_zone = TimeZone::named("Europe/Budapest").unwrap();
    moved.season.scheduled_end = Some(UnixMillis(1_796_079_600_000));
    let next = TimeZone::named("America/New_York").unwrap();
    assert_snapshots("season_before_new_time_zone", |appearance| messages::season(&moved, &next, appearance));
    let ended = Season { ended: Some(UnixMillis(1_796_000_000_000)), ..november() };
    let ended = SeasonSummary { season: ended, ..summary() };
    let message = |next| messages::season(&ended, next, Lang::En.into());
    assert_eq!(message(&next).content, message(&TimeZone::UTC).content);
}

#[test]
fn season_that_ended_with_month_ran_until_last_day_of_month() {
    let midnight = UnixMillis(1_796_083_200_000);
    let season = Season { ended: Some(midnight), ..november() };
    let message = messages::seasons(&[season], None, false, Lang::En.into());
    assert!(message.content.contains("to <t:1796083199:D>"), "{}", message.content);
    let by_hand = Season { ended: Some(midnight), ..cup() };
    let message = messages::seasons(&[by_hand], None, false, Lang::En.into());
    assert!(message.content.contains("to <t:1796083200:D>"), "{}", message.content);
}

#[test]
fn season_messages_match_snapshots() {
    assert_snapshots("season", |appearance| messages::season(&summary(), &TimeZone::UTC, appearance));
    let over = SeasonSummary { season: cup(), ..summary() };
    assert_snapshots("season_over", |appearance| messages::season_over(&over, appearance));
    let by_hand = Season { ended: None, ..cup() };
    let empty =
        SeasonSummary { deals: 0, void: 0, people: 0, podiums: vec![], best: None, season: by_hand.clone() };
    assert_snapshots("season_empty", |appearance| messages::season(&empty, &TimeZone::UTC, appearance));
    let all = [november(), cup()];
    assert_snapshots("seasons", |appearance| messages::seasons(&all, None, true, appearance));
    assert_snapshots("seasons_older", |appearance| {
        messages::seasons(&all[1..], Some(SeasonId(12)), false, appearance)
    });
    assert_snapshots("seasons_none", |appearance| messages::seasons(&[], None, false, appearance));
    assert_snapshots("season_end", |appearance| messages::end_season(&november(), appearance));
    assert_snapshots("season_started", |appearance| {
        messages::season_started("An*na", &by_hand, None, appearance)
    });
    assert_snapshots("season_started_after", |appearance| {
        messages::season_started("Anna", &by_hand, Some(&november()), appearance)
    });
    assert_snapshots("season_ended", |appearance| {
        messages::season_ended("Anna", &cup(), Some(&over), appearance)
    });
    assert_snapshots("season_ended_elsewhere", |appearance| {
        messages::season_ended("Anna", &cup(), None, appearance)
    });
    assert_snapshots("season_renamed", |appearance| {
        messages::season_renamed("Anna", &november(), &cup(), appearance)
    });
}

#[test]
fn season_message_with_long_names_fits_discord_limits() {
    let mut wild = summary();
    wild.season.name = "_".repeat(40);
    for (_, standing) in wild.podiums.iter_mut().flat_map(|podium| &mut podium.standings) {
        standing.name = "*".repeat(80);
    }
    for lang in Lang::ALL {
        check(&messages::season(&wild, &TimeZone::UTC, lang.into()));
        check(&messages::season_ended(&"*".repeat(80), &wild.season, Some(&wild), lang.into()));
        let many: Vec<Season> =
            (1..=15).map(|id| Season { id: SeasonId(id), ..wild.season.clone() }).collect();
        check(&messages::seasons(&many, Some(SeasonId(16)), true, lang.into()));
    }
}

fn deal(id: i64, window: i32, void: bool) -> DealRow {
    let seat = |name: &str| SeatRow { user: None, name: Some(name.to_owned()), points: 0 };
    DealRow {
        id: DealId(id),
        table: TableId(17),
        number: 1,
        season: SeasonId(12),
        played: UnixMillis(1_793_910_000_000),
        contract: Some("hearts ulti".parse().unwrap()),
        declarer: Some(Seat::One),
        seats: BySeat([seat("Anna"), seat("Kovács_Béla"), seat("Robi")]),
        window,
        ranking: Ranking::NotThreePeople,
        void: void.then(|| Void { at: UnixMillis(0), by: None, reason: String::new() }),
    }
}

fn evening(deals: Vec<DealRow>) -> Evening {
    let share = |name: Option<&str>, points| Share { user: None, name: name.map(str::to_owned), points };
    Evening {
        table: TableRow {
            table: TableId(17),
            channel: ChannelId(77),
            server: SERVER,
            opened: UnixMillis(1_793_900_000_000),
            ended: Some(UnixMillis(1_793_920_000_000)),
        },
        deals,
        standings: vec![share(Some("Anna"), 14), share(Some("Kovács_Béla"), -6), share(None, -8)],
        shares: Vec::new(),
        older: None,
        newer: None,
    }
}

#[test]
fn session_summaries_match_snapshots() {
    let whole = Evening {
        shares: vec![
            Share { user: None, name: Some("Anna".to_owned()), points: 4 },
            Share { user: None, name: None, points: 3 },
        ],
        older: Some(TableId(16)),
        newer: Some(TableId(18)),
        ..evening(vec![deal(1, 12, false), deal(2, 0, false), deal(3, -12, false), deal(4, 7, true)])
    };
    assert_snapshots("evening", |appearance| messages::evening(&whole, appearance));
    let mut imported = whole.clone();
    imported.table.channel = ChannelId(0);
    assert_snapshots("evening_imported", |appearance| messages::evening(&imported, appearance));
    let mut going_on = evening(vec![deal(1, 12, false)]);
    going_on.table.ended = None;
    going_on.deals.push(DealRow { contract: None, declarer: None, ..deal(2, 1, false) });
    assert_snapshots("evening_goes_on", |appearance| messages::evening(&going_on, appearance));
    assert_snapshots("evening_without_deals", |appearance| {
        messages::evening(&Evening { standings: vec![], ..evening(vec![]) }, appearance)
    });
    let long = evening((0..40).map(|id| deal(id, 1, false)).collect());
    for lang in Lang::ALL {
        check(&messages::evening(&long, lang.into()));
    }
    assert_eq!(whole.window(), 0);
    assert_eq!(going_on.window(), 13);
}

#[test]
fn messages_about_database_errors_match_snapshots() {
    let errors = [
        StoreError::NoSeasonRuns,
        StoreError::SeasonNameTaken("Őszi_kupa".to_owned()),
        StoreError::NoSeasonName { longest: 40 },
        StoreError::NoSuchSeason,
        StoreError::NoSuchPage { page: 7, pages: 1 },
        StoreError::NoSuchPage { page: 7, pages: 6 },
        StoreError::NoSuchDeal(DealId(3)),
        StoreError::AlreadyVoid(DealId(3)),
        StoreError::NotVoid(DealId(3)),
        StoreError::CountsNowhere(DealId(3)),
        StoreError::StillAtTables(vec![evening(vec![]).table]),
        StoreError::ForgottenLater(vec![evening(vec![]).table]),
        StoreError::Full,
        StoreError::Damaged("database disk image is malformed".to_owned()),
    ];
    assert_snapshots("not_there", |appearance| {
        let said: Vec<String> = errors.iter().map(|error| messages::not_there(error, appearance)).collect();
        crate::discord::messages::Message::text(said.join("\n"))
    });
}

/// Returns signs of collusion of every kind, for players with the given name.
fn signs(named: &str) -> Vec<Signal> {
    let account = |user| PlayerAccount { user: UserId(user), name: named.to_owned() };
    let loses =
        |never_without| Finding::LosesTo { winner: account(u64::MAX), lost: 19, met: 20, never_without };
    let what =
        [loses(false), loses(true), Finding::Leaves(3), Finding::New { days: 0 }, Finding::New { days: 1 }];
    let more = Finding::New { days: 13 };
    let others = || [account(u64::MAX - 2), account(u64::MAX - 3)];
    let not_played = |times, minutes| Finding::NotPlayed { others: others(), times, minutes };
    what.into_iter()
        .chain([more, not_played(12, 1), not_played(40, 95), not_played(25, 3000)])
        .map(|what| Signal { who: account(u64::MAX - 1), what, deals: [29, 28, 3].map(DealId).into() })
        .collect()
}

#[test]
fn collusion_review_messages_match_snapshots() {
    assert_snapshots("review", |appearance| messages::review(&november(), &signs("An*na"), appearance));
    assert_snapshots("review_nothing", |appearance| messages::review(&cup(), &[], appearance));
    for lang in Lang::ALL {
        let many: Vec<Signal> = (0..5).flat_map(|_| signs(&"*".repeat(32))).collect();
        let message = messages::review(&november(), &many, lang.into());
        check(&message);
        assert!(
            message.content.lines().skip(2).all(|line| line.ends_with("29, 28, 3")),
            "{}",
            message.content
        );
    }
}
