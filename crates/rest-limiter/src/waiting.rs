//! The requests of a bucket that wait for a permit.

use std::collections::BTreeMap;

use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::grant::Grant;
use crate::limit_key::LimitKey;

/// A waiting request.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) key: LimitKey,
    /// The request is not sent at this time or later.
    pub(crate) deadline: Option<Instant>,
    /// `true` if the global limit has delayed the request.
    pub(crate) is_delayed_globally: bool,
    /// Receives the permission to send the request.
    pub(crate) sender: oneshot::Sender<Grant>,
}

/// The place of a waiting request in the order in which requests are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// Time at which the request is due. Requests that arrive later cannot overtake it. `None` for a
    /// response.
    pub(crate) due: Option<Instant>,
    /// Number of requests that arrived before.
    pub(crate) number: u64,
}

/// The waiting requests of a bucket in the order in which they are sent.
pub(crate) type WaitingRequests = BTreeMap<Place, Request>;

impl Request {
    /// Returns `true` if the request should not be sent any more.
    pub(crate) fn is_obsolete(&self, now: Instant) -> bool {
        self.sender.is_closed() || self.deadline.is_some_and(|deadline| deadline <= now)
    }
}
