//! The event queue of a schedule.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use channel_messages::{Cause, Event, InteractionId, Reply, StepId, StepResult, TableId, Time};

use crate::sending::Sending;
use crate::tables::SimBoard;

/// Something that happens at a time. A `u32` is the number of a process.
#[derive(Debug)]
pub(crate) enum Occurrence {
    /// A user does something.
    Acts,
    /// An interaction arrives at the bot.
    Delivered(u32, InteractionId, Event<SimBoard>),
    /// The handler of an interaction has finished.
    Handled(u32, InteractionId, Reply<SimBoard>),
    /// A change of a table is announced with its cause.
    Announced(u32, TableId, Cause),
    /// A step is ready to be sent.
    Ready(u32, StepId),
    /// A request arrives at Discord or the database.
    Arrives(u32, StepId, Sending),
    /// The result of a request arrives at the bot.
    Answered(u32, StepId, StepResult),
    /// The channel has to be called. Ignored unless the number is the one of the newest wake-up.
    Wakes(u64),
    /// No request fails from now on.
    FaultsStop,
    /// The bot finds out that the channel accepts messages again.
    Opens,
    /// This process serves a table again.
    Returns(TableId),
    /// Every table changes once more, so that content that was refused is sent again.
    TablesChange,
}

/// The occurrences of a schedule that are still to come.
#[derive(Debug, Default)]
pub(crate) struct Occurrences {
    queue: BinaryHeap<Reverse<(Time, u64)>>,
    /// The occurrences by number. One that was removed leaves its number in the queue.
    waiting: BTreeMap<u64, Occurrence>,
    last: u64,
}

impl Occurrences {
    /// Adds an occurrence. Occurrences with the same time keep the order in which they were added.
    pub(crate) fn add(&mut self, time: Time, occurrence: Occurrence) {
        self.last += 1;
        self.waiting.insert(self.last, occurrence);
        self.queue.push(Reverse((time, self.last)));
    }

    /// Removes the next occurrence, and returns its time. The occurrence is `None` if it was removed
    /// before.
    pub(crate) fn pop(&mut self) -> Option<(Time, Option<Occurrence>)> {
        let Reverse((time, number)) = self.queue.pop()?;
        Some((time, self.waiting.remove(&number)))
    }

    /// Returns `true` if nothing but wake-ups of the channel is left.
    pub(crate) fn has_only_wakes(&self) -> bool {
        self.waiting.values().all(|occurrence| matches!(occurrence, Occurrence::Wakes(_)))
    }

    /// Removes the requests that are on their way and that a filter selects.
    pub(crate) fn take_arrivals(&mut self, filter: impl Fn(&Sending) -> bool) -> Vec<(u32, StepId, Sending)> {
        let is_taken = |_: &u64, occurrence: &mut Occurrence| match occurrence {
            Occurrence::Arrives(.., sending) => filter(sending),
            _ => false,
        };
        let taken = self.waiting.extract_if(.., is_taken);
        let arrivals = taken.filter_map(|(_, occurrence)| match occurrence {
            Occurrence::Arrives(process, step, sending) => Some((process, step, sending)),
            _ => None,
        });
        arrivals.collect()
    }

    /// Returns `true` if a change is going to be announced to a process.
    pub(crate) fn is_change_announced(&self, process: u32) -> bool {
        let is_announced =
            |occurrence: &Occurrence| matches!(occurrence, Occurrence::Announced(of, ..) if *of == process);
        self.waiting.values().any(is_announced)
    }
}
