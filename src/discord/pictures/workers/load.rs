//! Estimates how long a drawing job waits for the jobs before it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// Weight of the newest job in the mean duration is one divided by this number.
const SMOOTHING: u64 = 8;

/// The jobs of a thread pool, and how long a job takes.
#[derive(Debug)]
pub(super) struct Load {
    threads: usize,
    /// Number of jobs that wait or are being drawn.
    jobs: AtomicUsize,
    /// Mean duration of the latest jobs in microseconds. It includes the time in which the thread waited for
    /// a processor.
    mean: AtomicU64,
}

impl Load {
    pub(super) const fn new(threads: usize) -> Self {
        Self { threads, jobs: AtomicUsize::new(0), mean: AtomicU64::new(0) }
    }

    /// Counts a job until the returned value is dropped.
    pub(super) fn add_job(self: &Arc<Self>) -> CountedJob {
        self.jobs.fetch_add(1, Relaxed);
        CountedJob(Arc::clone(self))
    }

    /// Returns the time after which a new job would begin if every job took the mean duration.
    pub(super) fn expected_wait(&self) -> Duration {
        let jobs = u32::try_from(self.jobs.load(Relaxed) / self.threads).unwrap_or(u32::MAX);
        Duration::from_micros(self.mean.load(Relaxed)).saturating_mul(jobs)
    }
}

/// A job that waits or is being drawn.
#[derive(Debug)]
pub(super) struct CountedJob(Arc<Load>);

impl CountedJob {
    /// Records that the job was done, and the time that it took.
    pub(super) fn finish(self, took: Duration) {
        let took = u64::try_from(took.as_micros()).unwrap_or(u64::MAX / SMOOTHING);
        let mean = self.0.mean.load(Relaxed);
        // Another thread may overwrite the value. The estimate is then based on one job less.
        self.0.mean.store(mean - mean / SMOOTHING + took / SMOOTHING, Relaxed);
    }
}

impl Drop for CountedJob {
    fn drop(&mut self) {
        self.0.jobs.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_wait_grows_with_number_and_duration_of_jobs() {
        let load = Arc::new(Load::new(2));
        assert_eq!(load.expected_wait(), Duration::ZERO);
        for _ in 0..100 {
            load.add_job().finish(Duration::from_millis(10));
        }
        assert_eq!(load.expected_wait(), Duration::ZERO, "no job is left");
        let jobs: Vec<CountedJob> = (0..6).map(|_| load.add_job()).collect();
        let expected = load.expected_wait().as_millis();
        assert!((29..=30).contains(&expected), "{expected} ms for three jobs per thread");
        drop(jobs);
        assert_eq!(load.expected_wait(), Duration::ZERO);
    }
}
