//! Time limits and delays of the bot.

use std::time::Duration;

/// Time within which Discord expects the first response to an interaction.
///
/// See [Receiving and Responding](https://docs.discord.com/developers/interactions/receiving-and-responding)
/// in Discord's documentation.
pub const RESPONSE_DEADLINE: Duration = Duration::from_secs(3);

/// Time limits and delays that users or operators may notice.
///
/// Intervals of gateway connections and leases, and lifetimes of caches, are constants in their modules,
/// because they depend on Discord's gateway protocol or on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timings {
    /// Maximum time to wait for a table's reply before the interaction is deferred. Default: 2 s.
    ///
    /// Discord drops interactions that get no response within three seconds.
    pub deferral: Duration,
    /// Maximum time that an error message, or a first response that is sent again without its files, waits
    /// for the rate limits. Default: 2.8 s.
    ///
    /// Discord waits for three seconds, part of which may have passed when the interaction arrives.
    pub response_permit: Duration,
    /// Time after which Discord does not accept the first response to an interaction. Default:
    /// [`RESPONSE_DEADLINE`].
    pub response_deadline: Duration,
    /// Maximum duration of an upload in a reply. Default: 1 s.
    ///
    /// If the upload takes longer, the reply is sent without files. Discord waits for it for three seconds.
    pub upload: Duration,
    /// Maximum duration of an upload in a follow-up. Default: 5 s.
    ///
    /// Should be longer than [`upload`](Self::upload), because a follow-up that is sent twice is shown twice.
    pub follow_up_upload: Duration,
    /// Maximum time that each attempt to send a reply after the first response waits for the rate limits.
    /// Default: 10 s.
    pub reply_permit: Duration,
    /// Maximum time that a hand in a new message waits for the rate limits. Default: 1 s.
    ///
    /// The player's earlier message is edited then, or the hand is sent again later if there is none.
    pub hand_permit: Duration,
    /// Timeout for each request to Discord. Requests that time out are retried. Default: 30 s.
    pub request_timeout: Duration,
    /// Timeout for an edit of a hand. Default: 5 s.
    ///
    /// A reply in the same message waits for the edit. If an upload takes half of this time, the hand is sent
    /// without its picture. A hand in a new message may take longer by
    /// [`follow_up_upload`](Self::follow_up_upload).
    pub hand_edit: Duration,
    /// Time during which the table message may be sent as the first response to the interaction that begins a
    /// deal. Default: 1.5 s.
    ///
    /// Discord accepts a response within three seconds. The default leaves time for an upload that fails.
    pub response_offer: Duration,
    /// Maximum time that a hand message waits for the table message above it. Default: 1.5 s.
    ///
    /// Should be longer than [`edit_interval`](Self::edit_interval).
    pub table_message_wait: Duration,
    /// Minimum time between two edits of a public message. Default: 1 s.
    ///
    /// Discord allows about five edits in five seconds per channel. Updates that arrive during this time are
    /// coalesced into one edit.
    pub edit_interval: Duration,
    /// Debounce interval for presses on the same message. Default: 350 ms.
    ///
    /// A second press within this time is ignored if it would perform an action in a deal. Without
    /// debouncing, a double-click could trigger a button that appeared after the first press. The default is
    /// longer than a typical double-click but shorter than a user's reaction time to a changed button.
    pub double_click: Duration,
    /// Limits for the picture of a reply with a hand. Default: 5 ms in the queue, 300 ms in total.
    ///
    /// The reply hardly waits for earlier pictures. A late picture is added by a later edit.
    pub reply_picture: PictureWait,
    /// Limits for the picture of an update that nobody has requested. Default: 250 ms in the queue, 1 s in
    /// total.
    ///
    /// A late picture is added by a later edit.
    pub update_picture: PictureWait,
    /// Limits for a picture that the user has requested, such as a chart. Default: 1 s.
    pub requested_picture: PictureWait,
    /// Maximum time that a late picture of a reply with a hand waits for the rate limits. Default: 1 s.
    ///
    /// After this time, the next edit of the hand attaches the picture.
    pub picture_permit: Duration,
    /// Expected time in the queue above which pictures of running deals are left out. Default: 1 s.
    ///
    /// Late pictures wait for this time before the queue is checked again.
    pub picture_overload: Duration,
    /// Delays between attempts to update a message. Default: 1 s to 1 min.
    ///
    /// An attempt is repeated if Discord or the database is unavailable.
    pub update_retry: BackOff,
    /// Delays between attempts to send to a channel that rejects messages. Default: 2 s to 10 min.
    pub channel_retry: BackOff,
    /// Delays between attempts to post a welcome message while Discord is unavailable. Default: 2 s to 1 min.
    pub welcome_retry: BackOff,
    /// Minimum time between two answers to the direct messages of a user. Default: 1 min.
    pub direct_message_interval: Duration,
    /// Delays between attempts to register the commands. Default: 1 s to 1 min.
    pub registration_retry: BackOff,
    /// Delays between attempts to register commands that Discord has refused. Default: 10 min to 1 h.
    pub refused_registration_retry: BackOff,
    /// Delays between attempts to close the table of a deleted channel. Default: 1 s to 1 min.
    pub closing_retry: BackOff,
    /// Interval at which each shard's connection is checked. Default: 2 s.
    ///
    /// The clocks of a shard's tables run only while the shard is connected.
    pub connection_check: Duration,
    /// Timeout for each step of a graceful shutdown, such as sending the remaining messages. Default: 3 s.
    pub shutdown_timeout: Duration,
    /// Maximum time for which an interaction is kept until this process owns its shard. Default: 1.9 s.
    ///
    /// During a handover, Discord sends it to the owner and to the successor.
    pub handover_wait: Duration,
    /// Delay before an interaction is answered if the lease of its shard could not be renewed in time.
    /// Default: 1.2 s.
    ///
    /// If the database cannot be reached, the reply is an error message. If another process has taken the
    /// shard over, it has replied by then, and Discord rejects this reply.
    pub expired_lease_delay: Duration,
    /// Maximum time for handing leased shards over to other processes during a graceful shutdown. Default:
    /// 1 min.
    ///
    /// The successors start at most one session per five seconds, as Discord requires.
    pub handover_timeout: Duration,
}

