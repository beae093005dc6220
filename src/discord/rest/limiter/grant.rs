//! The permission to send a request, and the limits that the request counts towards.

use std::sync::Arc;

/// Sent to a request that may be sent.
#[derive(Debug, Default)]
pub(super) struct Grant {
    /// `true` if the global limit delayed the request. The limit of its route may have delayed it, too.
    pub(super) is_delayed_globally: bool,
    pub(super) charge: Charge,
}

/// The limits that a granted request counts towards. They may have changed when the response arrives.
#[derive(Debug, Clone, Default)]
pub(super) struct Charge {
    pub(super) bucket: Option<BucketKey>,
    /// `true` if the request counts towards the global limit.
    pub(super) counts_globally: bool,
}

/// A bucket of requests that share a limit: its name and the major parameter.
pub(super) type BucketKey = (Arc<str>, u64);
