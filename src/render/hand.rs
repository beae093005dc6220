//! One player's hand: sorted, what can be played raised.

use super::deck::Side;
use super::drawing::{Drawing, Placed};
use super::felt::{Align, CREAM, FELT, GOLD, MARGIN, PALE, Style, WIDTH, felt};
use super::told::{self, say, with};
use super::xml::rect;
use crate::rules::{Card, CardSet, RankOrder, View};
use crate::text::{self, Look};

/// Between cards.
const GAP: f32 = 12.0;
/// How much higher a card lies that can be played.
const RAISED: f32 = 22.0;
const TOP: f32 = 118.0;
/// No card is wider, however few there are.
const WIDEST: f32 = 141.0;

/// A hand and what it shows in words; `None` where there are no cards.
pub(super) fn hand(view: &View, look: Look) -> Option<(Drawing, String)> {
    let held = view.own_hand();
    if held.is_empty() {
        return None;
    }
    let cards = match view.board() {
        Some(board) => text::as_held(held, board.trump),
        None => text::in_hand_order(held, RankOrder::WithTrumps),
    };
    let in_line = if cards.len() > 10 { 6 } else { 5 };
    let width = width(in_line);
    let tall = Placed::height(width) + RAISED + GAP;
    let lines = f32::from(u8::try_from(cards.len().div_ceil(in_line)).unwrap_or(u8::MAX));
    let mut drawing = felt(TOP + lines * tall + MARGIN - GAP);
    title(&mut drawing, view, look);
    for (line, y) in cards.chunks(in_line).zip([TOP, TOP + tall, TOP + 2.0 * tall]) {
        lay(&mut drawing, view, look, line, y, width);
    }
    Some((drawing, told::alt(sentences(view, look, &cards))))
}

fn width(in_line: usize) -> f32 {
    let count = f32::from(u8::try_from(in_line).unwrap_or(u8::MAX));
    ((WIDTH - 2.0 * MARGIN - (count - 1.0) * GAP) / count).min(WIDEST)
}

/// Whose turn it is, if the viewer's, and what is played.
fn title(drawing: &mut Drawing, view: &View, look: Look) {
    let (said, colour) = if is_turn(view) { ("hand-your-turn", GOLD) } else { ("hand-title", CREAM) };
    drawing.below(Style::heavy(40.0, colour).line(&say(look, said), MARGIN, 66.0, 330.0));
    let contract = told::contract(look, view);
    drawing.below(Style::plain(PALE).align(Align::Right).line(
        &contract,
        WIDTH - MARGIN,
        64.0,
        WIDTH - 390.0,
    ));
}

fn is_turn(view: &View) -> bool {
    view.turn().is_some() && view.turn() == view.seat
}

/// A line of cards in the middle of the picture.
fn lay(drawing: &mut Drawing, view: &View, look: Look, cards: &[Card], y: f32, width: f32) {
    let count = f32::from(u8::try_from(cards.len()).unwrap_or(u8::MAX));
    let mut left = (WIDTH - count * width - (count - 1.0) * GAP) / 2.0;
    let playable = view.legal.cards;
    for card in cards {
        let raised = playable.contains(*card);
        let y = if raised { y - RAISED + GAP } else { y + GAP };
        let (x, y) = (left.round(), y.round());
        drawing.card(Placed { side: Side::face(look, *card), x, y, width });
        let over = rect(x, y, width, Placed::height(width), 13.0);
        if raised {
            let edge = over.with("fill", "none").with("stroke", GOLD).with("stroke-width", 5);
            drawing.above(edge);
        } else if !playable.is_empty() {
            drawing.above(over.with("fill", FELT).with("fill-opacity", 0.45));
        }
        left += width + GAP;
    }
}

fn sentences(view: &View, look: Look, cards: &[Card]) -> Vec<String> {
    let listed =
        |cards: &[Card]| cards.iter().map(|card| text::card(look, *card)).collect::<Vec<_>>().join(", ");
    let mut said = Vec::new();
    if is_turn(view) {
        said.push(say(look, "hand-your-turn"));
    }
    said.push(format!("{}: {}", say(look, "hand-title"), listed(cards)));
    said.push(told::contract(look, view));
    if !view.legal.cards.is_empty() && view.legal.cards != view.own_hand() {
        let playable: CardSet = view.legal.cards;
        let playable: Vec<Card> = cards.iter().copied().filter(|card| playable.contains(*card)).collect();
        said.push(with(look, "picture-playable", &[("cards", listed(&playable).into())]));
    }
    said
}
