//! Detects that another process answers interactions with the bot's token.
//!
//! Discord sends the events of a shard to every process that has connected it, and accepts only the first
//! response to an interaction. The others are rejected with code 40060.
//!
//! If two processes start at the same time, both may see rejections, but only one of them should stop.
//! Therefore a process stops if another process has answered more than half of its recent interactions.
//! While the two see the same interactions, this is true for at most one of them, because each interaction is
//! answered once. An older process has already answered other interactions, so the younger process usually
//! stops first.

use std::num::NonZero;
use std::time::Duration;

use lru::LruCache;
use parking_lot::Mutex;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Minimum number of interactions within [`PERIOD`] that another process has answered before a new process
/// stops. The number grows by one per minute of uptime.
const REJECTIONS: u64 = 3;
/// Factor by which the minimum number is multiplied for a process that has answered at least half of its
/// recent interactions. It applies after rejections have lasted for [`PERIOD`].
const REJECTIONS_FACTOR: u64 = 3;
/// Time after the first attempt to respond during which an interaction counts.
const PERIOD: Duration = Duration::from_mins(1);
/// Uptime after which the process only logs and no longer stops.
const STOP_WINDOW: Duration = Duration::from_mins(10);
/// Minimum time between two log lines about the other process.
const LOG_INTERVAL: Duration = Duration::from_mins(10);
/// Number of interactions that are remembered.
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
    /// Attempts to respond, by the id of the interaction.
    attempts: LruCache<u64, ResponseAttempts>,
    /// Time of the first of the rejections that have continued until now without a pause of [`PERIOD`].
    rejected_since: Option<Instant>,
    logged: Option<Instant>,
    /// Until this time, another process may answer interactions of the shards that this process serves.
    tolerant_until: Option<Instant>,
}

/// The attempts of this process to respond to an interaction.
#[derive(Debug)]
struct ResponseAttempts {
    first_attempt: Instant,
    attempts: u32,
    /// `true` if another process has responded.
    is_rejected: bool,
}

impl Default for TokenUse {
    fn default() -> Self {
        let state = State {
            attempts: LruCache::new(REMEMBERED),
            rejected_since: None,
            logged: None,
            tolerant_until: None,
        };
        Self { started: Instant::now(), state: Mutex::new(state), is_shared: CancellationToken::new() }
    }
}

