//! Circuit breakers per channel: a channel that rejects messages is retried with growing delays.
//!
//! The delays are 2 s, 4 s, 8 s and so on, up to 10 min. After [`REFUSALS`] rejections in a row, about half
//! an hour, the channel is no longer retried. It reopens when a member uses the bot there, when the channel
//! or the bot's permissions change, or after a restart. After [`UNKNOWN`] "Unknown Channel" errors in a row,
//! the channel is treated as deleted, and its table is closed. Nothing is sent to servers that are
//! unavailable.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::error::{ApiError, ErrorKind};
use crate::discord::timings::BackOff;
use crate::table::{ChannelId, ServerId};

/// Number of consecutive rejected messages after which the bot stops retrying and the channel becomes
/// [`ChannelState::Blocked`].
const REFUSALS: u32 = 12;
/// Number of consecutive "Unknown Channel" errors after which a channel is treated as deleted.
const UNKNOWN: u32 = 4;
/// Minimum time after a rejected message before a member can unblock the channel by using the bot.
const REOPEN_AFTER: Duration = Duration::from_mins(1);
/// Maximum number of channels to keep track of.
const MAX_CHANNELS: usize = 10_000;

/// Determines which requests the bot may send to a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChannelState {
    /// All requests may be sent.
    Accepting,
    /// No messages are sent before the given time. Edits with an interaction token are still sent.
    PausedUntil(Instant),
    /// No messages are sent until the channel is unblocked, for example by an interaction. Edits with an
    /// interaction token are still sent.
    Blocked,
    /// Nothing is sent, because the channel was deleted or its server is unavailable.
    Away,
}

/// Keeps a circuit breaker for each channel that has rejected messages.
#[derive(Debug)]
pub(crate) struct ChannelBreakers {
    retry: BackOff,
    known: Mutex<Known>,
    /// Notified when a channel is added to [`Known::lost`].
    lost_one: Notify,
}

#[derive(Debug, Default)]
struct Known {
    /// Circuit breakers for deleted channels and for channels that rejected the bot's most recent message.
    breakers: HashMap<ChannelId, ChannelBreaker>,
    /// Unavailable servers, each with the set of its channels that have missed updates.
    away: HashMap<ServerId, HashSet<ChannelId>>,
    /// Deleted channels whose tables still have to be closed.
    lost: Vec<ChannelId>,
}

#[derive(Debug)]
struct ChannelBreaker {
    server: ServerId,
    refusals: u32,
    unknown: u32,
    state: ChannelState,
    /// Time at which the channel most recently rejected a message.
    refused: Instant,
}

impl ChannelBreakers {
    /// Creates an empty collection. `retry` contains the delays between attempts to send to a channel that
    /// rejects messages.
    pub(crate) fn new(retry: BackOff) -> Self {
        Self { retry, known: Mutex::default(), lost_one: Notify::new() }
    }

    /// Returns which requests the bot may currently send to a channel.
    ///
    /// If the server is unavailable, also records that the channel has missed an update.
    pub(crate) fn state(&self, server: ServerId, channel: ChannelId) -> ChannelState {
        let mut known = self.known.lock();
        if let Some(turned_away) = known.away.get_mut(&server) {
            if turned_away.len() < MAX_CHANNELS {
                turned_away.insert(channel);
            }
            return ChannelState::Away;
        }
        match known.breakers.get(&channel).map(|breaker| breaker.state) {
            Some(ChannelState::PausedUntil(until)) if until <= Instant::now() => ChannelState::Accepting,
            Some(state) => state,
            None => ChannelState::Accepting,
        }
    }

    /// Returns `true` if the channel has rejected a message and accepted none since, or if it was deleted or
    /// its server is unavailable.
    pub(crate) fn rejects_messages(&self, server: ServerId, channel: ChannelId) -> bool {
        let known = self.known.lock();
        known.away.contains_key(&server) || known.breakers.contains_key(&channel)
    }

    /// Removes a channel's circuit breaker. Called after a message was accepted or when the channel has no
    /// table.
    pub(crate) fn forget(&self, channel: ChannelId) {
        self.known.lock().breakers.remove(&channel);
    }

