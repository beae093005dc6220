//! Panics are counted, and logged by their place alone.

use std::panic;

use super::Meter;

/// Counts every panic from now on and logs where it was. What a panic says is logged only where it is
/// written in the source as it stands: anything else may quote a name, or a card.
pub fn watch_panics(meter: Meter) {
    panic::set_hook(Box::new(move |panicked| {
        meter.panicked();
        let place = panicked.location().map(ToString::to_string).unwrap_or_default();
        let said = panicked.payload().downcast_ref::<&'static str>().copied().unwrap_or("(not shown)");
        tracing::error!(place, said, "a thread panicked");
    }));
}
