//! Thinking: what takes its time is done here, off the tables' own tasks.
//!
//! Bounded three ways: so many threads, so long, and no longer than anyone wants the answer. Whoever
//! thinks is told to stop by a [`Stop`] and then answers at once with the best so far; a table, or a
//! person, waits for it and does other things meanwhile.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::{JoinError, JoinHandle, spawn_blocking};
use tokio::time::timeout;
use tracing::Instrument as _;

use crate::ai::Stop;

/// How long who was told to stop may take to answer.
const GRACE: Duration = Duration::from_secs(1);

/// How long to wait for a thread, where others think on all of them.
const QUEUES_FOR: Duration = Duration::from_secs(20);

/// A number of threads to think on. Clones share them.
#[derive(Debug, Clone)]
pub struct Thinkers {
    threads: Arc<Semaphore>,
    within: Duration,
}

impl Thinkers {
    /// So many threads, at least one, on each of which something is thought about for so long.
    pub fn new(threads: usize, within: Duration) -> Self {
        Self { threads: Arc::new(Semaphore::new(threads.max(1))), within }
    }

    /// Thinks about something; `work` has to look at the [`Stop`] now and then.
    pub fn think<T: Send + 'static>(&self, work: impl FnOnce(&Stop) -> T + Send + 'static) -> Thinking<T> {
        self.think_within(self.within, work)
    }

    /// The same, for so long at most.
    pub fn think_within<T: Send + 'static>(
        &self,
        within: Duration,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Thinking<T> {
        let stop = Stop::new();
        let thought = thought(Arc::clone(&self.threads), within, stop.clone(), work);
        let task = tokio::spawn(thought.in_current_span());
        Thinking { task, stop }
    }
}

/// Something being thought about. Gives the answer; `None` where there came none in time. When it
/// is dropped the answer is not wanted any more, and whoever thinks is told to stop.
#[derive(Debug)]
pub struct Thinking<T> {
    task: JoinHandle<Option<T>>,
    stop: Stop,
}

impl<T> Future for Thinking<T> {
    type Output = Option<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        Pin::new(&mut self.task).poll(context).map(answered)
    }
}

impl<T> Drop for Thinking<T> {
    fn drop(&mut self) {
        self.stop.stop();
        self.task.abort();
    }
}

/// Waits for a thread, lets it think, and says stop when the time is up. The thread is given back
/// when it is done and not before, so that there are never more of them.
async fn thought<T: Send + 'static>(
    threads: Arc<Semaphore>,
    within: Duration,
    stop: Stop,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> Option<T> {
    let permit = timeout(QUEUES_FOR, threads.acquire_owned()).await;
    let permit = permit.inspect_err(|_| tracing::error!("no thread is free to think on")).ok()?.ok()?;
    let heard = stop.clone();
    let mut thread = spawn_blocking(move || {
        let answer = (!heard.is_stopped()).then(|| work(&heard));
        drop(permit);
        answer
    });
    if let Ok(answer) = timeout(within, &mut thread).await {
        return answered(answer);
    }
    stop.stop();
    let late = timeout(GRACE, thread).await;
    late.inspect_err(|_| tracing::error!("who was told to stop thinking does not")).map_or(None, answered)
}

fn answered<T>(answer: Result<Option<T>, JoinError>) -> Option<T> {
    let broke = |error: &JoinError| {
        if error.is_panic() {
            // Not what the panic said, which may quote cards.
            tracing::error!("thinking broke down");
        }
    };
    answer.inspect_err(broke).ok().flatten()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Instant;

    use super::*;

    const SHORT: Duration = Duration::from_millis(30);

    /// Thinks until told to stop.
    fn until_told(stop: &Stop) {
        while !stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[tokio::test]
    async fn when_the_time_is_up_the_best_so_far_is_the_answer() {
        let thinkers = Thinkers::new(1, SHORT);
        let begun = Instant::now();
        thinkers.think(until_told).await.expect("an answer");
        assert!(begun.elapsed() >= SHORT);
    }

    #[tokio::test]
    async fn who_does_not_stop_is_not_waited_for() {
        let thinkers = Thinkers::new(1, SHORT);
        let (done, waits) = std::sync::mpsc::channel::<()>();
        let deaf = thinkers.think(move |_| waits.recv().is_ok());
        assert_eq!(deaf.await, None);
        done.send(()).unwrap();
        assert_eq!(thinkers.think(|_| 7).await, Some(7), "the thread is free again");
    }

    #[tokio::test]
    async fn who_is_not_wanted_any_more_is_told_to_stop() {
        let thinkers = Thinkers::new(1, Duration::from_hours(1));
        let (told, hears) = tokio::sync::oneshot::channel();
        let thinking = thinkers.think(move |stop| {
            until_told(stop);
            told.send(())
        });
        tokio::time::sleep(SHORT).await;
        drop(thinking);
        hears.await.expect("it was told");
    }

    #[tokio::test]
    async fn there_are_never_more_threads_than_agreed_and_everyone_gets_an_answer() {
        let thinkers = Thinkers::new(3, Duration::from_secs(10));
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let one = |number: usize| {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            thinkers.think(move |_| {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(3));
                now.fetch_sub(1, Ordering::SeqCst);
                number
            })
        };
        let answers = futures::future::join_all((0..40).map(one)).await;
        assert_eq!(answers, (0..40).map(Some).collect::<Vec<_>>());
        assert_eq!(most.load(Ordering::SeqCst), 3);
    }

    #[tokio::test]
    async fn a_breakdown_is_no_answer_and_costs_no_thread() {
        let thinkers = Thinkers::new(1, SHORT);
        assert_eq!(thinkers.think(|_| -> u8 { panic!("told to") }).await, None);
        assert_eq!(thinkers.think(|_| 7).await, Some(7));
    }
}
