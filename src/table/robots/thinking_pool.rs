//! A thread pool for long computations such as robot searches, which must not block async tasks.
//!
//! The number of threads and the duration of each search are limited. A search is cancelled through its
//! [`Cancellation`] when its time limit expires or its [`ThinkingTask`] is dropped. A cancelled search
//! returns the best result found so far.

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::timeout;
use tokio_util::task::{AbortOnDropHandle, TaskTracker};
use tracing::Instrument as _;

use ulti_ai::Cancellation;

/// Maximum time to wait for a cancelled search to return.
const CANCEL_GRACE: Duration = Duration::from_secs(1);

/// Maximum time that a search waits for a free thread before it fails.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(20);

/// A thread pool for searches, with a default time limit. Clones share the same threads.
#[derive(Debug, Clone)]
pub struct ThinkingPool {
    threads: Arc<Semaphore>,
    time_limit: Duration,
    /// Searches whose results are awaited.
    running: TaskTracker,
}

impl ThinkingPool {
    /// Creates a pool with `threads` threads, or with one thread if `threads` is 0. `time_limit` is the
    /// default time limit for a search.
    pub fn new(threads: usize, time_limit: Duration) -> Self {
        let threads = Arc::new(Semaphore::new(threads.max(1)));
        Self { threads, time_limit, running: TaskTracker::new() }
    }

    /// Returns the number of searches that run or wait for a free thread.
    pub fn running(&self) -> usize {
        self.running.len()
    }

    /// Starts a search with the default time limit. `work` must check the [`Cancellation`] regularly and
    /// return once the search is cancelled.
    pub fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Cancellation) -> T + Send + 'static,
    ) -> ThinkingTask<T> {
        self.think_within(self.time_limit, work)
    }

    /// Starts a search with the given time limit. `work` must check the [`Cancellation`] regularly and return
    /// once the search is cancelled.
    pub fn think_within<T: Send + 'static>(
        &self,
        time_limit: Duration,
        work: impl FnOnce(&Cancellation) -> T + Send + 'static,
    ) -> ThinkingTask<T> {
        let job = run(Arc::clone(&self.threads), time_limit, work);
        let task = AbortOnDropHandle::new(tokio::spawn(job.in_current_span()));
        Box::pin(self.running.track_future(async { flatten_result(task.await) }))
    }
}

/// A future for the result of a search. Resolves to `None` if the search fails or does not finish in time.
/// Dropping the future cancels the search.
pub type ThinkingTask<T> = BoxFuture<'static, Option<T>>;

/// A guard that cancels a search when it is dropped.
struct CancelOnDrop(Cancellation);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Waits for a free thread, runs a search on it, and cancels the search when the time limit expires.
///
/// The search keeps its thread until it returns, even if its result is no longer needed, so the number of
/// running searches never exceeds the number of threads.
async fn run<T: Send + 'static>(
    threads: Arc<Semaphore>,
    time_limit: Duration,
    work: impl FnOnce(&Cancellation) -> T + Send + 'static,
) -> Option<T> {
    let stop = CancelOnDrop(Cancellation::new());
    let permit = timeout(QUEUE_TIMEOUT, threads.acquire_owned()).await;
    let permit =
        permit.inspect_err(|_| tracing::error!("timed out waiting for idle search thread")).ok()?.ok()?;
    let cancellation = stop.0.clone();
    let mut thread = spawn_blocking(move || {
        let answer = (!cancellation.is_stopped()).then(|| work(&cancellation));
        drop(permit);
        answer
    });
    if let Ok(answer) = timeout(time_limit, &mut thread).await {
        return flatten_result(answer);
    }
    drop(stop);
    let late = timeout(CANCEL_GRACE, thread).await;
    late.inspect_err(|_| tracing::error!("search ignored cancellation")).map_or(None, flatten_result)
}

fn flatten_result<T>(answer: Result<Option<T>, JoinError>) -> Option<T> {
    let log_panic = |error: &JoinError| {
        if error.is_panic() {
            // The panic message is not logged because it may contain cards.
            tracing::error!("search panicked");
        }
    };
    answer.inspect_err(log_panic).ok().flatten()
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::oneshot;
    use tokio::time::{Instant, advance};

    use super::*;

    const SHORT: Duration = Duration::from_millis(30);
    const LONG: Duration = Duration::from_hours(1);

    /// Starts a search that runs `work`, and waits until its thread has begun.
    ///
    /// With a paused clock, time passes only by [`advance`] from then on, because a thread is busy.
    async fn started<T: Send + 'static>(
        pool: &ThinkingPool,
        work: impl FnOnce(&Cancellation) -> T + Send + 'static,
    ) -> ThinkingTask<T> {
        let (begin, begun) = oneshot::channel();
        let task = pool.think(move |stop| {
            let _ = begin.send(());
            work(stop)
        });
        begun.await.expect("search did not begin");
        task
    }

    /// Blocks until the search is cancelled.
    fn run_until_cancelled(stop: &Cancellation) {
        while !stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn search_returns_its_best_result_when_time_is_up() {
        let pool = ThinkingPool::new(1, SHORT);
        let begun = Instant::now();
        let task = started(&pool, run_until_cancelled).await;
        assert_eq!(begun.elapsed(), Duration::ZERO);
        advance(SHORT).await;
        task.await.expect("search result missing");
        assert!(begun.elapsed() >= SHORT);
    }

    #[tokio::test(start_paused = true)]
    async fn robot_search_times_out_if_it_ignores_cancellation() {
        let pool = ThinkingPool::new(1, SHORT);
        let (done, waits) = std::sync::mpsc::channel::<()>();
        let mut stuck = started(&pool, move |_| waits.recv().is_ok()).await;
        let answer = loop {
            tokio::select! {
                biased;
                answer = &mut stuck => break answer,
                () = advance(SHORT) => {}
            }
        };
        assert_eq!(answer, None);
        done.send(()).unwrap();
        assert_eq!(pool.think(|_| 7).await, Some(7), "thread not freed");
    }

    #[tokio::test]
    async fn dropping_task_cancels_robot_search() {
        let pool = ThinkingPool::new(1, LONG);
        let (sender, cancelled) = oneshot::channel();
        let task = started(&pool, move |stop| {
            run_until_cancelled(stop);
            sender.send(())
        })
        .await;
        drop(task);
        cancelled.await.expect("search not cancelled");
    }

    /// Each search waits for two others, so that at least three must run at once.
    #[tokio::test]
    async fn robots_search_on_limited_number_of_threads() {
        let pool = ThinkingPool::new(3, LONG);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let three = Arc::new(Barrier::new(3));
        let one = |number: usize| {
            let (now, most, three) = (Arc::clone(&now), Arc::clone(&most), Arc::clone(&three));
            pool.think(move |_| {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                three.wait();
                now.fetch_sub(1, Ordering::SeqCst);
                number
            })
        };
        let answers = futures::future::join_all((0..39).map(one)).await;
        assert_eq!(answers, (0..39).map(Some).collect::<Vec<_>>());
        assert_eq!(most.load(Ordering::SeqCst), 3);
    }

    #[tokio::test]
    async fn robot_thread_remains_usable_after_search_panics() {
        let pool = ThinkingPool::new(1, LONG);
        assert_eq!(pool.think(|_| -> u8 { panic!("test panic") }).await, None);
        assert_eq!(pool.think(|_| 7).await, Some(7));
    }
}
