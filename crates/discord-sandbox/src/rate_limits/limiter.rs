//! Fixed-window rate limiter.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::config::RateLimits;
use super::record::{RateLimitScope, RateLimited};

/// Number of windows above which expired windows are removed.
const MAX_WINDOWS: usize = 4096;
const GLOBAL_PERIOD: Duration = Duration::from_secs(1);
const INVALID_PERIOD: Duration = Duration::from_mins(10);

/// A limit that applies to one resource, such as a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quota {
    pub(crate) scope: RateLimitScope,
    /// Name of the bucket. It is the same for all resources.
    pub(crate) bucket: String,
    /// Id of the resource that the bucket applies to, such as a channel id or an interaction token.
    pub(crate) resource: String,
    pub(crate) limit: u32,
    pub(crate) period: Duration,
}

/// Use of a bucket after a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Usage {
    pub(crate) bucket: String,
    pub(crate) limit: u32,
    pub(crate) remaining: u32,
    pub(crate) reset_after: Duration,
}

/// A request that exceeds a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rejection {
    pub(crate) scope: RateLimitScope,
    pub(crate) retry_after: Duration,
    /// Use of the route's bucket. `None` if the limit does not belong to a route.
    pub(crate) usage: Option<Usage>,
}

#[derive(Clone, Copy, Debug)]
struct Window {
    end: Duration,
    used: u32,
}

#[derive(Debug, Default)]
struct State {
    /// Use of each bucket, keyed by the bucket's name and resource.
    buckets: HashMap<(String, String), Window>,
    /// Requests per bot token. Requests without a token use an empty key.
    tokens: HashMap<String, Window>,
    invalid: Option<Window>,
    rejected: Vec<RateLimited>,
}

/// Counts requests and rejects those that exceed a limit.
#[derive(Debug)]
pub(crate) struct Limiter {
    limits: RateLimits,
    state: Mutex<State>,
}

impl Limiter {
    pub(crate) fn new(limits: RateLimits) -> Self {
        Self { limits, state: Mutex::default() }
    }

