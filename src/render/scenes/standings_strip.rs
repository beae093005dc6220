//! Strip with the standings along the lower edge of a picture.

use super::alt_text::{self, label};
use super::style::{Align, CREAM, LineStyle, MARGIN, PALE, SMALL, WIDTH, colour, plate};
use crate::render::svg::drawing::Drawing;
use crate::table::Standing;
use crate::text::{self, Appearance};

/// Number of players shown per line.
const COLUMNS: usize = 2;
const LINE: f32 = 50.0;

/// Returns the height in pixels of the area that shows the players' points and the window (the table's pot).
///
/// Returns zero if there are no points to show.
pub(crate) fn height(standings: &[Standing], window: i32) -> f32 {
    if standings.is_empty() { 0.0 } else { lines(standings.len() + usize::from(window != 0)) * LINE + 8.0 }
}

fn lines(count: usize) -> f32 {
    super::style::count(count.div_ceil(COLUMNS))
}

/// Draws the points of all players, best player first, followed by the points in the window unless it is
/// empty.
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
    drawing.below(plate(MARGIN, y, WIDTH - 2.0 * MARGIN, height(standings, window)));
    let player = |one: &Standing| {
        let style = LineStyle::heavy(SMALL, CREAM);
        (style, alt_text::name(&one.player.name), text::signed(one.points), colour(one.points))
    };
    let players = Standing::ranked(standings).into_iter().map(|(_, one)| player(one));
    let pot = (LineStyle::plain(PALE), label(appearance, "picture-window"), window.to_string(), PALE);
    let width = (WIDTH - 2.0 * MARGIN) / 2.0;
    let mut place = (0.0, y + 36.0);
    for (index, (style, name, shown, colour)) in players.chain((window != 0).then_some(pot)).enumerate() {
        let (x, y) = (MARGIN + place.0 + 18.0, place.1);
        drawing.below(style.name(&name, x, y, width - 150.0));
        let style = LineStyle::heavy(SMALL, colour).align(Align::Right);
        drawing.below(style.line(&shown, x + width - 44.0, y, 130.0));
        place = if index % COLUMNS == 0 { (width, place.1) } else { (0.0, place.1 + LINE) };
    }
}
