//! Leaderboards, seasons and evenings, as a person sees them.

use super::check::check;
use super::look_at::look_at;
use crate::discord::show::{self, BoardPage};
use crate::rating::Rating;
use crate::rules::{BySeat, Seat};
use crate::store::{
    Account, Best, Board, DealId, DealRow, Evening, Group, Metric, Oddity, Podium, Ranking, Season, SeasonId,
    SeatRow, Share, Sign, Standing, StoreError, Summary, TableRow, Tally, Void,
};
use crate::table::{ChannelId, Millis, ServerId, TableId, UserId};
use crate::text::Lang;

const SERVER: ServerId = ServerId(5);

fn november() -> Season {
    Season {
        id: SeasonId(12),
        server: SERVER,
        name: "2026-11".to_owned(),
        started: Millis(1_793_900_000_000),
        ended: None,
        monthly: true,
    }
}

fn cup() -> Season {
    Season {
        id: SeasonId(9),
        name: "Őszi_kupa".to_owned(),
        ended: Some(Millis(1_793_800_000_000)),
        monthly: false,
        ..november()
    }
}

fn standing(name: &str, points: i64, deals: u32) -> Standing {
    let tally = |points, deals| Tally { points, deals, as_declarer: deals / 3, made_as_declarer: deals / 5 };
    #[allow(clippy::cast_precision_loss)] // small
    let rating = Rating { value: 25.0 + points as f64 / 20.0, uncertainty: 1.25 };
    Standing {
        user: UserId(points.unsigned_abs()),
        name: name.to_owned(),
        all: tally(points + 7, deals + 2),
        ranked: tally(points, deals),
        rating,
        hidden: false,
    }
}

fn people() -> Vec<(u32, Standing)> {
    let people = [("Anna", 134, 61), ("Kovács_Béla", 12, 48), ("Cili", -2, 20), ("*Ottó*", -144, 22)];
    (1..).zip(people.map(|(name, points, deals)| standing(name, points, deals))).collect()
}

fn page(metric: Metric) -> BoardPage {
    let rows = people();
    let own = Some((rows[1].1.clone(), Some(2)));
    let board = Board { season: november(), rows, page: 1, pages: 1, people: 4 };
    BoardPage { board, metric, group: Group::Established, own, others: 3 }
}

#[test]
fn leaderboards() {
    for metric in Metric::ALL {
        let page = page(metric);
        look_at(&format!("leaderboard_{metric:?}").to_lowercase(), |look| show::leaderboard(&page, look));
    }
    let mut middle = page(Metric::Points);
    (middle.board.page, middle.board.pages, middle.board.people) = (2, 3, 25);
    middle.own = None;
    look_at("leaderboard_middle", |look| show::leaderboard(&middle, look));
    let mut young = page(Metric::Points);
    young.group = Group::Provisional;
    young.own = Some((standing("Anna", 14, 6), Some(1)));
    look_at("leaderboard_provisional", |look| show::leaderboard(&young, look));
    young.own = Some((standing("Anna", 34, 40), Some(2)));
    look_at("leaderboard_of_others", |look| show::leaderboard(&young, look));
    let mut empty = page(Metric::Rating);
    empty.board.rows.clear();
    empty.own = Some((standing("Anna", 0, 0), None));
    look_at("leaderboard_nobody", |look| show::leaderboard(&empty, look));
    let mut hidden = page(Metric::Points);
    hidden.own.as_mut().unwrap().0.hidden = true;
    look_at("leaderboard_hidden", |look| show::leaderboard(&hidden, look));
}

#[test]
fn a_leaderboard_fits_whatever_the_names() {
    for metric in Metric::ALL {
        let mut wild = page(metric);
        let name = "*@".repeat(40);
        wild.board.rows = (1..=10).map(|place| (place, standing(&name, -99_999_999, 9_999_999))).collect();
        wild.board.season.name = "**".repeat(20);
        (wild.board.page, wild.board.pages) = (4_000_000_000, u32::MAX);
        check(&show::leaderboard(&wild, Lang::Hu));
        check(&show::leaderboard(&wild, Lang::En));
    }
}

/// The chart of a page has its lines, with the same numbers.
#[test]
fn the_chart_says_what_the_text_says() {
    for metric in Metric::ALL {
        for lang in Lang::ALL {
            let page = page(metric);
            let text = show::leaderboard(&page, lang).content;
            let (_, rows) = show::board_chart(&page, lang);
            assert_eq!(rows.len(), page.board.rows.len());
            for row in rows {
                assert!(text.contains(&format!("{}. ", row.place)), "{text}");
                assert!(text.contains(&format!("**{}**", row.label)), "{} in {text}", row.label);
            }
        }
    }
}

fn summary() -> Summary {
    let podium = |metric, group| {
        let standings = people().into_iter().map(|(_, standing)| standing).take(3).collect();
        Podium { metric, group, standings }
    };
    Summary {
        season: november(),
        deals: 212,
        void: 1,
        people: 6,
        podiums: vec![
            podium(Metric::Points, Group::Established),
            podium(Metric::Rating, Group::Established),
            podium(Metric::WinRate, Group::Provisional),
            podium(Metric::AllPoints, Group::Established),
        ],
        best: Some(Best { deal: DealId(431), name: "Anna".to_owned(), points: 64 }),
    }
}

