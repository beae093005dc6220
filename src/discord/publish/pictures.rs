//! Draws pictures for messages on separate threads. A message never fails because of its picture.

mod late;
mod workers;

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::discord::messages::{Appearance, Message};
use crate::discord::rest::invalid_requests::{Degradation, InvalidRequestBudget};
use crate::discord::rest::upload_health::UploadHealth;
use crate::discord::timings::{PictureWait, Timings, jitter};
use crate::render::{Picture, Pictures, Subject};
use crate::watch::{Metrics, PictureOutcome};
pub(crate) use late::Late;
use workers::DrawingThreads;

/// Maximum length of a picture's alt text in characters.
const LONGEST_ALT: usize = 1024;

/// Draws pictures on a thread pool.
pub(crate) struct PictureService {
    drawers: DrawingThreads,
    budget: Arc<InvalidRequestBudget>,
    uploads: Arc<UploadHealth>,
    metrics: Metrics,
    timings: Arc<Timings>,
}

impl PictureService {
    pub(crate) fn new(
        pictures: &Arc<dyn Pictures>,
        (budget, uploads): (Arc<InvalidRequestBudget>, Arc<UploadHealth>),
        metrics: Metrics,
        timings: Arc<Timings>,
    ) -> Self {
        Self { drawers: DrawingThreads::new(pictures, metrics.clone()), budget, uploads, metrics, timings }
    }

    /// Returns `true` if pictures are currently enabled for this appearance.
    ///
    /// Pictures are disabled in text-only mode, while Discord rejects too many requests, and while uploads fail.
    pub(crate) fn draws(&self, appearance: Appearance) -> bool {
        !appearance.is_text_only() && self.budget.stage() == Degradation::Calm && self.uploads.accepts()
    }

    /// Counts a drawing on another thread, until the returned token is dropped.
    pub(crate) fn count_job(&self) -> TaskTrackerToken {
        self.drawers.count_job()
    }

    /// Returns the number of pictures that messages wait for.
    pub(crate) fn jobs(&self) -> usize {
        self.drawers.jobs()
    }

    /// Returns `true` if the drawing threads cannot keep up, so that pictures of running deals would be late.
    pub(crate) fn is_overloaded(&self) -> bool {
        self.drawers.expected_wait() > self.timings.picture_overload
    }

    /// Draws a picture like [`draw`](Self::draw), unless that takes too long.
    ///
    /// # Errors
    /// Returns an error if the picture is not drawn in time.
    pub(crate) async fn draw_in_time(
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
    pub(crate) async fn draw_late(&self, subject: &Subject, appearance: Appearance) -> Option<Picture> {
        loop {
            // Late pictures must not delay others, and are not all tried at the same time.
            if self.drawers.expected_wait() > self.timings.update_picture.queue {
                tokio::time::sleep(self.timings.picture_overload.mul_f64(jitter())).await;
            } else if let Ok(picture) = self.draw(subject, appearance).await {
                return picture;
            }
        }
    }

    /// Draws a picture that a user has requested, with [`Timings::requested_picture`].
    ///
    /// Returns `None` if the picture is not drawn in time or if [`draw`](Self::draw) returns none.
    pub(crate) async fn draw_soon(&self, subject: &Subject, appearance: Appearance) -> Option<Picture> {
        let wait = self.timings.requested_picture;
        self.draw_in_time(subject, appearance, wait).await.unwrap_or_else(|Late| {
            tracing::debug!("timed out drawing picture for reply");
            None
        })
    }

    /// Draws a picture.
    ///
    /// Returns `Ok(None)` if pictures are disabled, there is nothing to draw, or drawing fails.
    ///
    /// # Errors
    /// Returns an error if the queue stays full.
    pub(crate) async fn draw(
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

impl Message {
    /// Attaches a picture to the message.
    ///
    /// `attached` is the filename of the picture already attached to the message on Discord, if any. If the
    /// picture has the same filename, it is not uploaded again.
    ///
    /// The text of the message then omits what the picture shows. See [`beside_picture`](Self::beside_picture).
    #[must_use]
    pub(crate) fn illustrated(mut self, picture: Option<Picture>, attached: Option<&str>) -> Self {
        let Some(Picture { name, bytes, alt }) = picture else { return self };
        self.is_pictured = true;
        if attached == Some(name.as_str()) {
            self.keeps_files = true;
        } else {
            let alt: String = alt.chars().take(LONGEST_ALT).collect();
            self.files = vec![serenity::CreateAttachment::bytes(bytes, name).description(alt)];
        }
        self
    }

    /// Returns a copy of the message without attachments.
    ///
    /// If the user had requested a file, the text says that the file is missing.
    #[must_use]
    pub(crate) fn in_words(&self) -> Self {
        let content = self.without_files.as_ref().unwrap_or(&self.content).clone();
        let files = Vec::new();
        Self { content, files, without_files: None, keeps_files: false, is_pictured: false, ..self.clone() }
    }
}
