//! Custom ids for leaderboards.

use std::fmt;

use super::field_encoding::{Words, words};
use crate::store::{BoardGroup, RankBy, SeasonId};

/// A request for a leaderboard page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardId {
    /// The season to show. `None` means the season that is running when the button is pressed.
    pub season: Option<SeasonId>,
    /// The metric by which players are ranked.
    pub metric: RankBy,
    /// The group of players to show: established players, or provisional players who have not played enough
    /// ranked deals yet.
    pub group: BoardGroup,
    /// The page to show.
    pub part: BoardPart,
}

/// Selects the leaderboard page to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardPart {
    /// The page with the given number. Pages are numbered from 1.
    Page(u32),
    /// The page on which the requesting user is listed.
    Own,
}

/// Leaderboard metrics and the names that represent them in custom ids.
const METRICS: [(RankBy, &str); 5] = [
    (RankBy::Points, "points"),
    (RankBy::PointsADeal, "a-deal"),
    (RankBy::Rating, "rating"),
    (RankBy::WinRate, "made"),
    (RankBy::AllPoints, "all"),
];

/// Returns the name that represents a leaderboard metric in custom ids. The names must never change, because
/// existing buttons contain them.
pub fn metric_word(metric: RankBy) -> &'static str {
    METRICS.iter().find(|(one, _)| *one == metric).map_or("", |(_, word)| word)
}

/// Parses a metric name returned by [`metric_word`]. Returns `None` if the name is unknown.
pub fn metric_of(word: &str) -> Option<RankBy> {
    METRICS.iter().find(|(_, one)| *one == word).map(|(metric, _)| *metric)
}

impl BoardId {
    /// Parses the zero-based page number of a legacy leaderboard button.
    ///
    /// These buttons date from when each server had only one leaderboard.
    pub(super) fn from_single_board(page: &str) -> Option<Self> {
        let page: u16 = page.parse().ok().filter(|number: &u16| number.to_string() == page)?;
        let part = BoardPart::Page(u32::from(page) + 1);
        Some(Self { season: None, metric: RankBy::AllPoints, group: BoardGroup::Established, part })
    }
}

words! { BoardId {
    [season, metric, group, part] => { Self { season, metric, group, part } }
} }

words! { BoardGroup {
    ["e"] => { Self::Established }
    ["p"] => { Self::Provisional }
} }

words! { BoardPart {
    ["own"] => { Self::Own }
    [page] => { Self::Page(page) }
} }

impl Words for RankBy {
    fn read(words: &[&str]) -> Option<Self> {
        let [word] = words else { return None };
        metric_of(word)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(metric_word(*self))
    }
}
