//! The answer to a waiting request.

use std::sync::Arc;

/// Sent to a request that may be sent.
#[derive(Debug)]
pub(crate) struct Grant {
    /// `true` if the global limit delayed the request. The limit of its route may have delayed it, too.
    pub(crate) is_delayed_globally: bool,
    /// `true` if the request counts towards the global limit.
    pub(crate) counts_globally: bool,
}

/// Identifies a bucket: its name and the major parameter.
pub(crate) type BucketKey = (Arc<str>, u64);
