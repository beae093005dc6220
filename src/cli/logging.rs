//! Sets up the log output and the `tokio` runtime of the commands.

use std::fmt::{self, Write as _};
use std::io::{self, IsTerminal as _};

use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::filter::{DynFilterFn, FilterExt as _, dynamic_filter_fn};
use tracing_subscriber::fmt::format::{Format, Writer};
use tracing_subscriber::fmt::time::{FormatTime as _, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer};

use super::log_output::{FlushOnDrop, LogQueue};
use crate::config::without_tokens;
use crate::watch::{LogLines, Metrics};

/// Starts logging to standard error. Lines that are not written when the returned value is dropped may be
/// lost.
///
/// If `filter` is invalid, only warnings and errors are logged.
#[cfg(feature = "playground")]
pub(super) fn start(filter: &str) -> io::Result<FlushOnDrop> {
    start_counting(filter, Metrics::default())
}

/// Starts logging to standard error and counts warnings and errors in `metrics`.
///
/// Warnings and errors that are hidden by the filter are counted as well. Lines that are
/// not written when the returned value is dropped may be lost.
pub(super) fn start_counting(filter: &str, metrics: Metrics) -> io::Result<FlushOnDrop> {
    let queue = LogQueue::start(io::stderr())?;
    let output = FlushOnDrop(queue.clone());
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(io::stderr().is_terminal())
        .event_format(RedactingFormat::default())
        .with_writer(move || MaskingWriter(queue.clone()));
    let lines = lines.with_filter(shown(filter));
    let count = LogLines(metrics).with_filter(LevelFilter::WARN.and(without_secrets()));
    // In tests, a second start keeps the filter of the first.
    let _ = tracing_subscriber::registry().with(lines).with(count).try_init();
    Ok(output)
}

fn shown<S: Subscriber>(filter: &str) -> impl tracing_subscriber::layer::Filter<S> + use<S> {
    EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("warn")).and(without_secrets())
}

/// Returns a filter for log events without secrets, see [`may_be_logged`].
///
/// The filter is dynamic, so its result is not cached per callsite and it is evaluated for each event. An
/// event that all filters always accept is not evaluated: it gets the result of the last `enabled` check on
/// the thread, for example that of `sqlx` after a query (<https://github.com/tokio-rs/tracing/issues/2519>).
fn without_secrets<S: Subscriber>() -> DynFilterFn<S, impl Fn(&Metadata<'_>, &Context<'_, S>) -> bool> {
    dynamic_filter_fn(|metadata, _: &Context<'_, S>| may_be_logged(metadata))
}

/// Returns `true` if log events with the given metadata contain no secrets.
///
/// Below the `WARN` level, libraries log network traffic, which contains tokens, names and cards.
fn may_be_logged(metadata: &Metadata<'_>) -> bool {
    let max_level = match metadata.target().split("::").next() {
        Some("ulti" | "ulti_rules" | "ulti_ai" | "discord_sandbox") => LevelFilter::TRACE,
        Some("poise") => LevelFilter::ERROR, // its warnings contain the URL of an interaction with its token
        _ => LevelFilter::WARN,
    };
    *metadata.level() <= max_level
}

/// Text that is logged in place of messages that quote network traffic.
const REDACTED: &str = "message redacted because it quotes network traffic";

/// A log format that redacts serenity's warnings and errors if they quote network traffic or request URLs.
///
/// For a redacted event, only the time, level and target are written.
#[derive(Default)]
struct RedactingFormat(Format);

impl<S, N> FormatEvent<S, N> for RedactingFormat
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        if !quotes_the_wire(event) {
            return self.0.format_event(context, writer, event);
        }
        SystemTime.format_time(&mut writer)?;
        let metadata = event.metadata();
        writeln!(writer, " {:>5} {}: {REDACTED}", metadata.level(), metadata.target())
    }
}

/// A writer that masks text that looks like a token. Each write contains one complete log line.
struct MaskingWriter<W>(W);

