//! Comparison of the store's statistics and leaderboards with a recount.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use ulti::store::{
    BoardGroup, DealId, DealTally, ESTABLISHED, Place, RankBy, SeasonId, SeasonStanding, Stats, Store,
};
use ulti::table::{ServerId, UserId};

use crate::recount::{Counts, Notes, Person, recount};

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

/// Compares the store's statistics of a server with the recount.
///
/// Returns the number of compared entries. There is one entry per user and season.
pub(crate) async fn compare(store: &Store, server: ServerId, notes: &Notes) -> usize {
    let counts = recount(store, server, notes).await;
    for ((season, user), person) in &counts {
        let stats = store.stats(server, Some(*season), *user).await.unwrap().unwrap();
        compare_stats(&stats, person, *user);
        let (standing, _) = store.place(server, *season, RankBy::Rating, *user).await.unwrap().unwrap();
        assert_eq!((standing.all, standing.ranked), (person.all, person.ranked));
    }
    for season in store.seasons(server, None, 1_000).await.unwrap() {
        for metric in RankBy::ALL {
            for group in [BoardGroup::Established, BoardGroup::Provisional] {
                compare_board(store, server, season.id, (metric, group), &counts).await;
            }
        }
    }
    counts.len()
}

fn compare_stats(stats: &Stats, person: &Person, user: UserId) {
    assert_eq!((stats.all, stats.ranked), (person.all, person.ranked), "{user}");
    let rating = stats.rating.unwrap();
    assert!(
        is_near(rating.value, person.rating.0) && is_near(rating.uncertainty, person.rating.1),
        "{user}: {rating:?} {:?}",
        person.rating
    );
    let counts: BTreeMap<_, _> = stats
        .counts
        .iter()
        .map(|count| ((count.what, count.name.clone()), (count.total, count.good)))
        .collect();
    assert_eq!(counts, person.counts, "{user}");
    let extreme = |found: Option<&(i64, DealId)>| found.map(|(points, deal)| (*deal, *points));
    assert_eq!(stats.best, extreme(person.deals.iter().max()), "{user}");
    assert_eq!(stats.worst, extreme(person.deals.iter().min()), "{user}");
    let days: Vec<_> = stats.form.iter().map(|day| (day.day, (day.points, day.deals))).collect();
    assert_eq!(days, person.days.clone().into_iter().collect::<Vec<_>>(), "{user}");
}

/// Returns the value by which a leaderboard is sorted.
fn sort_key(metric: RankBy, person: &Person) -> f64 {
    let DealTally { points, deals, as_declarer, made_as_declarer } = person.ranked;
    let millionths = |part: i64, whole: u32| (part * 1_000_000).checked_div(i64::from(whole));
    #[allow(clippy::cast_precision_loss)] // small numbers
    match metric {
        RankBy::Points => points as f64,
        RankBy::AllPoints => person.all.points as f64,
        RankBy::PointsADeal => millionths(points, deals).unwrap_or(0) as f64,
        RankBy::WinRate => millionths(i64::from(made_as_declarer), as_declarer).unwrap_or(-1) as f64,
        RankBy::Rating => person.rating.0 - 3.0 * person.rating.1,
    }
}

/// Returns `true` if a player who is not hidden is listed in a leaderboard.
fn is_listed(metric: RankBy, group: BoardGroup, person: &Person) -> bool {
    match (metric, i64::from(person.ranked.deals)) {
        (RankBy::AllPoints, _) => group == BoardGroup::Established,
        (_, 0) => false,
        (_, deals) => (deals >= ESTABLISHED) == (group == BoardGroup::Established),
    }
}

/// Returns the order of two players in a leaderboard.
fn board_order(metric: RankBy, (one, a): (UserId, &Person), (other, b): (UserId, &Person)) -> Ordering {
    let fewer = if metric == RankBy::AllPoints { a.all.deals.cmp(&b.all.deals) } else { Ordering::Equal };
    sort_key(metric, b)
        .total_cmp(&sort_key(metric, a))
        .then(fewer)
        .then(one.0.cast_signed().cmp(&other.0.cast_signed()))
}

/// Compares all pages of a leaderboard with the recount.
async fn compare_board(
    store: &Store,
    server: ServerId,
    season: SeasonId,
    (metric, group): (RankBy, BoardGroup),
    counts: &Counts,
) {
    let mut expected: Vec<(UserId, &Person)> = Vec::new();
    for ((of, user), person) in counts {
        let is_listed = *of == season && is_listed(metric, group, person);
        if is_listed && !store.is_hidden(*user).await.unwrap() {
            expected.push((*user, person));
        }
    }
    expected.sort_by(|one, other| board_order(metric, *one, *other));
    let mut found: Vec<(u32, SeasonStanding)> = Vec::new();
    let mut page = 1;
    loop {
        let board = store.board(server, season, (metric, group), page, 7).await.unwrap();
        found.extend(board.rows);
        if page == board.pages {
            break;
        }
        page += 1;
    }
    let users: Vec<UserId> = found.iter().map(|(_, row)| row.user).collect();
    assert_eq!(users, expected.iter().map(|(user, _)| *user).collect::<Vec<_>>(), "{metric:?} {group:?}");
    for (number, (found, row)) in (1..).zip(&found) {
        let score = |person: &Person| sort_key(metric, person);
        let own = score(&counts[&(season, row.user)]);
        let better =
            expected.iter().filter(|(_, person)| score(person) > own && !is_near(score(person), own));
        let place = 1 + u32::try_from(better.count()).unwrap();
        assert_eq!(place, *found, "{metric:?} {group:?}");
        let (_, own) = store.place(server, season, metric, row.user).await.unwrap().unwrap();
        assert_eq!(own, Some(Place { place, row: number }), "{metric:?} {group:?}");
    }
}
