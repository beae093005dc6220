//! How many warnings and errors are logged.

use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

use super::Meter;

/// Counts log lines that are warnings or worse.
#[derive(Debug)]
pub struct LogLines(
    /// Where they are counted.
    pub Meter,
);

impl<S: Subscriber> Layer<S> for LogLines {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        match *event.metadata().level() {
            Level::ERROR => self.0.logged("error"),
            Level::WARN => self.0.logged("warn"),
            _ => {}
        }
    }
}
