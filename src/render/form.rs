//! How somebody's points went over a season: a line from day to day, above zero and below it.

use super::drawing::Drawing;
use super::felt::{Align, CREAM, GOLD, LOST, MARGIN, PALE, PLATE, SMALL, Style, WIDTH, WON, felt, plate};
use super::told::{self, with};
use super::xml::Element;
use crate::text::{self, Look, signed};

/// A person's days of play.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Form {
    /// Whose; not escaped.
    pub name: String,
    /// Of which season, or of all; not escaped.
    pub span: String,
    /// What had been won or lost before the first of the days.
    pub before: i64,
    /// The days in order, none twice: counted from 1970-01-01, and what was won or lost on it.
    pub days: Vec<(i64, i64)>,
}

/// A day and what had been won or lost at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peak {
    /// Counted from 1970-01-01.
    pub day: i64,
    /// Points.
    pub points: i64,
}

/// The outline of a form: what it comes down to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    /// The end of the first day.
    pub first: Peak,
    /// The end of the last day.
    pub last: Peak,
    /// The best that it was at the end of a day; the first of equals.
    pub high: Peak,
    /// The worst.
    pub low: Peak,
}

impl Form {
    /// What it comes down to in words; nothing without a day.
    pub fn told(&self, look: Look) -> Vec<String> {
        self.outline().map(|outline| sentences(self, &outline, look)).unwrap_or_default()
    }

    /// What it comes down to; `None` without a day.
    pub fn outline(&self) -> Option<Outline> {
        let ends = self.ends();
        let (first, last) = (*ends.first()?, *ends.last()?);
        let beats = |best: Peak, end: &Peak, better: bool| if better { *end } else { best };
        let high = ends.iter().fold(first, |best, end| beats(best, end, end.points > best.points));
        let low = ends.iter().fold(first, |best, end| beats(best, end, end.points < best.points));
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

/// Where the line is.
const LEFT: f32 = 132.0;
const RIGHT: f32 = WIDTH - MARGIN - 26.0;
const TOP: f32 = 116.0;
const BOTTOM: f32 = 372.0;
/// Labels beside the line are at least so far apart.
const APART: f32 = 30.0;

/// The picture and what it shows in words; `None` without a day.
pub(super) fn form(form: &Form, look: Look) -> Option<(Drawing, String)> {
    let outline = form.outline()?;
    let title = format!("{} · {}", told::name(&form.name), told::name(&form.span));
    let mut drawing = felt(BOTTOM + 72.0);
    let end = Style::heavy(42.0, colour(outline.last.points)).align(Align::Right);
    let shown = signed(outline.last.points);
    let room = WIDTH - 2.0 * MARGIN - end.width(&shown) - 24.0;
    drawing.below(Style::heavy(42.0, CREAM).line(&title, MARGIN, 66.0, room));
    drawing.below(end.line(&shown, WIDTH - MARGIN, 66.0, WIDTH / 2.0));
    drawing.below(plate(LEFT - 12.0, TOP - 16.0, WIDTH - MARGIN - LEFT + 12.0, BOTTOM - TOP + 32.0));
    let ground = Ground::of(form, &outline);
    curve(&mut drawing, &ground.line(form));
    labels(&mut drawing, &ground, &outline);
    dates(&mut drawing, &outline, look);
    let alt = told::alt([title].into_iter().chain(sentences(form, &outline, look)));
    Some((drawing, alt))
}

const fn colour(points: i64) -> &'static str {
    match points {
        ..0 => LOST,
        0 => CREAM,
        1.. => WON,
    }
}

/// How days and points become pixels.
struct Ground {
    /// The day before the first: there the line begins.
    start: i64,
    a_day: f32,
    zero: f32,
    a_point: f32,
}

#[allow(clippy::cast_precision_loss)] // a line may be a pixel off
const fn pixels(number: i64) -> f32 {
    number as f32
}

impl Ground {
    fn of(form: &Form, Outline { first, last, high, low }: &Outline) -> Self {
        let start = first.day.saturating_sub(1);
        let most = high.points.max(form.before).max(0);
        let least = low.points.min(form.before).min(0);
        let a_point = (BOTTOM - TOP) / pixels(most.saturating_sub(least).max(1));
        let a_day = (RIGHT - LEFT) / pixels(last.day.saturating_sub(start).max(1));
        Self { start, a_day, zero: TOP + pixels(most) * a_point, a_point }
    }

    fn y(&self, points: i64) -> f32 {
        self.zero - pixels(points) * self.a_point
    }

    /// From the day before the first on.
    fn line(&self, form: &Form) -> Line {
        let x = |day: i64| LEFT + pixels(day.saturating_sub(self.start)) * self.a_day;
        let ends = form.ends().into_iter().map(|end| (x(end.day), self.y(end.points)));
        Line { zero: self.zero, points: [(LEFT, self.y(form.before))].into_iter().chain(ends).collect() }
    }
}

/// A line in pixels, and where zero is.
struct Line {
    zero: f32,
    points: Vec<(f32, f32)>,
}

impl Line {
    /// With a point wherever it crosses zero.
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

