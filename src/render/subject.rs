//! The subjects of pictures, such as a table, a hand or a chart.

use std::sync::Arc;

use super::scenes::alt_text::{label, title};
use super::scenes::{form_curve, hand, leaderboard, replay, result, table};
use super::svg::drawing::Drawing;
use super::{ChartRow, FormCurve, ReplayStill};
use crate::table::{DealView, Standing, TableView};
use crate::text::{Appearance, signed};
use ulti_rules::View;

/// The subject of a picture, with the data that is needed to draw it. Cloning is cheap.
#[derive(Debug, Clone)]
pub enum Subject {
    /// The public view of a table while a deal is in progress.
    Table(Arc<TableView>),
    /// The hand of the player to whom the view belongs.
    Hand(Arc<View>),
    /// A finished deal, with all its cards visible.
    Result(Arc<DealView>),
    /// One step in the replay of a finished deal, with all three hands.
    Replay(Arc<ReplayStill>),
    /// The total points of the players at a table, best player first.
    Standings(Arc<TableView>),
    /// A leaderboard of at most ten players, given by its title and its rows in order.
    Leaderboard(String, Vec<ChartRow>),
    /// A chart of a player's total points by day.
    Form(FormCurve),
}

impl Subject {
    /// Returns the name of the kind of picture, such as `table` or `hand`.
    ///
    /// The file name of a picture begins with this name.
    pub const fn kind(&self) -> &'static str {
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

    /// Returns the picture as SVG, including the cards but without the font.
    ///
    /// Returns `None` if there is nothing to draw.
    pub fn svg(&self, appearance: Appearance) -> Option<String> {
        Some(self.drawing(appearance)?.0.svg())
    }

    /// Returns the layout of the picture and its alternative text, or `None` if there is nothing to draw.
    pub(super) fn drawing(&self, appearance: Appearance) -> Option<(Drawing, String)> {
        match self {
            Self::Table(table) => table::table(table, appearance),
            Self::Hand(view) => hand::hand(view, appearance),
            Self::Result(deal) => result::result(deal, appearance),
            Self::Replay(still) => Some(replay::replay(still, appearance)),
            Self::Standings(table) => standings(table, appearance),
            Self::Leaderboard(heading, rows) => leaderboard::chart(&title(heading), rows, "", appearance),
            Self::Form(curve) => form_curve::form(curve, appearance),
        }
    }
}

/// Draws a bar chart of the players' total points and returns it with its alternative text.
///
/// Returns `None` if the table has no players.
fn standings(table: &TableView, appearance: Appearance) -> Option<(Drawing, String)> {
    let row = |(place, standing): (usize, &Standing)| ChartRow {
        place: place.try_into().unwrap_or(u32::MAX),
        name: standing.player.name.clone(),
        length: standing.points.into(),
        label: signed(standing.points),
    };
    let rows: Vec<ChartRow> = Standing::ranked(&table.standings).into_iter().map(row).collect();
    leaderboard::chart(
        &label(appearance, "picture-standings"),
        &rows,
        &leaderboard::window(appearance, table.window),
        appearance,
    )
}
