//! Output of the log through a bounded queue, so that a log that nobody reads does not block the bot.

use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};

/// Number of lines that the queue holds. Further lines are dropped.
const QUEUE_LENGTH: usize = 4096;

/// The thread that writes the log.
///
/// When the value is dropped, the thread writes the remaining lines. If nobody reads them, it gives up after
/// about a second.
pub(super) struct LogOutput {
    dropped: DroppedLines,
    _thread: WorkerGuard,
}

/// The number of lines that were dropped because the queue was full.
#[derive(Clone)]
pub(super) struct DroppedLines(ErrorCounter);

impl DroppedLines {
    pub(super) fn count(&self) -> u64 {
        self.0.dropped_lines().try_into().unwrap_or(u64::MAX)
    }
}

impl LogOutput {
    /// Starts a thread that writes the log to `out`. Returns the queue, in which each write is one line.
    pub(super) fn to(out: impl Write + Send + 'static) -> (NonBlocking, Self) {
        let dropped = Arc::new(OnceLock::new());
        let writer = ReportingWriter { out, dropped: Arc::clone(&dropped), reported: 0 };
        let (queue, thread) = NonBlockingBuilder::default()
            .lossy(true)
            .buffered_lines_limit(QUEUE_LENGTH)
            .thread_name("log")
            .finish(writer);
        let counter = DroppedLines(queue.error_counter());
        // The cell is empty, so this cannot fail.
        let _ = dropped.set(counter.clone());
        (queue, Self { dropped: counter, _thread: thread })
    }

    /// Returns the counter of dropped lines.
    pub(super) fn dropped(&self) -> DroppedLines {
        self.dropped.clone()
    }
}

/// A writer that logs how many lines were dropped, once lines can be written again.
struct ReportingWriter<W> {
    out: W,
    /// Set once the queue exists.
    dropped: Arc<OnceLock<DroppedLines>>,
    reported: u64,
}

impl<W: Write> Write for ReportingWriter<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.out.write_all(line)?;
        let dropped = self.dropped.get().map_or(0, DroppedLines::count);
        if dropped > self.reported {
            let lines = dropped - self.reported;
            self.reported = dropped;
            // Goes into the queue, behind the lines that were not dropped.
            tracing::warn!(lines, "log lines dropped because standard error was not read");
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// A writer that blocks until the test has sent a permit for each write.
    struct Blocked {
        permits: Receiver<()>,
        written: Sender<String>,
    }

    impl Write for Blocked {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            self.permits.recv().map_err(|_| io::ErrorKind::BrokenPipe)?;
            self.written
                .send(String::from_utf8_lossy(line).into_owned())
                .map_err(|_| io::ErrorKind::BrokenPipe)?;
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_beyond_queue_are_dropped_and_counted() {
        let (permit, permits) = channel();
        let (written, lines) = channel();
        let (mut queue, output) = LogOutput::to(Blocked { permits, written });
        let sent = 3 * QUEUE_LENGTH;
        for number in 0..sent {
            queue.write_all(format!("line {number}\n").as_bytes()).unwrap(); // does not block
        }
        let dropped = usize::try_from(output.dropped().count()).unwrap();
        // The thread may have taken a line from the queue before it was blocked.
        assert!(
            (sent - QUEUE_LENGTH - 1..=sent - QUEUE_LENGTH).contains(&dropped),
            "{dropped} lines dropped"
        );
        for number in 0..sent - dropped {
            permit.send(()).unwrap();
            assert_eq!(lines.recv().unwrap(), format!("line {number}\n"));
        }
        permit.send(()).unwrap();
        queue.write_all(b"last line\n").unwrap();
        assert_eq!(lines.recv().unwrap(), "last line\n", "lines are written again");
    }
}
