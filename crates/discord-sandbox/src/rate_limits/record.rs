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
}

/// A request that was rejected with status 429 because of [`RateLimits`](crate::RateLimits).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateLimited {
    /// Limit that the request exceeded.
    pub scope: RateLimitScope,
    /// HTTP method and path of the request, without the `/api/v10` prefix, such as `POST /channels/1/messages`.
    pub route: String,
    /// Milliseconds since the sandbox started, measured by the sandbox's clock.
    pub at: u64,
}
