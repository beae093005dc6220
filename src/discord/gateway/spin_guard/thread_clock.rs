//! Processor time of a thread, as seen by another thread.

use std::time::{Duration, Instant};

/// A reading of the current thread's clock of processor time.
///
/// Linux shows the processor time of other threads in `/proc`. Where it is unavailable, real time is
/// measured.
#[derive(Debug, Clone, Copy)]
pub(super) struct ThreadTime {
    read_at: Instant,
    #[cfg(target_os = "linux")]
    thread: rustix::thread::Pid,
    /// Processor time that the thread had used.
    #[cfg(target_os = "linux")]
    used: Duration,
}

impl ThreadTime {
    /// Reads the clock of the current thread.
    pub(super) fn now() -> Self {
        Self {
            read_at: Instant::now(),
            #[cfg(target_os = "linux")]
            thread: rustix::thread::gettid(),
            #[cfg(target_os = "linux")]
            used: used_by_current_thread(),
        }
    }

    /// Returns the processor time that the thread has used since the reading. May be called from any thread.
    ///
    /// The time is at most the real time since the reading.
    pub(super) fn spent(&self) -> Duration {
        let real = self.read_at.elapsed();
        #[cfg(target_os = "linux")]
        if let Some(used) = used_by(self.thread) {
            return used.saturating_sub(self.used).min(real);
        }
        real
    }
}

#[cfg(target_os = "linux")]
fn used_by_current_thread() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Returns the processor time that a thread of this process has used: the first number in its file
/// `schedstat`, in nanoseconds. It is zero if the kernel does not measure it.
#[cfg(target_os = "linux")]
fn used_by(thread: rustix::thread::Pid) -> Option<Duration> {
    let file = format!("/proc/self/task/{}/schedstat", thread.as_raw_nonzero());
    let stat = std::fs::read_to_string(file).ok()?;
    let used = stat.split_whitespace().next()?.parse().ok().map(Duration::from_nanos);
    used.filter(|used| !used.is_zero())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn time_of_computing_thread_increases() {
        let (send, receive) = mpsc::channel();
        let (stop, stopped) = mpsc::channel::<()>();
        let thread = std::thread::spawn(move || {
            send.send(ThreadTime::now()).unwrap();
            while stopped.try_recv() == Err(mpsc::TryRecvError::Empty) {}
        });
        let begun = receive.recv().unwrap();
        // Waits as long as a busy machine needs to run the thread.
        while begun.spent() < Duration::from_millis(20) {
            std::thread::yield_now();
        }
        drop(stop);
        thread.join().unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn waiting_thread_uses_no_processor_time() {
        let (send, receive) = mpsc::channel();
        let (stop, stopped) = mpsc::channel::<()>();
        let thread = std::thread::spawn(move || {
            send.send(ThreadTime::now()).unwrap();
            stopped.recv()
        });
        let begun = receive.recv().unwrap();
        // A real timer, because the thread has to wait while time passes.
        std::thread::sleep(Duration::from_millis(60));
        assert!(begun.spent() < Duration::from_millis(50), "{:?}", begun.spent());
        drop(stop);
        thread.join().unwrap().unwrap_err();
    }
}
