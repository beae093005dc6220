//! The log of a bot under test.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::time::Instant;
use tracing::Dispatch;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::FormatTime;
use tracing_subscriber::layer::SubscriberExt as _;

/// Number of events that are kept.
const CAPACITY: usize = 300;

/// The last events that a bot has logged. Clones share the events.
#[derive(Clone, Default)]
pub(crate) struct BotLog(Arc<Mutex<VecDeque<String>>>);

impl BotLog {
    /// Returns a subscriber that records events of the bot, and warnings of other crates.
    pub(crate) fn subscriber(&self) -> Dispatch {
        let (log, begun) = (self.clone(), Instant::now());
        let lines = tracing_subscriber::fmt::layer()
            .with_ansi(false)
            .with_timer(Uptime { begun, begun_real: std::time::Instant::now() })
            .with_writer(move || log.clone());
        let shown = Targets::new().with_default(LevelFilter::WARN).with_target("ulti", LevelFilter::DEBUG);
        tracing_subscriber::registry().with(shown).with(lines).into()
    }
}

impl fmt::Display for BotLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().try_for_each(|event| f.write_str(event))
    }
}

/// Receives one formatted event per write.
impl io::Write for BotLog {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let mut events = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if events.len() == CAPACITY {
            events.pop_front();
        }
        events.push_back(String::from_utf8_lossy(event).into_owned());
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the time since the start of the bot, on its clock and in real time.
struct Uptime {
    begun: Instant,
    begun_real: std::time::Instant,
}

impl FormatTime for Uptime {
    fn format_time(&self, writer: &mut Writer<'_>) -> fmt::Result {
        let (shown, real) = (self.begun.elapsed(), self.begun_real.elapsed());
        write!(writer, "{:.3} s (real {:.3} s)", shown.as_secs_f64(), real.as_secs_f64())
    }
}
