//! Faults injected by tests: failed, delayed and held requests, lost interactions and refused connections.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;
use tokio_util::task::TaskTracker;

use crate::clock::Clock;

/// A fault that a test injects into a request: an error response, a delay or a broken connection.
#[derive(Clone, Debug)]
pub enum Fault {
    /// Rejects the request with status 429 (Too Many Requests).
    TooManyRequests {
        /// Number of seconds after which the bot may retry the request.
        ///
        /// If `None`, the response has no `Retry-After` header and no `retry_after` field, as in a response
        /// from Cloudflare's proxy in front of Discord.
        retry_after: Option<f64>,
    },
    /// Rejects the request with the given HTTP status, such as 500.
    Status(u16),
    /// Rejects the request with the given HTTP status and Discord error code.
    Rejected {
        /// HTTP status, such as 403 or 404.
        status: u16,
        /// Discord error code, such as 50001 (Missing Access) or 10003 (Unknown Channel).
        code: u32,
    },
    /// Rejects the request with status 429 because of the global rate limit.
    GlobalRateLimit {
        /// Number of seconds after which the bot may send requests again.
        retry_after: f64,
    },
    /// Processes the request after the given delay, measured by the sandbox's clock.
    Delay(Duration),
    /// Processes the request, but closes the connection before sending the response.
    NoResponse,
    /// Processes the request, but closes the connection in the middle of the response.
    TruncatedResponse,
}

/// A fault in the delivery of an interaction to the bot: it is delivered twice, late or never.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Delivery {
    Twice,
    Late(Duration),
    Never,
}

/// A pattern that matches requests by HTTP method and path prefix. The method `*` matches any method.
#[derive(Debug)]
struct RequestPattern {
    method: String,
    prefix: String,
}

impl RequestPattern {
    fn new(method: &str, prefix: &str) -> Self {
        Self { method: method.to_owned(), prefix: prefix.to_owned() }
    }

    fn matches(&self, method: &str, path: &str) -> bool {
        (self.method == "*" || self.method.eq_ignore_ascii_case(method)) && path.starts_with(&self.prefix)
    }
}

#[derive(Debug)]
struct FaultRule {
    requests: RequestPattern,
    remaining: usize,
    fault: Fault,
}

#[derive(Debug)]
struct HoldState {
    requests: RequestPattern,
    /// `true` if the requests are processed and only their responses are held back.
    holds_responses: bool,
    /// Controls whether the held requests may proceed.
    ///
    /// `None` keeps the requests waiting, `Some(true)` lets them proceed, and `Some(false)` rejects them.
    release: watch::Sender<Option<bool>>,
    arrived: watch::Sender<usize>,
    waiting: TaskTracker,
}

/// A handle that holds back requests to the sandbox, or the responses to them.
///
/// Created by [`Sandbox::hold`](crate::Sandbox::hold) and
/// [`Sandbox::hold_responses`](crate::Sandbox::hold_responses). Dropping the handle rejects the held requests
/// with status 502. Held responses are then sent unchanged.
#[derive(Debug)]
pub struct Hold(Arc<HoldState>);

impl Hold {
    /// Returns the number of requests that have been held back so far.
    pub fn count(&self) -> usize {
        *self.0.arrived.borrow()
    }

    /// Waits until at least `wanted` requests have been held back.
    pub async fn arrived(&self, wanted: usize) {
        let mut arrived = self.0.arrived.subscribe();
        // Cannot fail: the sender lives as long as `self`.
        let _ = arrived.wait_for(|count| *count >= wanted).await;
    }

    /// Lets all held requests proceed and stops holding back new ones.
    pub fn release(self) {
        self.0.release.send_replace(Some(true));
    }

    /// Rejects all held requests with status 502 and stops holding back new ones.
    pub fn discard(self) {}
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.release.send_if_modified(|release| {
            let waiting = release.is_none();
            release.get_or_insert(false);
            waiting
        });
    }
}

#[derive(Debug, Default)]
struct State {
    rules: Vec<FaultRule>,
    holds: Vec<Arc<HoldState>>,
    deliveries: VecDeque<Delivery>,
    resumes_refused: usize,
    gateway_refused: bool,
    refused_shards: BTreeSet<u64>,
    /// Fault of all requests with a multipart body.
    uploads: Option<Fault>,
    alteration: Option<Alteration>,
}

/// A change of everything that the bot receives.
#[derive(Clone)]
struct Alteration(Arc<dyn Fn(&mut Value) + Send + Sync>);

impl fmt::Debug for Alteration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Alteration")
    }
}

#[derive(Debug, Default)]
pub(crate) struct Faults {
    state: Mutex<State>,
    /// Times on the sandbox's clock until which requests are delayed.
    delays: Mutex<Vec<Duration>>,
}

/// A delayed request. If the bot closes the connection, the request is dropped and does not wait any more.
struct Delay<'a> {
    faults: &'a Faults,
    end: Duration,
}

impl Drop for Delay<'_> {
    fn drop(&mut self) {
        let mut delays = self.faults.delays();
        if let Some(place) = delays.iter().position(|end| *end == self.end) {
            delays.swap_remove(place);
        }
    }
}

impl Faults {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn fail(&self, times: usize, method: &str, prefix: &str, fault: Fault) {
        let requests = RequestPattern::new(method, prefix);
        self.state().rules.push(FaultRule { requests, remaining: times, fault });
    }

    pub(crate) fn clear(&self) {
        self.state().rules.clear();
    }