#[test]
fn seasons() {
    look_at("season", |look| show::season(&summary(), look));
    let over = Summary { season: cup(), ..summary() };
    look_at("season_over", |look| show::season_over(&over, look));
    let by_hand = Season { ended: None, ..cup() };
    let empty =
        Summary { deals: 0, void: 0, people: 0, podiums: vec![], best: None, season: by_hand.clone() };
    look_at("season_empty", |look| show::season(&empty, look));
    let all = [november(), cup()];
    look_at("seasons", |look| show::seasons(&all, None, true, look));
    look_at("seasons_older", |look| show::seasons(&all[1..], Some(SeasonId(12)), false, look));
    look_at("seasons_none", |look| show::seasons(&[], None, false, look));
    look_at("season_end", |look| show::end_season(&november(), look));
    look_at("season_started", |look| show::season_started("An*na", &by_hand, None, look));
    look_at("season_started_after", |look| show::season_started("Anna", &by_hand, Some(&november()), look));
    look_at("season_ended", |look| show::season_ended("Anna", &cup(), Some(&over), look));
    look_at("season_ended_elsewhere", |look| show::season_ended("Anna", &cup(), None, look));
    look_at("season_renamed", |look| show::season_renamed("Anna", &november(), &cup(), look));
}

#[test]
fn a_season_fits_whatever_the_names() {
    let mut wild = summary();
    wild.season.name = "_".repeat(40);
    for standing in wild.podiums.iter_mut().flat_map(|podium| &mut podium.standings) {
        standing.name = "*".repeat(80);
    }
    for lang in Lang::ALL {
        check(&show::season(&wild, lang));
        check(&show::season_ended(&"*".repeat(80), &wild.season, Some(&wild), lang));
        let many: Vec<Season> =
            (1..=15).map(|id| Season { id: SeasonId(id), ..wild.season.clone() }).collect();
        check(&show::seasons(&many, Some(SeasonId(16)), true, lang));
    }
}

fn deal(id: i64, window: i32, void: bool) -> DealRow {
    let seat = |name: &str| SeatRow { user: None, name: Some(name.to_owned()), points: 0 };
    DealRow {
        id: DealId(id),
        table: TableId(17),
        number: 1,
        season: SeasonId(12),
        played: Millis(1_793_910_000_000),
        contract: Some("hearts ulti".parse().unwrap()),
        declarer: Some(Seat::One),
        seats: BySeat([seat("Anna"), seat("Kovács_Béla"), seat("Robi")]),
        window,
        ranking: Ranking::NotThreePeople,
        void: void.then(|| Void { at: Millis(0), by: None, reason: String::new() }),
    }
}

fn evening(deals: Vec<DealRow>) -> Evening {
    let share = |name: Option<&str>, points| Share { user: None, name: name.map(str::to_owned), points };
    Evening {
        table: TableRow {
            table: TableId(17),
            channel: ChannelId(77),
            server: SERVER,
            opened: Millis(1_793_900_000_000),
            ended: Some(Millis(1_793_920_000_000)),
        },
        deals,
        standings: vec![share(Some("Anna"), 14), share(Some("Kovács_Béla"), -6), share(None, -8)],
        shares: Vec::new(),
        older: None,
        newer: None,
    }
}

#[test]
fn evenings() {
    let whole = Evening {
        shares: vec![
            Share { user: None, name: Some("Anna".to_owned()), points: 4 },
            Share { user: None, name: None, points: 3 },
        ],
        older: Some(TableId(16)),
        newer: Some(TableId(18)),
        ..evening(vec![deal(1, 12, false), deal(2, 0, false), deal(3, -12, false), deal(4, 7, true)])
    };
    look_at("evening", |look| show::evening(&whole, look));
    let mut imported = whole.clone();
    imported.table.channel = ChannelId(0);
    look_at("evening_imported", |look| show::evening(&imported, look));
    let mut going_on = evening(vec![deal(1, 12, false)]);
    going_on.table.ended = None;
    going_on.deals.push(DealRow { contract: None, declarer: None, ..deal(2, 1, false) });
    look_at("evening_goes_on", |look| show::evening(&going_on, look));
    look_at("evening_without_deals", |look| {
        show::evening(&Evening { standings: vec![], ..evening(vec![]) }, look)
    });
    let long = evening((0..40).map(|id| deal(id, 1, false)).collect());
    for lang in Lang::ALL {
        check(&show::evening(&long, lang));
    }
    assert_eq!(whole.window(), 0);
    assert_eq!(going_on.window(), 13);
}

#[test]
fn what_is_not_there() {
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
    ];
    look_at("not_there", |look| {
        let said: Vec<String> = errors.iter().map(|error| show::not_there(error, look)).collect();
        crate::discord::show::Message::text(said.join("\n"))
    });
}

/// Something to look at of each kind, about somebody of this name.
fn signs(named: &str) -> Vec<Sign> {
    let account = |user| Account { user: UserId(user), name: named.to_owned() };
    let loses =
        |never_without| Oddity::LosesTo { winner: account(u64::MAX), lost: 19, met: 20, never_without };
    let what =
        [loses(false), loses(true), Oddity::Leaves(3), Oddity::New { days: 0 }, Oddity::New { days: 1 }];
    let more = Oddity::New { days: 13 };
    what.into_iter()
        .chain([more])
        .map(|what| Sign { who: account(u64::MAX - 1), what, deals: [29, 28, 3].map(DealId).into() })
        .collect()
}

#[test]
fn reviews() {
    look_at("review", |look| show::review(&november(), &signs("An*na"), look));
    look_at("review_nothing", |look| show::review(&cup(), &[], look));
    for lang in Lang::ALL {
        let many: Vec<Sign> = (0..5).flat_map(|_| signs(&"*".repeat(32))).collect();
        let message = show::review(&november(), &many, lang);
        check(&message);
        assert!(
            message.content.lines().skip(2).all(|line| line.ends_with("29, 28, 3")),
            "{}",
            message.content
        );
    }
}