impl<W: io::Write> io::Write for MaskingWriter<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.write_all(without_tokens(&String::from_utf8_lossy(line)).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns `true` if the event was logged by serenity and may contain network traffic or a URL with a token.
///
/// Events about the connection are harmless, except for JSON errors, which quote network traffic.
fn quotes_the_wire(event: &Event<'_>) -> bool {
    let mut parts = event.metadata().target().split("::");
    if parts.next() != Some("serenity") {
        return false;
    }
    let about_the_connection = matches!(
        (parts.next(), parts.next()),
        (Some("gateway"), Some("bridge" | "shard")) | (Some("client"), _)
    );
    let mut text = EventText::default();
    event.record(&mut text);
    !about_the_connection || text.0.contains("Json(")
}

/// A visitor that concatenates the message and all field values of a log event into one string.
#[derive(Default)]
struct EventText(String);

impl Visit for EventText {
    fn record_debug(&mut self, _: &Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, "{value:?} "); // writing to a string cannot fail
    }
}

/// Creates the multi-threaded Tokio runtime for a command.
pub(super) fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use tracing::{error, warn};

    use super::*;

    #[derive(Clone, Default)]
    struct Buffer(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Runs `action` with the log filter `trace` and returns the log output.
    fn log_of(action: impl FnOnce()) -> String {
        let buffer = Buffer::default();
        let writer = buffer.clone();
        let lines = tracing_subscriber::fmt::layer()
            .with_ansi(false)
            .event_format(RedactingFormat::default())
            .with_writer(move || MaskingWriter(writer.clone()))
            .with_filter(shown("trace"));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(lines), action);
        String::from_utf8(buffer.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn log_redacts_serenity_messages_with_tokens() {
        let log = log_of(|| {
            warn!(target: "serenity::gateway::ws", "Err deserializing text: oh; text: {}", "TOKEN and cards");
            warn!(target: "serenity::http::client", "Mismatched status from {}!", "/interactions/1/TOKEN");
            warn!(target: "serenity::gateway::shard", "Unhandled error: {:?}", "Json(Error(string TOKEN))");
            error!(target: "serenity::model::utils", why = "TOKEN", "skipping");
        });
        assert!(!log.contains("TOKEN"), "{log}");
        assert_eq!(log.matches(REDACTED).count(), 4, "{log}");
        for place in ["WARN serenity::gateway::ws:", "WARN serenity::http::client:", "ERROR serenity::model"]
        {
            assert!(log.contains(place), "{place} is not in {log}");
        }
    }

    #[test]
    fn log_masks_tokens_in_fields_of_any_event() {
        let token = "MTk4NjIyNDgzNDcxOTI1MjQ4.G4bcDE.q7Zk0_hPw3RtY8uLs2VbN5mXe1JcA9gTf6-D4i";
        let log =
            log_of(|| tracing::error!(target: "ulti::store", path = token, "failed to access database"));
        assert!(token.split('.').all(|part| !log.contains(part)), "{log}");
        assert!(log.contains("failed to access database path=\"(possible token)\""), "{log}");
    }

    /// A layer that keeps the metadata of the last event.
    #[derive(Clone, Default)]
    struct LastMetadata(Arc<Mutex<Option<&'static Metadata<'static>>>>);

    impl<S: Subscriber> Layer<S> for LastMetadata {
        fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
            *self.0.lock().unwrap() = Some(event.metadata());
        }
    }

    #[test]
    fn enabled_check_does_not_suppress_next_event() {
        let query = LastMetadata::default();
        let subscriber = tracing_subscriber::registry().with(query.clone());
        tracing::subscriber::with_default(subscriber, || tracing::debug!(target: "sqlx::query", "query"));
        let query = query.0.lock().unwrap().unwrap();
        let log = log_of(|| {
            tracing::dispatcher::get_default(|dispatch| dispatch.enabled(query));
            warn!(target: "ulti::store", "failed to query database");
        });
        assert!(log.contains("failed to query database"), "{log}");
    }

    #[test]
    fn log_shows_full_text_of_connection_errors() {
        let log = log_of(|| {
            warn!(target: "serenity::gateway::bridge::shard_queuer", "Err starting shard 0: refused");
            warn!(target: "ulti::discord", "own event");
        });
        assert!(log.contains("Err starting shard 0: refused"), "{log}");
        assert!(log.contains("WARN ulti::discord: own event"), "{log}");
    }

    #[test]
    fn log_filter_hides_noisy_library_messages() {
        let log = log_of(|| {
            tracing::info!(target: "serenity::gateway::bridge", "an event");
            warn!(target: "poise::dispatch", "an address");
            tracing::trace!(target: "ulti::table", "player took a turn");
        });
        assert!(log.contains("player took a turn") && log.lines().count() == 1, "{log}");
    }
}
