//! Which channels take the bot's messages. One that refuses is asked ever more slowly and then not at
//! all, until something is heard of it; on a server that is out of reach nothing is asked.
//!
//! A channel that refused is asked again two seconds later, then four, eight, up to ten minutes; after
//! [`REFUSALS`] in a row, half an hour or so, it is left alone. What is heard of it opens the door again: a person
//! who does something there while the bot may write, a change of the channel or of the bot's rights, a
//! restart. A channel of which Discord says [`UNKNOWN`] times in a row that there is none is lost: its
//! evening ends.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::trouble::Trouble;
use crate::table::{ChannelId, ServerId};

/// After so many refusals in a row nothing more is asked.
const REFUSALS: u32 = 12;
/// After so many answers in a row that there is no such channel, there is none.
const UNKNOWN: u32 = 4;
/// The first wait after a refusal.
const SHORTEST_WAIT: Duration = Duration::from_secs(2);
/// The longest wait between two refusals.
const LONGEST_WAIT: Duration = Duration::from_mins(10);
/// So long after a refusal a person who does something there is no reason to ask again.
const PERSONS_WAIT: Duration = Duration::from_mins(1);
/// So many doors are remembered.
const MOST: usize = 10_000;

/// What may be sent to a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Everything.
    Open,
    /// No messages before this. What goes by a person's own token does.
    ClosedUntil(Instant),
    /// No messages until something is heard of the channel.
    Shut,
    /// Nothing at all: the channel is gone, or its server out of reach.
    Away,
}

/// The doors of all channels.
#[derive(Debug, Default)]
pub(super) struct Doors {
    known: Mutex<Known>,
    /// Rung when a channel is lost.
    rung: Notify,
}

#[derive(Debug, Default)]
struct Known {
    /// The channels that have refused something since they last took something.
    doors: HashMap<ChannelId, Door>,
    /// The servers that are out of reach, with the channels for which something was to be sent since.
    away: HashMap<ServerId, HashSet<ChannelId>>,
    /// The channels that are not there any more and whose evening is still to be ended.
    lost: Vec<ChannelId>,
}

#[derive(Debug)]
struct Door {
    server: ServerId,
    refusals: u32,
    unknown: u32,
    way: Way,
    /// When it last refused.
    refused: Instant,
}

impl Doors {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What may be sent to a channel now.
    pub(super) fn way(&self, server: ServerId, channel: ChannelId) -> Way {
        let mut known = self.known();
        if let Some(turned_away) = known.away.get_mut(&server) {
            if turned_away.len() < MOST {
                turned_away.insert(channel);
            }
            return Way::Away;
        }
        match known.doors.get(&channel).map(|door| door.way) {
            Some(Way::ClosedUntil(until)) if until <= Instant::now() => Way::Open,
            Some(way) => way,
            None => Way::Open,
        }
    }

    /// Forgets what it knew of a channel: it took what was sent, or nobody will send anything there.
    pub(super) fn forget(&self, channel: ChannelId) {
        self.known().doors.remove(&channel);
    }

    /// Hears that a channel refused, and says what may be sent to it now; `jitter` spreads those that
    /// refuse at one moment.
    pub(super) fn refused(
        &self,
        server: ServerId,
        channel: ChannelId,
        trouble: &Trouble,
        jitter: f64,
    ) -> Way {
        let mut known = self.known();
        known.make_room();
        let door = known.doors.entry(channel).or_insert_with(|| Door::new(server, Way::Open));
        door.refusals += 1;
        door.refused = Instant::now();
        door.unknown = if matches!(trouble, Trouble::NoChannel(_)) { door.unknown + 1 } else { 0 };
        door.way = if door.unknown >= UNKNOWN {
            Way::Away
        } else if door.refusals >= REFUSALS {
            Way::Shut
        } else {
            let wait = back_off(door.refusals, SHORTEST_WAIT, LONGEST_WAIT).mul_f64(jitter);
            Way::ClosedUntil(Instant::now() + wait)
        };
        let way = door.way;
        if way == Way::Away {
            known.lost.push(channel);
            self.rung.notify_one();
        }
        way
    }

    /// Something was heard that may have opened a channel; whether it was closed. It is asked once; if
    /// it refuses again, it is asked as slowly as before.
    pub(super) fn reopen(&self, channel: ChannelId) -> bool {
        self.known().doors.get_mut(&channel).is_some_and(Door::reopen)
    }

    /// The same where all that was heard is a person who does something there, and that the bot should be
    /// allowed to write: worth asking now and then.
    pub(super) fn reopen_for_person(&self, channel: ChannelId) -> bool {
        let mut known = self.known();
        let door = known.doors.get_mut(&channel).filter(|door| door.refused.elapsed() >= PERSONS_WAIT);
        door.is_some_and(Door::reopen)
    }

    /// The same for all channels of a server: those that were closed.
    pub(super) fn reopen_all(&self, server: ServerId) -> Vec<ChannelId> {
        let mut known = self.known();
        let here = known.doors.iter_mut().filter(|(_, door)| door.server == server);
        here.filter_map(|(channel, door)| door.reopen().then_some(*channel)).collect()
    }

    /// The channel is not there any more.
    pub(super) fn lose(&self, server: ServerId, channel: ChannelId) {
        let mut known = self.known();
        known.make_room();
        known.doors.insert(channel, Door::new(server, Way::Away));
        known.lost.push(channel);
        self.rung.notify_one();
    }

    /// The evening of a lost channel could not be ended: it is still to be.
    pub(super) fn is_still_lost(&self, channel: ChannelId) {
        self.known().lost.insert(0, channel); // the others come first
        self.rung.notify_one();
    }

