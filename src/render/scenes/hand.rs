//! Picture of a player's sorted hand, with playable cards raised.

use super::alt_text::{self, AltText, Sentence, label, with};
use super::style::{
    Align, CAPTION, CREAM, FELT, GOLD, LineStyle, MARGIN, PALE, WIDTH, background, caption, count, frame,
};
use super::{hand_trick, table};
use crate::render::BidMarks;
use crate::render::cards::cache::CardSide;
use crate::render::svg::drawing::{Drawing, Placed};
use crate::render::svg::element::rect;
use crate::table::DealView;
use crate::text::{self, Appearance};
use ulti_rules::{Card, CardSet, Stage, View};

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

/// Additions to the picture of a hand: a hint and the choices for a bid.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extras<'a> {
    /// A hint that the viewer has asked for.
    pub(crate) hint: Option<&'a str>,
    /// The viewer's choices for a bid.
    pub(crate) marks: BidMarks,
}

/// Draws the viewer's hand and returns it with its alt text. The picture also shows a hint that the viewer
/// has asked for, the best bid of the auction, the viewer's choices for a bid, and during the play the goal
/// of the declarer and the current trick.
///
/// Returns `None` if the hand is empty.
pub(crate) fn hand(
    view: &View,
    deal: &DealView,
    extras: Extras<'_>,
    appearance: Appearance,
) -> Option<(Drawing, String)> {
    let alt = AltText { appearance, deal, view };
    let held = view.own_hand();
    if held.is_empty() {
        return None;
    }
    let cards = match view.board() {
        Some(board) => text::as_held(held, board.trump),
        None => text::in_hand_order(held, extras.marks.order),
    };
    let in_line = if cards.len() > 10 { 6 } else { 5 };
    let width = width(in_line);
    let tall = Placed::height(width) + RAISED + GAP;
    let lines = count(cards.len().div_ceil(in_line));
    let text = lines_below_title(alt, extras.hint);
    // The first line fits between the title and the cards, but not between the title and the goal.
    let has_goal = view.board().is_some();
    let extra = count(if has_goal { text.len() } else { text.len().saturating_sub(1) }) * LINE;
    let top = TOP + extra + hand_trick::height(alt);
    // Captions below the cards of the last line.
    let captions = if view.from_talon.is_empty() { 0.0 } else { CAPTION / 2.0 };
    let mut drawing = background(top + lines * tall + captions + MARGIN - GAP);
    title(&mut drawing, view, appearance);
    for (at, (line, colour)) in text.iter().enumerate() {
        let y = FIRST_LINE + count(at) * LINE;
        drawing.below(LineStyle::plain(colour).line(line, MARGIN, y, WIDTH - 2.0 * MARGIN));
    }
    hand_trick::draw(&mut drawing, alt, TOP + extra - 14.0);
    for (line, y) in cards.chunks(in_line).zip([top, top + tall, top + 2.0 * tall]) {
        lay(&mut drawing, alt, extras.marks, line, y, width);
    }
    Some((drawing, alt_text::alt(sentences(alt, &cards, extras))))
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

/// Draws a centred row of cards from the viewer's hand, with marks on cards that the viewer may play, has
/// chosen to lay down or has taken from the talon.
fn lay(drawing: &mut Drawing, alt: AltText<'_>, marks: BidMarks, cards: &[Card], y: f32, width: f32) {
    let AltText { appearance, view, .. } = alt;
    let count = count(cards.len());
    let mut left = (WIDTH - count * width - (count - 1.0) * GAP) / 2.0;
    let playable = view.legal.cards;
    for card in cards {
        let (raised, chosen) = (playable.contains(*card), marks.chosen.contains(*card));
        let y = if raised { y - RAISED + GAP } else { y + GAP };
        let placed = Placed { side: CardSide::face(appearance, *card), x: left.round(), y: y.round(), width };
        drawing.card(placed);
        if chosen || !raised && !playable.is_empty() {
            let over = rect(placed.x, placed.y, width, Placed::height(width), 13.0);
            drawing.above(over.with("fill", FELT).with("fill-opacity", 0.45));
        }
        if raised || chosen {
            frame(drawing, placed);
        }
        if view.from_talon.contains(*card) {
            caption(drawing, &label(appearance, "picture-from-talon"), placed, PALE);
        }
        left += width + GAP;
    }
}

fn sentences(alt: AltText<'_>, cards: &[Card], extras: Extras<'_>) -> Vec<Sentence> {
    let AltText { appearance, view, .. } = alt;
    let mut sentences: Vec<Sentence> = Vec::new();
    if is_turn(view) {
        sentences.push(Sentence::in_message(label(appearance, "hand-your-turn")));
    }
    sentences.extend(extras.hint.map(|hint| Sentence::from(hint.to_owned())));
    let hand = text::cards_by_suit(appearance, cards);
    sentences.push(format!("{}: {hand}", label(appearance, "hand-title")).into());
    sentences.push(alt_text::contract(appearance, view).into());
    sentences.extend(alt.best_bid().map(Sentence::from));
    let named = |key, set: CardSet| {
        let cards: Vec<Card> = cards.iter().copied().filter(|card| set.contains(*card)).collect();
        let listed = text::cards_by_suit(appearance, &cards);
        (!cards.is_empty()).then(|| Sentence::from(with(appearance, key, &[("cards", listed.into())])))
    };
    sentences.extend(named("hand-from-talon", view.from_talon));
    sentences.extend(named("show-chosen-cards", extras.marks.chosen));
    if !view.legal.cards.is_empty() && view.legal.cards != view.own_hand() {
        sentences.extend(named("picture-playable", view.legal.cards));
    }
    if let Stage::Play(board) = &view.stage {
        sentences.extend(alt.goal().into_iter().chain(alt.kontras()).map(Sentence::from));
        sentences.extend(table::play(alt, board));
    }
    sentences
}
