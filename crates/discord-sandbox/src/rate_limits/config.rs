//! Configuration of the rate limits.

/// The rate limits that the sandbox enforces on the bot's REST requests and `IDENTIFY` frames.
///
/// Each limit applies to a window of fixed length, which starts with the first request after the previous
/// window has ended. Windows are measured in real time plus every
/// [`Sandbox::advance`](crate::Sandbox::advance), even if the sandbox's clock is stopped. Otherwise, a bot
/// that has exhausted a limit would wait forever.
///
/// [`Sandbox::rate_limited`](crate::Sandbox::rate_limited) returns the rejected requests.
///
/// ```
/// use discord_sandbox::{Options, RateLimits};
///
/// // Discord's limits, but requests to interaction endpoints count towards the global limit.
/// let rate_limits = RateLimits { count_interactions: true, ..RateLimits::DISCORD };
/// let options = Options { rate_limits, ..Options::default() };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateLimits {
    /// Maximum number of requests per second for each bot token. If `None`, there is no global limit.
    ///
    /// Requests without a bot token share one additional limit, as requests from one IP address do.
    pub global: Option<u32>,
    /// If `true`, requests to interaction endpoints count towards the global limit.
    ///
    /// Interaction endpoints are `/interactions/{id}/{token}/callback` and all routes below
    /// `/webhooks/{application}/{token}`. Discord documents them as exempt from the global limit, but some
    /// bots have been limited when they sent an `Authorization` header.
    pub count_interactions: bool,
    /// If `true`, each route has a bucket, e.g. five new messages per channel in five seconds.
    ///
    /// Discord does not publish the limits of its buckets. The sandbox uses limits that bots have observed.
    pub buckets: bool,
    /// Number of invalid requests in ten minutes after which all requests are rejected until the ten minutes
    /// are over. If `None`, invalid requests are not limited.
    ///
    /// A request is invalid if it is answered with status 401, 403 or 429.
    pub invalid_requests: Option<u32>,
    /// If `true`, the gateway accepts one `IDENTIFY` in five seconds for each bucket of shards, which is
    /// `shard_id % max_concurrency`, and answers any other with opcode 9.
    ///
    /// See [`Options::max_concurrency`](crate::Options::max_concurrency). A bot that is restarted within five
    /// seconds exceeds this limit, too.
    pub identifies: bool,
}

impl RateLimits {
    /// Discord's rate limits.
    pub const DISCORD: Self = Self {
        global: Some(50),
        count_interactions: false,
        buckets: true,
        invalid_requests: Some(10_000),
        identifies: true,
    };
    /// No rate limits. Every response reports a limit of 1000 requests per second.
    pub const OFF: Self = Self {
        global: None,
        count_interactions: false,
        buckets: false,
        invalid_requests: None,
        identifies: false,
    };
}

impl Default for RateLimits {
    /// Returns Discord's rate limits.
    fn default() -> Self {
        Self::DISCORD
    }
}
