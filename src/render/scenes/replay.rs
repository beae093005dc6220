//! Picture of one step of a finished deal. It shows all three hands, and the trick, the talon or the result.

use super::alt_text::{self, cards_of, label, name, of, with};
use super::style::{
    Align, CAPTION, CREAM, GOLD, LineStyle, MARGIN, PALE, ROW_CARD_WIDTH, ROW_HEIGHT, SMALL, WIDTH,
    background, caption, colour, frame, row,
};
use crate::render::cards::cache::CardSide;
use crate::render::svg::drawing::{Drawing, Placed};
use crate::text::{self, Appearance};
use ulti_rules::{Board, BySeat, Card, CardSet, RankOrder, ReplayFrame, Seat, Settlement};

/// A step in the replay of a finished deal, with the title and player names to draw.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayStill {
    /// Title of the picture: the deal number and the name of the step, such as `#12 · Trick 3`.
    pub title: String,
    /// Names of the three players.
    pub names: BySeat<String>,
    /// State of the deal at this step of the replay.
    pub frame: ReplayFrame,
}

/// Width of each card in the trick, in pixels.
const CARD: f32 = 132.0;
/// Distance between the centres of adjacent cards in the trick, in pixels.
const APART: f32 = 232.0;
const TOP: f32 = 118.0;
/// Height of a hand together with the player's name, in pixels.
const HAND: f32 = ROW_HEIGHT + 56.0;
/// Height of the middle area, in pixels. It shows the trick or the talon (the two cards laid aside).
const MIDDLE: f32 = Placed::height(CARD) + 72.0 + CAPTION;

/// Draws a step in the replay of a finished deal and returns the picture with its alt text.
pub(crate) fn replay(still: &ReplayStill, appearance: Appearance) -> (Drawing, String) {
    let drawer = StillDrawing { still, appearance };
    let mut drawing = background(TOP + 3.0 * HAND + MIDDLE + 20.0);
    let room = WIDTH - 2.0 * MARGIN;
    drawing.below(LineStyle::heavy(42.0, CREAM).line(&drawer.contract(), MARGIN, 62.0, room));
    drawing.below(LineStyle::plain(PALE).line(&name(&still.title), MARGIN, 100.0, room));
    // Two hands above and one below, as at the table.
    drawer.hand(&mut drawing, Seat::One, TOP);
    drawer.hand(&mut drawing, Seat::Two, TOP + HAND);
    drawer.middle(&mut drawing, TOP + 2.0 * HAND + 14.0);
    drawer.hand(&mut drawing, Seat::Zero, TOP + 2.0 * HAND + MIDDLE);
    (drawing, alt_text::alt(drawer.sentences()))
}

#[derive(Clone, Copy)]
struct StillDrawing<'a> {
    still: &'a ReplayStill,
    appearance: Appearance,
}

