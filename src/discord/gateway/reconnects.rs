//! Detects and rate-limits the connections that serenity opens to resume a session.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;

/// Minimum time between two connections of a shard.
const INTERVAL: Duration = Duration::from_millis(250);
/// Interval between checks for a new connection while the shard is being closed.
const CLOSING_INTERVAL: Duration = Duration::from_millis(20);

/// The URL of the gateway, in the form that serenity's `Shard` expects. serenity locks the mutex before every
/// connection.
///
/// serenity resumes sessions by itself, without a delay and without an event. If Discord accepts connections
/// but closes them at once, it would connect many times a second.
#[derive(Clone)]
pub(crate) struct GatewayUrl(Arc<Mutex<String>>);

impl GatewayUrl {
    pub(crate) fn new(url: String) -> Self {
        Self(Arc::new(Mutex::new(url)))
    }

    /// Returns the mutex that serenity locks.
    pub(crate) fn lockable(&self) -> Arc<Mutex<String>> {
        Arc::clone(&self.0)
    }

    /// Calls `connects` before each connection that serenity opens, and delays these connections to one per
    /// 250 ms.
    pub(crate) async fn limit_connections(&self, connects: impl Fn()) -> Infallible {
        loop {
            self.next_connection(INTERVAL).await;
            connects();
        }
    }

    /// Waits until serenity is about to resume the session, which it does after the connection has been
    /// closed.
    ///
    /// The connection is opened when the future of the runner is polled again.
    pub(crate) async fn closed(&self) {
        self.next_connection(CLOSING_INTERVAL).await;
    }

    /// Waits until serenity is about to connect.
    ///
    /// The lock is held during the interval. tokio's mutex is fair: a waiting task receives the released
    /// lock, so `try_lock` fails if and only if serenity is waiting.
    async fn next_connection(&self, interval: Duration) {
        loop {
            let lock = self.0.lock().await;
            tokio::time::sleep(interval).await;
            drop(lock);
            if self.0.try_lock().is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn connections_are_noticed_and_limited() {
        let url = GatewayUrl::new("ws://gateway".to_owned());
        let lockable = url.lockable();
        let noticed = Cell::new(0);
        let connect = async {
            tokio::time::sleep(Duration::from_secs(5)).await;
            assert_eq!(noticed.get(), 0, "noticed a connection that did not happen");
            let begun = tokio::time::Instant::now();
            for _ in 0..20 {
                assert_eq!(lockable.lock().await.clone(), "ws://gateway");
            }
            begun.elapsed()
        };
        let took = tokio::select! {
            never = url.limit_connections(|| noticed.set(noticed.get() + 1)) => match never {},
            took = connect => took,
        };
        assert!(took >= 19 * INTERVAL && took <= 20 * INTERVAL, "{took:?}");
        assert!(noticed.get() >= 19, "{}", noticed.get());
    }
}
