//! Misbehaviour on demand: what a test tells the stand-in to do wrong, and nothing else does.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

/// What happens to a request instead of its being carried out (or, for `Delay`, before).
#[derive(Clone, Debug)]
pub enum Fault {
    /// 429, with or without word of how many seconds to wait.
    TooManyRequests {
        /// Seconds; `None` leaves out both the header and the field, as Discord's outer wall does.
        retry_after: Option<f64>,
    },
    /// An answer with this status (500, 502, …) and nothing done.
    Status(u16),
    /// A refusal with this status and this code of Discord's, and nothing done.
    Refused {
        /// 403, 404, …
        status: u16,
        /// 50001, 10003, …
        code: u32,
    },
    /// 429 because the whole bot has asked too much.
    GlobalLimit {
        /// Seconds to wait.
        retry_after: f64,
    },
    /// Carried out, but only after so long by the stand-in's clock.
    Delay(Duration),
    /// Carried out, and the connection breaks before the answer.
    Cut,
    /// Carried out, and the connection breaks in the middle of the answer.
    CutShort,
}

/// How one interaction is delivered to the bot.
#[derive(Clone, Copy, Debug)]
pub(super) enum Delivery {
    Twice,
    Late(Duration),
    Never,
}

#[derive(Debug)]
struct Rule {
    method: String,
    prefix: String,
    left: usize,
    fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Waiting,
    Perform,
    Discard,
}

#[derive(Debug)]
struct HoldState {
    method: String,
    prefix: String,
    verdict: watch::Sender<Verdict>,
    arrived: watch::Sender<usize>,
}

/// Requests that arrived and are kept waiting: neither carried out nor answered.
///
/// Dropping it lets go of them undone, with a 502.
#[derive(Debug)]
pub struct Hold(Arc<HoldState>);

impl Hold {
    /// How many requests have arrived so far.
    pub fn count(&self) -> usize {
        *self.0.arrived.borrow()
    }

    /// Waits until so many requests have arrived.
    pub async fn arrived(&self, wanted: usize) {
        let mut arrived = self.0.arrived.subscribe();
        // The sender lives as long as `self`: this can't fail.
        let _ = arrived.wait_for(|count| *count >= wanted).await;
    }

    /// Carries out what is held and holds nothing more.
    pub fn release(self) {
        self.0.verdict.send_replace(Verdict::Perform);
    }

    /// Lets go of what is held without carrying it out, and holds nothing more.
    pub fn discard(self) {}
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.verdict.send_if_modified(|verdict| {
            let waiting = *verdict == Verdict::Waiting;
            if waiting {
                *verdict = Verdict::Discard;
            }
            waiting
        });
    }
}

#[derive(Debug, Default)]
struct Orders {
    rules: Vec<Rule>,
    holds: Vec<Arc<HoldState>>,
    deliveries: VecDeque<Delivery>,
    resumes_refused: usize,
    gateway_refused: bool,
}

#[derive(Debug, Default)]
pub(super) struct Faults(Mutex<Orders>);

impl Faults {
    fn orders(&self) -> MutexGuard<'_, Orders> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn fail(&self, times: usize, method: &str, prefix: &str, fault: Fault) {
        let (method, prefix) = (method.to_owned(), prefix.to_owned());
        self.orders().rules.push(Rule { method, prefix, left: times, fault });
    }

    pub(super) fn hold(&self, method: &str, prefix: &str) -> Hold {
        let state = Arc::new(HoldState {
            method: method.to_owned(),
            prefix: prefix.to_owned(),
            verdict: watch::Sender::new(Verdict::Waiting),
            arrived: watch::Sender::new(0),
        });
        self.orders().holds.push(Arc::clone(&state));
        Hold(state)
    }

    pub(super) fn deliver_next(&self, how: Delivery) {
        self.orders().deliveries.push_back(how);
    }

    pub(super) fn refuse_resumes(&self, times: usize) {
        self.orders().resumes_refused += times;
    }

    pub(super) fn refuse_gateway(&self, refused: bool) {
        self.orders().gateway_refused = refused;
    }

    pub(super) fn refuses_gateway(&self) -> bool {
        self.orders().gateway_refused
    }

    pub(super) fn delivery(&self) -> Option<Delivery> {
        self.orders().deliveries.pop_front()
    }

    pub(super) fn refuses_resume(&self) -> bool {
        let mut orders = self.orders();
        let refused = orders.resumes_refused > 0;
        orders.resumes_refused = orders.resumes_refused.saturating_sub(1);
        refused
    }

    /// What a request meets, the first rule that fits it, used up by one.
    pub(super) fn meets(&self, method: &str, path: &str) -> Option<Fault> {
        let mut orders = self.orders();
        let place = orders.rules.iter().position(|rule| fits(&rule.method, &rule.prefix, method, path))?;
        let rule = &mut orders.rules[place];
        let fault = rule.fault.clone();
        rule.left = rule.left.saturating_sub(1);
        if rule.left == 0 {
            orders.rules.remove(place);
        }
        Some(fault)
    }

    /// Waits while a hold wants this request; false if it must not be carried out.
    pub(super) async fn pass(&self, method: &str, path: &str) -> bool {
        let waiting = {
            let mut orders = self.orders();
            orders.holds.retain(|hold| *hold.verdict.borrow() == Verdict::Waiting);
            let found = orders.holds.iter().find(|hold| fits(&hold.method, &hold.prefix, method, path));
            found.map(Arc::clone)
        };
        let Some(hold) = waiting else { return true };
        let mut verdict = hold.verdict.subscribe();
        hold.arrived.send_modify(|count| *count += 1);
        match verdict.wait_for(|verdict| *verdict != Verdict::Waiting).await {
            Ok(verdict) => *verdict == Verdict::Perform,
            Err(_) => false,
        }
    }

    /// Lets go of everything held, undone, because the stand-in stops.
    pub(super) fn discard_all(&self) {
        for hold in self.orders().holds.drain(..) {
            hold.verdict.send_replace(Verdict::Discard);
        }
    }
}

/// `*` fits every method.
fn fits(wanted: &str, prefix: &str, method: &str, path: &str) -> bool {
    (wanted == "*" || wanted.eq_ignore_ascii_case(method)) && path.starts_with(prefix)
}