    pub(crate) fn limits(&self) -> &RateLimits {
        &self.limits
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn rejected(&self) -> Vec<RateLimited> {
        self.state().rejected.clone()
    }

    pub(crate) fn record(&self, rejected: RateLimited) {
        self.state().rejected.push(rejected);
    }

    /// Counts an invalid request.
    pub(crate) fn count_invalid(&self, now: Duration) {
        let mut state = self.state();
        let window = state.invalid.filter(|window| window.end > now);
        let window = window.unwrap_or(Window { end: now + INVALID_PERIOD, used: 0 });
        state.invalid = Some(Window { used: window.used + 1, ..window });
    }

    /// Checks whether too many invalid requests have been sent.
    ///
    /// # Errors
    /// Returns a rejection if the limit for invalid requests is exhausted.
    pub(crate) fn admit_address(&self, now: Duration) -> Result<(), Rejection> {
        let limit = self.limits.invalid_requests.unwrap_or(u32::MAX);
        let blocked = self.state().invalid.filter(|window| window.end > now && window.used >= limit);
        blocked.map_or(Ok(()), |window| {
            let retry_after = window.end.saturating_sub(now);
            Err(Rejection { scope: RateLimitScope::InvalidRequests, retry_after, usage: None })
        })
    }

    /// Counts a request towards the global limit of a bot token.
    ///
    /// # Errors
    /// Returns a rejection if the limit is exhausted. A rejected request is not counted.
    pub(crate) fn admit_token(&self, token: &str, now: Duration) -> Result<(), Rejection> {
        let Some(limit) = self.limits.global else { return Ok(()) };
        let mut state = self.state();
        remove_expired(&mut state.tokens, now);
        let window = current(state.tokens.get(token), GLOBAL_PERIOD, now);
        if window.used >= limit {
            let retry_after = window.end.saturating_sub(now);
            return Err(Rejection { scope: RateLimitScope::Global, retry_after, usage: None });
        }
        state.tokens.insert(token.to_owned(), Window { used: window.used + 1, ..window });
        Ok(())
    }

    /// Counts a request towards several buckets and returns the use of the first, the route's own.
    ///
    /// # Errors
    /// Returns a rejection if one of the buckets is exhausted. A rejected request is not counted in any
    /// bucket.
    pub(crate) fn admit(&self, quotas: &[Quota], now: Duration) -> Result<Option<Usage>, Rejection> {
        let mut state = self.state();
        remove_expired(&mut state.buckets, now);
        let key = |quota: &Quota| (quota.bucket.clone(), quota.resource.clone());
        let windows: Vec<Window> =
            quotas.iter().map(|quota| current(state.buckets.get(&key(quota)), quota.period, now)).collect();
        let usage = |quota: &Quota, window: &Window| Usage {
            bucket: quotas.first().map(|own| own.bucket.clone()).unwrap_or_default(),
            limit: quota.limit,
            remaining: quota.limit.saturating_sub(window.used),
            reset_after: window.end.saturating_sub(now),
        };
        let mut pairs = quotas.iter().zip(&windows);
        if let Some((quota, window)) = pairs.find(|(quota, window)| window.used >= quota.limit) {
            let usage = usage(quota, window);
            let (scope, retry_after) = (quota.scope, usage.reset_after);
            return Err(Rejection { scope, retry_after, usage: Some(usage) });
        }
        let mut used = None;
        for (quota, window) in quotas.iter().zip(windows) {
            let window = Window { used: window.used + 1, ..window };
            used = used.or_else(|| Some(usage(quota, &window)));
            state.buckets.insert(key(quota), window);
        }
        Ok(used)
    }
}

/// Returns the current window, or a new one if it has ended.
fn current(window: Option<&Window>, period: Duration, now: Duration) -> Window {
    window.copied().filter(|window| window.end > now).unwrap_or(Window { end: now + period, used: 0 })
}

fn remove_expired<Key: std::hash::Hash + Eq>(windows: &mut HashMap<Key, Window>, now: Duration) {
    if windows.len() > MAX_WINDOWS {
        windows.retain(|_, window| window.end > now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn quota(bucket: &str, resource: &str, limit: u32) -> Quota {
        let (bucket, resource) = (bucket.to_owned(), resource.to_owned());
        Quota { scope: RateLimitScope::Bucket, bucket, resource, limit, period: 5 * SECOND }
    }

    #[test]
    fn bucket_is_refilled_when_its_window_ends() {
        let limiter = Limiter::new(RateLimits::DISCORD);
        let admit = |seconds: u32| {
            limiter.admit(&[quota("create", "1", 2)], seconds * SECOND).map(|usage| {
                let usage = usage.unwrap();
                (usage.remaining, usage.reset_after)
            })
        };
        assert_eq!(admit(10), Ok((1, 5 * SECOND)));
        assert_eq!(admit(12), Ok((0, 3 * SECOND)));
        assert_eq!(admit(13).unwrap_err().retry_after, 2 * SECOND);
        assert_eq!(admit(15), Ok((1, 5 * SECOND)));
    }

    #[test]
    fn buckets_of_different_resources_are_independent() {
        let limiter = Limiter::new(RateLimits::DISCORD);
        let admit = |bucket, resource| limiter.admit(&[quota(bucket, resource, 1)], SECOND).is_ok();
        assert!(admit("create", "1") && admit("create", "2") && admit("edit", "1"));
        assert!(!admit("create", "1"));
    }

    #[test]
    fn rejected_request_is_counted_in_no_bucket() {
        let limiter = Limiter::new(RateLimits::DISCORD);
        let quotas = [quota("own", "1", 2), quota("second", "1", 1)];
        assert_eq!(limiter.admit(&quotas, SECOND).unwrap().unwrap().remaining, 1);
        let rejection = limiter.admit(&quotas, SECOND).unwrap_err();
        let usage = rejection.usage.unwrap();
        assert_eq!((usage.bucket.as_str(), usage.limit, usage.remaining), ("own", 1, 0));
        assert_eq!(limiter.admit(&quotas[..1], SECOND).unwrap().unwrap().remaining, 0);
    }

    #[test]
    fn global_limit_applies_per_token_and_second() {
        let limiter = Limiter::new(RateLimits { global: Some(2), ..RateLimits::DISCORD });
        let at = Duration::from_millis;
        assert!(limiter.admit_token("a", at(100)).is_ok() && limiter.admit_token("a", at(900)).is_ok());
        let rejection = limiter.admit_token("a", at(1000)).unwrap_err();
        assert_eq!((rejection.scope, rejection.retry_after), (RateLimitScope::Global, at(100)));
        assert!(limiter.admit_token("b", at(1000)).is_ok() && limiter.admit_token("a", at(1100)).is_ok());
    }

    #[test]
    fn address_is_blocked_after_too_many_invalid_requests() {
        let limiter = Limiter::new(RateLimits { invalid_requests: Some(2), ..RateLimits::DISCORD });
        limiter.count_invalid(SECOND);
        assert!(limiter.admit_address(SECOND).is_ok());
        limiter.count_invalid(2 * SECOND);
        let rejection = limiter.admit_address(2 * SECOND).unwrap_err();
        assert_eq!(rejection.retry_after, Duration::from_secs(599));
        assert!(limiter.admit_address(Duration::from_secs(601)).is_ok());
    }

    #[test]
    fn expired_windows_are_removed() {
        let limiter = Limiter::new(RateLimits::DISCORD);
        for n in 0..=MAX_WINDOWS {
            limiter.admit(&[quota("create", &n.to_string(), 1)], SECOND).unwrap();
        }
        limiter.admit(&[quota("create", "1", 1)], 10 * SECOND).unwrap();
        assert_eq!(limiter.state().buckets.len(), 1);
    }
}
