//! The state machine of an evening, the series of deals at a table. Judges commands, applies events, and
//! derives the views that players may see.

pub(crate) mod change;
pub(crate) mod current_deal;
mod invitations;
pub(crate) mod judge;
mod names;
pub(crate) mod projection;
pub(crate) mod seat_changes;
mod settings;
mod standings;
pub(crate) mod state;
pub(crate) mod window_shares;

#[cfg(test)]
mod tests;
