//! Rate limits per user and per server, with the generic cell rate algorithm (ITU-T I.371).
//!
//! A bucket is stored as the instant at which it will be full again. Taking units from a bucket moves that
//! instant into the future, at most by the time that an empty bucket needs to refill. Each user therefore
//! needs only a few words of memory and no timer.
//!
//! Only the most recent users and servers are kept. A user or server that was evicted starts again with a
//! full bucket.

use std::num::NonZeroUsize;
use std::time::Duration;

use lru::LruCache;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::discord::messages::LimitKind;
use crate::table::{ServerId, UserId};

/// A rate limit that works as a token bucket. Requests take tokens from the bucket, which refills over time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// Capacity of the bucket in tokens, which is the maximum size of a burst.
    pub at_once: u32,
    /// Number of tokens that are added per second.
    pub per_second: u32,
}

/// Rate limits for interactions. `config.example.toml` explains each limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Limit on interactions per user. Every button press, command and autocomplete request takes one token.
    pub person: Rate,
    /// Limit on interactions per server. Every interaction takes one token.
    pub server: Rate,
    /// Limit on expensive work per user. For example, a replay picture takes one token, and a hint takes two.
    pub work_of_person: Rate,
    /// Limit on expensive work per server. The number of tokens per operation is the same as for
    /// [`Limits::work_of_person`].
    pub work_of_server: Rate,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            person: Rate { at_once: 100, per_second: 10 },
            server: Rate { at_once: 1000, per_second: 150 },
            work_of_person: Rate { at_once: 40, per_second: 2 },
            work_of_server: Rate { at_once: 200, per_second: 10 },
        }
    }
}

/// Maximum number of users whose rate limits are kept in memory. The same maximum applies separately to
/// servers.
///
/// With this many users and servers, the stored data takes up a few megabytes.
const REMEMBERED: NonZeroUsize = NonZeroUsize::MIN.saturating_add(19_999);

/// Rate limits for the rejection messages to users who exceed their own limits, per user and per server.
/// Beyond these limits, interactions are rejected silently, so that a flood of interactions does not cause a
/// flood of replies.
const OWN_REJECTIONS: [Bucket; 2] = [
    Bucket { depth: 3, each: Duration::from_secs(5) },
    Bucket { depth: 20, each: Duration::from_millis(500) },
];
/// Rate limits for the rejection messages to users who are within their own limits while their server exceeds
/// its limit, per user and per server.
///
/// These users did nothing wrong and often try again, so they get more answers than the users who caused the
/// flood. The answers of a server stay below half of the 50 requests per second that Discord allows a bot.
const SERVER_REJECTIONS: [Bucket; 2] = [
    Bucket { depth: 5, each: Duration::from_secs(2) },
    Bucket { depth: 60, each: Duration::from_millis(50) },
];

/// The rate limiter's decision about an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Admission {
    /// The interaction is accepted.
    In,
    /// The interaction is rejected, and the user is told when to try again.
    Wait {
        /// The limit that was exceeded.
        why: LimitKind,
        /// Time until the interaction would be admitted.
        wait: Duration,
    },
    /// The interaction is rejected without a message.
    Silence,
}

/// A token bucket, described by its capacity and the time it takes to refill one token.
#[derive(Debug, Clone, Copy)]
struct Bucket {
    depth: u32,
    each: Duration,
}

impl From<Rate> for Bucket {
    fn from(Rate { at_once, per_second }: Rate) -> Self {
        Self { depth: at_once.max(1), each: Duration::from_secs(1) / per_second.max(1) }
    }
}

impl Bucket {
    /// Takes `count` tokens from the bucket.
    ///
    /// The fill level of the bucket is represented by the time at which the bucket will be full. `full` is
    /// the fill level before the tokens are taken. Returns the fill level afterwards.
    ///
    /// # Errors
    /// If the bucket contains too few tokens, returns the time to wait until it contains enough.
    fn take(self, full: Instant, count: u32, now: Instant) -> Result<Instant, Duration> {
        // A cost above the capacity counts as the capacity.
        let then = full.max(now) + self.each * count.min(self.depth);
        let latest = now + self.each * self.depth;
        if then <= latest { Ok(then) } else { Err(then - latest) }
    }
}