    pub(crate) fn fail_uploads(&self, fault: Option<Fault>) {
        self.state().uploads = fault;
    }

    pub(crate) fn alter(&self, alter: impl Fn(&mut Value) + Send + Sync + 'static) {
        self.state().alteration = Some(Alteration(Arc::new(alter)));
    }

    /// Returns the text of a JSON value that is sent to the bot, after the alteration.
    pub(crate) fn altered(&self, value: &Value) -> String {
        let alteration = self.state().alteration.clone();
        match alteration {
            None => value.to_string(),
            Some(alteration) => {
                let mut value = value.clone();
                (alteration.0)(&mut value);
                value.to_string()
            }
        }
    }

    /// Returns the text of an event that is sent to the bot, after the alteration of its data.
    pub(crate) fn altered_event(&self, event: &Arc<str>) -> Arc<str> {
        let alteration = self.state().alteration.clone();
        let Some(alteration) = alteration else { return Arc::clone(event) };
        let mut event: Value = serde_json::from_str(event).unwrap_or_default();
        (alteration.0)(&mut event["d"]);
        event.to_string().into()
    }

    pub(crate) fn hold(&self, method: &str, prefix: &str, holds_responses: bool) -> Hold {
        let state = Arc::new(HoldState {
            requests: RequestPattern::new(method, prefix),
            holds_responses,
            release: watch::Sender::new(None),
            arrived: watch::Sender::new(0),
            waiting: TaskTracker::new(),
        });
        self.state().holds.push(Arc::clone(&state));
        Hold(state)
    }

    pub(crate) fn deliver_next(&self, how: Delivery) {
        self.state().deliveries.push_back(how);
    }

    pub(crate) fn refuse_resumes(&self, times: usize) {
        self.state().resumes_refused += times;
    }

    pub(crate) fn refuse_gateway(&self, refused: bool) {
        self.state().gateway_refused = refused;
    }

    pub(crate) fn refuses_gateway(&self) -> bool {
        self.state().gateway_refused
    }

    pub(crate) fn refuse_shard(&self, shard: u64, refused: bool) {
        let shards = &mut self.state().refused_shards;
        if refused {
            shards.insert(shard);
        } else {
            shards.remove(&shard);
        }
    }

    pub(crate) fn refuses_shard(&self, shard: u64) -> bool {
        self.state().refused_shards.contains(&shard)
    }

    pub(crate) fn take_delivery(&self) -> Option<Delivery> {
        self.state().deliveries.pop_front()
    }

    pub(crate) fn take_resume_refusal(&self) -> bool {
        let mut state = self.state();
        let refused = state.resumes_refused > 0;
        state.resumes_refused = state.resumes_refused.saturating_sub(1);
        refused
    }

    /// Returns the fault to inject into a request, or `None` if no rule matches the request.
    ///
    /// Uses the first matching rule and decrements the number of requests to which that rule still applies.
    /// A fault of all uploads has precedence.
    pub(crate) fn take_fault(&self, method: &str, path: &str, is_upload: bool) -> Option<Fault> {
        let mut state = self.state();
        if let Some(fault) = state.uploads.as_ref().filter(|_| is_upload) {
            return Some(fault.clone());
        }
        let place = state.rules.iter().position(|rule| rule.requests.matches(method, path))?;
        let rule = &mut state.rules[place];
        let fault = rule.fault.clone();
        rule.remaining = rule.remaining.saturating_sub(1);
        if rule.remaining == 0 {
            state.rules.remove(place);
        }
        Some(fault)
    }

    /// Waits until the [`Hold`] that matches the request, or its response, is released or discarded.
    ///
    /// Returns `true` if the request may proceed, and `false` if it must be rejected. Returns `true`
    /// immediately if no [`Hold`] matches.
    pub(crate) async fn wait_for_holds(&self, method: &str, path: &str, is_response: bool) -> bool {
        let waiting = {
            let mut state = self.state();
            state.holds.retain(|hold| hold.release.borrow().is_none());
            let is_held =
                |hold: &HoldState| hold.holds_responses == is_response && hold.requests.matches(method, path);
            state.holds.iter().find(|hold| is_held(hold)).map(Arc::clone)
        };
        let Some(hold) = waiting else { return true };
        let _waiting = hold.waiting.token();
        let mut release = hold.release.subscribe();
        hold.arrived.send_modify(|count| *count += 1);
        release.wait_for(Option::is_some).await.is_ok_and(|release| *release == Some(true))
    }

    /// Delays a request until the sandbox's clock reaches `end`.
    pub(crate) async fn delay(&self, clock: &Arc<Clock>, end: Duration) {
        let timer = clock.timer(end);
        self.delays().push(end);
        let _delay = Delay { faults: self, end };
        timer.expired().await;
    }

    fn delays(&self) -> MutexGuard<'_, Vec<Duration>> {
        self.delays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of requests that wait for a [`Hold`] or, at the time `now`, for the sandbox's
    /// clock.
    pub(crate) fn waiting(&self, now: Duration) -> usize {
        let delayed = self.delays().iter().filter(|end| **end > now).count();
        let state = self.state();
        let held = state.holds.iter().filter(|hold| hold.release.borrow().is_none());
        delayed + held.map(|hold| hold.waiting.len()).sum::<usize>()
    }

    /// Rejects all held requests. Called when the sandbox shuts down.
    pub(crate) fn discard_all(&self) {
        for hold in self.state().holds.drain(..) {
            hold.release.send_replace(Some(false));
        }
    }
}
