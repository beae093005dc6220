//! Detects double clicks.
//!
//! A double click is a second press on the same message before the user could read the message's new content.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use poise::serenity_prelude::MessageId;
use tokio::time::Instant;

use crate::table::UserId;

/// If at least this many button presses are stored, the next press removes the expired ones.
const PRUNE_FROM: usize = 1024;

/// Detects double clicks by storing the last button press of each user.
#[derive(Debug)]
pub(crate) struct Debouncer {
    within: Duration,
    pressed: Mutex<HashMap<UserId, (MessageId, Instant)>>,
}

impl Debouncer {
    /// Creates a debouncer that treats a second press within the given duration as a double click.
    pub(crate) fn new(within: Duration) -> Self {
        Self { within, pressed: Mutex::default() }
    }

    /// Returns `true` if the user's previous button press was on the same message and within the debounce
    /// interval.
    ///
    /// Such a repeated press does not restart the interval, so that a user who keeps pressing is not locked
    /// out.
    pub(crate) fn presses_again(&self, user: UserId, message: MessageId) -> bool {
        let now = Instant::now();
        let is_recent = |at: Instant| now.duration_since(at) < self.within;
        let mut pressed = self.pressed.lock();
        if pressed.len() >= PRUNE_FROM {
            pressed.retain(|_, (_, at)| is_recent(*at));
        }
        let again = pressed.get(&user).is_some_and(|(before, at)| *before == message && is_recent(*at));
        if !again {
            pressed.insert(user, (message, now));
        }
        again
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn rapid_double_press_on_same_message_is_detected() {
        let debouncer = Debouncer::new(Duration::from_millis(350));
        let (one, other) = (MessageId::new(1), MessageId::new(2));
        assert!(!debouncer.presses_again(UserId(1), one));
        assert!(debouncer.presses_again(UserId(1), one));
        assert!(!debouncer.presses_again(UserId(2), one));
        assert!(!debouncer.presses_again(UserId(1), other));
        tokio::time::advance(Duration::from_millis(200)).await;
        assert!(debouncer.presses_again(UserId(1), other));
        tokio::time::advance(Duration::from_millis(150)).await;
        assert!(!debouncer.presses_again(UserId(1), other), "press after the interval was ignored");
    }

    #[tokio::test(start_paused = true)]
    async fn debouncer_forgets_old_button_presses() {
        let debouncer = Debouncer::new(Duration::from_millis(350));
        for user in 0..10_000 {
            debouncer.presses_again(UserId(user), MessageId::new(1));
            tokio::time::advance(Duration::from_millis(1)).await;
        }
        assert!(debouncer.pressed.lock().len() <= PRUNE_FROM);
    }
}