/// Fill levels of the rate-limit buckets of one user or server. Each level is stored as the time at which the
/// bucket will be full again.
#[derive(Debug, Clone, Copy)]
struct Taken {
    plain: Instant,
    work: Instant,
    /// Level of the bucket of [`OWN_REJECTIONS`].
    own_rejections: Instant,
    /// Level of the bucket of [`SERVER_REJECTIONS`].
    server_rejections: Instant,
}

impl Taken {
    const fn nothing(now: Instant) -> Self {
        Self { plain: now, work: now, own_rejections: now, server_rejections: now }
    }

    /// Takes one token from the interaction bucket and `work` tokens from the bucket for expensive work.
    ///
    /// # Errors
    /// If a bucket contains too few tokens, returns `(is_work, wait)`. `is_work` is `true` for the bucket for
    /// expensive work and `false` for the interaction bucket. `wait` is the time until the bucket contains
    /// enough tokens.
    fn one_more(
        self,
        (plain, worth): (Rate, Rate),
        work: u32,
        now: Instant,
    ) -> Result<Self, (bool, Duration)> {
        let plain = Bucket::from(plain).take(self.plain, 1, now).map_err(|wait| (false, wait))?;
        let work = Bucket::from(worth).take(self.work, work, now).map_err(|wait| (true, wait))?;
        Ok(Self { plain, work, ..self })
    }

    /// Returns the level of the bucket for rejection messages that applies to the exceeded limit.
    const fn rejections(&mut self, why: LimitKind) -> &mut Instant {
        match why {
            LimitKind::Server => &mut self.server_rejections,
            LimitKind::Person | LimitKind::Work => &mut self.own_rejections,
        }
    }
}

/// Limits the rate of interactions per user and per server.
pub(crate) struct RateLimiter {
    limits: Limits,
    /// The number of tokens taken from each bucket. The lock is never held across an await point.
    counts: Mutex<Counts>,
}

struct Counts {
    people: LruCache<UserId, Taken>,
    servers: LruCache<ServerId, Taken>,
}

impl RateLimiter {
    pub(crate) fn new(limits: Limits) -> Self {
        let counts = Counts { people: LruCache::new(REMEMBERED), servers: LruCache::new(REMEMBERED) };
        Self { limits, counts: Mutex::new(counts) }
    }

    /// Accepts or rejects an interaction according to the rate limits.
    ///
    /// An accepted interaction takes one token from each interaction bucket and `work` tokens from each
    /// bucket for expensive work. A rejected interaction takes no tokens from these buckets.
    pub(crate) fn admit(&self, user: UserId, server: Option<ServerId>, work: u32) -> Admission {
        let now = Instant::now();
        let mut counts = self.counts.lock();
        let Counts { people, servers } = &mut *counts;
        let person = people.get_or_insert_mut(user, || Taken::nothing(now));
        let mut none = Taken::nothing(now);
        let all = match server {
            Some(server) => servers.get_or_insert_mut(server, || Taken::nothing(now)),
            None => &mut none,
        };
        let Limits { person: plain, server: of_all, work_of_person, work_of_server } = self.limits;
        let own = person.one_more((plain, work_of_person), work, now);
        let everyones = all.one_more((of_all, work_of_server), work, now);
        let (why, wait) = match (own, everyones) {
            (Ok(own), Ok(everyones)) => {
                (*person, *all) = (own, everyones);
                return Admission::In;
            }
            (Err((true, wait)), _) => (LimitKind::Work, wait),
            (Err((false, wait)), _) => (LimitKind::Person, wait),
            (_, Err((_, wait))) => (LimitKind::Server, wait),
        };
        let [per_user, per_server] = match why {
            LimitKind::Server => SERVER_REJECTIONS,
            LimitKind::Person | LimitKind::Work => OWN_REJECTIONS,
        };
        let (own, everyones) = (person.rejections(why), all.rejections(why));
        match (per_user.take(*own, 1, now), per_server.take(*everyones, 1, now)) {
            (Ok(own_then), Ok(everyones_then)) => {
                (*own, *everyones) = (own_then, everyones_then);
                Admission::Wait { why, wait }
            }
            _ => Admission::Silence,
        }
    }
}

#[cfg(test)]
mod tests;
