//! The upper part of a hand picture during the play: the goal, the kontras, the trick and the open hands.

use super::alt_text::{AltText, label, of, with};
use super::style::{
    Align, CAPTION, CREAM, FELT, GOLD, LineStyle, MARGIN, PALE, ROW_HEIGHT, SMALL, WIDTH, caption, frame, row,
};
use super::table::open_hands;
use crate::render::cards::cache::CardSide;
use crate::render::svg::drawing::{Drawing, Placed};
use crate::render::svg::element::rect;
use ulti_rules::{Board, Card, Seat, Stage};

/// Height of a line of text, in pixels.
const LINE: f32 = 34.0;
/// Maximum number of lines for the goal.
const GOAL_LINES: usize = 3;
/// Width of each card in the trick, in pixels.
const CARD: f32 = 96.0;
/// Gap below the trick with the captions of its cards, in pixels.
const GAP: f32 = CAPTION + 10.0;
/// Width of the column with one player's card, name and tricks, in pixels.
const COLUMN: f32 = (WIDTH - 2.0 * MARGIN) / 3.0;
/// Height of an open hand with its heading, in pixels.
const OPEN_HAND: f32 = ROW_HEIGHT + 52.0;

/// Returns the height of this part of the picture, or 0 unless cards are being played.
pub(super) fn height(alt: AltText<'_>) -> f32 {
    let Stage::Play(_) = &alt.view.stage else { return 0.0 };
    let lines = lines(alt).iter().map(|_| LINE).sum::<f32>();
    let open = others_open(alt).iter().map(|_| OPEN_HAND).sum::<f32>();
    lines + Placed::height(CARD) + GAP + open
}

/// Draws this part of the picture below the y coordinate `top`. Draws nothing unless cards are being played.
pub(super) fn draw(drawing: &mut Drawing, alt: AltText<'_>, top: f32) {
    let Stage::Play(board) = &alt.view.stage else { return };
    let mut y = top;
    for (line, colour) in lines(alt) {
        drawing.below(LineStyle::plain(colour).line(&line, MARGIN, y + 20.0, WIDTH - 2.0 * MARGIN));
        y += LINE;
    }
    for (seat, column) in columns(alt).into_iter().zip([0.0, 1.0, 2.0]) {
        player(drawing, alt, board, seat, (MARGIN + column * COLUMN, y));
    }
    y += Placed::height(CARD) + GAP;
    for (seat, cards) in others_open(alt) {
        let whose = of(alt.appearance, "picture-open", &alt.name(seat));
        drawing.below(LineStyle::heavy(SMALL, GOLD).line(&whose, MARGIN, y + 24.0, WIDTH - 2.0 * MARGIN));
        row(drawing, alt.appearance, &cards, MARGIN, y + 36.0, WIDTH - 2.0 * MARGIN);
        y += OPEN_HAND;
    }
}

