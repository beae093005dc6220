//! Draws pictures for messages on separate threads. A message never fails because of its picture.

mod workers;

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;

use crate::discord::messages::{Appearance, Message};
use crate::discord::rest::invalid_requests::{Degradation, InvalidRequestBudget};
use crate::discord::rest::upload_health::UploadHealth;
use crate::render::{Picture, Pictures, Subject};
use crate::watch::{Metrics, PictureOutcome};
use workers::DrawingThreads;

/// Maximum time that a reply waits for its picture to be drawn.
const REPLY_TIMEOUT: Duration = Duration::from_secs(1);
/// Maximum length of a picture's alt text in characters.
const LONGEST_ALT: usize = 1024;

/// Draws pictures on a thread pool.
pub(crate) struct PictureService {
    drawers: DrawingThreads,
    budget: Arc<InvalidRequestBudget>,
    uploads: Arc<UploadHealth>,
    metrics: Metrics,
}

impl PictureService {
    pub(crate) fn new(
        pictures: &Arc<dyn Pictures>,
        (budget, uploads): (Arc<InvalidRequestBudget>, Arc<UploadHealth>),
        metrics: Metrics,
    ) -> Self {
        Self { drawers: DrawingThreads::new(pictures, metrics.clone()), budget, uploads, metrics }
    }

    /// Returns `true` if pictures are currently enabled for this appearance.
    ///
    /// Pictures are disabled in text-only mode, while Discord rejects too many requests, and while uploads fail.
    pub(crate) fn draws(&self, appearance: Appearance) -> bool {
        !appearance.is_text_only() && self.budget.stage() == Degradation::Calm && self.uploads.accepts()
    }

    /// Draws a picture for a reply, waiting at most [`REPLY_TIMEOUT`].
    ///
    /// Returns `None` on timeout or if [`draw`](Self::draw) returns `None`.
    pub(crate) async fn draw_soon(&self, subject: &Subject, appearance: Appearance) -> Option<Picture> {
        let drawn = tokio::time::timeout(REPLY_TIMEOUT, self.draw(subject, appearance)).await;
        drawn.unwrap_or_else(|_| {
            self.metrics.picture(PictureOutcome::LeftOut);
            tracing::debug!("timed out drawing picture for reply");
            None
        })
    }

    /// Draws a picture.
    ///
    /// Returns `None` if pictures are disabled, there is nothing to draw, drawing fails, or the queue stays
    /// full.
    pub(crate) async fn draw(&self, subject: &Subject, appearance: Appearance) -> Option<Picture> {
        if !self.draws(appearance) {
            return None;
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