impl StillDrawing<'_> {
    fn name(self, seat: Seat) -> String {
        name(&self.still.names[seat])
    }

    fn board(&self) -> Option<&Board> {
        self.still.frame.view.board()
    }

    fn settlement(&self) -> Option<&Settlement> {
        self.still.frame.settlement()
    }

    fn held(&self, cards: CardSet) -> Vec<Card> {
        match self.board() {
            Some(board) => text::as_held(cards, board.trump),
            None => text::in_hand_order(cards, RankOrder::WithTrumps),
        }
    }

    fn declarer(self) -> Option<Seat> {
        self.still.frame.view.contract().map(|(declarer, _)| declarer)
    }

    fn contract(self) -> String {
        alt_text::contract(self.appearance, &self.still.frame.view)
    }

    /// Draws a player's hand with the player's name above it.
    ///
    /// The text beside the name comes from [`beside`](Self::beside).
    fn hand(self, drawing: &mut Drawing, seat: Seat, y: f32) {
        let room = WIDTH - 2.0 * MARGIN;
        let ink = if self.declarer() == Some(seat) { GOLD } else { CREAM };
        drawing.below(LineStyle::heavy(30.0, ink).name(&self.name(seat), MARGIN, y + 34.0, room - 250.0));
        let (text, style) = self.beside(seat);
        drawing.below(style.align(Align::Right).line(&text, WIDTH - MARGIN, y + 34.0, 240.0));
        row(drawing, self.appearance, &self.held(self.still.frame.hands[seat]), MARGIN, y + 46.0, room);
    }

    /// Returns the text to draw beside a player's name, with its style.
    ///
    /// In the last step, this is the player's points. In earlier steps, it is the player's role and number of
    /// tricks.
    fn beside(self, seat: Seat) -> (String, LineStyle) {
        if let Some(settlement) = self.settlement() {
            let points = settlement.payments[seat];
            return (text::signed(points), LineStyle::heavy(30.0, colour(points)));
        }
        let mut parts = Vec::new();
        if self.declarer() == Some(seat) {
            parts.push(label(self.appearance, "picture-declarer"));
        }
        if let Some(board) = self.board() {
            parts.push(with(self.appearance, "picture-tricks", &[("count", board.tricks_by(seat).into())]));
        }
        (parts.join(" · "), LineStyle::plain(PALE))
    }

    fn middle(self, drawing: &mut Drawing, y: f32) {
        let plays = self.still.frame.plays();
        if plays.is_empty() {
            return self.talon(drawing, y);
        }
        let winner = self.still.frame.trick().map(|(_, _, winner)| winner);
        for (place, (seat, card)) in (0_u8..).zip(plays) {
            let middle = WIDTH / 2.0 + (f32::from(place) - 1.0) * APART;
            let (x, width) = (middle - CARD / 2.0, CARD);
            let placed = Placed { side: CardSide::face(self.appearance, card), x, y, width };
            drawing.card(placed);
            let ink = if self.declarer() == Some(seat) { GOLD } else { CREAM };
            let whose = LineStyle::heavy(SMALL, ink).align(Align::Middle);
            let below = y + Placed::height(CARD) + CAPTION + 36.0;
            drawing.below(whose.name(&self.name(seat), middle, below, APART - 12.0));
            let key = match place {
                _ if winner == Some(seat) => "picture-took-trick",
                0 => "picture-led",
                _ => continue,
            };
            if winner == Some(seat) {
                frame(drawing, placed);
            }
            caption(drawing, &label(self.appearance, key), placed, GOLD);
        }
    }

    /// Draws the talon (the two cards laid aside). In the last step, also draws the declarer's result beside
    /// it.
    fn talon(self, drawing: &mut Drawing, y: f32) {
        let cards = self.talon_cards();
        let room = 2.0 * ROW_CARD_WIDTH + 6.0;
        let x = if self.settlement().is_some() { WIDTH - MARGIN - room } else { (WIDTH - room) / 2.0 };
        if !cards.is_empty() {
            let label = label(self.appearance, "picture-talon");
            drawing.below(LineStyle::plain(PALE).line(&label, x, y + 40.0, room));
            row(drawing, self.appearance, &cards, x, y + 54.0, room);
        }
        if let Some((words, points)) = self.outcome() {
            let style = LineStyle::heavy(42.0, colour(points));
            let line = format!("{words} {}", text::signed(points));
            drawing.below(style.line(&line, MARGIN, y + 130.0, x - 2.0 * MARGIN));
        }
    }

    fn talon_cards(&self) -> Vec<Card> {
        self.still.frame.view.talon.map(|cards| self.held(cards)).unwrap_or_default()
    }

    /// Returns a phrase that says whether the declarer won or lost, together with the declarer's points.
    /// Returns `None` before the last step of the replay or if nobody bid.
    fn outcome(&self) -> Option<(String, i32)> {
        let declarer = self.declarer()?;
        let points = self.settlement()?.payments[declarer];
        Some((alt_text::outcome(self.appearance, &self.name(declarer), points), points))
    }

    /// Returns the sentences of the picture's alt text. The most important sentences come first.
    fn sentences(&self) -> Vec<String> {
        let appearance = self.appearance;
        let mut sentences = vec![name(&self.still.title), self.contract()];
        sentences.extend(self.declarer().map(|seat| of(appearance, "play-declarer", &self.name(seat))));
        sentences.extend(self.outcome().map(|(words, points)| format!("{words}: {}", text::signed(points))));
        sentences.push(alt_text::plays(appearance, |seat| self.name(seat), self.still.frame.plays()));
        sentences.extend(
            self.still.frame.trick().map(|(_, _, seat)| of(appearance, "replay-taken", &self.name(seat))),
        );
        for (seat, cards) in self.still.frame.hands.iter().filter(|(_, cards)| !cards.is_empty()) {
            sentences.push(cards_of(appearance, "result-dealt", &self.name(seat), &self.held(*cards)));
        }
        let talon = self.talon_cards();
        if !talon.is_empty() {
            let talon = text::cards_by_suit(appearance, &talon);
            sentences.push(with(appearance, "replay-talon", &[("cards", talon.into())]));
        }
        sentences
    }
}
