//! Detects that uploads fail although other requests succeed, for example because of a proxy.
//!
//! A message whose upload fails is sent again without files. After several failures in a row, uploads are not
//! attempted for a while, so that messages do not need two requests each.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

/// Number of failures in a row after which uploads pause.
const MAX_FAILURES: u32 = 3;
/// Duration of a pause. The first upload after it decides if uploads pause again.
const PAUSE: Duration = Duration::from_mins(1);

/// Counts failed uploads of all channels.
#[derive(Debug, Default)]
pub(crate) struct UploadHealth(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    failures: u32,
    paused_until: Option<Instant>,
}

impl UploadHealth {
    /// Returns `true` if files may be uploaded now.
    pub(crate) fn accepts(&self) -> bool {
        self.0.lock().paused_until.is_none_or(|until| until <= Instant::now())
    }

    /// Records that Discord accepted an upload.
    pub(crate) fn record_success(&self) {
        *self.0.lock() = State::default();
    }

    /// Records that an upload failed with a server error, a timeout or a closed connection.
    pub(crate) fn record_failure(&self) {
        let mut state = self.0.lock();
        state.failures += 1;
        if state.failures >= MAX_FAILURES {
            if state.paused_until.is_none() {
                tracing::warn!(seconds = PAUSE.as_secs(), "uploads paused after repeated failures");
            }
            state.paused_until = Some(Instant::now() + PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn uploads_pause_after_repeated_failures() {
        let uploads = UploadHealth::default();
        for _ in 1..MAX_FAILURES {
            uploads.record_failure();
        }
        assert!(uploads.accepts());
        uploads.record_failure();
        assert!(!uploads.accepts());
        tokio::time::advance(PAUSE).await;
        assert!(uploads.accepts());
        uploads.record_failure();
        assert!(!uploads.accepts(), "one failure after a pause does not pause again");
        tokio::time::advance(PAUSE).await;
        uploads.record_success();
        uploads.record_failure();
        assert!(uploads.accepts());
    }
}