    /// Waits until a channel is lost.
    pub(super) async fn lost(&self) -> ChannelId {
        loop {
            if let Some(channel) = self.known().lost.pop() {
                return channel;
            }
            self.rung.notified().await;
        }
    }

    /// A server is out of reach.
    pub(super) fn left(&self, server: ServerId) {
        self.known().away.entry(server).or_default();
    }

    /// A server can be reached: the channels for which something was to be sent while it could not, and
    /// those that were closed.
    pub(super) fn back(&self, server: ServerId) -> Vec<ChannelId> {
        let turned_away = self.known().away.remove(&server);
        let mut all = turned_away.unwrap_or_default();
        all.extend(self.reopen_all(server));
        all.into_iter().collect()
    }
}

impl Known {
    fn make_room(&mut self) {
        if self.doors.len() >= MOST {
            self.doors.clear(); // they refuse again and are known again
        }
    }
}

impl Door {
    fn new(server: ServerId, way: Way) -> Self {
        Self { server, refusals: 0, unknown: 0, way, refused: Instant::now() }
    }

    fn reopen(&mut self) -> bool {
        let closed = matches!(self.way, Way::ClosedUntil(_) | Way::Shut);
        if closed {
            self.way = Way::Open;
        }
        closed
    }
}

/// Twice as long each time, from `shortest` up to `longest`.
pub(super) fn back_off(times: u32, shortest: Duration, longest: Duration) -> Duration {
    shortest.saturating_mul(1 << times.saturating_sub(1).min(20)).min(longest)
}

/// A factor for a wait: what failed at one moment in many channels is not tried again at one moment.
pub(super) fn jitter() -> f64 {
    rand::random_range(0.8..1.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: (ServerId, ChannelId) = (ServerId(1), ChannelId(2));

    fn forbidden() -> Trouble {
        Trouble::Forbidden("403: Missing Access (50001)".to_owned())
    }

    fn unknown() -> Trouble {
        Trouble::NoChannel("404: Unknown Channel (10003)".to_owned())
    }

    /// Asks whenever it is allowed, for a day in which something new is to be shown every second; when it
    /// was asked, in seconds.
    async fn asked_in_a_day(doors: &Doors, trouble: &Trouble) -> Vec<u64> {
        let (begun, mut asked) = (Instant::now(), Vec::new());
        for _ in 0..24 * 3600 {
            if doors.way(HERE.0, HERE.1) == Way::Open {
                asked.push(begun.elapsed().as_secs());
                doors.refused(HERE.0, HERE.1, trouble, 1.0);
            }
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        asked
    }

    #[tokio::test(start_paused = true)]
    async fn who_refuses_is_asked_ever_more_slowly_and_then_left_alone() {
        let doors = Doors::default();
        let asked = asked_in_a_day(&doors, &forbidden()).await;
        assert_eq!(asked, [0, 2, 6, 14, 30, 62, 126, 254, 510, 1022, 1622, 2222]);
        assert_eq!(doors.way(HERE.0, HERE.1), Way::Shut);
        assert!(doors.reopen(HERE.1));
        assert_eq!(asked_in_a_day(&doors, &forbidden()).await, [0], "heard of once, asked once");
        assert!(!doors.reopen_for_person(ChannelId(3)), "nothing is known of it");
        assert!(doors.reopen_for_person(HERE.1), "a day ago");
        doors.refused(HERE.0, HERE.1, &forbidden(), 1.0);
        assert!(!doors.reopen_for_person(HERE.1), "just now");
        doors.forget(HERE.1);
        assert_eq!(asked_in_a_day(&doors, &forbidden()).await.len(), 12, "what went through counts anew");
    }

    #[tokio::test(start_paused = true)]
    async fn a_channel_that_is_not_there_is_lost() {
        let doors = Doors::default();
        doors.refused(HERE.0, HERE.1, &unknown(), 1.0);
        doors.refused(HERE.0, HERE.1, &forbidden(), 1.0);
        for _ in 1..UNKNOWN {
            assert_ne!(doors.refused(HERE.0, HERE.1, &unknown(), 1.0), Way::Away, "in a row");
        }
        assert_eq!(doors.refused(HERE.0, HERE.1, &unknown(), 1.0), Way::Away);
        assert_eq!(doors.lost().await, HERE.1);
        assert_eq!(doors.way(HERE.0, HERE.1), Way::Away);
        assert!(!doors.reopen(HERE.1) && doors.reopen_all(HERE.0).is_empty());
    }

    #[test]
    fn a_server_out_of_reach_is_asked_nothing_and_all_of_it_when_it_is_back() {
        let doors = Doors::default();
        let (server, channel) = HERE;
        assert_eq!(doors.back(server), [], "it was never away");
        doors.refused(server, ChannelId(3), &forbidden(), 1.0);
        doors.left(server);
        assert_eq!(doors.way(server, channel), Way::Away);
        assert_eq!(doors.way(ServerId(9), ChannelId(9)), Way::Open, "another server is not concerned");
        let mut back = doors.back(server);
        back.sort();
        assert_eq!(back, [channel, ChannelId(3)]);
        assert_eq!(doors.way(server, channel), Way::Open);
    }

    #[test]
    fn waits_double_and_end_somewhere() {
        let waits = (1..40).map(|times| back_off(times, SHORTEST_WAIT, LONGEST_WAIT).as_secs());
        let waits: Vec<u64> = waits.collect();
        assert_eq!(waits[..5], [2, 4, 8, 16, 32]);
        assert!(waits.is_sorted() && waits[38] == 600, "{waits:?}");
        assert!((0..1000).all(|_| (0.8..1.2).contains(&jitter())));
    }
}
