//! Log lines, and the runtime that everything runs on.

use std::io::{self, IsTerminal as _};

use tracing::level_filters::LevelFilter;
use tracing::{Metadata, Subscriber};
use tracing_subscriber::filter::{FilterExt as _, filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer};

use crate::watch::{LogLines, Meter};

/// Sends log lines to standard error. A filter that can't be read logs warnings; the configuration
/// has been checked by then.
pub(super) fn start(filter: &str) {
    start_counting(filter, Meter::default());
}

/// The same, with warnings and errors counted, whether they are shown or not.
pub(super) fn start_counting(filter: &str, meter: Meter) {
    let lines =
        tracing_subscriber::fmt::layer().with_ansi(io::stderr().is_terminal()).with_writer(io::stderr);
    let lines = lines.with_filter(shown(filter));
    let count = LogLines(meter).with_filter(LevelFilter::WARN.and(filter_fn(may_be_said)));
    // A second start, in a test, keeps the first one's filter.
    let _ = tracing_subscriber::registry().with(lines).with(count).try_init();
}

fn shown<S: Subscriber>(filter: &str) -> impl tracing_subscriber::layer::Filter<S> + use<S> {
    EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("warn")).and(filter_fn(may_be_said))
}

/// Whether something can be logged without showing secrets. Libraries that are more talkative than
/// that print what goes over the wire: tokens, names and cards.
fn may_be_said(said: &Metadata<'_>) -> bool {
    let most = match said.target().split("::").next() {
        Some("ulti") => LevelFilter::TRACE,
        Some("poise") => LevelFilter::ERROR, // warns with the address of an interaction, token and all
        _ => LevelFilter::WARN,
    };
    *said.level() <= most
}

/// The runtime.
pub(super) fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}
