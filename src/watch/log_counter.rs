//! A `tracing` layer that counts log events of level `WARN` and `ERROR`.

use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

use super::Metrics;

/// A `tracing` layer that counts warnings and errors.
#[derive(Debug)]
pub struct LogLines(
    /// Metrics that count the log events.
    pub Metrics,
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
