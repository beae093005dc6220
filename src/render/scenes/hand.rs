//! Picture of a player's sorted hand, with playable cards raised.

use super::alt_text::{self, AltText, label, with};
use super::style::{Align, CREAM, FELT, GOLD, LineStyle, MARGIN, PALE, WIDTH, background, count};
use super::{hand_trick, table};
use crate::render::cards::cache::CardSide;
use crate::render::svg::drawing::{Drawing, Placed};
use crate::render::svg::element::rect;
use crate::table::DealView;
use crate::text::{self, Appearance};
use ulti_rules::{Card, RankOrder, Stage, View};

/// Gap between adjacent cards in a hand, in pixels.
const GAP: f32 = 12.0;
/// Height by which playable cards are raised, in pixels.
const RAISED: f32 = 22.0;
/// Y coordinate of the cards, in pixels, if the picture shows no trick.
const TOP: f32 = 118.0;
/// Baseline of the first line below the title, in pixels.
const FIRST_LINE: f32 = 106.0;
/// Height of a line of text below the title, in pixels.
const LINE: f32 = 34.0;
/// Maximum number of lines of a hint. The message contains the complete hint.
const HINT_LINES: usize = 3;
/// Maximum width of a card in a hand picture, in pixels.
const MAX_CARD_WIDTH: f32 = 141.0;

/// Draws the viewer's hand and returns it with its alt text. The picture also shows a hint that the viewer
/// has asked for, the best bid of the auction, and during the play the goal of the declarer and the current
/// trick.
///
/// Returns `None` if the hand is empty.
pub(crate) fn hand(
    view: &View,
    deal: &DealView,
    hint: Option<&str>,
    appearance: Appearance,
) -> Option<(Drawing, String)> {
    let alt = AltText { appearance, deal, view };
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
    let lines = count(cards.len().div_ceil(in_line));
    let text = lines_below_title(alt, hint);
    // The first line fits between the title and the cards, but not between the title and the goal.
    let has_goal = view.board().is_some();
    let extra = count(if has_goal { text.len() } else { text.len().saturating_sub(1) }) * LINE;
    let top = TOP + extra + hand_trick::height(alt);
    let mut drawing = background(top + lines * tall + MARGIN - GAP);
    title(&mut drawing, view, appearance);
    for (at, (line, colour)) in text.iter().enumerate() {
        let y = FIRST_LINE + count(at) * LINE;
        drawing.below(LineStyle::plain(colour).line(line, MARGIN, y, WIDTH - 2.0 * MARGIN));
    }
    hand_trick::draw(&mut drawing, alt, TOP + extra - 14.0);
    for (line, y) in cards.chunks(in_line).zip([top, top + tall, top + 2.0 * tall]) {
        lay(&mut drawing, view, appearance, line, y, width);
    }
    Some((drawing, alt_text::alt(sentences(alt, &cards, hint))))
}

/// Returns the lines between the title and the cards, with their colours.
fn lines_below_title(alt: AltText<'_>, hint: Option<&str>) -> Vec<(String, &'static str)> {
    let best = alt.best_bid().map(|bid| (bid, CREAM));
    let hint = LineStyle::plain(GOLD).wrap(hint.unwrap_or_default(), WIDTH - 2.0 * MARGIN);
    best.into_iter().chain(hint.into_iter().take(HINT_LINES).map(|line| (line, GOLD))).collect()
}

fn width(in_line: usize) -> f32 {
    let count = count(in_line);
    ((WIDTH - 2.0 * MARGIN - (count - 1.0) * GAP) / count).min(MAX_CARD_WIDTH)
}

/// Draws the title, which says whether it is the viewer's turn. The contract is shown on the right.
fn title(drawing: &mut Drawing, view: &View, appearance: Appearance) {
    let (key, colour) = if is_turn(view) { ("hand-your-turn", GOLD) } else { ("hand-title", CREAM) };
    drawing.below(LineStyle::heavy(40.0, colour).line(&label(appearance, key), MARGIN, 66.0, 330.0));
    let contract = alt_text::contract(appearance, view);
    let style = LineStyle::plain(PALE).align(Align::Right);
    drawing.below(style.line(&contract, WIDTH - MARGIN, 64.0, WIDTH - 390.0));
}

fn is_turn(view: &View) -> bool {
    view.turn().is_some() && view.turn() == view.seat
}

/// Draws a centred row of cards from the viewer's hand.
fn lay(drawing: &mut Drawing, view: &View, appearance: Appearance, cards: &[Card], y: f32, width: f32) {
    let count = count(cards.len());
    let mut left = (WIDTH - count * width - (count - 1.0) * GAP) / 2.0;
    let playable = view.legal.cards;
    for card in cards {
        let raised = playable.contains(*card);
        let y = if raised { y - RAISED + GAP } else { y + GAP };
        let (x, y) = (left.round(), y.round());
        drawing.card(Placed { side: CardSide::face(appearance, *card), x, y, width });
        let over = rect(x, y, width, Placed::height(width), 13.0);
        if raised {
            drawing.above(over.with("fill", "none").stroke(GOLD, 5));
        } else if !playable.is_empty() {
            drawing.above(over.with("fill", FELT).with("fill-opacity", 0.45));
        }
        left += width + GAP;
    }
}

fn sentences(alt: AltText<'_>, cards: &[Card], hint: Option<&str>) -> Vec<String> {
    let AltText { appearance, view, .. } = alt;
    let mut sentences = Vec::new();
    if is_turn(view) {
        sentences.push(label(appearance, "hand-your-turn"));
    }
    sentences.extend(hint.map(str::to_owned));
    let hand = text::cards_in_order(appearance, cards);
    sentences.push(format!("{}: {hand}", label(appearance, "hand-title")));
    sentences.push(alt_text::contract(appearance, view));
    sentences.extend(alt.best_bid());
    if !view.legal.cards.is_empty() && view.legal.cards != view.own_hand() {
        let playable = |card: &Card| view.legal.cards.contains(*card);
        let playable: Vec<Card> = cards.iter().copied().filter(playable).collect();
        let playable = text::cards_in_order(appearance, &playable);
        sentences.push(with(appearance, "picture-playable", &[("cards", playable.into())]));
    }
    if let Stage::Play(board) = &view.stage {
        sentences.extend(alt.goal());
        sentences.extend(alt.kontras());
        sentences.extend(table::play(alt, board));
    }
    sentences
}