    /// Records that a channel rejected a message, and returns the channel's new state: paused, blocked or
    /// deleted.
    ///
    /// The delay of a pause is multiplied by the random factor `jitter`, so that channels that failed at the
    /// same time are not all retried at once.
    pub(crate) fn refused(
        &self,
        server: ServerId,
        channel: ChannelId,
        error: &ApiError,
        jitter: f64,
    ) -> ChannelState {
        let mut known = self.known.lock();
        known.make_room();
        let breaker = known
            .breakers
            .entry(channel)
            .or_insert_with(|| ChannelBreaker::new(server, ChannelState::Accepting));
        breaker.refusals += 1;
        breaker.refused = Instant::now();
        breaker.unknown = if error.kind == ErrorKind::NoChannel { breaker.unknown + 1 } else { 0 };
        breaker.state = if breaker.unknown >= UNKNOWN {
            ChannelState::Away
        } else if breaker.refusals >= REFUSALS {
            ChannelState::Blocked
        } else {
            let wait = self.retry.delay(breaker.refusals).mul_f64(jitter);
            ChannelState::PausedUntil(Instant::now() + wait)
        };
        let state = breaker.state;
        if state == ChannelState::Away {
            known.lost.push(channel);
            self.lost_one.notify_one();
        }
        state
    }

    /// Lets the bot send messages to a paused or blocked channel again. Returns `false` if the channel was
    /// neither paused nor blocked.
    ///
    /// The number of rejections is kept, so the delay grows further if the next message is also rejected.
    pub(crate) fn reopen(&self, channel: ChannelId) -> bool {
        self.known.lock().breakers.get_mut(&channel).is_some_and(ChannelBreaker::reopen)
    }

    /// Lets the bot send messages to a paused or blocked channel again, after a member has used the bot
    /// there.
    ///
    /// Returns `false` if the channel was neither paused nor blocked, or if its last rejection was less than
    /// [`REOPEN_AFTER`] ago.
    pub(crate) fn reopen_after_use(&self, channel: ChannelId) -> bool {
        let mut known = self.known.lock();
        let breaker =
            known.breakers.get_mut(&channel).filter(|breaker| breaker.refused.elapsed() >= REOPEN_AFTER);
        breaker.is_some_and(ChannelBreaker::reopen)
    }

    /// Lets the bot send messages to all paused or blocked channels of a server again. Returns these
    /// channels.
    pub(crate) fn reopen_all(&self, server: ServerId) -> Vec<ChannelId> {
        let mut known = self.known.lock();
        let here = known.breakers.iter_mut().filter(|(_, breaker)| breaker.server == server);
        here.filter_map(|(channel, breaker)| breaker.reopen().then_some(*channel)).collect()
    }

    /// Records that a channel was deleted.
    pub(crate) fn lose(&self, server: ServerId, channel: ChannelId) {
        let mut known = self.known.lock();
        known.make_room();
        known.breakers.insert(channel, ChannelBreaker::new(server, ChannelState::Away));
        known.lost.push(channel);
        self.lost_one.notify_one();
    }

    /// Puts a deleted channel back into the queue if its table could not be closed. The channel is tried
    /// again after all others in the queue.
    pub(crate) fn is_still_lost(&self, channel: ChannelId) {
        self.known.lock().lost.insert(0, channel); // retried after the others
        self.lost_one.notify_one();
    }

    /// Removes a deleted channel from the queue of channels whose tables must be closed, and returns the
    /// channel's id. Waits if the queue is empty.
    pub(crate) async fn lost(&self) -> ChannelId {
        loop {
            if let Some(channel) = self.known.lock().lost.pop() {
                return channel;
            }
            self.lost_one.notified().await;
        }
    }

    /// Records that a server has become unavailable.
    pub(crate) fn left(&self, server: ServerId) {
        self.known.lock().away.entry(server).or_default();
    }

    /// Records that a server is available again, and lets the bot send messages to its paused or blocked
    /// channels.
    ///
    /// Returns the channels that had missed updates or were paused or blocked.
    pub(crate) fn back(&self, server: ServerId) -> Vec<ChannelId> {
        let turned_away = {
            let mut known = self.known.lock();
            // The channels of a server that removed the bot count as deleted.
            let is_gone = |breaker: &ChannelBreaker| breaker.state == ChannelState::Away;
            known.breakers.retain(|_, breaker| breaker.server != server || !is_gone(breaker));
            known.away.remove(&server)
        };
        let mut all = turned_away.unwrap_or_default();
        all.extend(self.reopen_all(server));
        all.into_iter().collect()
    }
}

impl Known {
    fn make_room(&mut self) {
        if self.breakers.len() >= MAX_CHANNELS {
            self.breakers.clear(); // refusing channels are added again
        }
    }
}

impl ChannelBreaker {
    fn new(server: ServerId, state: ChannelState) -> Self {
        Self { server, refusals: 0, unknown: 0, state, refused: Instant::now() }
    }

