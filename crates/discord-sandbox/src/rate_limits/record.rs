//! Records of rejected requests.

/// The kind of rate limit that a request exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RateLimitScope {
    /// The bucket of the request's route (`X-RateLimit-Scope: user`).
    Bucket,
    /// The limit for edits of messages older than one hour (error code 30046).
    OldMessages,
    /// The global limit of the bot token (`X-RateLimit-Scope: global`).
    Global,
    /// The limit for invalid requests. The response has no rate limit headers and no JSON body.
    InvalidRequests,
    /// The limit for `IDENTIFY` frames, [`Options::max_concurrency`](crate::Options::max_concurrency) in five
    /// seconds. The gateway answers the frame with opcode 9.
    Identify,
}

/// A request that was rejected because of [`RateLimits`](crate::RateLimits).
///
/// The answer was status 429, or opcode 9 for an `IDENTIFY` frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateLimited {
    /// Limit that the request exceeded.
    pub scope: RateLimitScope,
    /// HTTP method and path of the request, without the `/api/v10` prefix, such as
    /// `POST /channels/1/messages`.
    ///
    /// `IDENTIFY`, shard id and shard count for an `IDENTIFY` frame, such as `IDENTIFY 3/12`.
    pub route: String,
    /// Milliseconds since the sandbox started, measured by the sandbox's clock.
    pub at: u64,
}
