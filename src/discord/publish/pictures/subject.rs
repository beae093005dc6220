//! The subjects that pictures can show.

use std::sync::Arc;
use std::time::Duration;

use crate::render::{ChartRow, FormCurve, Picture, Pictures, ReplayStill};
use crate::table::{DealView, TableView};
use crate::text::Appearance;
use ulti_rules::View;

/// Subject of a picture, with the data needed to draw it.
#[derive(Debug, Clone)]
pub(crate) enum Subject {
    /// The public view of a table.
    Table(Arc<TableView>),
    /// A player's view of a deal.
    Hand(Arc<View>),
    /// A finished deal with all cards.
    Result(Arc<DealView>),
    /// A step of a replay.
    Replay(Arc<ReplayStill>),
    /// The standings at the end of an evening.
    Standings(Arc<TableView>),
    /// A page of the leaderboard, with its title.
    Leaderboard(String, Vec<ChartRow>),
    /// A player's points over time.
    Form(FormCurve),
}

impl Subject {
    /// Returns the maximum time for which the picture waits for a place in the drawing queue.
    ///
    /// Pictures of a running deal are soon outdated. Final pictures are worth a longer wait.
    pub(super) const fn queue_timeout(&self) -> Duration {
        match self {
            Self::Result(_) | Self::Standings(_) => Duration::from_secs(10),
            _ => Duration::from_secs(1),
        }
    }

    /// Draws the picture with the given renderer.
    pub(super) fn draw_with(&self, pictures: &dyn Pictures, look: Appearance) -> Option<Picture> {
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
