//! Draws pictures for messages on separate threads. A message never fails because of its picture.

mod late;
mod workers;

use std::sync::Arc;

use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::discord::messages::Appearance;
use crate::discord::rest::invalid_requests::{Degradation, InvalidRequestBudget};
use crate::discord::rest::upload_health::UploadHealth;
use crate::discord::timings::{PictureWait, Timings, jitter};
use crate::render::{Picture, Pictures, Subject};
use crate::watch::{Metrics, PictureOutcome};
pub(super) use late::Late;
use workers::DrawingThreads;

/// Draws pictures on a thread pool.
pub(super) struct PictureService {
    drawers: DrawingThreads,
    budget: Arc<InvalidRequestBudget>,
    uploads: Arc<UploadHealth>,
    metrics: Metrics,
    timings: Arc<Timings>,
}

impl PictureService {
    pub(super) fn new(
        pictures: &Arc<dyn Pictures>,
        (budget, uploads): (Arc<InvalidRequestBudget>, Arc<UploadHealth>),
        metrics: Metrics,
        timings: Arc<Timings>,
    ) -> Self {
        Self { drawers: DrawingThreads::new(pictures, metrics.clone()), budget, uploads, metrics, timings }
    }

    /// Returns `true` if pictures are currently enabled for this appearance.
    ///
    /// Pictures are disabled in text-only mode, while Discord rejects too many requests, and while uploads
    /// fail.
    pub(super) fn draws(&self, appearance: Appearance) -> bool {
        !appearance.is_text_only() && self.budget.stage() == Degradation::Calm && self.uploads.accepts()
    }

    /// Counts a drawing on another thread, until the returned token is dropped.
    pub(super) fn count_job(&self) -> TaskTrackerToken {
        self.drawers.count_job()
    }

    /// Returns the number of pictures that messages wait for.
    pub(super) fn jobs(&self) -> usize {
        self.drawers.jobs()
    }

    /// Returns `true` if the drawing threads cannot keep up, so that pictures of running deals would be late.
    pub(super) fn is_overloaded(&self) -> bool {
        self.drawers.expected_wait() > self.timings.picture_overload
    }

    /// Draws a picture like [`draw`](Self::draw), unless that takes too long.
    ///
    /// # Errors
    /// Returns an error if the picture is not drawn in time.
    pub(super) async fn draw_in_time(
        &self,
        subject: &Subject,
        appearance: Appearance,
        wait: PictureWait,
    ) -> Result<Option<Picture>, Late> {
        if !self.draws(appearance) {
            return Ok(None);
        }
        if self.drawers.expected_wait() > wait.queue {
            self.metrics.picture(PictureOutcome::LeftOut);
            return Err(Late);
        }
        tokio::time::timeout(wait.total, self.draw(subject, appearance)).await.unwrap_or_else(|_| {
            self.metrics.picture(PictureOutcome::LeftOut);
            Err(Late)
        })
    }

    /// Draws a picture for a message that was sent without it. There is no time limit.
    ///
    /// Waits while the drawing threads are overloaded. Returns `None` if [`draw`](Self::draw) returns
    /// `Ok(None)`.
    pub(super) async fn draw_late(&self, subject: &Subject, appearance: Appearance) -> Option<Picture> {
        loop {
            // Late pictures must not delay others, and are not all tried at the same time.
            if self.drawers.expected_wait() > self.timings.update_picture.queue {
                tokio::time::sleep(self.timings.picture_overload.mul_f64(jitter())).await;
            } else if let Ok(picture) = self.draw(subject, appearance).await {
                return picture;
            }
        }
    }

    /// Draws a picture.
    ///
    /// Returns `Ok(None)` if pictures are disabled, there is nothing to draw, or drawing fails.
    ///
    /// # Errors
    /// Returns an error if the queue stays full.
    pub(super) async fn draw(
        &self,
        subject: &Subject,
        appearance: Appearance,
    ) -> Result<Option<Picture>, Late> {
        if !self.draws(appearance) {
            return Ok(None);
        }
        // Pictures contain neither inline emoji nor hints, so these settings must not split their cache.
        self.drawers.draw(subject.clone(), appearance.undrawn().with_hints(false)).await
    }
}
