//! Custom ids for leaderboards.

use std::fmt;

use super::field_encoding::{Words, words};
use crate::store::{BoardGroup, RankBy, SeasonId};

/// A request for a page of a leaderboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardId {
    /// The season. `None` means the season that is current when the button is pressed.
    pub season: Option<SeasonId>,
    /// The metric by which players are ranked.
    pub metric: RankBy,
    /// The group of players to show: those with enough ranked deals, or those with fewer.
    pub group: BoardGroup,
    /// The page to show.
    pub part: BoardPart,
}

/// A page of a leaderboard that can be requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardPart {
    /// The page with the given number, counted from 1.
    Page(u32),
    /// The page on which the requesting user is listed.
    Own,
}

/// Metrics of a leaderboard with their names in custom ids.
const METRICS: [(RankBy, &str); 5] = [
    (RankBy::Points, "points"),
    (RankBy::PointsADeal, "a-deal"),
    (RankBy::Rating, "rating"),
    (RankBy::WinRate, "made"),
    (RankBy::AllPoints, "all"),
];

/// Returns the name that represents a leaderboard metric in custom ids. The name never changes.
pub fn metric_word(metric: RankBy) -> &'static str {
    METRICS.iter().find(|(one, _)| *one == metric).map_or("", |(_, word)| word)
}

/// Returns the leaderboard metric with the given name, as written by [`metric_word`], or `None` if the name
/// is unknown.
pub fn metric_of(word: &str) -> Option<RankBy> {
    METRICS.iter().find(|(_, one)| *one == word).map(|(metric, _)| *metric)
}

impl BoardId {
    /// Parses the page number of an old leaderboard button, counted from 0.
    ///
    /// Such buttons were written when each server had a single leaderboard.
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
