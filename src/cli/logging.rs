//! Log lines, and the runtime that everything runs on.

use std::fmt::{self, Write as _};
use std::io::{self, IsTerminal as _};

use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::filter::{FilterExt as _, filter_fn};
use tracing_subscriber::fmt::format::{Format, Writer};
use tracing_subscriber::fmt::time::{FormatTime as _, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
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
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(io::stderr().is_terminal())
        .event_format(Discreet::default())
        .with_writer(io::stderr);
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

/// What stands for a line that quotes Discord.
const LEFT_OUT: &str = "what this library says here quotes what went over the wire, and is left out";

/// Writes lines as usual, but for warnings and errors of serenity that quote what Discord sent or where a
/// request went: they say no more than where they come from.
#[derive(Default)]
struct Discreet(Format);

impl<S, N> FormatEvent<S, N> for Discreet
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
        let said = event.metadata();
        writeln!(writer, " {:>5} {}: {LEFT_OUT}", said.level(), said.target())
    }
}

/// serenity's lines about the connection quote nothing but its state, except where they show why
/// something could not be read as JSON. Its other lines hold payloads, or addresses with tokens in them.
fn quotes_the_wire(event: &Event<'_>) -> bool {
    let mut parts = event.metadata().target().split("::");
    if parts.next() != Some("serenity") {
        return false;
    }
    let about_the_connection = matches!(
        (parts.next(), parts.next()),
        (Some("gateway"), Some("bridge" | "shard")) | (Some("client"), _)
    );
    let mut said = Said::default();
    event.record(&mut said);
    !about_the_connection || said.0.contains("Json(")
}

/// All that an event says.
#[derive(Default)]
struct Said(String);

impl Visit for Said {
    fn record_debug(&mut self, _: &Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, "{value:?} "); // a string takes everything
    }
}

/// The runtime.
pub(super) fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use tracing::{error, warn};

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is written while this is done, at the filter that lets most through.
    fn written(done: impl FnOnce()) -> String {
        let to = Written::default();
        let writer = to.clone();
        let lines = tracing_subscriber::fmt::layer()
            .with_ansi(false)
            .event_format(Discreet::default())
            .with_writer(move || writer.clone())
            .with_filter(shown("trace"));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(lines), done);
        String::from_utf8(to.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn what_serenity_quotes_is_left_out_and_where_it_stood_is_told() {
        let said = written(|| {
            warn!(target: "serenity::gateway::ws", "Err deserializing text: oh; text: {}", "TOKEN and cards");
            warn!(target: "serenity::http::client", "Mismatched status from {}!", "/interactions/1/TOKEN");
            warn!(target: "serenity::gateway::shard", "Unhandled error: {:?}", "Json(Error(string TOKEN))");
            error!(target: "serenity::model::utils", why = "TOKEN", "skipping");
        });
        assert!(!said.contains("TOKEN"), "{said}");
        assert_eq!(said.matches(LEFT_OUT).count(), 4, "{said}");
        for place in ["WARN serenity::gateway::ws:", "WARN serenity::http::client:", "ERROR serenity::model"]
        {
            assert!(said.contains(place), "{place} is not in {said}");
        }
    }

    #[test]
    fn why_the_connection_was_lost_is_said() {
        let said = written(|| {
            warn!(target: "serenity::gateway::bridge::shard_queuer", "Err starting shard 0: refused");
            warn!(target: "ulti::discord", "a line of ours");
        });
        assert!(said.contains("Err starting shard 0: refused"), "{said}");
        assert!(said.contains("WARN ulti::discord: a line of ours"), "{said}");
    }

    #[test]
    fn talkative_libraries_are_not_heard() {
        let said = written(|| {
            tracing::info!(target: "serenity::gateway::bridge", "an event");
            warn!(target: "poise::dispatch", "an address");
            tracing::trace!(target: "ulti::table", "a turn");
        });
        assert!(said.contains("a turn") && said.lines().count() == 1, "{said}");
    }
}
