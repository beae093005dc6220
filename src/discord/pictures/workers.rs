//! Threads that draw pictures. They are few, have low priority and share a short queue, so that replies get
//! enough CPU time.

mod load;

use std::num::NonZero;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::late::Late;
use crate::render::{Picture, Pictures, Subject};
use crate::text::Appearance;
use crate::watch::{Metrics, PictureOutcome};
use load::{CountedJob, Load};

/// Maximum number of drawing threads.
const MAX_THREADS: usize = 4;
/// Maximum number of queued drawing jobs. If the queue is full, a new job waits for a free slot or times out.
const QUEUE_LENGTH: usize = 16;
/// Increase in the nice value of each drawing thread on Linux. A higher nice value means a lower priority.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 5;

/// A picture to draw.
struct DrawingJob {
    subject: Subject,
    appearance: Appearance,
    drawn: oneshot::Sender<Option<Picture>>,
    counted: CountedJob,
}

/// A thread pool for drawing pictures. Dropping the pool stops its threads.
pub(super) struct DrawingThreads {
    jobs: mpsc::Sender<DrawingJob>,
    load: Arc<Load>,
    /// Jobs whose results are awaited.
    awaited: TaskTracker,
    metrics: Metrics,
}

impl DrawingThreads {
    pub(super) fn new(pictures: &Arc<dyn Pictures>, metrics: Metrics) -> Self {
        let (jobs, waiting) = mpsc::channel(QUEUE_LENGTH);
        let waiting = Arc::new(Mutex::new(waiting));
        // Leaves one processor to the async runtime.
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = (processors - 1).clamp(1, MAX_THREADS);
        for _ in 0..threads {
            let (pictures, waiting) = (Arc::clone(pictures), Arc::clone(&waiting));
            let runtime = Handle::try_current().ok();
            let began = std::thread::Builder::new().name("pictures".to_owned()).spawn(move || {
                // The duration of jobs is measured with the clock of the runtime, which tests can pause.
                let _runtime = runtime.as_ref().map(Handle::enter);
                lower_priority();
                while let Some(job) = next(&waiting) {
                    draw(&*pictures, job);
                }
            });
            if let Err(error) = began {
                tracing::error!(%error, "failed to start rendering thread");
            }
        }
        Self { jobs, load: Arc::new(Load::new(threads)), awaited: TaskTracker::new(), metrics }
    }

    /// Returns the time after which a new job would probably begin, judging by the jobs before it.
    pub(super) fn expected_wait(&self) -> Duration {
        self.load.expected_wait()
    }

    /// Counts a drawing that is not made by this pool, until the returned token is dropped.
    pub(super) fn count_job(&self) -> TaskTrackerToken {
        self.awaited.token()
    }

    /// Returns the number of pictures that callers of [`draw`](Self::draw) wait for.
    pub(super) fn jobs(&self) -> usize {
        self.awaited.len()
    }

    /// Draws a picture on the thread pool. Returns `Ok(None)` if there is nothing to draw or drawing fails.
    ///
    /// # Errors
    /// Returns an error if the queue stays full.
    pub(super) async fn draw(
        &self,
        subject: Subject,
        appearance: Appearance,
    ) -> Result<Option<Picture>, Late> {
        let _awaited = self.awaited.token();
        let (drawn, picture) = oneshot::channel();
        let timeout = queue_timeout(&subject);
        let job = self.jobs.send(DrawingJob { subject, appearance, drawn, counted: self.load.add_job() });
        if tokio::time::timeout(timeout, job).await.is_err() {
            self.metrics.picture(PictureOutcome::LeftOut);
            tracing::debug!("picture skipped because rendering queue is full");
            return Err(Late);
        }
        let picture = picture.await.unwrap_or_default();
        if picture.is_some() {
            self.metrics.picture(PictureOutcome::Drawn);
        }
        Ok(picture)
    }
}

/// Returns how long a drawing job waits for a free slot in the queue.
///
/// Pictures of a running deal have a short timeout because they soon become outdated.
const fn queue_timeout(subject: &Subject) -> Duration {
    match subject {
        Subject::Result(_) | Subject::Standings(_) => Duration::from_secs(10),
        _ => Duration::from_secs(1),
    }
}

fn next(waiting: &Mutex<mpsc::Receiver<DrawingJob>>) -> Option<DrawingJob> {
    waiting.lock().blocking_recv()
}

fn draw(pictures: &dyn Pictures, job: DrawingJob) {
    if job.drawn.is_closed() {
        return; // the receiver is gone
    }
    let began = Instant::now();
    let drawing = AssertUnwindSafe(|| pictures.draw(&job.subject, job.appearance));
    // The panic message is not logged, because it may contain cards or names.
    let picture = std::panic::catch_unwind(drawing).unwrap_or_else(|_| {
        tracing::error!("picture renderer panicked");
        None
    });
    job.counted.finish(began.elapsed());
    let _ = job.drawn.send(picture); // the receiver may be gone
}

/// Lowers the priority of the current thread. Does nothing on platforms other than Linux.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        let lowered = getpriority_process(None).and_then(|nice| setpriority_process(None, nice + NICENESS));
        if let Err(error) = lowered {
            tracing::debug!(%error, "failed to lower thread priority");
        }
    }
}
