//! The interface through which the limiter reports events.

use crate::limit_key::LimitScope;

/// Receives the events of the limiter, for example for metrics.
///
/// The methods must return quickly and must not panic.
pub trait Observer: Send + Sync + 'static {
    /// The number of waiting requests has changed.
    fn waiting(&self, requests: usize);

    /// A request had to wait. `is_global` is `true` if the global limit has delayed it.
    fn delayed(&self, is_global: bool);

    /// A request is about to be sent. `counts_globally` is `true` if it counts towards the global limit.
    fn sent(&self, counts_globally: bool);

    /// Discord rejected a request because of the global limit, or because of the limit of its route.
    ///
    /// After an interaction was rejected because of the global limit, interaction endpoints count towards it
    /// for an hour.
    fn rejected(&self, is_global: bool, scope: LimitScope);
}

/// An [`Observer`] that ignores everything.
#[derive(Debug, Clone, Copy)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn waiting(&self, _: usize) {}
    fn delayed(&self, _: bool) {}
    fn sent(&self, _: bool) {}
    fn rejected(&self, _: bool, _: LimitScope) {}
}