impl Timings {
    /// The default values.
    pub const DEFAULT: Self = Self {
        deferral: Duration::from_secs(2),
        response_permit: Duration::from_millis(2_800),
        response_deadline: RESPONSE_DEADLINE,
        upload: Duration::from_secs(1),
        follow_up_upload: Duration::from_secs(5),
        reply_permit: Duration::from_secs(10),
        hand_permit: Duration::from_secs(1),
        request_timeout: Duration::from_secs(30),
        hand_edit: Duration::from_secs(5),
        response_offer: Duration::from_millis(1_500),
        table_message_wait: Duration::from_millis(1_500),
        edit_interval: Duration::from_secs(1),
        double_click: Duration::from_millis(350),
        reply_picture: PictureWait { queue: Duration::from_millis(5), total: Duration::from_millis(300) },
        update_picture: PictureWait { queue: Duration::from_millis(250), total: Duration::from_secs(1) },
        requested_picture: PictureWait { queue: Duration::from_secs(1), total: Duration::from_secs(1) },
        picture_permit: Duration::from_secs(1),
        picture_overload: Duration::from_secs(1),
        update_retry: BackOff { first: Duration::from_secs(1), longest: Duration::from_mins(1) },
        channel_retry: BackOff { first: Duration::from_secs(2), longest: Duration::from_mins(10) },
        welcome_retry: BackOff { first: Duration::from_secs(2), longest: Duration::from_mins(1) },
        direct_message_interval: Duration::from_mins(1),
        registration_retry: BackOff { first: Duration::from_secs(1), longest: Duration::from_mins(1) },
        refused_registration_retry: BackOff {
            first: Duration::from_mins(10),
            longest: Duration::from_hours(1),
        },
        closing_retry: BackOff { first: Duration::from_secs(1), longest: Duration::from_mins(1) },
        connection_check: Duration::from_secs(2),
        shutdown_timeout: Duration::from_secs(3),
        handover_wait: Duration::from_millis(1_900),
        expired_lease_delay: Duration::from_millis(1_200),
        handover_timeout: Duration::from_mins(1),
    };

