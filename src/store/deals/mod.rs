//! Finished deals: results, history, evenings, imports and voided deals.

pub(crate) mod deal;
pub(crate) mod distinct_names;
pub(crate) mod ended_deal;
pub(crate) mod evenings;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod ranked;
pub(crate) mod record_results;
pub(crate) mod voids;
