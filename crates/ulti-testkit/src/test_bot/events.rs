//! Detects gateway events that the sandbox has sent and that the bot has not received yet.

use std::sync::Mutex;

use discord_sandbox::SentEvents;

/// Compares the number of events that the bot has received with the number of events sent to it.
///
/// Events are in the buffers of the operating system in between, for a time that depends on the load of the
/// machine.
pub(super) struct EventComparison(Mutex<Baseline>);

/// A number of received and sent events at a time when no event was in transit.
#[derive(Debug, Clone, Copy)]
struct Baseline {
    /// Number of [interruptions](SentEvents::interruptions) at that time.
    interruptions: u64,
    /// Number of received events minus the number of sent events. A process that was started after its
    /// sandbox has received fewer events. The difference is at most the one of the baseline at all times,
    /// because an event is counted as sent first.
    difference: i128,
}

impl EventComparison {
    /// Creates a comparison for a bot that has not been started yet.
    pub(super) fn new(sent: SentEvents) -> Self {
        Self(Mutex::new(Baseline::of(0, sent)))
    }

    /// Returns `false` if the bot has not received all events.
    ///
    /// `received` has to be read before `sent`. After an interruption, the number of lost events is not
    /// known, and the first call returns `true`.
    pub(super) fn is_complete(&self, received: u64, sent: SentEvents) -> bool {
        let now = Baseline::of(received, sent);
        let mut baseline = self.0.lock().unwrap();
        if baseline.interruptions != now.interruptions || baseline.difference < now.difference {
            *baseline = now;
        }
        now.difference == baseline.difference
    }
}

impl Baseline {
    fn of(received: u64, sent: SentEvents) -> Self {
        let difference = i128::from(received) - i128::from(sent.count);
        Self { interruptions: sent.interruptions, difference }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(count: u64, interruptions: u64) -> SentEvents {
        SentEvents { count, interruptions }
    }

    #[test]
    fn events_in_transit_are_detected() {
        // The sandbox has sent 40 events to an earlier process.
        let events = EventComparison::new(sent(40, 1));
        assert!(events.is_complete(0, sent(40, 1)));
        assert!(!events.is_complete(0, sent(41, 1)));
        assert!(!events.is_complete(3, sent(44, 1)));
        assert!(events.is_complete(4, sent(44, 1)));
    }

    #[test]
    fn events_lost_with_a_connection_are_not_awaited() {
        let events = EventComparison::new(sent(0, 0));
        assert!(!events.is_complete(8, sent(10, 0)));
        assert!(events.is_complete(8, sent(10, 1)));
        assert!(!events.is_complete(8, sent(11, 1)));
        assert!(events.is_complete(9, sent(11, 1)));
        // Only one of the two events was lost. The other one has arrived late.
        assert!(events.is_complete(10, sent(11, 1)));
        assert!(!events.is_complete(10, sent(12, 1)));
    }
}
