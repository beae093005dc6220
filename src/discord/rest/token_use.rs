//! Detects that another process answers interactions with the bot's token.
//!
//! Discord sends the events of a shard to every process that has connected it, and accepts only the first
//! response to an interaction. The others are rejected with code 40060.

use std::collections::VecDeque;
use std::num::NonZero;
use std::time::Duration;

use lru::LruCache;
use parking_lot::Mutex;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Number of rejected responses within [`PERIOD`] that stops a new process. It grows by one per minute of
/// uptime, so the younger process stops first.
const REJECTIONS: u64 = 3;
/// Time after which a rejected response does not count any more.
const PERIOD: Duration = Duration::from_mins(1);
/// Uptime after which the process only logs and no longer stops.
const STOP_WINDOW: Duration = Duration::from_mins(10);
/// Minimum time between two log lines about the other process.
const LOG_INTERVAL: Duration = Duration::from_mins(10);
/// Number of interactions that are remembered. An interaction may be answered for three seconds.
const REMEMBERED: NonZero<usize> = NonZero::new(4_096).unwrap();

/// Detects first responses that Discord rejected because another process had already responded.
#[derive(Debug)]
pub(crate) struct TokenUse {
    started: Instant,
    state: Mutex<State>,
    is_shared: CancellationToken,
}

#[derive(Debug)]
struct State {
    /// Ids of the interactions to which this process has tried to respond, with the number of attempts.
    attempts: LruCache<u64, u32>,
    rejections: VecDeque<Instant>,
    logged: Option<Instant>,
    /// Until this time, another process may answer interactions of the shards that this process serves.
    tolerant_until: Option<Instant>,
}

impl Default for TokenUse {
    fn default() -> Self {
        let state = State {
            attempts: LruCache::new(REMEMBERED),
            rejections: VecDeque::new(),
            logged: None,
            tolerant_until: None,
        };
        Self { started: Instant::now(), state: Mutex::new(state), is_shared: CancellationToken::new() }
    }
}

impl TokenUse {
    /// Records that a first response to an interaction is about to be sent.
    pub(crate) fn attempt(&self, interaction: u64) {
        *self.state.lock().attempts.get_or_insert_mut(interaction, || 0) += 1;
    }

    /// Records that a shard changes its owner. Until both processes know, they may answer the same
    /// interactions.
    pub(crate) fn tolerate(&self) {
        self.state.lock().tolerant_until = Some(Instant::now() + PERIOD);
    }

    /// Records that Discord has rejected a response because the interaction was already answered.
    ///
    /// This only counts if it was the only attempt of this process. Discord may have accepted another attempt
    /// without a response, and the interaction may have been delivered twice.
    pub(crate) fn rejected(&self, interaction: u64) {
        let (mut state, now) = (self.state.lock(), Instant::now());
        let is_expected = state.tolerant_until.is_some_and(|until| now < until);
        if is_expected || state.attempts.get(&interaction).is_some_and(|attempts| *attempts > 1) {
            return;
        }
        state.rejections.push_back(now);
        while state.rejections.front().is_some_and(|at| now.duration_since(*at) > PERIOD) {
            state.rejections.pop_front();
        }
        let age = now.duration_since(self.started);
        if (state.rejections.len() as u64) < REJECTIONS + age.as_secs() / 60 {
            return;
        }
        if age < STOP_WINDOW {
            self.is_shared.cancel();
        } else if state.logged.is_none_or(|at| now.duration_since(at) >= LOG_INTERVAL) {
            state.logged = Some(now);
            tracing::error!("another process answers interactions with the bot's token");
        }
    }

    /// Returns `true` if another process is detected and this process has to stop. It must then send no
    /// further responses.
    pub(crate) fn is_shared(&self) -> bool {
        self.is_shared.is_cancelled()
    }

    /// Waits until another process is detected and this process has to stop.
    pub(crate) async fn shared(&self) {
        self.is_shared.cancelled().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn answers_of_another_process_are_detected() {
        let token = TokenUse::default();
        token.rejected(1);
        token.rejected(2);
        tokio::time::advance(PERIOD + Duration::from_secs(1)).await;
        for _ in 0..3 {
            token.rejected(3);
        }
        assert!(!token.is_shared.is_cancelled(), "rejections were spread over a long time");
        token.rejected(4);
        token.shared().await;
    }

    #[test]
    fn rejection_does_not_count_if_process_has_tried_twice() {
        let token = TokenUse::default();
        for interaction in 0..10 {
            token.attempt(interaction);
            token.attempt(interaction);
            token.rejected(interaction);
        }
        assert!(!token.is_shared.is_cancelled());
        for interaction in 10..13 {
            token.attempt(interaction);
            token.rejected(interaction);
        }
        assert!(token.is_shared.is_cancelled());
    }

    #[tokio::test(start_paused = true)]
    async fn rejections_are_expected_while_a_shard_changes_its_owner() {
        let token = TokenUse::default();
        token.tolerate();
        for interaction in 0..10 {
            token.rejected(interaction);
        }
        assert!(!token.is_shared());
        tokio::time::advance(PERIOD).await;
        for interaction in 10..14 {
            token.rejected(interaction);
        }
        assert!(token.is_shared());
    }

    #[tokio::test(start_paused = true)]
    async fn process_that_has_run_for_long_does_not_stop() {
        let token = TokenUse::default();
        tokio::time::advance(STOP_WINDOW).await;
        for _ in 0..100 {
            token.rejected(5);
        }
        assert!(!token.is_shared.is_cancelled());
    }
}
