//! Records of deals and their replay, and the JSON form of actions.

pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod seat_action;
pub(crate) mod shuffle_note;
pub(crate) mod warning;
