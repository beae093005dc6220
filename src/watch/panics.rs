//! A panic hook that counts and logs panics.

use std::panic;

use super::Metrics;

/// Installs a panic hook that counts panics and logs their source location.
///
/// The panic message is logged only if it is a string literal. Other messages may contain user names or
/// cards.
pub fn watch_panics(metrics: Metrics) {
    panic::set_hook(Box::new(move |panicked| {
        metrics.panics.inc();
        let location = panicked.location().map(ToString::to_string).unwrap_or_default();
        let reason = panicked.payload().downcast_ref::<&'static str>().copied().unwrap_or("(not shown)");
        tracing::error!(location, reason, "thread panicked");
    }));
}