    /// Scales the limits that depend on [`RESPONSE_DEADLINE`] in proportion to the deadline of a sandbox.
    #[must_use]
    pub fn with_response_deadline(self, deadline: Duration) -> Self {
        let factor = deadline.div_duration_f64(RESPONSE_DEADLINE);
        Self {
            deferral: self.deferral.mul_f64(factor),
            response_permit: self.response_permit.mul_f64(factor),
            response_deadline: self.response_deadline.mul_f64(factor),
            upload: self.upload.mul_f64(factor),
            follow_up_upload: self.follow_up_upload.mul_f64(factor),
            response_offer: self.response_offer.mul_f64(factor),
            handover_wait: self.handover_wait.mul_f64(factor),
            expired_lease_delay: self.expired_lease_delay.mul_f64(factor),
            ..self
        }
    }

    /// Returns the time limits of a channel. Delays after failures differ between channels, so that those
    /// that failed together are not all repeated at once.
    pub(crate) fn of_channel(&self, slow_interval: Duration) -> channel_messages::Timings {
        channel_messages::Timings {
            deferral: self.deferral,
            response_deadline: self.response_deadline,
            response_offer: self.response_offer,
            table_message_wait: self.table_message_wait,
            edit_interval: self.edit_interval,
            slow_interval,
            update_retry: self.update_retry.first.mul_f64(jitter()),
            longest_retry: self.update_retry.longest.mul_f64(jitter()),
            ..channel_messages::Timings::default()
        }
    }
}

impl Default for Timings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Maximum time that a message waits for its picture before it is sent without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureWait {
    /// Longest expected time in the queue. If it is exceeded, the message does not wait at all.
    pub queue: Duration,
    /// Longest time until the picture is drawn.
    pub total: Duration,
}

/// Delays of an exponential back-off between attempts of an operation that fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BackOff {
    /// Delay after the first failure.
    pub first: Duration,
    /// Longest delay.
    pub longest: Duration,
}

impl BackOff {
    /// Returns the delay after the given number of consecutive failures.
    ///
    /// The delay starts at [`first`](Self::first) and doubles with each failure, up to
    /// [`longest`](Self::longest).
    pub fn delay(self, failures: u32) -> Duration {
        self.first.saturating_mul(1 << failures.saturating_sub(1).min(20)).min(self.longest)
    }

    /// Returns a delay like [`delay`](Self::delay), multiplied by [`jitter`].
    pub(crate) fn jittered_delay(self, failures: u32) -> Duration {
        self.delay(failures).mul_f64(jitter())
    }
}

/// Returns a random factor for a delay, so that operations that failed together are not all retried at once.
pub(crate) fn jitter() -> f64 {
    rand::random_range(0.8..1.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_change_in_proportion_to_response_deadline() {
        let timings = Timings::DEFAULT;
        assert_eq!(timings.with_response_deadline(RESPONSE_DEADLINE), timings);
        let slow = timings.with_response_deadline(2 * RESPONSE_DEADLINE);
        assert_eq!((slow.deferral, slow.upload), (2 * timings.deferral, 2 * timings.upload));
        assert_eq!(slow.edit_interval, timings.edit_interval);
    }

    #[test]
    fn delay_doubles_up_to_limit() {
        let back_off = Timings::DEFAULT.channel_retry;
        let delays: Vec<u64> = (1..40).map(|failures| back_off.delay(failures).as_secs()).collect();
        assert_eq!(delays[..5], [2, 4, 8, 16, 32]);
        assert!(delays.is_sorted() && delays[38] == 600, "{delays:?}");
        assert!((0..1000).all(|_| (0.8..1.2).contains(&jitter())));
    }
}
