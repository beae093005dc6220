//! The threads that draw: few, of low priority, and with a short queue. Drawing takes a processor that
//! those who answer people need more; a picture that would have to wait for long is left out.

use std::num::NonZero;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, oneshot};

use super::Subject;
use crate::render::{Picture, Pictures};
use crate::text::Look;
use crate::watch::{Drawn, Meter};

/// How many threads draw at most.
const MOST: usize = 4;
/// How many pictures are in the queue; who comes later waits for a place, as long as it is worth it.
const WAITING: usize = 16;
/// What Linux adds to the niceness of a thread that draws.
#[cfg(target_os = "linux")]
const NICER: i32 = 5;

/// A picture that is to be drawn.
struct Job {
    subject: Subject,
    look: Look,
    drawn: oneshot::Sender<Option<Picture>>,
}

/// The threads; they end when nobody can ask them any more.
pub(super) struct Drawers {
    jobs: mpsc::Sender<Job>,
    meter: Meter,
}

impl Drawers {
    pub(super) fn new(pictures: &Arc<dyn Pictures>, meter: Meter) -> Self {
        let (jobs, waiting) = mpsc::channel(WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        // One processor is left to those who talk.
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        for _ in 0..(processors - 1).clamp(1, MOST) {
            let (pictures, waiting) = (Arc::clone(pictures), Arc::clone(&waiting));
            let began = std::thread::Builder::new().name("easel".to_owned()).spawn(move || {
                yield_to_others();
                while let Some(job) = next(&waiting) {
                    draw(&*pictures, job);
                }
            });
            if let Err(error) = began {
                tracing::error!(%error, "a thread that draws can't begin");
            }
        }
        Self { jobs, meter }
    }

    /// Draws; `None` where there is nothing to draw, where it goes wrong, and where too many wait.
    pub(super) async fn draw(&self, subject: Subject, look: Look) -> Option<Picture> {
        let (drawn, picture) = oneshot::channel();
        let patience = subject.patience();
        let job = self.jobs.send(Job { subject, look, drawn });
        if tokio::time::timeout(patience, job).await.is_err() {
            self.meter.picture(Drawn::LeftOut);
            tracing::debug!("too many pictures wait to be drawn; a message goes without");
            return None;
        }
        let picture = picture.await.unwrap_or_default();
        if picture.is_some() {
            self.meter.picture(Drawn::Done);
        }
        picture
    }
}

fn next(waiting: &Mutex<mpsc::Receiver<Job>>) -> Option<Job> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv()
}

fn draw(pictures: &dyn Pictures, job: Job) {
    if job.drawn.is_closed() {
        return; // nobody waits for it any more
    }
    let drawing = AssertUnwindSafe(|| job.subject.drawn_by(pictures, job.look));
    // Not what a panic said, which may quote cards and names.
    let picture = std::panic::catch_unwind(drawing).unwrap_or_else(|_| {
        tracing::error!("a picture can't be drawn; its message goes without");
        None
    });
    let _ = job.drawn.send(picture); // who waited may have gone
}

/// Lets every other thread go first. Elsewhere than on Linux only a whole process can.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        let lowered = getpriority_process(None).and_then(|nice| setpriority_process(None, nice + NICER));
        if let Err(error) = lowered {
            tracing::debug!(%error, "pictures are drawn as eagerly as people are answered");
        }
    }
}
