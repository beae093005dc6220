//! The subjects of pictures, such as a table, a hand or a chart.

use std::sync::Arc;

use super::scenes::alt_text::{label, title};
use super::scenes::{form_curve, hand, leaderboard, replay, result, table};
use super::svg::drawing::Drawing;
use super::{BidMarks, ChartRow, FormCurve, ReplayStill};
use crate::table::{DealView, Standing, TableView};
use crate::text::{Appearance, signed};
use ulti_rules::View;

/// Subject of a picture, with the data needed to draw it. Cloning is cheap.
#[derive(Debug, Clone, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Subject {
    /// A table with a deal in progress, showing only what everyone may see.
    Table(Arc<TableView>),
    /// The hand of the player for whom the view was created, with the trick of the deal.
    Hand {
        /// The player's view of the deal.
        view: Arc<View>,
        /// The deal.
        deal: Arc<DealView>,
        /// A hint that the player has asked for, without markup.
        hint: Option<Arc<str>>,
        /// The player's choices for a bid, or `None` if there are none.
        marks: Option<BidMarks>,
    },
    /// The result of a finished deal, with all cards visible.
    Result(Arc<DealView>),
    /// A step in the replay of a finished deal, with all three hands visible.
    Replay(Arc<ReplayStill>),
    /// A bar chart of the players' total points, best player first.
    Standings(Arc<TableView>),
    /// A leaderboard with the given title and rows, best player first. At most ten rows are drawn.
    Leaderboard(String, Vec<ChartRow>),
    /// A chart that shows how a player's total points changed from day to day.
    Form(FormCurve),
}

impl Subject {
    /// Adds a hint to the picture of a hand. Other pictures have no hints.
    #[must_use]
    pub(crate) fn with_hint(self, hint: Arc<str>) -> Self {
        match self {
            Self::Hand { view, deal, marks, .. } => Self::Hand { view, deal, hint: Some(hint), marks },
            other => other,
        }
    }

    /// Marks a player's choices for a bid in the picture of a hand. Other pictures show no choices.
    #[must_use]
    pub(crate) fn with_marks(self, marks: BidMarks) -> Self {
        let marks = (marks != BidMarks::default()).then_some(marks);
        match self {
            Self::Hand { view, deal, hint, .. } => Self::Hand { view, deal, hint, marks },
            other => other,
        }
    }

    /// Returns a name for the type of picture, such as `table` or `hand`. Picture filenames start with this
    /// name.
    pub fn kind(&self) -> &'static str {
        self.into()
    }

    /// Returns the picture as an SVG. The cards are included but the font is not.
    ///
    /// Returns `None` if there is nothing to draw.
    pub fn svg(&self, appearance: Appearance) -> Option<String> {
        Some(self.drawing(appearance)?.0.svg())
    }

    /// Returns the picture as an SVG that refers to cards by name, and its alt text.
    #[cfg(test)]
    pub(crate) fn layout(&self, appearance: Appearance) -> Option<(String, String)> {
        self.drawing(appearance).map(|(drawing, alt)| (drawing.layout(), alt))
    }

    /// Returns the picture's layout and alt text, or `None` if there is nothing to draw.
    pub(super) fn drawing(&self, appearance: Appearance) -> Option<(Drawing, String)> {
        match self {
            Self::Table(table) => table::table(table, appearance),
            Self::Hand { view, deal, hint, marks } => {
                let extras = hand::Extras { hint: hint.as_deref(), marks: marks.unwrap_or_default() };
                hand::hand(view, deal, extras, appearance)
            }
            Self::Result(deal) => result::result(deal, appearance),
            Self::Replay(still) => Some(replay::replay(still, appearance)),
            Self::Standings(table) => standings(table, appearance),
            Self::Leaderboard(heading, rows) => leaderboard::chart(&title(heading), rows, "", appearance),
            Self::Form(curve) => form_curve::form(curve, appearance),
        }
    }
}

/// Draws a bar chart of the players' total points and returns it with its alt text.
///
/// Returns `None` if there are no players to list.
fn standings(table: &TableView, appearance: Appearance) -> Option<(Drawing, String)> {
    let row = |(place, standing): (usize, &Standing)| ChartRow {
        place: place.try_into().unwrap_or(u32::MAX),
        name: standing.player.name.clone(),
        length: standing.points.into(),
        label: signed(standing.points),
    };
    let rows: Vec<ChartRow> = Standing::final_ranking(&table.standings).into_iter().map(row).collect();
    leaderboard::chart(
        &label(appearance, "picture-standings"),
        &rows,
        &leaderboard::window(appearance, table.window),
        appearance,
    )
}
