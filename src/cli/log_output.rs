//! Output of the log through a bounded queue, so that a log that nobody reads does not block the bot.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, TrySendError, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Number of lines that the queue holds. Further lines are dropped.
const QUEUE_LENGTH: usize = 4096;
/// Time to wait for the remaining lines to be written.
pub(super) const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);
/// Delay between attempts to add to a full queue.
const RETRY_DELAY: Duration = Duration::from_millis(10);

/// An entry of the queue.
enum Entry {
    Line(Vec<u8>),
    /// A request to notify the receiver when all earlier lines have been written.
    Flushed(Sender<()>),
}

/// The queue of lines that a thread writes to the log. Each write to the queue is one line.
#[derive(Clone)]
pub(super) struct LogQueue {
    entries: SyncSender<Entry>,
    lost: Arc<AtomicU64>,
}

/// A guard that flushes the queue when it is dropped.
pub(super) struct FlushOnDrop(pub(super) LogQueue);

impl Drop for FlushOnDrop {
    fn drop(&mut self) {
        self.0.flush();
    }
}

impl LogQueue {
    /// Starts a thread that writes lines to `out`, and returns its queue.
    ///
    /// # Errors
    /// Returns an error if the thread cannot be started.
    pub(super) fn start(out: impl Write + Send + 'static) -> io::Result<Self> {
        let (entries, received) = sync_channel(QUEUE_LENGTH);
        let lost = Arc::<AtomicU64>::default();
        let writer = LogWriter { out, lost: Arc::clone(&lost), reported: 0 };
        thread::Builder::new().name("log".to_owned()).spawn(move || writer.run(&received))?;
        Ok(Self { entries, lost })
    }

    /// Returns the number of lines that were dropped because the queue was full, or that could not be
    /// written.
    pub(super) fn lost_lines(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }

    /// Waits until all lines in the queue are written. If nobody reads the log, gives up after
    /// [`FLUSH_TIMEOUT`].
    pub(super) fn flush(&self) {
        self.flush_within(FLUSH_TIMEOUT);
    }

    fn flush_within(&self, limit: Duration) {
        let deadline = Instant::now() + limit;
        let (flushed, is_flushed) = channel();
        let mut entry = Entry::Flushed(flushed);
        while let Err(TrySendError::Full(rejected)) = self.entries.try_send(entry) {
            if Instant::now() >= deadline {
                return;
            }
            entry = rejected;
            thread::sleep(RETRY_DELAY);
        }
        let _ = is_flushed.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    }
}

impl Write for LogQueue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.entries.try_send(Entry::Line(line.to_vec())).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The thread that writes the log.
struct LogWriter<W> {
    out: W,
    lost: Arc<AtomicU64>,
    /// Number of lost lines that have been logged.
    reported: u64,
}

impl<W: Write> LogWriter<W> {
    /// Writes lines until all senders are dropped.
    fn run(mut self, entries: &Receiver<Entry>) {
        while let Ok(first) = entries.recv() {
            let mut is_writable = true;
            for entry in std::iter::once(first).chain(std::iter::from_fn(|| entries.try_recv().ok())) {
                match entry {
                    Entry::Line(line) => is_writable = self.write(&line),
                    // Nobody waits after the timeout.
                    Entry::Flushed(flushed) => drop(flushed.send(())),
                }
            }
            if is_writable {
                self.report();
            }
        }
    }

    /// Writes a line. Returns `false` if that failed.
    fn write(&mut self, line: &[u8]) -> bool {
        let is_written = self.out.write_all(line).is_ok();
        if !is_written {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        is_written
    }

    /// Logs how many lines were lost. Called while the queue is empty, so that the report is not lost.
    fn report(&mut self) {
        let lost = self.lost.load(Ordering::Relaxed);
        if lost > self.reported {
            let lines = lost - self.reported;
            self.reported = lost;
            tracing::warn!(lines, "log lines lost because standard error was not read");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::SendError;

    use super::*;

    /// Time limit that a slow machine does not reach.
    const UNREACHABLE: Duration = Duration::from_hours(1);

    /// A writer that blocks until the test has sent a permit for each write. Fails once there are no permits.
    struct Blocked {
        permits: Receiver<()>,
        written: Sender<String>,
    }

    impl Write for Blocked {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            let gone = |_: SendError<String>| io::ErrorKind::BrokenPipe;
            self.permits.recv().map_err(|_| io::ErrorKind::BrokenPipe)?;
            self.written.send(String::from_utf8_lossy(line).into_owned()).map_err(gone)?;
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn blocked() -> (LogQueue, Sender<()>, Receiver<String>) {
        let (permit, permits) = channel();
        let (written, lines) = channel();
        (LogQueue::start(Blocked { permits, written }).unwrap(), permit, lines)
    }

    #[test]
    fn lines_beyond_queue_are_dropped_and_counted() {
        let (mut queue, permit, lines) = blocked();
        let sent = 3 * QUEUE_LENGTH;
        for number in 0..sent {
            queue.write_all(format!("{number}\n").as_bytes()).unwrap(); // does not block
        }
        let lost = usize::try_from(queue.lost_lines()).unwrap();
        // The thread may have taken a line from the queue before it was blocked.
        assert!((sent - QUEUE_LENGTH - 1..=sent - QUEUE_LENGTH).contains(&lost), "{lost} lines lost");
        let mut last = None;
        for _ in 0..sent - lost {
            permit.send(()).unwrap();
            let number: usize = lines.recv().unwrap().trim().parse().unwrap();
            assert!(last.is_none_or(|last| last < number), "{number} after {last:?}");
            last = Some(number);
        }
        queue.write_all(b"last line\n").unwrap();
        permit.send(()).unwrap();
        assert_eq!(lines.recv().unwrap(), "last line\n", "lines are written again");
    }

    #[test]
    fn flush_waits_for_all_lines() {
        let (mut queue, permit, lines) = blocked();
        for _ in 0..10 {
            queue.write_all(b"line\n").unwrap();
            permit.send(()).unwrap();
        }
        queue.flush_within(UNREACHABLE);
        assert_eq!(lines.try_iter().count(), 10);
    }

    #[test]
    fn lines_that_cannot_be_written_are_counted() {
        let (mut queue, permit, _lines) = blocked();
        drop(permit);
        for _ in 0..10 {
            queue.write_all(b"line\n").unwrap();
        }
        queue.flush_within(UNREACHABLE);
        assert_eq!(queue.lost_lines(), 10);
    }

    #[test]
    fn flush_gives_up_if_nobody_reads() {
        let (mut queue, _permit, _lines) = blocked();
        for _ in 0..2 * QUEUE_LENGTH {
            queue.write_all(b"line\n").unwrap();
        }
        queue.flush_within(Duration::from_millis(1)); // returns
    }
}