/// Returns the lines of text with their colours: the goal, and the kontras if there are any.
fn lines(alt: AltText<'_>) -> Vec<(String, &'static str)> {
    let style = LineStyle::plain(CREAM);
    let mut lines: Vec<(String, &'static str)> = Vec::new();
    for word in alt.goal().unwrap_or_default().split(' ') {
        let fits = |line: &str| style.width(&format!("{line} {word}")) <= WIDTH - 2.0 * MARGIN;
        let full = lines.len() == GOAL_LINES;
        match lines.last_mut() {
            Some((line, _)) if full || fits(line) => *line = format!("{line} {word}"),
            _ => lines.push((word.to_owned(), CREAM)),
        }
    }
    let kontras = alt.kontras();
    if !kontras.is_empty() {
        lines.push((kontras.join(" · "), GOLD));
    }
    lines
}

/// Returns the seats from left to right: the other players in turn order, and the viewer last.
fn columns(alt: AltText<'_>) -> [Seat; 3] {
    let own = alt.view.seat.unwrap_or(Seat::Zero);
    [own.next(), own.next().next(), own]
}

/// Returns the open hands of the other players.
fn others_open(alt: AltText<'_>) -> Vec<(Seat, Vec<Card>)> {
    open_hands(alt).into_iter().filter(|(seat, _)| Some(*seat) != alt.view.seat).collect()
}

/// Draws a player's card in the current trick, with the player's name, role and tricks on its right.
///
/// Before the lead, the last trick is shown in pale colours except for the winning card, which has a frame.
fn player(drawing: &mut Drawing, alt: AltText<'_>, board: &Board, seat: Seat, (x, y): (f32, f32)) {
    let of_seat = |(whose, card): (Seat, Card)| (whose == seat).then_some(card);
    let slot = rect(x, y, CARD, Placed::height(CARD), 10.0);
    let last = board.tricks.last().filter(|_| board.current.is_empty());
    let card = match last {
        Some((trick, _)) => trick.plays().find_map(of_seat),
        None => board.current.plays().find_map(of_seat),
    };
    let placed = card.map(|card| Placed { side: CardSide::face(alt.appearance, card), x, y, width: CARD });
    match placed {
        Some(placed) => drawing.card(placed),
        None => drawing.below(slot.clone().with("fill", "none").with("stroke-opacity", 0.5).stroke(PALE, 2)),
    }
    match (last, placed) {
        (Some((_, winner)), Some(placed)) if *winner == seat => {
            frame(drawing, placed);
            caption(drawing, &label(alt.appearance, "picture-took-trick"), placed, GOLD);
        }
        (Some((trick, _)), placed) => {
            drawing.above(slot.with("fill", FELT).with("fill-opacity", 0.6));
            if let Some(placed) = placed.filter(|_| trick.leader() == seat) {
                caption(drawing, &label(alt.appearance, "picture-led"), placed, PALE);
            }
        }
        (None, Some(placed)) if board.current.leader() == seat => {
            caption(drawing, &label(alt.appearance, "picture-led"), placed, GOLD);
        }
        (None, _) => {}
    }
    about(drawing, alt, board, seat, (x + CARD + 14.0, y));
}

/// Returns the name of a player. If the name of a robot is too wide, omits its first word, such as `Robot` of
/// `Robot Aladár`.
fn short_name(alt: AltText<'_>, seat: Seat, style: LineStyle, room: f32) -> String {
    let name = alt.name(seat);
    let is_too_wide = style.width(&name) > room && alt.deal.seats[seat].is_robot();
    match name.split_once(' ').filter(|_| is_too_wide) {
        Some((_, rest)) => rest.to_owned(),
        None => name,
    }
}

/// Writes a player's name, role, tricks and marriages on the right of the card.
fn about(drawing: &mut Drawing, alt: AltText<'_>, board: &Board, seat: Seat, (x, y): (f32, f32)) {
    let room = COLUMN - CARD - 22.0;
    let colour = if alt.view.turn() == Some(seat) { GOLD } else { CREAM };
    let style = LineStyle::heavy(SMALL, colour);
    drawing.below(style.name(&short_name(alt, seat, style, room), x, y + 30.0, room));
    let mut lines = Vec::new();
    if board.declarer == seat {
        lines.push((LineStyle::plain(PALE), label(alt.appearance, "picture-declarer")));
    }
    let tricks = with(alt.appearance, "picture-tricks", &[("count", board.tricks_by(seat).into())]);
    lines.push((LineStyle::plain(PALE), tricks));
    let marriages: Vec<&str> = board.announced[seat]
        .iter()
        .map(|suit| if board.trump == Some(suit) { "40" } else { "20" })
        .collect();
    if !marriages.is_empty() {
        lines.push((LineStyle::heavy(SMALL, GOLD), marriages.join(" + ")));
    }
    for ((style, line), step) in lines.into_iter().zip([64.0, 98.0, 132.0]) {
        drawing.below(style.align(Align::Left).line(&line, x, y + step, room));
    }
}
