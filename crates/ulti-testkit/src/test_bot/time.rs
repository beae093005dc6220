//! The clocks of the bot and of the sandbox.

use std::time::{Duration, Instant};

use discord_sandbox::Sandbox;
use ulti::discord::{Activity, Timings};

use super::{Running, TestBot};
use crate::TIMEOUT;
use crate::bot_runtime::BotRuntime;

/// Shortest step in which the clocks are advanced.
const STEP: Duration = Duration::from_millis(20);
/// Real time for which a condition is awaited before the clocks are advanced by twice that time. The bot's
/// connections are real, so its clock must not run ahead of them and let their timeouts expire.
const PACE: Duration = Duration::from_millis(20);
/// Interval at which a busy bot is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Methods that move the clock and wait for the bot.
impl TestBot {
    /// Returns the time limits and delays with which the bot is started.
    pub fn timings(&self) -> Timings {
        self.bot_options().timings
    }

    /// Advances the clocks of the bot and of the sandbox in small steps, and waits after each until the bot
    /// is idle.
    ///
    /// Of two timers, the earlier one takes effect first if they are more than a step apart. A step is a
    /// hundredth of the duration, but at least 20 ms and at most a second. A bot with real clocks gets the
    /// duration in real time, and the sandbox's clock is advanced at its end.
    pub async fn advance(&self, by: Duration) {
        if self.settings.is_real_time {
            tokio::time::sleep(by).await; // real time, because the bot has real clocks
            return self.sandbox.advance(by);
        }
        if self.running.is_none() {
            return self.sandbox.advance(by);
        }
        let longest = (by / 100).clamp(STEP, Duration::from_secs(1));
        let mut left = by;
        self.idle().await;
        while !left.is_zero() {
            let step = left.min(longest);
            self.step(step).await;
            self.idle().await;
            left -= step;
        }
    }

    /// Advances the clocks until the bot has done everything that it does by itself after an action,
    /// including the first retry of a failed update.
    pub async fn settle(&self) {
        self.advance(3 * self.timings().update_retry.first).await;
    }

    /// Waits until `condition` returns `true`, and advances the clocks meanwhile.
    pub async fn advance_until(&self, condition: impl Fn(&Sandbox) -> bool) {
        self.advance_while(self.sandbox.wait_until(condition, TIMEOUT)).await.unwrap();
    }

    /// Runs a future to completion, and advances the clocks meanwhile.
    ///
    /// Use this for an action that succeeds only after the bot has waited, for example before it repeats a
    /// request.
    ///
    /// # Panics
    ///
    /// Panics if the future is not completed within [`TIMEOUT`].
    pub async fn advance_while<T>(&self, future: impl Future<Output = T>) -> T {
        let driven = async {
            let mut future = std::pin::pin!(future);
            if self.settings.is_real_time {
                return future.await;
            }
            loop {
                let advance = async {
                    // Real time, in which connections make progress.
                    tokio::time::sleep(PACE).await;
                    self.advance(2 * PACE).await;
                };
                tokio::select! {
                    biased;
                    result = &mut future => return result,
                    () = advance => {}
                }
            }
        };
        let result = tokio::time::timeout(TIMEOUT + PACE, driven).await;
        result.unwrap_or_else(|_| panic!("timed out: {}", self.description()))
    }

    /// Waits until the bot is idle: all remaining work waits for the clock or for a request that is held
    /// back.
    ///
    /// Returns the bot's activity at that time. All gateway events have been handled then, and no query,
    /// drawing, search or request is in progress. A connection to the gateway that is being opened does not
    /// count.
    ///
    /// # Panics
    ///
    /// Panics if the bot does not become idle, or if it has real clocks.
    pub async fn idle(&self) -> Activity {
        let Some(running) = &self.running else { panic!("the bot is not running") };
        let begun = Instant::now();
        let mut before = None;
        loop {
            self.step(Duration::ZERO).await;
            let is_busy = self.is_busy();
            // The bot may not have handled everything that has arrived. What it handles changes one of these
            // numbers.
            let now = (running.activity.current(), self.sandbox.traffic_count());
            if !is_busy && before == Some(now) {
                return now.0;
            }
            before = (!is_busy).then_some(now);
            assert!(begun.elapsed() < TIMEOUT, "not idle: {}", self.description());
            if is_busy {
                // Polls work that ends in real time.
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        }
    }

    /// Returns `true` if there is work that waits neither for the clock nor for a hold.
    fn is_busy(&self) -> bool {
        let Running { store, registry, activity, events, .. } = self.running.as_ref().unwrap();
        let now = activity.current();
        self.sandbox.pending_work() > 0
            || store.connections_in_use() > 0
            || registry.searches() > 0
            || now.pictures > 0 && !self.settings.drawing_gate.is_holding()
            || now.requests > self.sandbox.waiting_requests()
            || !events.is_complete(now.events, self.sandbox.sent_events())
    }

    /// Advances both clocks once, and lets the bot handle everything that is ready then.
    async fn step(&self, by: Duration) {
        let BotRuntime::Manual(runtime) = &self.running.as_ref().unwrap().runtime else {
            unreachable!("the bot has real clocks");
        };
        self.sandbox.advance(by);
        runtime.step(by).await;
    }

    fn description(&self) -> String {
        let Some(Running { store, registry, activity, .. }) = &self.running else {
            return "not running".to_owned();
        };
        let (searches, connections) = (registry.searches(), store.connections_in_use());
        let (pending, held) = (self.sandbox.pending_work(), self.sandbox.waiting_requests());
        let (bot, sent) = (activity.current(), self.sandbox.sent_events().count);
        format!(
            "{bot}, {searches} searches, {connections} database operations, {sent} events sent, {pending} pending, \
             {held} requests held"
        )
    }
}
