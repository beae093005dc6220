//! Who is ahead: a line a person, a bar to the right for what was won, to the left for what was lost.

use super::drawing::Drawing;
use super::felt::{Align, CREAM, GOLD, LOST, MARGIN, PALE, PLATE, SMALL, Style, WIDTH, WON, felt};
use super::told::{self, say, with};
use super::xml::{Element, rect};
use crate::text::Look;

/// A person in a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartRow {
    /// From 1.
    pub place: u32,
    /// The name, not escaped.
    pub name: String,
    /// How long the bar is, on any scale: to the right of zero, or to the left.
    pub length: f64,
    /// The same as it is said, such as `+34` or `61 %`.
    pub label: String,
}

/// No more rows than this are drawn.
const MOST: usize = 10;
const TOP: f32 = 104.0;
const LINE: f32 = 62.0;
/// Where the bars are.
const LEFT: f32 = 318.0;
const RIGHT: f32 = 660.0;

/// The chart and what it shows in words; `None` where there is nobody.
pub(super) fn chart(title: &str, rows: &[ChartRow], note: &str, look: Look) -> Option<(Drawing, String)> {
    let rows = rows.get(..rows.len().min(MOST)).filter(|rows| !rows.is_empty())?;
    let count = f32::from(u8::try_from(rows.len()).unwrap_or(u8::MAX));
    let end = TOP + count * LINE;
    let mut drawing = felt(end + if note.is_empty() { 16.0 } else { 56.0 });
    let width = WIDTH - 2.0 * MARGIN;
    drawing.below(Style::heavy(42.0, CREAM).fitting(title, width).line(title, MARGIN, 66.0, width));
    let scale = Scale::of(rows);
    let zero = Element::new("path").with("d", format_args!("M{} {}V{end}", scale.zero, TOP - 8.0));
    drawing.below(zero.with("stroke", PALE).with("stroke-width", 3).with("stroke-opacity", 0.6));
    for (row, y) in rows.iter().zip((0_u8..).map(|line| TOP + f32::from(line) * LINE)) {
        line(&mut drawing, row, &scale, y);
    }
    drawing.below(Style::plain(PALE).line(note, MARGIN, end + 30.0, width));
    Some((drawing, told::alt(sentences(title, rows, note, look))))
}

/// How lengths become pixels.
struct Scale {
    zero: f32,
    one: f64,
}

impl Scale {
    fn of(rows: &[ChartRow]) -> Self {
        let most = rows.iter().map(|row| row.length).fold(0.0, f64::max);
        let least = rows.iter().map(|row| row.length).fold(0.0, f64::min);
        let one = f64::from(RIGHT - LEFT) / (most - least).max(f64::MIN_POSITIVE);
        Self { zero: LEFT + pixels(-least * one), one }
    }
}

#[allow(clippy::cast_possible_truncation)] // a bar may be a pixel off
const fn pixels(length: f64) -> f32 {
    length as f32
}

fn line(drawing: &mut Drawing, row: &ChartRow, scale: &Scale, y: f32) {
    let colour = match row.length {
        lost if lost < 0.0 => LOST,
        won if won > 0.0 => WON,
        _ => CREAM,
    };
    let place = Style::heavy(SMALL, if row.place == 1 { GOLD } else { PALE }).align(Align::Right);
    drawing.below(place.line(&row.place.to_string(), MARGIN + 34.0, y + 40.0, 40.0));
    let name = told::name(&row.name);
    drawing.below(Style::heavy(30.0, CREAM).line(&name, MARGIN + 50.0, y + 41.0, LEFT - MARGIN - 66.0));
    drawing.below(rect(LEFT, y + 10.0, RIGHT - LEFT, 42.0, 8.0).with("fill", PLATE));
    let long = pixels(row.length.abs() * scale.one).max(3.0);
    let from = if row.length < 0.0 { scale.zero - long } else { scale.zero };
    drawing.below(rect(from, y + 10.0, long, 42.0, 6.0).with("fill", colour));
    let points = Style::heavy(30.0, colour).align(Align::Right);
    drawing.below(points.line(&row.label, WIDTH - MARGIN, y + 41.0, WIDTH - MARGIN - RIGHT));
}

fn sentences(title: &str, rows: &[ChartRow], note: &str, look: Look) -> Vec<String> {
    let told = |row: &ChartRow| {
        let args = [
            ("place", row.place.into()),
            ("name", told::name(&row.name).into()),
            ("points", row.label.as_str().into()),
        ];
        with(look, "picture-row", &args)
    };
    let rows: Vec<String> = rows.iter().map(told).collect();
    vec![title.to_owned(), rows.join("; "), note.to_owned()]
}

/// What lies in the window, for below a chart.
pub(super) fn window(look: Look, points: i32) -> String {
    if points == 0 { String::new() } else { format!("{}: {points}", say(look, "picture-window")) }
}
