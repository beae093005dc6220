//! Strip with the standings along the lower edge of a picture.

use super::alt_text::{self, label};
use super::style::{Align, CREAM, LineStyle, MARGIN, PALE, SMALL, WIDTH, colour, plate};
use crate::render::svg::drawing::Drawing;
use crate::table::Standing;
use crate::text::{self, Appearance};

/// Number of players shown per line.
const COLUMNS: usize = 2;
const LINE: f32 = 50.0;

/// Returns the height in pixels of the area that shows the players' points.
///
/// Returns zero if there are no points to show.
pub(crate) fn height(standings: &[Standing]) -> f32 {
    if standings.is_empty() { 0.0 } else { lines(standings.len() + 1) * LINE + 8.0 }
}

fn lines(count: usize) -> f32 {
    super::style::count(count.div_ceil(COLUMNS))
}

/// Draws the points of all players, best player first, followed by the points in the window (the table's
/// pot).
pub(crate) fn strip(
    drawing: &mut Drawing,
    appearance: Appearance,
    standings: &[Standing],
    window: i32,
    y: f32,
) {
    if standings.is_empty() {
        return;
    }
    drawing.below(plate(MARGIN, y, WIDTH - 2.0 * MARGIN, lines(standings.len() + 1) * LINE + 8.0));
    let mut lines: Vec<(String, i32)> = Standing::ranked(standings)
        .into_iter()
        .map(|(_, one)| (alt_text::name(&one.player.name), one.points))
        .collect();
    lines.push((label(appearance, "picture-window"), window));
    let width = (WIDTH - 2.0 * MARGIN) / 2.0;
    let last = lines.len() - 1;
    let mut place = (0.0, y + 36.0);
    for (index, (name, points)) in lines.into_iter().enumerate() {
        let (x, y) = (MARGIN + place.0 + 18.0, place.1);
        let style = if index == last { LineStyle::plain(PALE) } else { LineStyle::heavy(SMALL, CREAM) };
        drawing.below(style.line(&name, x, y, width - 150.0));
        let (shown, colour) =
            if index == last { (points.to_string(), PALE) } else { (text::signed(points), colour(points)) };
        let style = LineStyle::heavy(SMALL, colour).align(Align::Right);
        drawing.below(style.line(&shown, x + width - 44.0, y, 130.0));
        place = if index % COLUMNS == 0 { (width, place.1) } else { (0.0, place.1 + LINE) };
    }
}
