//! What the buttons and the menu of a leaderboard ask for.

use std::fmt;

use crate::store::{Group, Metric, SeasonId};

/// A part of a leaderboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardId {
    /// Of which season; `None` for the one that runs when the button is pressed.
    pub season: Option<SeasonId>,
    /// By what.
    pub metric: Metric,
    /// Of those with enough ranked deals, or of the others.
    pub group: Group,
    /// Which part.
    pub part: Part,
}

/// Which part of a leaderboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A page, from 1.
    Page(u32),
    /// The page on which the presser stands.
    Own,
}

/// The words for what a leaderboard goes by.
const METRICS: [(Metric, &str); 5] = [
    (Metric::Points, "points"),
    (Metric::PointsADeal, "a-deal"),
    (Metric::Rating, "rating"),
    (Metric::WinRate, "made"),
    (Metric::AllPoints, "all"),
];

/// The word for what a leaderboard goes by: short, and the same for good.
pub fn metric_word(metric: Metric) -> &'static str {
    METRICS.iter().find(|(one, _)| *one == metric).map_or("", |(_, word)| word)
}

/// The way back of [`metric_word`].
pub fn metric_of(word: &str) -> Option<Metric> {
    METRICS.iter().find(|(_, one)| *one == word).map(|(metric, _)| *metric)
}

impl BoardId {
    /// The page of a button of when a leaderboard had pages alone, from 0.
    pub(super) fn of_old(page: &str) -> Option<Self> {
        let page: u16 = page.parse().ok().filter(|number: &u16| number.to_string() == page)?;
        let part = Part::Page(u32::from(page) + 1);
        Some(Self { season: None, metric: Metric::AllPoints, group: Group::Established, part })
    }

    pub(super) fn read(words: &[&str]) -> Option<Self> {
        let [season, metric, group, part] = words else { return None };
        Some(Self {
            season: if *season == "-" { None } else { Some(SeasonId(season.parse().ok()?)) },
            metric: metric_of(metric)?,
            group: match *group {
                "e" => Group::Established,
                "p" => Group::Provisional,
                _ => return None,
            },
            part: if *part == "own" { Part::Own } else { Part::Page(part.parse().ok()?) },
        })
    }
}

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.season {
            Some(season) => write!(f, "{season}:")?,
            None => f.write_str("-:")?,
        }
        let group = match self.group {
            Group::Established => "e",
            Group::Provisional => "p",
        };
        write!(f, "{}:{group}:", metric_word(self.metric))?;
        match self.part {
            Part::Page(page) => write!(f, "{page}"),
            Part::Own => f.write_str("own"),
        }
    }
}
