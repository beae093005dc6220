//! Ends busy loops of serenity's shard runner.
//!
//! Once the stream of a connection has ended, reading it returns at once, and `ShardRunner::run` loops
//! without ever yielding to the runtime until its next heartbeat fails, which takes up to 41 seconds. This
//! happens after the close codes 4003, 4010 and 4011, and if a session cannot be resumed after a network
//! failure. If there were as many such shards as worker threads, the whole runtime would stall.
//!
//! The runner checks its messages in each iteration. A message that cannot be sent ends it.

use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use poise::serenity_prelude::{ShardMessenger, ShardRunnerMessage};

/// Duration of a single poll after which the runner is considered to be in a busy loop.
const LONGEST_POLL: Duration = Duration::from_millis(250);
/// Interval between two checks.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);
/// Close code for which Discord keeps the session, in case the runner was only slow.
const KEEPS_SESSION: u16 = 4000;

/// A thread that watches the shard runners of a process. It ends when the guard is dropped.
///
/// It is a thread because the worker threads of the runtime may all be busy.
#[derive(Debug, Clone)]
pub(crate) struct SpinGuard(Arc<Watched>);

#[derive(Debug)]
struct Watched {
    started: Instant,
    runners: Mutex<Vec<(Weak<PollClock>, ShardMessenger)>>,
}

/// Time since the start of the guard at which the current poll began, in milliseconds, or [`NOT_POLLED`].
#[derive(Debug)]
struct PollClock(AtomicU64);

const NOT_POLLED: u64 = u64::MAX;

impl SpinGuard {
    /// Starts the thread.
    ///
    /// # Errors
    /// Returns an error if the system cannot start a thread.
    pub(crate) fn start() -> std::io::Result<Self> {
        let watched = Arc::new(Watched { started: Instant::now(), runners: Mutex::default() });
        let weak = Arc::downgrade(&watched);
        std::thread::Builder::new().name("shard-watch".to_owned()).spawn(move || {
            while let Some(watched) = weak.upgrade() {
                watched.check();
                drop(watched);
                std::thread::sleep(CHECK_INTERVAL);
            }
        })?;
        Ok(Self(watched))
    }

    /// Returns a future that runs a shard runner under the supervision of this guard.
    pub(crate) fn watch<F: Future + Unpin>(&self, running: F, messenger: ShardMessenger) -> Guarded<F> {
        let clock = Arc::new(PollClock(AtomicU64::new(NOT_POLLED)));
        self.0.runners.lock().push((Arc::downgrade(&clock), messenger));
        Guarded { running, clock, started: self.0.started }
    }
}

impl Watched {
    fn check(&self) {
        let now = millis(self.started.elapsed());
        let mut runners = self.runners.lock();
        runners.retain(|(clock, _)| clock.strong_count() > 0);
        for (clock, messenger) in runners.iter() {
            let Some(clock) = clock.upgrade() else { continue };
            let since = clock.0.load(Ordering::Relaxed);
            if since != NOT_POLLED && now.saturating_sub(since) > millis(LONGEST_POLL) {
                messenger.send_to_shard(ShardRunnerMessage::Close(KEEPS_SESSION, None));
            }
        }
    }
}

/// A future whose polls are measured.
#[derive(Debug)]
pub(crate) struct Guarded<F> {
    running: F,
    clock: Arc<PollClock>,
    started: Instant,
}

impl<F: Future + Unpin> Future for Guarded<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        self.clock.0.store(millis(self.started.elapsed()), Ordering::Relaxed);
        let polled = Pin::new(&mut self.running).poll(context);
        self.clock.0.store(NOT_POLLED, Ordering::Relaxed);
        polled
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
