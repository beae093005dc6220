//! Has pictures drawn for messages: away from the threads that talk, a few at a time, and never so
//! that a message fails for want of its picture.

mod drawers;

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;

use super::budget::{Budget, Stage};
use super::show::{Look, Message};
use crate::render::{ChartRow, Form, Picture, Pictures, Still};
use crate::rules::View;
use crate::table::{DealScene, Scene};
use crate::watch::{Drawn, Meter};
use drawers::Drawers;

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

impl Subject {
    /// How long its turn to be drawn is waited for, when many are: what changes with the next card is out of
    /// date soon, what is over stays as it is posted.
    const fn patience(&self) -> Duration {
        match self {
            Self::Result(_) | Self::Standings(_) => Duration::from_secs(10),
            _ => Duration::from_secs(1),
        }
    }

    fn drawn_by(&self, pictures: &dyn Pictures, look: Look) -> Option<Picture> {
        match self {
            Self::Table(scene) => pictures.table(scene, look),
            Self::Hand(view) => pictures.hand(view, look),
            Self::Result(deal) => pictures.result(deal, look),
            Self::Replay(still) => pictures.replay(still, look),
            Self::Standings(scene) => pictures.standings(scene, look),
            Self::Leaderboard(title, rows) => pictures.leaderboard(title, rows, look),
            Self::Form(form) => pictures.form(form, look),
        }
    }
}

/// Where pictures are drawn.
pub(super) struct Easel {
    drawers: Drawers,
    budget: Arc<Budget>,
    meter: Meter,
}

impl Easel {
    pub(super) fn new(pictures: &Arc<dyn Pictures>, budget: Arc<Budget>, meter: Meter) -> Self {
        Self { drawers: Drawers::new(pictures, meter.clone()), budget, meter }
    }

    /// Whether anything is drawn for who sees things so: not by choice, and not while Discord has refused
    /// too much.
    pub(super) fn draws(&self, look: Look) -> bool {
        !look.is_text_only() && self.budget.stage() == Stage::Calm
    }

    /// Draws for a person who waits for an answer; `None` also where it would take too long.
    pub(super) async fn draw_soon(&self, subject: &Subject, look: Look) -> Option<Picture> {
        let drawn = tokio::time::timeout(SOON, self.draw(subject, look)).await;
        drawn.unwrap_or_else(|_| {
            self.meter.picture(Drawn::LeftOut);
            tracing::debug!("a picture takes too long; its answer goes without");
            None
        })
    }

    /// Draws; `None` where words have to do: by choice, because there is nothing to draw, because it
    /// went wrong, because too many wait for theirs, or because Discord has refused too much.
    pub(super) async fn draw(&self, subject: &Subject, look: Look) -> Option<Picture> {
        if !self.draws(look) {
            return None;
        }
        // A picture has its own cards, whatever stands for them in texts; and hints are not in it.
        self.drawers.draw(subject.clone(), look.undrawn().with_hints(false)).await
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
