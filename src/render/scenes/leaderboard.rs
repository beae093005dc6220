//! Bar chart of players' results. Bars extend to the right for points won and to the left for points lost.

use super::alt_text::{self, label, with};
use super::style::{
    Align, CREAM, GOLD, LOST, LineStyle, MARGIN, PALE, PLATE, SMALL, WIDTH, WON, background, count,
};
use crate::render::svg::drawing::Drawing;
use crate::render::svg::element::{Element, rect};
use crate::text::Appearance;

/// A player's row in a bar chart.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartRow {
    /// The player's rank, starting at 1.
    pub place: u32,
    /// Unescaped name of the player.
    pub name: String,
    /// Length of the bar, in any unit. Negative values are drawn to the left of the zero line.
    pub length: f64,
    /// Text shown beside the bar, such as `+34` or `61 %`.
    pub label: String,
}

/// Maximum number of rows in a bar chart.
const MAX_ROWS: usize = 10;
const TOP: f32 = 104.0;
const LINE: f32 = 62.0;
/// X coordinate of the left edge of the bar area, in pixels.
const LEFT: f32 = 318.0;
/// X coordinate of the right edge of the bar area, in pixels.
const RIGHT: f32 = 660.0;

/// Draws a bar chart and returns it with its alt text. Returns `None` if there are fewer than two rows,
/// because a single bar can be compared with nothing.
pub(crate) fn chart(
    title: &str,
    rows: &[ChartRow],
    note: &str,
    appearance: Appearance,
) -> Option<(Drawing, String)> {
    let rows = rows.get(..rows.len().min(MAX_ROWS)).filter(|rows| rows.len() >= 2)?;
    let end = TOP + count(rows.len()) * LINE;
    let mut drawing = background(end + if note.is_empty() { 16.0 } else { 56.0 });
    let width = WIDTH - 2.0 * MARGIN;
    drawing.below(LineStyle::heavy(42.0, CREAM).fitting(title, width).line(title, MARGIN, 66.0, width));
    let scale = Scale::of(rows);
    let zero = Element::new("path").with("d", format_args!("M{} {}V{end}", scale.zero, TOP - 8.0));
    drawing.below(zero.stroke(PALE, 3).with("stroke-opacity", 0.6));
    for (row, y) in rows.iter().zip((0_u8..).map(|line| TOP + f32::from(line) * LINE)) {
        line(&mut drawing, row, &scale, y);
    }
    drawing.below(LineStyle::plain(PALE).line(note, MARGIN, end + 30.0, width));
    Some((drawing, alt_text::alt(sentences(title, rows, note, appearance))))
}

/// A linear scale that converts bar lengths to pixels.
struct Scale {
    zero: f32,
    one: f64,
}

impl Scale {
    fn of(rows: &[ChartRow]) -> Self {
        let most = rows.iter().map(|row| row.length).fold(0.0, f64::max);
        let least = rows.iter().map(|row| row.length).fold(0.0, f64::min);
        let span = most - least;
        let one = if span > 0.0 { f64::from(RIGHT - LEFT) / span } else { 0.0 };
        Self { zero: LEFT + pixels(-least * one), one }
    }
}

#[allow(clippy::cast_possible_truncation)] // an error of one pixel is acceptable
const fn pixels(length: f64) -> f32 {
    length as f32
}

fn line(drawing: &mut Drawing, row: &ChartRow, scale: &Scale, y: f32) {
    let colour = match row.length {
        lost if lost < 0.0 => LOST,
        won if won > 0.0 => WON,
        _ => CREAM,
    };
    let place = LineStyle::heavy(SMALL, if row.place == 1 { GOLD } else { PALE }).align(Align::Right);
    drawing.below(place.line(&row.place.to_string(), MARGIN + 34.0, y + 40.0, 40.0));
    let name = alt_text::name(&row.name);
    drawing.below(LineStyle::heavy(30.0, CREAM).name(&name, MARGIN + 50.0, y + 41.0, LEFT - MARGIN - 66.0));
    drawing.below(rect(LEFT, y + 10.0, RIGHT - LEFT, 42.0, 8.0).with("fill", PLATE));
    let long = pixels(row.length.abs() * scale.one).max(3.0);
    let from = if row.length < 0.0 { scale.zero - long } else { scale.zero };
    drawing.below(rect(from, y + 10.0, long, 42.0, 6.0).with("fill", colour));
    let points = LineStyle::heavy(30.0, colour).align(Align::Right);
    drawing.below(points.line(&row.label, WIDTH - MARGIN, y + 41.0, WIDTH - MARGIN - RIGHT));
}

fn sentences(title: &str, rows: &[ChartRow], note: &str, appearance: Appearance) -> Vec<String> {
    let sentence = |row: &ChartRow| {
        let args = [
            ("place", row.place.into()),
            ("name", alt_text::name(&row.name).into()),
            ("points", row.label.as_str().into()),
        ];
        with(appearance, "picture-row", &args)
    };
    let rows: Vec<String> = rows.iter().map(sentence).collect();
    vec![title.to_owned(), rows.join("; "), note.to_owned()]
}

/// Returns a note that states how many points are in the window (the table's pot).
///
/// Returns an empty string if the window is empty.
pub(crate) fn window(appearance: Appearance, points: i32) -> String {
    if points == 0 { String::new() } else { format!("{}: {points}", label(appearance, "picture-window")) }
}
