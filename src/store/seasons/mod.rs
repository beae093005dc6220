//! Seasons, leaderboards, ratings and statistics.

pub(crate) mod collusion_review;
pub(crate) mod dates;
pub(crate) mod leaderboard;
pub(crate) mod marks;
pub(crate) mod ratings;
pub(crate) mod season;
pub(crate) mod stats;
pub(crate) mod summary;
pub(crate) mod tallies;
pub(crate) mod time_zone;
pub(crate) mod totals;