    fn reopen(&mut self) -> bool {
        let closed = matches!(self.state, ChannelState::PausedUntil(_) | ChannelState::Blocked);
        if closed {
            self.state = ChannelState::Accepting;
        }
        closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::timings::Timings;

    const HERE: (ServerId, ChannelId) = (ServerId(1), ChannelId(2));

    #[tokio::test(start_paused = true)]
    async fn channel_rejects_messages_until_one_is_accepted() {
        let breakers = ChannelBreakers::new(Timings::default().channel_retry);
        let rejects_messages = || breakers.rejects_messages(HERE.0, HERE.1);
        assert!(!rejects_messages());
        breakers.refused(HERE.0, HERE.1, &forbidden(), 1.0);
        assert!(rejects_messages());
        tokio::time::advance(Duration::from_hours(1)).await;
        assert_eq!(breakers.state(HERE.0, HERE.1), ChannelState::Accepting, "the pause is over");
        assert!(rejects_messages(), "no message was accepted since");
        breakers.forget(HERE.1);
        assert!(!rejects_messages());
        breakers.left(HERE.0);
        assert!(rejects_messages(), "unavailable server");
        breakers.back(HERE.0);
        assert!(!rejects_messages());
    }

    fn forbidden() -> ApiError {
        ApiError::new(ErrorKind::Forbidden, "403: Missing Access (50001)")
    }

    fn unknown() -> ApiError {
        ApiError::new(ErrorKind::NoChannel, "404: Unknown Channel (10003)")
    }

    /// Simulates a channel that rejects every message for a day. An update is attempted every second unless
    /// the circuit breaker blocks it.
    ///
    /// Returns the times of the attempts in seconds.
    async fn attempts_in_a_day(breakers: &ChannelBreakers, error: &ApiError) -> Vec<u64> {
        let (begun, mut asked) = (Instant::now(), Vec::new());
        for _ in 0..24 * 3600 {
            if breakers.state(HERE.0, HERE.1) == ChannelState::Accepting {
                asked.push(begun.elapsed().as_secs());
                breakers.refused(HERE.0, HERE.1, error, 1.0);
            }
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        asked
    }

    #[tokio::test(start_paused = true)]
    async fn bot_stops_sending_to_channel_that_rejects_every_request() {
        let breakers = ChannelBreakers::new(Timings::DEFAULT.channel_retry);
        let asked = attempts_in_a_day(&breakers, &forbidden()).await;
        assert_eq!(asked, [0, 2, 6, 14, 30, 62, 126, 254, 510, 1022, 1622, 2222]);
        assert_eq!(breakers.state(HERE.0, HERE.1), ChannelState::Blocked);
        assert!(breakers.reopen(HERE.1));
        assert_eq!(attempts_in_a_day(&breakers, &forbidden()).await, [0], "one attempt after reopening");
        assert!(!breakers.reopen_after_use(ChannelId(3)), "unknown channel reopened");
        assert!(breakers.reopen_after_use(HERE.1), "not reopened a day after the refusal");
        breakers.refused(HERE.0, HERE.1, &forbidden(), 1.0);
        assert!(!breakers.reopen_after_use(HERE.1), "reopened right after the refusal");
        breakers.forget(HERE.1);
        assert_eq!(
            attempts_in_a_day(&breakers, &forbidden()).await.len(),
            12,
            "refusals not reset after success"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn repeated_not_found_errors_mark_channel_as_deleted() {
        let breakers = ChannelBreakers::new(Timings::DEFAULT.channel_retry);
        breakers.refused(HERE.0, HERE.1, &unknown(), 1.0);
        breakers.refused(HERE.0, HERE.1, &forbidden(), 1.0);
        for _ in 1..UNKNOWN {
            assert_ne!(
                breakers.refused(HERE.0, HERE.1, &unknown(), 1.0),
                ChannelState::Away,
                "lost before consecutive answers"
            );
        }
        assert_eq!(breakers.refused(HERE.0, HERE.1, &unknown(), 1.0), ChannelState::Away);
        assert_eq!(breakers.lost().await, HERE.1);
        assert_eq!(breakers.state(HERE.0, HERE.1), ChannelState::Away);
        assert!(!breakers.reopen(HERE.1) && breakers.reopen_all(HERE.0).is_empty());
    }

    #[test]
    fn circuit_breaker_blocks_requests_to_unavailable_server() {
        let breakers = ChannelBreakers::new(Timings::DEFAULT.channel_retry);
        let (server, channel) = HERE;
        assert_eq!(breakers.back(server), [], "server was not unavailable");
        breakers.refused(server, ChannelId(3), &forbidden(), 1.0);
        breakers.left(server);
        assert_eq!(breakers.state(server, channel), ChannelState::Away);
        assert_eq!(
            breakers.state(ServerId(9), ChannelId(9)),
            ChannelState::Accepting,
            "other server affected"
        );
        let mut back = breakers.back(server);
        back.sort();
        assert_eq!(back, [channel, ChannelId(3)]);
        assert_eq!(breakers.state(server, channel), ChannelState::Accepting);
    }
}
