//! Queries of the store benchmark.

use std::time::{Duration, Instant};

use fastrand::Rng;
use ulti::store::{BoardGroup, DealId, Filter, RankBy, SeasonId, Store};
use ulti::table::{ServerId, UserId};

use crate::Servers;
use crate::fill::{MANY, PEOPLE, SEASONS, Size, first_person};

/// A query that is measured, such as a page of a leaderboard.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Question {
    Board,
    LastPage,
    Place,
    StatsOfSeason,
    StatsOfAll,
    History,
    HistoryOfPerson,
    HistoryOfPersonAndKind,
    HistoryOfKind,
    HistoryOfSeason,
    Deal,
}

/// All queries that are measured.
pub(crate) const ALL: [Question; 11] = [
    Question::Board,
    Question::LastPage,
    Question::Place,
    Question::StatsOfSeason,
    Question::StatsOfAll,
    Question::History,
    Question::HistoryOfPerson,
    Question::HistoryOfPersonAndKind,
    Question::HistoryOfKind,
    Question::HistoryOfSeason,
    Question::Deal,
];

impl Question {
    /// Runs the query with random arguments and returns its duration.
    pub(crate) async fn ask(self, store: &Store, size: Size, servers: Servers, sample: u64) -> Duration {
        let mut rng = Rng::with_seed(sample);
        let (number, people) = match servers {
            Servers::Any => (rng.u64(2..=size.servers), PEOPLE),
            Servers::Largest => (1, MANY),
        };
        let server = ServerId(number);
        let user = UserId(first_person(number) + rng.u64(..people));
        let season = SeasonId(i64::try_from((number - 1) * SEASONS + rng.u64(1..=SEASONS)).unwrap());
        let metric = *rng.choice(&RankBy::ALL).unwrap();
        let group = group(metric, servers);
        let deal = DealId(rng.i64(1..=i64::try_from(size.deals).unwrap()));
        let before = Some(deal);
        let contract = Some("ulti".parse().unwrap());
        let all = Filter::default();
        let began = Instant::now();
        match self {
            Self::Board => drop(store.board(server, season, (metric, group), 1, 10).await.unwrap()),
            Self::LastPage => {
                let pages = store.board(server, season, (metric, group), 1, 10).await.unwrap().pages;
                drop(store.board(server, season, (metric, group), pages, 10).await.unwrap());
            }
            Self::Place => drop(store.place(server, season, metric, user).await.unwrap()),
            Self::StatsOfSeason => drop(store.stats(server, Some(season), user).await.unwrap()),
            Self::StatsOfAll => drop(store.stats(server, None, user).await.unwrap()),
            Self::History => history(store, server, all, before).await,
            Self::HistoryOfPerson => {
                history(store, server, Filter { person: Some(user), ..all }, before).await;
            }
            Self::HistoryOfPersonAndKind => {
                history(store, server, Filter { person: Some(user), contract, ..all }, before).await;
            }
            Self::HistoryOfKind => history(store, server, Filter { contract, ..all }, before).await,
            Self::HistoryOfSeason => {
                history(store, server, Filter { season: Some(season), ..all }, None).await;
            }
            Self::Deal => drop(store.deal(server, deal).await.unwrap()),
        }
        began.elapsed()
    }
}

/// Returns the group of a leaderboard in which most players of these servers are.
fn group(metric: RankBy, servers: Servers) -> BoardGroup {
    if metric == RankBy::AllPoints || matches!(servers, Servers::Largest) {
        BoardGroup::Established
    } else {
        BoardGroup::Provisional
    }
}

/// Queries a page of a server's history of deals.
async fn history(store: &Store, server: ServerId, filter: Filter, before: Option<DealId>) {
    drop(store.history(server, &filter, before, 10).await.unwrap());
}
