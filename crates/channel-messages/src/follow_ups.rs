//! The follow-ups that were sent in the last minute.

use std::collections::VecDeque;
use std::time::Duration;

use crate::ids::{InteractionId, Time};

/// Number of follow-ups with one token that Discord accepts in [`TOKEN_PERIOD`].
const PER_TOKEN: usize = 5;
const TOKEN_PERIOD: Duration = Duration::from_secs(2);
/// Number of follow-ups in a channel that Discord accepts in [`CHANNEL_PERIOD`].
const PER_CHANNEL: usize = 30;
const CHANNEL_PERIOD: Duration = Duration::from_mins(1);
/// Number of follow-ups of these limits that are left for replies.
const RESERVED_OF_TOKEN: usize = 2;
const RESERVED_OF_CHANNEL: usize = 10;

/// The follow-ups that were sent in a channel in the last minute, oldest first.
#[derive(Debug, Default)]
pub(crate) struct FollowUps(VecDeque<(Time, InteractionId)>);

impl FollowUps {
    /// Records a follow-up that is sent with the token of an interaction.
    pub(crate) fn record(&mut self, interaction: InteractionId, now: Time) {
        self.0.retain(|(at, _)| *at + CHANNEL_PERIOD > now);
        self.0.push_back((now, interaction));
    }

    /// Returns the time from which a follow-up that is not a reply may be sent. The rest of Discord's limits
    /// is left for replies.
    pub(crate) fn allowed_at(&self, interaction: InteractionId, now: Time) -> Time {
        let of_channel = self.0.iter().map(|(at, _)| *at + CHANNEL_PERIOD);
        let of_token = self.0.iter().filter(|(_, of)| *of == interaction).map(|(at, _)| *at + TOKEN_PERIOD);
        let channel_at = free_at(of_channel, PER_CHANNEL - RESERVED_OF_CHANNEL);
        let token_at = free_at(of_token, PER_TOKEN - RESERVED_OF_TOKEN);
        now.max(channel_at).max(token_at)
    }
}

/// Returns the time from which fewer than `limit` follow-ups count. `ends` are the times until which they
/// count, in ascending order.
fn free_at(ends: impl DoubleEndedIterator<Item = Time>, limit: usize) -> Time {
    ends.rev().nth(limit - 1).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: InteractionId = InteractionId(1);
    const OTHER: InteractionId = InteractionId(2);

    fn seconds(seconds: u64) -> Time {
        Duration::from_secs(seconds)
    }

    #[test]
    fn token_is_allowed_three_follow_ups_in_two_seconds() {
        let mut sent = FollowUps::default();
        for number in 0..3 {
            assert_eq!(sent.allowed_at(FIRST, seconds(10)), seconds(10), "{number}");
            sent.record(FIRST, seconds(10));
        }
        assert_eq!(sent.allowed_at(FIRST, seconds(10)), seconds(12));
        assert_eq!(sent.allowed_at(OTHER, seconds(10)), seconds(10));
        assert_eq!(sent.allowed_at(FIRST, seconds(12)), seconds(12));
    }

    #[test]
    fn channel_is_allowed_twenty_follow_ups_in_a_minute() {
        let mut sent = FollowUps::default();
        for number in 0..20 {
            let now = seconds(10 + number);
            assert_eq!(sent.allowed_at(InteractionId(number), now), now);
            sent.record(InteractionId(number), now);
        }
        assert_eq!(sent.allowed_at(InteractionId(99), seconds(30)), seconds(70));
        assert_eq!(sent.allowed_at(InteractionId(99), seconds(70)), seconds(70));
    }
}
