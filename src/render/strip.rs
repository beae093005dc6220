//! The standings along the lower edge of a picture.

use super::drawing::Drawing;
use super::felt::{Align, CREAM, LOST, MARGIN, PALE, SMALL, Style, WIDTH, WON, plate};
use super::told::{self, say};
use crate::table::Standing;
use crate::text::{self, Look};

/// How many stand side by side.
const IN_LINE: usize = 2;
const LINE: f32 = 50.0;

/// How tall the standings of so many are.
pub(super) fn height(standings: &[Standing]) -> f32 {
    if standings.is_empty() { 0.0 } else { lines(standings.len() + 1) * LINE + 8.0 }
}

fn lines(count: usize) -> f32 {
    f32::from(u8::try_from(count.div_ceil(IN_LINE)).unwrap_or(u8::MAX))
}

/// Everyone with their points, the best first, and the window.
pub(super) fn strip(drawing: &mut Drawing, look: Look, standings: &[Standing], window: i32, y: f32) {
    if standings.is_empty() {
        return;
    }
    drawing.below(plate(MARGIN, y, WIDTH - 2.0 * MARGIN, lines(standings.len() + 1) * LINE + 8.0));
    let mut lines: Vec<(String, i32)> = Standing::ranked(standings)
        .into_iter()
        .map(|(_, one)| (told::name(&one.player.name), one.points))
        .collect();
    lines.push((say(look, "picture-window"), window));
    let width = (WIDTH - 2.0 * MARGIN) / 2.0;
    let last = lines.len() - 1;
    let mut place = (0.0, y + 36.0);
    for (index, (name, points)) in lines.into_iter().enumerate() {
        let (x, y) = (MARGIN + place.0 + 18.0, place.1);
        let style = if index == last { Style::plain(PALE) } else { Style::heavy(SMALL, CREAM) };
        drawing.below(style.line(&name, x, y, width - 150.0));
        let (shown, colour) = match points {
            _ if index == last => (points.to_string(), PALE),
            ..0 => (text::signed(points), LOST),
            0 => (text::signed(points), CREAM),
            1.. => (text::signed(points), WON),
        };
        let style = Style::heavy(SMALL, colour).align(Align::Right);
        drawing.below(style.line(&shown, x + width - 44.0, y, 130.0));
        place = if index % IN_LINE == 0 { (width, place.1) } else { (0.0, place.1 + LINE) };
    }
}
