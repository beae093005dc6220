//! Has pictures drawn for messages: away from the threads that talk, a few at a time, and never so
//! that a message fails for want of its picture.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use tokio::sync::Semaphore;

use super::budget::{Budget, Stage};
use super::show::{Look, Message};
use crate::render::{ChartRow, Form, Picture, Pictures, Still};
use crate::rules::View;
use crate::table::{DealScene, Scene};

/// How many pictures are drawn at once. Drawing takes a processor; more at once would only keep the
/// tables' own threads waiting.
const AT_ONCE: usize = 2;
/// How long the answer to a person waits for its picture.
const SOON: Duration = Duration::from_secs(1);
/// The longest alt text that Discord takes.
const LONGEST_ALT: usize = 1024;

/// What a message has a picture of.
#[derive(Debug, Clone)]
pub(super) enum Subject {
    /// The table as everyone may see it.
    Table(Arc<Scene>),
    /// A player's hand, as that player may see it.
    Hand(Arc<View>),
    /// A finished deal with all its cards.
    Result(Arc<DealScene>),
    /// A step of a finished deal.
    Replay(Arc<Still>),
    /// Where everyone stands at the end of an evening.
    Standings(Arc<Scene>),
    /// A page of the leaderboard under its title.
    Leaderboard(String, Vec<ChartRow>),
    /// How somebody's points went from day to day.
    Form(Form),
}

/// Where pictures are drawn.
pub(super) struct Easel {
    pictures: Arc<dyn Pictures>,
    places: Arc<Semaphore>,
    budget: Arc<Budget>,
}

impl Easel {
    pub(super) fn new(pictures: Arc<dyn Pictures>, budget: Arc<Budget>) -> Self {
        Self { pictures, places: Arc::new(Semaphore::new(AT_ONCE)), budget }
    }

    /// Draws for a person who waits for an answer; `None` also where it would take too long.
    pub(super) async fn draw_soon(&self, subject: &Subject, look: Look) -> Option<Picture> {
        let drawn = tokio::time::timeout(SOON, self.draw(subject, look)).await;
        drawn.unwrap_or_else(|_| {
            tracing::debug!("a picture takes too long; its answer goes without");
            None
        })
    }

    /// Draws; `None` where words have to do: by choice, because there is nothing to draw, because it
    /// went wrong, or because Discord has refused too much.
    pub(super) async fn draw(&self, subject: &Subject, look: Look) -> Option<Picture> {
        if look.is_text_only() || self.budget.stage() > Stage::Calm {
            return None;
        }
        // A picture has its own cards, whatever stands for them in texts; and hints are not in it.
        let look = look.undrawn().with_hints(false);
        let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
        let (pictures, subject) = (Arc::clone(&self.pictures), subject.clone());
        let drawn = tokio::task::spawn_blocking(move || {
            // Taken until it is drawn, even where nobody waits for it any more.
            let _place = place;
            match subject {
                Subject::Table(scene) => pictures.table(&scene, look),
                Subject::Hand(view) => pictures.hand(&view, look),
                Subject::Result(deal) => pictures.result(&deal, look),
                Subject::Replay(still) => pictures.replay(&still, look),
                Subject::Standings(scene) => pictures.standings(&scene, look),
                Subject::Leaderboard(title, rows) => pictures.leaderboard(&title, &rows, look),
                Subject::Form(form) => pictures.form(&form, look),
            }
        });
        // Not what a panic said, which may quote cards and names.
        drawn.await.unwrap_or_else(|_| {
            tracing::error!("a picture can't be drawn; its message goes without");
            None
        })
    }
}

impl Message {
    /// The same message with its picture. `hanging` is the name of the picture that the message shows
    /// which this one takes the place of: the same one is not sent again.
    #[must_use]
    pub(super) fn illustrated(mut self, picture: Option<Picture>, hanging: Option<&str>) -> Self {
        let Some(Picture { name, bytes, alt }) = picture else { return self };
        if hanging == Some(name.as_str()) {
            self.keeps_files = true;
        } else {
            let alt: String = alt.chars().take(LONGEST_ALT).collect();
            self.files = vec![serenity::CreateAttachment::bytes(bytes, name).description(alt)];
        }
        self
    }

    /// The same message without files: without pictures, and with a word on what was asked for and can't
    /// be sent.
    #[must_use]
    pub(super) fn in_words(&self) -> Self {
        let content = self.without_files.as_ref().unwrap_or(&self.content).clone();
        Self { content, files: Vec::new(), without_files: None, keeps_files: false, ..self.clone() }
    }
}
