//! Ends busy loops of serenity's shard runner.
//!
//! Once the stream of a connection has ended, reading it returns at once, and `ShardRunner::run` loops
//! without ever yielding to the runtime until its next heartbeat fails, which takes up to 41 seconds. This
//! happens after the close codes 4003, 4010 and 4011, and if a session cannot be resumed after a network
//! failure. If there were as many such shards as worker threads, the whole runtime would stall.
//!
//! The runner checks its messages in each iteration. A message that cannot be sent ends it.

mod thread_clock;

use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use parking_lot::Mutex;
use poise::serenity_prelude::{ShardMessenger, ShardRunnerMessage};

use thread_clock::ThreadTime;

/// Processor time of a single poll after which the runner is considered to be in a busy loop.
///
/// On a busy machine, the thread may wait for a processor during a poll. That time does not count. Handling
/// hundreds of events in one poll takes less time.
const LONGEST_POLL: Duration = Duration::from_secs(1);
/// Interval between two checks.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);
/// Close code for which Discord keeps the session, in case the runner was only slow.
const KEEPS_SESSION: u16 = 4000;

/// A thread that watches the shard runners of a process. It ends when the guard is dropped.
///
/// It is a thread because the worker threads of the runtime may all be busy.
#[derive(Debug, Clone)]
pub(crate) struct SpinGuard(Arc<Watched>);

#[derive(Debug, Default)]
struct Watched {
    runners: Mutex<Vec<(Weak<CurrentPoll>, ShardMessenger)>>,
}

/// The current poll of a future, or `None` if it is not being polled.
type CurrentPoll = Mutex<Option<Measured>>;

/// A poll that has begun.
#[derive(Debug)]
struct Measured {
    begun: ThreadTime,
    /// `true` if the runner has been told to close its connection. If it is told twice, it loses its session.
    is_closing: bool,
}

impl SpinGuard {
    /// Starts the thread.
    ///
    /// # Errors
    /// Returns an error if the system cannot start a thread.
    pub(crate) fn start() -> std::io::Result<Self> {
        let watched = Arc::<Watched>::default();
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
        let poll = Arc::<CurrentPoll>::default();
        self.0.runners.lock().push((Arc::downgrade(&poll), messenger));
        Guarded { running, poll }
    }
}

impl Watched {
    fn check(&self) {
        let mut runners = self.runners.lock();
        runners.retain(|(poll, _)| poll.strong_count() > 0);
        for (poll, messenger) in runners.iter() {
            let Some(poll) = poll.upgrade() else { continue };
            let mut poll = poll.lock();
            let too_long = poll.as_mut().filter(|poll| !poll.is_closing && poll.begun.spent() > LONGEST_POLL);
            if let Some(poll) = too_long {
                poll.is_closing = true;
                messenger.send_to_shard(ShardRunnerMessage::Close(KEEPS_SESSION, None));
            }
        }
    }
}

/// A future whose polls are measured.
#[derive(Debug)]
pub(crate) struct Guarded<F> {
    running: F,
    poll: Arc<CurrentPoll>,
}

impl<F: Future + Unpin> Future for Guarded<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        *self.poll.lock() = Some(Measured { begun: ThreadTime::now(), is_closing: false });
        let polled = Pin::new(&mut self.running).poll(context);
        *self.poll.lock() = None;
        polled
    }
}
