//! Complete pictures with their alternative texts, such as the table, a hand, a result, a replay or a chart.

pub(crate) mod alt_text;
pub(crate) mod form_curve;
pub(crate) mod hand;
mod hand_trick;
pub(crate) mod leaderboard;
pub(crate) mod replay;
pub(crate) mod result;
pub(crate) mod standings_strip;
pub(crate) mod style;
pub(crate) mod table;
