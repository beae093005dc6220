//! How many of the bot's requests Discord has called invalid lately, and what the bot leaves undone for it.
//!
//! Ten thousand answers of 401, 403 or 429 within ten minutes ban an address for a while, and with it
//! every table of this bot (Discord's page "Rate Limits: Invalid Request Limit"). So every answer is
//! heard where it comes in, and play goes on with fewer messages long before.
//!
//! Two things are not known here. A 429 of a limit that others share does not count at Discord, but it
//! can't be told from the others: it counts here. A 429 that serenity waits out before an upload is
//! tried again is not heard: serenity sleeps for as long as it is told to, so these are few.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::watch::Meter;

/// From how many invalid requests within the window on what is left undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caution {
    /// Without pictures (one that is refused is two requests), pings and words said by the way.
    pub thrifty: u32,
    /// Besides, without refreshing hands that nobody has asked for, and with [`Caution::pace`] between
    /// two edits of a channel.
    pub sparing: u32,
    /// Nothing but answers to people.
    pub silent: u32,
    /// See [`Caution::sparing`].
    pub pace: Duration,
    /// What Discord looks back on.
    pub window: Duration,
}

impl Default for Caution {
    /// A tenth of what Discord bears is no accident any more. At six tenths the rest is for answers, which
    /// are never held back, and for what another process at this address has used up before a restart.
    fn default() -> Self {
        Self {
            thrifty: 1_000,
            sparing: 3_000,
            silent: 6_000,
            pace: Duration::from_secs(15),
            window: Duration::from_mins(10),
        }
    }
}

/// How careful the bot has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// As usual.
    Calm,
    /// See [`Caution::thrifty`].
    Thrifty,
    /// See [`Caution::sparing`].
    Sparing,
    /// See [`Caution::silent`].
    Silent,
}

/// The invalid requests of the last ten minutes.
#[derive(Debug)]
pub(super) struct Budget {
    meter: Meter,
    caution: Caution,
    began: Instant,
    heard: Mutex<Heard>,
}

#[derive(Debug)]
struct Heard {
    /// How many in which second, oldest first.
    seconds: VecDeque<(u64, u32)>,
    /// All of them.
    count: u32,
    stage: Stage,
}

impl Budget {
    pub(super) fn new(caution: Caution, meter: Meter) -> Arc<Self> {
        let heard = Heard { seconds: VecDeque::new(), count: 0, stage: Stage::Calm };
        Arc::new(Self { meter, caution, began: Instant::now(), heard: Mutex::new(heard) })
    }

    /// Hears the status of an answer, which is counted.
    pub(super) fn hear(&self, status: u16) {
        self.meter.rest(Some(status));
        if matches!(status, 401 | 403 | 429) {
            self.look(1);
        }
    }

    /// How careful the bot has to be now.
    pub(super) fn stage(&self) -> Stage {
        self.look(0).0
    }

    /// How many invalid requests there were in the last ten minutes.
    #[cfg(test)]
    fn count(&self) -> u32 {
        self.look(0).1
    }

    /// Waits until messages may be sent.
    pub(super) async fn speaks(&self) {
        while self.stage() == Stage::Silent {
            tokio::time::sleep(self.caution.pace).await;
        }
    }

    /// The least time between two edits of a channel, where it is usually `pace`.
    pub(super) fn pace(&self, pace: Duration) -> Duration {
        if self.stage() >= Stage::Sparing { pace.max(self.caution.pace) } else { pace }
    }

    fn look(&self, more: u32) -> (Stage, u32) {
        let (now, window) = (self.began.elapsed().as_secs(), self.caution.window.as_secs());
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some((_, many)) = heard.seconds.pop_front_if(|(second, _)| *second + window <= now) {
            heard.count -= many;
        }
        if more > 0 {
            heard.count += more;
            match heard.seconds.back_mut().filter(|(second, _)| *second == now) {
                Some((_, many)) => *many += more,
                None => heard.seconds.push_back((now, more)),
            }
        }
        let (before, count) = (heard.stage, heard.count);
        heard.stage = self.caution.stage(before, count);
        let stage = heard.stage;
        drop(heard);
        if stage != before {
            tracing::warn!(?before, ?stage, count, "invalid requests in the last ten minutes");
        }
        (stage, count)
    }
}