impl TokenUse {
    /// Records that a first response to an interaction is about to be sent.
    pub(crate) fn attempt(&self, interaction: u64) {
        let new = || ResponseAttempts { first_attempt: Instant::now(), attempts: 0, is_rejected: false };
        self.state.lock().attempts.get_or_insert_mut(interaction, new).attempts += 1;
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
        if state.tolerant_until.is_some_and(|until| now < until) {
            return;
        }
        let Some(answer) = state.attempts.get_mut(&interaction).filter(|answer| answer.attempts == 1) else {
            return;
        };
        answer.is_rejected = true;
        let age = now.duration_since(self.started);
        let (rejections, limit) = (state.rejections(now), REJECTIONS + age.as_secs() / 60);
        let since = state.rejected_since.filter(|_| rejections > 1).unwrap_or(now);
        state.rejected_since = Some(since);
        if rejections < limit {
            return;
        }
        // Responses in flight count as accepted, because Discord may still reject those of the other process.
        let most_are_rejected = 2 * rejections > state.recent(now).count() as u64;
        if age < STOP_WINDOW {
            let is_lasting = now.duration_since(since) >= PERIOD && rejections >= REJECTIONS_FACTOR * limit;
            if most_are_rejected || is_lasting {
                self.is_shared.cancel();
            }
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

impl State {
    /// Returns the interactions to which this process first tried to respond within the last [`PERIOD`].
    fn recent(&self, now: Instant) -> impl Iterator<Item = &ResponseAttempts> {
        let answers = self.attempts.iter().map(|(_, answer)| answer);
        answers.filter(move |answer| now.duration_since(answer.first_attempt) <= PERIOD)
    }

    /// Returns the number of recent interactions that another process has answered.
    fn rejections(&self, now: Instant) -> u64 {
        self.recent(now).filter(|answer| answer.is_rejected).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Records one rejected attempt to respond to each interaction.
    fn reject(token: &TokenUse, interactions: impl IntoIterator<Item = u64>) {
        for interaction in interactions {
            token.attempt(interaction);
            token.rejected(interaction);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn answers_of_another_process_are_detected() {
        let token = TokenUse::default();
        reject(&token, 1..=2);
        tokio::time::advance(PERIOD + Duration::from_secs(1)).await;
        reject(&token, 3..=5);
        assert!(!token.is_shared(), "rejections were spread over a long time");
        reject(&token, 6..=6);
        token.shared().await;
    }

    /// Rejects responses of a random process. The responses arrive after those to the next `in_flight`
    /// interactions were sent.
    #[test]
    fn only_one_of_two_processes_stops() {
        let mut random = fastrand::Rng::with_seed(1);
        for in_flight in [0, 0, 0, 1, 3, 10, 40].repeat(20) {
            let processes = [TokenUse::default(), TokenUse::default()];
            let mut contested = HashSet::new();
            for interaction in 0..100 {
                let running = processes.iter().filter(|process| !process.is_shared());
                if running.map(|process| process.attempt(interaction)).count() == 2 {
                    contested.insert(interaction);
                }
                let Some(answered) = u64::checked_sub(interaction, in_flight) else { continue };
                if contested.contains(&answered) {
                    random.choice(&processes).unwrap().rejected(answered);
                }
            }
            let stopped = processes.iter().filter(|process| process.is_shared()).count();
            assert!(stopped <= 1, "both processes stopped, {in_flight} in flight");
            assert!(stopped == 1 || in_flight > 0, "no process stopped");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn younger_process_stops_first() {
        let older = TokenUse::default();
        tokio::time::advance(Duration::from_mins(2)).await;
        (0..10).for_each(|interaction| older.attempt(interaction));
        let younger = TokenUse::default();
        for interaction in 10..30 {
            older.attempt(interaction);
            if !younger.is_shared() {
                younger.attempt(interaction);
                let rejected = if interaction % 5 < 2 { &older } else { &younger };
                rejected.rejected(interaction);
            }
        }
        assert!(younger.is_shared() && !older.is_shared());
    }

    #[tokio::test(start_paused = true)]
    async fn process_that_answers_most_interactions_stops_eventually() {
        let token = TokenUse::default();
        for second in 0..120 {
            token.attempt(second);
            if second % 5 == 0 {
                token.rejected(second);
            }
            assert_eq!(token.is_shared(), second >= 60, "{second}");
            tokio::time::advance(Duration::from_secs(1)).await;
        }
    }

    #[test]
    fn rejection_does_not_count_if_process_has_tried_twice() {
        let token = TokenUse::default();
        for interaction in 0..3 {
            token.attempt(interaction);
            reject(&token, [interaction]);
        }
        assert!(!token.is_shared());
        reject(&token, 10..14);
        assert!(token.is_shared());
    }

    #[tokio::test(start_paused = true)]
    async fn rejections_are_expected_while_a_shard_changes_its_owner() {
        let token = TokenUse::default();
        token.tolerate();
        reject(&token, 0..10);
        assert!(!token.is_shared());
        tokio::time::advance(PERIOD + Duration::from_millis(1)).await;
        reject(&token, 10..14);
        assert!(token.is_shared());
    }

    #[tokio::test(start_paused = true)]
    async fn process_that_has_run_for_long_does_not_stop() {
        let token = TokenUse::default();
        tokio::time::advance(STOP_WINDOW).await;
        reject(&token, 0..100);
        assert!(!token.is_shared());
    }
}
