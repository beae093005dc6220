//! The requests that wait for a permit.

use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};

use tokio::sync::oneshot;

use super::grant::Grant;
use super::limit_key::{LimitKey, Priority};

/// A waiting request.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) key: LimitKey,
    /// Receives the permit.
    pub(super) sender: oneshot::Sender<Grant>,
}

/// The place of a waiting request: its priority, then the order of arrival.
pub(super) type Position = (Priority, u64);

/// A request in the queue.
#[derive(Debug)]
pub(super) struct QueuedRequest {
    pub(super) request: Request,
    /// `true` if the global limit has delayed the request.
    pub(super) is_delayed_globally: bool,
}

/// The waiting requests by position.
///
/// Those of interactions are separate: while the global limit blocks all other requests, only interactions
/// are visited.
#[derive(Debug, Default)]
pub(super) struct WaitingRequests {
    interactions: BTreeMap<Position, QueuedRequest>,
    others: BTreeMap<Position, QueuedRequest>,
    /// Number of requests that have been added.
    added: u64,
}

/// The kinds of waiting requests that may still be granted a permit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidates {
    pub(super) interactions: bool,
    pub(super) others: bool,
}

impl WaitingRequests {
    /// Adds a request behind all waiting requests that are as urgent.
    pub(super) fn add(&mut self, request: Request, priority: Priority) {
        let queue = if request.key.is_interaction() { &mut self.interactions } else { &mut self.others };
        queue.insert((priority, self.added), QueuedRequest { request, is_delayed_globally: false });
        self.added += 1;
    }

    /// Returns the number of waiting requests.
    pub(super) fn len(&self) -> usize {
        self.interactions.len() + self.others.len()
    }

    /// Returns the position of the first candidate behind `after`.
    pub(super) fn next(&self, after: Option<Position>, candidates: Candidates) -> Option<Position> {
        let range = (after.map_or(Unbounded, Excluded), Unbounded);
        let first = |queue: &BTreeMap<Position, _>| queue.range(range).next().map(|(position, _)| *position);
        let interaction = candidates.interactions.then(|| first(&self.interactions)).flatten();
        let other = candidates.others.then(|| first(&self.others)).flatten();
        match (interaction, other) {
            (Some(interaction), Some(other)) => Some(interaction.min(other)),
            (one, other) => one.or(other),
        }
    }

    /// Returns the request at a position.
    pub(super) fn get_mut(&mut self, position: Position) -> Option<&mut QueuedRequest> {
        self.interactions.get_mut(&position).or_else(|| self.others.get_mut(&position))
    }

    /// Removes the request at a position and returns it.
    pub(super) fn remove(&mut self, position: Position) -> Option<QueuedRequest> {
        self.interactions.remove(&position).or_else(|| self.others.remove(&position))
    }
}
