//! Presses that come so soon after another one on the same message that nobody can have read what was under
//! the pointer by then: the second half of a double click.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use poise::serenity_prelude::MessageId;
use tokio::time::Instant;

use crate::table::UserId;

/// From so many people on, those whose last press is long ago are forgotten.
const MANY: usize = 1024;

/// When people last pressed something, and on which message.
#[derive(Debug)]
pub(super) struct Hasty {
    within: Duration,
    pressed: Mutex<HashMap<UserId, (MessageId, Instant)>>,
}

impl Hasty {
    /// Two presses within this time are one.
    pub(super) fn new(within: Duration) -> Self {
        Self { within, pressed: Mutex::default() }
    }

    /// Whether a press came too soon after the one before. It is noted unless it did, so that whoever goes on
    /// pressing is heard in the end.
    pub(super) fn presses_again(&self, user: UserId, message: MessageId) -> bool {
        let now = Instant::now();
        let is_recent = |at: Instant| now.duration_since(at) < self.within;
        let mut pressed = self.pressed.lock().unwrap_or_else(PoisonError::into_inner);
        if pressed.len() >= MANY {
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
    async fn the_same_person_on_the_same_message_within_a_moment_is_hasty() {
        let hasty = Hasty::new(Duration::from_millis(350));
        let (one, other) = (MessageId::new(1), MessageId::new(2));
        assert!(!hasty.presses_again(UserId(1), one));
        assert!(hasty.presses_again(UserId(1), one));
        assert!(!hasty.presses_again(UserId(2), one));
        assert!(!hasty.presses_again(UserId(1), other));
        tokio::time::advance(Duration::from_millis(200)).await;
        assert!(hasty.presses_again(UserId(1), other));
        tokio::time::advance(Duration::from_millis(150)).await;
        assert!(!hasty.presses_again(UserId(1), other), "they mean it");
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_pressed_long_ago_is_forgotten() {
        let hasty = Hasty::new(Duration::from_millis(350));
        for user in 0..10_000 {
            hasty.presses_again(UserId(user), MessageId::new(1));
            tokio::time::advance(Duration::from_millis(1)).await;
        }
        assert!(hasty.pressed.lock().unwrap().len() <= MANY);
    }
}