    /// What lies between the line and zero, on one side of it.
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

fn curve(drawing: &mut Drawing, line: &Line) {
    let area = |path: String, colour| {
        Element::new("path").with("d", path).with("fill", colour).with("fill-opacity", 0.35)
    };
    drawing.below(area(line.area(|y| y.min(line.zero)), WON));
    drawing.below(area(line.area(|y| y.max(line.zero)), LOST));
    let zero = Element::new("path").with("d", format_args!("M{LEFT} {:.1}H{RIGHT}", line.zero));
    drawing.below(zero.with("stroke", PALE).with("stroke-width", 3).with("stroke-dasharray", "3 9"));
    let path = Element::new("path").with("d", line.path()).with("fill", "none").with("stroke", CREAM);
    drawing.below(path.with("stroke-width", 5).with("stroke-linejoin", "round"));
    if let Some((x, y)) = line.points.last() {
        let dot =
            Element::new("circle").with("cx", format_args!("{x:.1}")).with("cy", format_args!("{y:.1}"));
        drawing.below(dot.with("r", 11).with("fill", GOLD).with("stroke", PLATE).with("stroke-width", 4));
    }
}

/// Zero, the best and the worst beside the line; not where one would stand on another.
fn labels(drawing: &mut Drawing, ground: &Ground, outline: &Outline) {
    let mut taken: Vec<f32> = Vec::new();
    for points in [0, outline.high.points, outline.low.points] {
        let y = ground.y(points);
        if taken.iter().all(|other| (other - y).abs() >= APART) {
            let label = Style::heavy(SMALL, colour(points)).align(Align::Right);
            drawing.below(label.line(&signed(points), LEFT - 22.0, y + 9.0, LEFT - 22.0 - 10.0));
            taken.push(y);
        }
    }
}

fn dates(drawing: &mut Drawing, outline: &Outline, look: Look) {
    let half = (RIGHT - LEFT) / 2.0;
    let last = Style::plain(PALE).align(Align::Right);
    drawing.below(last.line(&text::day(look.lang, outline.last.day), WIDTH - MARGIN, BOTTOM + 50.0, half));
    if outline.first.day < outline.last.day {
        let first = Style::plain(PALE);
        drawing.below(first.line(&text::day(look.lang, outline.first.day), LEFT - 12.0, BOTTOM + 50.0, half));
    }
}

fn sentences(form: &Form, outline: &Outline, look: Look) -> Vec<String> {
    let day = |peak: Peak| text::day(look.lang, peak.day);
    if form.days.len() == 1 {
        let args = [("day", day(outline.last).into()), ("end", signed(outline.last.points).into())];
        return vec![with(look, "stats-form-day", &args)];
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
    vec![with(look, "stats-form", &span), with(look, "stats-form-extremes", &extremes)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(before: i64, days: &[(i64, i64)]) -> Form {
        Form { before, days: days.to_vec(), ..Form::default() }
    }

    #[test]
    fn the_outline_adds_up_from_what_was_before() {
        let outline = of(5, &[(10, 7), (12, -30), (13, 2), (20, 16)]).outline().unwrap();
        assert_eq!(outline.first, Peak { day: 10, points: 12 });
        assert_eq!(outline.last, Peak { day: 20, points: 0 });
        assert_eq!(outline.high, outline.first);
        assert_eq!(outline.low, Peak { day: 12, points: -18 });
        assert_eq!(of(5, &[]).outline(), None);
    }

    /// A line that crosses zero has areas on both sides that meet at zero and nowhere else.
    #[test]
    fn areas_meet_where_the_line_crosses_zero() {
        let form = of(0, &[(1, 10), (2, -20)]);
        let ground = Ground::of(&form, &form.outline().unwrap());
        let line = ground.line(&form);
        let crossing = line.crossing();
        assert_eq!(crossing.len(), 4);
        let (middle, end) = (f32::midpoint(crossing[1].0, crossing[3].0), crossing[2]);
        assert!((end.0 - middle).abs() < 0.01 && (end.1 - line.zero).abs() < 0.01, "{crossing:?}");
    }

    #[test]
    fn every_form_is_within_the_picture() {
        let long: Vec<(i64, i64)> = (0..366).map(|day| (20_000 + day, (day * 37) % 61 - 30)).collect();
        for (before, days) in [
            (0, vec![(20_000, 0)]),
            (0, vec![(20_000, 5)]),
            (-7, vec![(20_000, -5)]),
            (40, long),
            (0, vec![(0, 1), (20_000, i64::MAX / 4), (20_001, i64::MIN / 2)]),
        ] {
            let form = of(before, &days);
            let ground = Ground::of(&form, &form.outline().unwrap());
            for (x, y) in ground.line(&form).points {
                assert!((LEFT - 0.1..=RIGHT + 0.1).contains(&x), "{x}");
                assert!((TOP - 0.1..=BOTTOM + 0.1).contains(&y), "{y}");
            }
        }
    }
}