impl Caution {
    /// Upwards at once; downwards only well below, so that a stage is not left and entered all the time.
    fn stage(self, before: Stage, count: u32) -> Stage {
        let at = |factor: u32| {
            [(self.silent, Stage::Silent), (self.sparing, Stage::Sparing), (self.thrifty, Stage::Thrifty)]
                .into_iter()
                .find(|(least, _)| u64::from(count) * 4 >= u64::from(*least) * u64::from(factor))
                .map_or(Stage::Calm, |(_, stage)| stage)
        };
        at(4).max(before.min(at(3)))
    }
}

/// A client whose every answer is heard, also those that serenity's rate limiter waits out. What can't
/// be sent twice passes unheard, and that is uploads alone: see [`heard`](super::trouble::heard).
///
/// The door is the client's policy of sending again, which here looks on and never does.
pub(super) fn listening(client: reqwest::ClientBuilder, budget: &Arc<Budget>) -> reqwest::ClientBuilder {
    let budget = Arc::clone(budget);
    client.retry(reqwest::retry::never().classify_fn(move |answer| {
        if let Some(status) = answer.status() {
            budget.hear(status.as_u16());
        }
        answer.success()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget() -> Arc<Budget> {
        Budget::new(Caution::default(), Meter::default())
    }

    fn hear(budget: &Budget, times: u32) {
        for _ in 0..times {
            budget.hear(403);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn only_what_discord_calls_invalid_counts() {
        let budget = budget();
        for status in [200, 204, 400, 404, 413, 500, 503] {
            budget.hear(status);
        }
        assert_eq!(budget.count(), 0);
        for status in [401, 403, 429] {
            budget.hear(status);
        }
        assert_eq!(budget.count(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn every_answer_is_in_the_figures() {
        let meter = Meter::default();
        let budget = Budget::new(Caution::default(), meter.clone());
        for status in [200, 204, 404, 401, 403, 429, 429, 503] {
            budget.hear(status);
        }
        let text = meter.text().unwrap();
        for (figure, count) in [
            ("ulti_rest_requests_total{status=\"2xx\"}", 2),
            ("ulti_rest_requests_total{status=\"4xx\"}", 3),
            ("ulti_rest_requests_total{status=\"429\"}", 2),
            ("ulti_rest_requests_total{status=\"5xx\"}", 1),
            ("ulti_rest_invalid_requests_total", 4),
        ] {
            assert!(text.contains(&format!("\n{figure} {count}\n")), "{figure} {count} is not in {text}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_window_slides() {
        let budget = budget();
        for minute in 1..=20 {
            hear(&budget, 100);
            assert_eq!(budget.count(), 100 * minute.min(10));
            tokio::time::advance(Duration::from_mins(1)).await;
        }
        tokio::time::advance(Caution::default().window).await;
        assert_eq!((budget.count(), budget.stage()), (0, Stage::Calm));
    }

    #[tokio::test(start_paused = true)]
    async fn the_stages_follow_each_other_and_go_back_one_by_one() {
        let budget = budget();
        for (more, stage) in
            [(999, Stage::Calm), (1, Stage::Thrifty), (2_000, Stage::Sparing), (3_000, Stage::Silent)]
        {
            hear(&budget, more);
            assert_eq!(budget.stage(), stage, "after {}", budget.count());
            tokio::time::advance(Duration::from_mins(2)).await;
        }
        assert_eq!(budget.pace(Duration::from_secs(1)), Duration::from_secs(15));
        let mut seen = Vec::new();
        for _ in 0..12 {
            tokio::time::advance(Duration::from_mins(1)).await;
            seen.push(budget.stage());
        }
        assert!(seen.is_sorted_by(|one, next| one >= next), "{seen:?}");
        assert_eq!(seen.last(), Some(&Stage::Calm));
        assert_eq!(budget.pace(Duration::from_secs(1)), Duration::from_secs(1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_stage_is_not_left_at_its_edge() {
        let budget = budget();
        hear(&budget, 300);
        tokio::time::advance(Duration::from_mins(5)).await;
        hear(&budget, 700);
        assert_eq!(budget.stage(), Stage::Thrifty);
        tokio::time::advance(Duration::from_mins(5)).await;
        assert_eq!((budget.count(), budget.stage()), (700, Stage::Calm));
        hear(&budget, 299);
        assert_eq!((budget.count(), budget.stage()), (999, Stage::Calm));
        hear(&budget, 1);
        assert_eq!(budget.stage(), Stage::Thrifty);
        tokio::time::advance(Duration::from_mins(4)).await;
        assert_eq!((budget.count(), budget.stage()), (1_000, Stage::Thrifty));
    }
}
