//! Messages about finished deals: history, replay, analysis, verification and void deals.

pub(crate) mod analysis;
pub(crate) mod history;
pub(crate) mod own_deal;
pub(crate) mod replay;
pub(crate) mod verification;
pub(crate) mod void;
