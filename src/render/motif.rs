//! What there is a picture of.

use super::drawing::Drawing;
use super::raster::{self, DrawError};
use super::told::{say, title};
use super::{ChartRow, Form, Still, chart, form, hand, replay, result, table};
use crate::rules::View;
use crate::table::{DealScene, Scene, Standing};
use crate::text::{Look, signed};

/// What a picture is made from.
#[derive(Debug, Clone, Copy)]
pub enum Motif<'a> {
    /// The table while a deal is being played.
    Table(&'a Scene),
    /// The hand of the one who sees this view.
    Hand(&'a View),
    /// A finished deal.
    Result(&'a DealScene),
    /// A step of a finished deal.
    Replay(&'a Still),
    /// The standings of the evening.
    Standings(&'a Scene),
    /// People in order under a title.
    Leaderboard(&'a str, &'a [ChartRow]),
    /// How somebody's points went.
    Form(&'a Form),
}

impl Motif<'_> {
    /// The beginning of its file's name.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Table(_) => "table",
            Self::Hand(_) => "hand",
            Self::Result(_) => "result",
            Self::Replay(_) => "replay",
            Self::Standings(_) => "standings",
            Self::Leaderboard(..) => "leaderboard",
            Self::Form(_) => "form",
        }
    }

    /// The whole picture as one SVG, the cards in it too; `None` where there is nothing to show.
    pub fn svg(self, look: Look) -> Option<String> {
        Some(self.drawing(look)?.0.svg())
    }

    /// The layout, and what it shows in words.
    pub(super) fn drawing(self, look: Look) -> Option<(Drawing, String)> {
        match self {
            Self::Table(scene) => table::table(scene, look),
            Self::Hand(view) => hand::hand(view, look),
            Self::Result(deal) => result::result(deal, look),
            Self::Replay(still) => Some(replay::replay(still, look)),
            Self::Standings(scene) => standings(scene, look),
            Self::Leaderboard(said, rows) => chart::chart(&title(said), rows, "", look),
            Self::Form(shown) => form::form(shown, look),
        }
    }
}

/// An SVG as a PNG of its own size, with the program's font. What it refers to is not followed.
pub fn png_of_svg(svg: &str) -> Result<Vec<u8>, DrawError> {
    raster::png(svg)
}

/// The standings of the evening as a chart.
fn standings(scene: &Scene, look: Look) -> Option<(Drawing, String)> {
    let row = |(place, standing): (usize, &Standing)| ChartRow {
        place: place.try_into().unwrap_or(u32::MAX),
        name: standing.player.name.clone(),
        length: standing.points.into(),
        label: signed(standing.points),
    };
    let rows: Vec<ChartRow> = Standing::ranked(&scene.standings).into_iter().map(row).collect();
    chart::chart(&say(look, "picture-standings"), &rows, &chart::window(look, scene.window), look)
}
