//! Messages about a running table: lobby, auction, hand, play and result.

pub(crate) mod auction;
pub(crate) mod bid;
pub(crate) mod deal_lines;
pub(crate) mod draft;
pub(crate) mod early_end;
pub(crate) mod evening_end;
pub(crate) mod expensive_talon;
pub(crate) mod hand;
pub(crate) mod hint;
pub(crate) mod kontra;
pub(crate) mod lobby;
pub(crate) mod play;
pub(crate) mod result;
pub(crate) mod seats;
pub(crate) mod table;
pub(super) mod table_settings;
pub(crate) mod unwinnable;
