//! Line chart of a player's total points by day, with the areas above and below zero filled.

use super::alt_text::{self, with};
use super::style::{
    Align, CREAM, GOLD, LOST, LineStyle, MARGIN, PALE, PLATE, SMALL, WIDTH, WON, background, colour, plate,
};
use crate::render::svg::drawing::Drawing;
use crate::render::svg::element::Element;
use crate::text::{self, Appearance, signed};

/// Data for a chart that shows how a player's total points changed from day to day.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormCurve {
    /// Unescaped name of the player.
    pub name: String,
    /// Period covered by the chart as unescaped text, such as the name of a season.
    pub span: String,
    /// The player's total points before the first day in the chart.
    pub before: i64,
    /// The player's daily results in chronological order, with at most one entry per day.
    ///
    /// Each entry contains the number of days since 1970-01-01 and the points won or lost on that day.
    pub days: Vec<(i64, i64)>,
}

/// The player's total points at the end of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peak {
    /// Number of days since 1970-01-01.
    pub day: i64,
    /// The player's total points at the end of the day.
    pub points: i64,
}

/// The first and last days of a [`FormCurve`], and the days with the highest and lowest points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    /// First day in the chart.
    pub first: Peak,
    /// Last day in the chart.
    pub last: Peak,
    /// Day with the highest total points. In case of a tie, the earliest such day.
    pub high: Peak,
    /// Day with the lowest total points. In case of a tie, the earliest such day.
    pub low: Peak,
}

impl FormCurve {
    /// Returns sentences that describe the chart. Returns an empty vector if the chart has no days.
    ///
    /// `date` formats a day, which is given as the number of days since 1970-01-01.
    pub fn told(&self, appearance: Appearance, date: impl Fn(i64) -> String) -> Vec<String> {
        self.outline().map(|outline| sentences(self, &outline, appearance, date)).unwrap_or_default()
    }

    /// Returns the first and last days, and the days with the highest and lowest points. Returns `None` if
    /// the chart has no days.
    pub fn outline(&self) -> Option<Outline> {
        let ends = self.ends();
        let (first, last) = (*ends.first()?, *ends.last()?);
        let high = *ends.iter().rev().max_by_key(|end| end.points)?;
        let low = *ends.iter().min_by_key(|end| end.points)?;
        Some(Outline { first, last, high, low })
    }

    fn ends(&self) -> Vec<Peak> {
        let mut points = self.before;
        let end = |&(day, won): &(i64, i64)| {
            points = points.saturating_add(won);
            Peak { day, points }
        };
        self.days.iter().map(end).collect()
    }
}

/// X coordinate of the plot area's left edge, in pixels.
const LEFT: f32 = 132.0;
/// X coordinate of the plot area's right edge, in pixels.
const RIGHT: f32 = WIDTH - MARGIN - 26.0;
/// Y coordinate of the plot area's top edge, in pixels.
const TOP: f32 = 116.0;
/// Y coordinate of the plot area's bottom edge, in pixels.
const BOTTOM: f32 = 372.0;
/// Minimum vertical distance between two axis labels, in pixels.
const APART: f32 = 30.0;

/// Draws a chart of a player's points and returns it with its alt text.
///
/// Returns `None` if the chart has fewer than two days. One day would be a straight line.
pub(crate) fn form(form: &FormCurve, appearance: Appearance) -> Option<(Drawing, String)> {
    let outline = form.outline().filter(|_| form.days.len() > 1)?;
    let title = format!("{} · {}", alt_text::name(&form.name), alt_text::name(&form.span));
    let mut drawing = background(BOTTOM + 72.0);
    let end = LineStyle::heavy(42.0, colour(outline.last.points)).align(Align::Right);
    let shown = signed(outline.last.points);
    let room = WIDTH - 2.0 * MARGIN - end.width(&shown) - 24.0;
    drawing.below(LineStyle::heavy(42.0, CREAM).line(&title, MARGIN, 66.0, room));
    drawing.below(end.line(&shown, WIDTH - MARGIN, 66.0, WIDTH / 2.0));
    drawing.below(plate(LEFT - 12.0, TOP - 16.0, WIDTH - MARGIN - LEFT + 12.0, BOTTOM - TOP + 32.0));
    let area = PlotArea::of(form, &outline);
    curve(&mut drawing, &area.line(form));
    labels(&mut drawing, &area, &outline);
    dates(&mut drawing, &outline, appearance);
    // Discord does not convert timestamps in alt texts.
    let date = |day| text::day(appearance.lang, day);
    let alt = alt_text::alt([title].into_iter().chain(sentences(form, &outline, appearance, date)));
    Some((drawing, alt))
}

