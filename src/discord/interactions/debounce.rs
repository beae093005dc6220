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

/// The kind of a button press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Press {
    /// Prepares a bid. Users press such buttons in quick succession, so these presses are never double
    /// clicks.
    Draft,
    /// Does anything else.
    Other,
}

/// Detects double clicks by storing the last button press of each user.
#[derive(Debug)]
pub(crate) struct Debouncer {
    within: Duration,
    pressed: Mutex<HashMap<UserId, (MessageId, Instant, Press)>>,
}

impl Debouncer {
    /// Creates a debouncer that treats a second press within the given duration as a double click.
    pub(crate) fn new(within: Duration) -> Self {
        Self { within, pressed: Mutex::default() }
    }

    /// Records a button press. Returns the user's previous press if it was on the same message and within the
    /// debounce interval.
    ///
    /// A repeated press other than [`Press::Draft`] does not restart the interval, so that a user who keeps
    /// pressing is not locked out.
    pub(crate) fn record(&self, user: UserId, message: MessageId, press: Press) -> Option<Press> {
        let now = Instant::now();
        let is_recent = |at: Instant| now.duration_since(at) < self.within;
        let mut pressed = self.pressed.lock();
        if pressed.len() >= PRUNE_FROM {
            pressed.retain(|_, (_, at, _)| is_recent(*at));
        }
        let before = pressed.get(&user).filter(|(before, at, _)| *before == message && is_recent(*at));
        let before = before.map(|(_, _, press)| *press);
        if before.is_none() || press == Press::Draft {
            pressed.insert(user, (message, now, press));
        }
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn rapid_double_press_on_same_message_is_detected() {
        let debouncer = Debouncer::new(Duration::from_millis(350));
        let (one, other) = (MessageId::new(1), MessageId::new(2));
        let again = |user, message| debouncer.record(UserId(user), message, Press::Other).is_some();
        assert!(!again(1, one));
        assert!(again(1, one));
        assert!(!again(2, one));
        assert!(!again(1, other));
        tokio::time::advance(Duration::from_millis(200)).await;
        assert!(again(1, other));
        tokio::time::advance(Duration::from_millis(150)).await;
        assert!(!again(1, other), "press after the interval was ignored");
    }

    #[tokio::test(start_paused = true)]
    async fn press_after_draft_is_detected() {
        let debouncer = Debouncer::new(Duration::from_millis(350));
        let press = |press| debouncer.record(UserId(1), MessageId::new(1), press);
        assert_eq!(press(Press::Draft), None);
        tokio::time::advance(Duration::from_millis(300)).await;
        assert_eq!(press(Press::Draft), Some(Press::Draft));
        tokio::time::advance(Duration::from_millis(300)).await;
        assert_eq!(press(Press::Other), Some(Press::Draft), "second draft did not restart the interval");
    }

    #[tokio::test(start_paused = true)]
    async fn debouncer_forgets_old_button_presses() {
        let debouncer = Debouncer::new(Duration::from_millis(350));
        for user in 0..10_000 {
            debouncer.record(UserId(user), MessageId::new(1), Press::Other);
            tokio::time::advance(Duration::from_millis(1)).await;
        }
        assert!(debouncer.pressed.lock().len() <= PRUNE_FROM);
    }
}
