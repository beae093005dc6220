//! Scoring: the outcome of a deal, its settlement, and payments for hypothetical deals.

pub(crate) mod concession;
pub(crate) mod departure;
pub(crate) mod outcome;
pub(crate) mod price;
pub(crate) mod score;
pub(crate) mod settlement;
