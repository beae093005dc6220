//! Messages about seasons, leaderboards, statistics and game evenings.

pub(crate) mod collusion_review;
pub(crate) mod evening;
pub(crate) mod leaderboard;
pub(crate) mod season;
pub(crate) mod stats;