/// The scale of the chart, which converts days and points to pixel coordinates.
struct PlotArea {
    /// First day on the x axis: the day before the player's first result in the chart.
    start: i64,
    per_day: f32,
    zero: f32,
    per_point: f32,
}

#[allow(clippy::cast_precision_loss)] // an error of one pixel is acceptable
const fn pixels(number: i64) -> f32 {
    number as f32
}

impl PlotArea {
    fn of(form: &FormCurve, Outline { first, last, high, low }: &Outline) -> Self {
        let start = first.day.saturating_sub(1);
        let most = high.points.max(form.before).max(0);
        let least = low.points.min(form.before).min(0);
        let per_point = (BOTTOM - TOP) / pixels(most.saturating_sub(least).max(1));
        let per_day = (RIGHT - LEFT) / pixels(last.day.saturating_sub(start).max(1));
        Self { start, per_day, zero: TOP + pixels(most) * per_point, per_point }
    }

    fn y(&self, points: i64) -> f32 {
        self.zero - pixels(points) * self.per_point
    }

    /// Returns the curve in pixel coordinates.
    ///
    /// The curve starts with the player's points on the day before the first result.
    fn line(&self, form: &FormCurve) -> PlotLine {
        let x = |day: i64| LEFT + pixels(day.saturating_sub(self.start)) * self.per_day;
        let ends = form.ends().into_iter().map(|end| (x(end.day), self.y(end.points)));
        PlotLine { zero: self.zero, points: [(LEFT, self.y(form.before))].into_iter().chain(ends).collect() }
    }
}

/// A curve in pixel coordinates, with the y coordinate of the zero line.
struct PlotLine {
    zero: f32,
    points: Vec<(f32, f32)>,
}

impl PlotLine {
    /// Returns the vertices of the curve, with an extra vertex wherever the curve crosses the zero line.
    fn crossing(&self) -> Vec<(f32, f32)> {
        let mut all: Vec<(f32, f32)> = Vec::new();
        for &(x, y) in &self.points {
            if let Some(&(before, from)) = all.last()
                && (from - self.zero) * (y - self.zero) < 0.0
            {
                all.push((before + (x - before) * (self.zero - from) / (y - from), self.zero));
            }
            all.push((x, y));
        }
        all
    }

    /// Returns an SVG path for the area between the curve and the zero line, on one side of the zero line.
    ///
    /// `side` clamps y coordinates to that side: it replaces y coordinates on the other side with the y
    /// coordinate of the zero line.
    fn area(&self, side: impl Fn(f32) -> f32) -> String {
        let mut path = format!("M{LEFT:.1} {:.1}", self.zero);
        let points = self.crossing();
        path.extend(points.iter().map(|(x, y)| format!("L{x:.1} {:.1}", side(*y))));
        let end = points.last().map_or(LEFT, |(x, _)| *x);
        path + &format!("L{end:.1} {:.1}Z", self.zero)
    }

    fn path(&self) -> String {
        let points = self.points.iter().map(|(x, y)| format!("{x:.1} {y:.1}"));
        format!("M{}", points.collect::<Vec<_>>().join("L"))
    }
}

fn curve(drawing: &mut Drawing, line: &PlotLine) {
    let area = |path: String, colour| {
        Element::new("path").with("d", path).with("fill", colour).with("fill-opacity", 0.35)
    };
    drawing.below(area(line.area(|y| y.min(line.zero)), WON));
    drawing.below(area(line.area(|y| y.max(line.zero)), LOST));
    let zero = Element::new("path").with("d", format_args!("M{LEFT} {:.1}H{RIGHT}", line.zero));
    drawing.below(zero.stroke(PALE, 3).with("stroke-dasharray", "3 9"));
    let path = Element::new("path").with("d", line.path()).with("fill", "none").stroke(CREAM, 5);
    drawing.below(path.with("stroke-linejoin", "round"));
    if let Some((x, y)) = line.points.last() {
        let dot =
            Element::new("circle").with("cx", format_args!("{x:.1}")).with("cy", format_args!("{y:.1}"));
        drawing.below(dot.with("r", 11).with("fill", GOLD).stroke(PLATE, 4));
    }
}

