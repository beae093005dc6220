//! The runtime of a bot under test.

use std::thread;
use std::time::Duration;

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::{mpsc, oneshot};

use crate::TIMEOUT;
use crate::bot_log::BotLog;

/// Number of times that ready tasks run and sockets are polled before a step ends. A task may need several
/// rounds, for example to read a large frame.
const ROUNDS: usize = 8;

/// The bot's runtime. It is separate from the test's runtime, so that all tasks of the bot can be stopped.
pub(crate) enum BotRuntime {
    /// A runtime whose clock is moved by the test.
    Manual(ManualRuntime),
    /// A runtime whose clock is real.
    RealTime(Runtime),
}

impl BotRuntime {
    pub(crate) fn real_time() -> Self {
        Self::RealTime(Runtime::new().unwrap())
    }

    pub(crate) fn handle(&self) -> &Handle {
        match self {
            Self::Manual(runtime) => &runtime.handle,
            Self::RealTime(runtime) => runtime.handle(),
        }
    }

    /// Stops all tasks. Those of a manual runtime have been dropped when this returns.
    pub(crate) fn shutdown(self) {
        match self {
            Self::Manual(runtime) => drop(runtime),
            Self::RealTime(runtime) => runtime.shutdown_background(),
        }
    }
}

/// A single-threaded runtime whose clock moves only when it is advanced. Sockets, files and other threads are
/// real.
///
/// Tokio's paused clock advances by itself when all tasks wait, unless a blocking task is running
/// ([`tokio::time::pause`]). A blocking task therefore runs until the runtime is dropped.
pub(crate) struct ManualRuntime {
    handle: Handle,
    steps: Option<mpsc::UnboundedSender<Step>>,
    thread: Option<thread::JoinHandle<()>>,
    log: BotLog,
}

/// A request to advance the clock and to run all ready tasks.
struct Step {
    advance: Duration,
    settled: oneshot::Sender<()>,
}

impl ManualRuntime {
    /// Starts the thread that drives the runtime.
    pub(crate) fn start() -> Self {
        // Tasks run until none is ready before the steps go on.
        let mut builder = Builder::new_current_thread();
        let runtime = builder.enable_all().start_paused(true).event_interval(u32::MAX).build().unwrap();
        let (steps, received) = mpsc::unbounded_channel();
        let handle = runtime.handle().clone();
        let log = BotLog::default();
        let recorded = log.clone();
        let driven = move || {
            let subscriber = runtime.block_on(async { recorded.subscriber() });
            tracing::dispatcher::with_default(&subscriber, || drive(runtime, received));
        };
        let thread = thread::Builder::new().name("bot".to_owned()).spawn(driven).unwrap();
        Self { handle, steps: Some(steps), thread: Some(thread), log }
    }

    /// Advances the clock, and returns after everything that is ready has been handled.
    pub(crate) async fn step(&self, advance: Duration) {
        let (settled, done) = oneshot::channel();
        self.steps
            .as_ref()
            .unwrap()
            .send(Step { advance, settled })
            .unwrap_or_else(|_| panic!("the bot's thread has ended"));
        let done = tokio::time::timeout(TIMEOUT, done).await.expect("the bot's thread is stuck");
        done.expect("the bot's thread has ended");
    }
}

impl Drop for ManualRuntime {
    fn drop(&mut self) {
        drop(self.steps.take());
        if thread::panicking() {
            // The thread may be stuck. A panic of the thread was printed when it occurred.
            eprintln!("log of the bot:\n{}", self.log);
        } else {
            let _ = self.thread.take().map(thread::JoinHandle::join);
        }
    }
}

/// Runs the tasks of a runtime until no more steps can be received.
fn drive(runtime: Runtime, mut steps: mpsc::UnboundedReceiver<Step>) {
    runtime.block_on(async move {
        let (stop, stopped) = std::sync::mpsc::channel::<()>();
        tokio::task::spawn_blocking(move || stopped.recv());
        while let Some(Step { advance, settled }) = steps.recv().await {
            if !advance.is_zero() {
                tokio::time::advance(advance).await;
            }
            for _ in 0..ROUNDS {
                tokio::task::yield_now().await;
            }
            let _ = settled.send(());
        }
        drop(stop);
    });
    runtime.shutdown_background();
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn sleep_ends_only_when_clock_is_advanced() {
        let runtime = ManualRuntime::start();
        let woken = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&woken);
        runtime.handle.spawn(async move {
            tokio::time::sleep(Duration::from_hours(1)).await; // on the clock of the runtime
            flag.store(true, Ordering::SeqCst);
        });
        runtime.step(Duration::ZERO).await; // the task begins to sleep
        runtime.step(Duration::from_mins(59)).await;
        assert!(!woken.load(Ordering::SeqCst));
        runtime.step(Duration::from_mins(1)).await;
        assert!(woken.load(Ordering::SeqCst));
    }

    /// The clock must not move while the runtime waits for the kernel.
    #[tokio::test]
    async fn read_with_timeout_waits_for_real_socket() {
        let runtime = ManualRuntime::start();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let read = runtime.handle.spawn(async move {
            let read = async {
                let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
                stream.read_u8().await.unwrap()
            };
            tokio::time::timeout(Duration::from_millis(1), read).await
        });
        let (mut stream, _) = listener.accept().await.unwrap();
        // Real time, because the clock of the runtime must not follow it.
        // Real time passes, longer than the timeout of the read.
        tokio::time::sleep(Duration::from_millis(30)).await;
        stream.write_u8(7).await.unwrap();
        assert_eq!(read.await.unwrap(), Ok(7));
    }
}
