//! The timer for forced cards.

use crate::table::UnixMillis;
use crate::table::card_times::CardTimes;

/// The time at which the forced card of the current turn is played, and what it depends on.
#[derive(Debug, Default)]
pub(super) struct ForcedCardTimer {
    pub(super) times: CardTimes,
    /// Game-clock time at which the current turn began. `None` if the table was restored during the turn.
    pub(super) turn_began: Option<UnixMillis>,
    /// Game-clock time at which the card is played. `None` if the player plays it, or if no card is forced.
    pub(super) play_at: Option<UnixMillis>,
}
