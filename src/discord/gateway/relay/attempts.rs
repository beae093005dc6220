//! The attempts of a relay to connect to Discord in order to resume a session.

use std::time::Duration;

use tokio::time::Instant;

use super::upstream::ConnectError;
use crate::discord::gateway::payload::SessionEvent;
use crate::discord::timings::BackOff;
use crate::table::Shard;

/// Minimum time between two attempts. It grows by this time with each session that is lost soon after it was
/// resumed, because Discord then accepts connections, and players wait for them.
const INTERVAL: Duration = Duration::from_millis(250);
/// Delays after attempts that have not resumed the session.
const RETRY: BackOff = BackOff { first: Duration::from_secs(1), longest: Duration::from_secs(5) };
/// Duration of a resumed session after which the connection is stable.
const STABLE: Duration = Duration::from_secs(5);

/// The attempts since the last stable connection.
pub(super) struct Attempts {
    /// Number of attempts since the last stable connection.
    count: u32,
    /// Number of attempts since the session was begun or resumed.
    failed: u32,
    /// Time of the first connection or of the last attempt.
    last: Instant,
    /// URL at which the session can be resumed.
    resume_url: Option<String>,
}

impl Attempts {
    /// Creates the attempts after the first connection, which was opened just now.
    pub(super) fn new() -> Self {
        Self { count: 0, failed: 0, last: Instant::now(), resume_url: None }
    }

    /// Returns the time of the next attempt.
    pub(super) fn next(&mut self) -> Instant {
        if self.failed == 0 && self.last.elapsed() >= STABLE {
            self.count = 0;
        }
        let interval = (INTERVAL * (self.count + 1)).min(RETRY.longest);
        let retry = if self.failed == 0 { Duration::ZERO } else { RETRY.jittered_delay(self.failed) };
        self.last + interval.max(retry)
    }

    /// Begins an attempt. Returns the URL to use: the one for resuming the session or, after every other
    /// failure, `url`, in case the other one does not work.
    pub(super) fn begin(&mut self, url: &str) -> String {
        let scheme = |url: &str| url.split_once(':').map(|(scheme, _)| scheme.to_owned());
        let resume_url = self.resume_url.as_deref().filter(|_| self.failed.is_multiple_of(2));
        // The token is not sent unencrypted if the gateway uses encryption.
        let resume_url = resume_url.filter(|resume_url| scheme(resume_url) == scheme(url));
        let url = resume_url.unwrap_or(url).to_owned();
        self.count += 1;
        self.failed += 1;
        self.last = Instant::now();
        url
    }

    /// Logs a failed attempt, as a warning only if it is the first.
    pub(super) fn log_failure(&self, error: &ConnectError, shard: Shard) {
        if self.failed == 1 {
            tracing::warn!(%shard, %error, "failed to connect shard; retrying");
        } else {
            tracing::debug!(%shard, %error, "failed to connect shard again");
        }
    }

    /// Records that the session was begun or resumed.
    pub(super) fn succeeded(&mut self, session: SessionEvent) {
        self.failed = 0;
        if let SessionEvent::Begun { resume_url } = session {
            self.resume_url = resume_url;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "wss://gateway.discord.gg";
    const RESUME_URL: &str = "wss://gateway-us-east1-b.discord.gg";

    #[tokio::test(start_paused = true)]
    async fn delay_grows_until_connection_is_stable() {
        let mut attempts = Attempts::new();
        attempts.succeeded(SessionEvent::Begun { resume_url: Some(RESUME_URL.to_owned()) });
        assert_eq!(attempts.next(), Instant::now() + INTERVAL);
        tokio::time::advance(STABLE).await;
        assert!(attempts.next() < Instant::now(), "the first attempt is delayed");
        let mut delays = Vec::new();
        for used in [RESUME_URL, URL, RESUME_URL, URL] {
            assert_eq!(attempts.begin(URL), used);
            delays.push(attempts.next() - Instant::now());
        }
        // Later delays are limited, and random.
        assert!(delays[..3].is_sorted() && delays[0] > 2 * INTERVAL, "{delays:?}");
        attempts.succeeded(SessionEvent::Resumed);
        assert_eq!(attempts.next(), Instant::now() + 5 * INTERVAL, "the session is lost again at once");
        tokio::time::advance(STABLE).await;
        assert_eq!(attempts.next(), attempts.last + INTERVAL);
        assert_eq!(attempts.begin(URL), RESUME_URL);
        attempts.succeeded(SessionEvent::Begun { resume_url: Some(RESUME_URL.replace("wss:", "ws:")) });
        assert_eq!(attempts.begin(URL), URL);
    }
}
