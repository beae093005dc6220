//! The urgency of requests and the limits that apply to them.

use std::time::Duration;

/// The urgency of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Priority {
    /// A response for which a user is waiting. It is sent before all other requests.
    Response,
    /// Another request, which later and more urgent ones may overtake for this long.
    ///
    /// Requests are sent in the order of the time at which they become due: that of their arrival plus this
    /// duration. A few requests of the global limit are reserved for those that are due.
    OvertakenFor(Duration),
}

/// Identifies the rate limits that apply to a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LimitKey {
    /// Method and path template of the request, for example `PATCH channel message`.
    pub route: &'static str,
    /// The id in the path that has limits of its own, such as the channel, or a hash of the interaction
    /// token. Discord calls it the major parameter.
    pub major: u64,
    /// The limits that apply.
    pub scope: LimitScope,
}

/// The limits that apply to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitScope {
    /// The global limit and the limit of the route.
    Global,
    /// The limit of the route. The global limit applies only if Discord counts interaction endpoints.
    Interaction,
    /// Like [`Interaction`](Self::Interaction), but the route has no limit, because it is used only once.
    FirstResponse,
}

impl LimitKey {
    /// Returns `true` if the request counts towards the global limit only if Discord counts interaction
    /// endpoints.
    pub(crate) fn is_interaction(&self) -> bool {
        self.scope != LimitScope::Global
    }

    /// Returns `true` if the request has to wait for the limit of its bucket.
    pub(crate) fn has_bucket_limit(&self) -> bool {
        self.scope != LimitScope::FirstResponse
    }
}