/// Draws the axis labels for zero, the maximum and the minimum. Labels that would overlap are omitted.
fn labels(drawing: &mut Drawing, area: &PlotArea, outline: &Outline) {
    let mut taken: Vec<f32> = Vec::new();
    for points in [0, outline.high.points, outline.low.points] {
        let y = area.y(points);
        if taken.iter().all(|other| (other - y).abs() >= APART) {
            let label = LineStyle::heavy(SMALL, colour(points)).align(Align::Right);
            drawing.below(label.line(&signed(points), LEFT - 22.0, y + 9.0, LEFT - 22.0 - 10.0));
            taken.push(y);
        }
    }
}

fn dates(drawing: &mut Drawing, outline: &Outline, appearance: Appearance) {
    let half = (RIGHT - LEFT) / 2.0;
    let style = LineStyle::plain(PALE);
    let [first, last] = [outline.first, outline.last].map(|peak| text::day(appearance.lang, peak.day));
    drawing.below(style.align(Align::Right).line(&last, WIDTH - MARGIN, BOTTOM + 50.0, half));
    if outline.first.day < outline.last.day {
        drawing.below(style.line(&first, LEFT - 12.0, BOTTOM + 50.0, half));
    }
}

fn sentences(
    form: &FormCurve,
    outline: &Outline,
    appearance: Appearance,
    date: impl Fn(i64) -> String,
) -> Vec<String> {
    let day = |peak: Peak| date(peak.day);
    if form.days.len() == 1 {
        let args = [("day", day(outline.last).into()), ("end", signed(outline.last.points).into())];
        return vec![with(appearance, "stats-form-day", &args)];
    }
    let span = [
        ("first", day(outline.first).into()),
        ("last", day(outline.last).into()),
        ("days", form.days.len().into()),
        ("end", signed(outline.last.points).into()),
    ];
    let extremes = [
        ("high", signed(outline.high.points).into()),
        ("high-day", day(outline.high).into()),
        ("low", signed(outline.low.points).into()),
        ("low-day", day(outline.low).into()),
    ];
    vec![with(appearance, "stats-form", &span), with(appearance, "stats-form-extremes", &extremes)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(before: i64, days: &[(i64, i64)]) -> FormCurve {
        FormCurve { before, days: days.to_vec(), ..FormCurve::default() }
    }

    #[test]
    fn points_chart_includes_points_from_earlier_days() {
        let outline = of(5, &[(10, 7), (12, -30), (13, 2), (20, 16)]).outline().unwrap();
        assert_eq!(outline.first, Peak { day: 10, points: 12 });
        assert_eq!(outline.last, Peak { day: 20, points: 0 });
        assert_eq!(outline.high, outline.first);
        assert_eq!(outline.low, Peak { day: 12, points: -18 });
        assert_eq!(of(5, &[]).outline(), None);
    }

    /// Checks that the areas above and below the zero line meet where the curve crosses the line.
    #[test]
    fn coloured_chart_areas_meet_on_zero_line() {
        let form = of(0, &[(1, 10), (2, -20)]);
        let area = PlotArea::of(&form, &form.outline().unwrap());
        let line = area.line(&form);
        let crossing = line.crossing();
        assert_eq!(crossing.len(), 4);
        let (middle, end) = (f32::midpoint(crossing[1].0, crossing[3].0), crossing[2]);
        assert!((end.0 - middle).abs() < 0.01 && (end.1 - line.zero).abs() < 0.01, "{crossing:?}");
    }

    #[test]
    fn player_points_curve_stays_inside_chart() {
        let long: Vec<(i64, i64)> = (0..366).map(|day| (20_000 + day, (day * 37) % 61 - 30)).collect();
        for (before, days) in [
            (0, vec![(20_000, 0)]),
            (0, vec![(20_000, 5)]),
            (-7, vec![(20_000, -5)]),
            (40, long),
            (0, vec![(0, 1), (20_000, i64::MAX / 4), (20_001, i64::MIN / 2)]),
        ] {
            let form = of(before, &days);
            let area = PlotArea::of(&form, &form.outline().unwrap());
            for (x, y) in area.line(&form).points {
                assert!((LEFT - 0.1..=RIGHT + 0.1).contains(&x), "{x}");
                assert!((TOP - 0.1..=BOTTOM + 0.1).contains(&y), "{y}");
            }
        }
    }
}
