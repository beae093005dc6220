//! A step of a finished deal: all three hands, and between them the trick, the talon or what was won.

use super::deck::Side;
use super::drawing::{Drawing, Placed};
use super::felt::{
    Align, CREAM, GOLD, IN_ROW, LOST, MARGIN, PALE, ROW, SMALL, Style, WIDTH, WON, felt, row, tag,
};
use super::told::{self, name, of, say, with};
use crate::rules::{Board, BySeat, Card, CardSet, Frame, RankOrder, Seat, Settlement};
use crate::text::{self, Look};

/// A step of a finished deal, as it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Still {
    /// Which deal and which step, such as `#12 · Trick 3`.
    pub title: String,
    /// Who sat where.
    pub names: BySeat<String>,
    /// The step.
    pub frame: Frame,
}

/// How wide the cards of the trick are, and how far apart they lie.
const CARD: f32 = 132.0;
const APART: f32 = 232.0;
const TOP: f32 = 118.0;
/// A hand with its name.
const HAND: f32 = ROW + 56.0;
/// What lies in the middle, with the names under it.
const MIDDLE: f32 = Placed::height(CARD) + 72.0;

/// The step and what it shows in words.
pub(super) fn replay(still: &Still, look: Look) -> (Drawing, String) {
    let shown = Shown { still, look };
    let mut drawing = felt(TOP + 3.0 * HAND + MIDDLE + 20.0);
    let room = WIDTH - 2.0 * MARGIN;
    drawing.below(Style::heavy(42.0, CREAM).line(&shown.contract(), MARGIN, 62.0, room));
    drawing.below(Style::plain(PALE).line(&name(&still.title), MARGIN, 100.0, room));
    // Two above, one below, as at the table.
    shown.hand(&mut drawing, Seat::One, TOP);
    shown.hand(&mut drawing, Seat::Two, TOP + HAND);
    shown.middle(&mut drawing, TOP + 2.0 * HAND + 14.0);
    shown.hand(&mut drawing, Seat::Zero, TOP + 2.0 * HAND + MIDDLE);
    (drawing, told::alt(shown.sentences()))
}

#[derive(Clone, Copy)]
struct Shown<'a> {
    still: &'a Still,
    look: Look,
}

impl Shown<'_> {
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
        told::contract(self.look, &self.still.frame.view)
    }

    /// Somebody's name, what there is to know of them, and their cards.
    fn hand(self, drawing: &mut Drawing, seat: Seat, y: f32) {
        let room = WIDTH - 2.0 * MARGIN;
        let ink = if self.declarer() == Some(seat) { GOLD } else { CREAM };
        drawing.below(Style::heavy(30.0, ink).line(&self.name(seat), MARGIN, y + 34.0, room - 250.0));
        let (said, style) = self.beside(seat);
        drawing.below(style.align(Align::Right).line(&said, WIDTH - MARGIN, y + 34.0, 240.0));
        row(drawing, self.look, &self.held(self.still.frame.hands[seat]), MARGIN, y + 46.0, room);
    }

    /// At the end what someone won, before that their tricks and their part.
    fn beside(self, seat: Seat) -> (String, Style) {
        if let Some(settlement) = self.settlement() {
            let points = settlement.payments[seat];
            return (text::signed(points), Style::heavy(30.0, colour(points)));
        }
        let mut parts = Vec::new();
        if self.declarer() == Some(seat) {
            parts.push(say(self.look, "picture-declarer"));
        }
        if let Some(board) = self.board() {
            parts.push(with(self.look, "picture-tricks", &[("count", board.tricks_by(seat).into())]));
        }
        (parts.join(" · "), Style::plain(PALE))
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
            drawing.card(Placed { side: Side::face(self.look, card), x, y, width });
            let ink = if self.declarer() == Some(seat) { GOLD } else { CREAM };
            let whose = Style::heavy(SMALL, ink).align(Align::Middle);
            drawing.below(whose.line(
                &self.name(seat),
                middle,
                y + Placed::height(CARD) + 38.0,
                APART - 12.0,
            ));
            let said = match place {
                _ if winner == Some(seat) => "picture-took",
                0 => "picture-led",
                _ => continue,
            };
            for part in tag(&say(self.look, said), middle, y + Placed::height(CARD) - 30.0) {
                drawing.above(part);
            }
        }
    }

    /// The two cards laid down; at the end beside what the declarer won or lost.
    fn talon(self, drawing: &mut Drawing, y: f32) {
        let cards = self.talon_cards();
        let room = 2.0 * IN_ROW + 6.0;
        let x = if self.settlement().is_some() { WIDTH - MARGIN - room } else { (WIDTH - room) / 2.0 };
        if !cards.is_empty() {
            drawing.below(Style::plain(PALE).line(&say(self.look, "picture-talon"), x, y + 40.0, room));
            row(drawing, self.look, &cards, x, y + 54.0, room);
        }
        if let Some((said, points)) = self.outcome() {
            let style = Style::heavy(42.0, colour(points));
            let line = format!("{said} {}", text::signed(points));
            drawing.below(style.line(&line, MARGIN, y + 130.0, x - 2.0 * MARGIN));
        }
    }

    fn talon_cards(&self) -> Vec<Card> {
        self.still.frame.view.talon.map(|cards| self.held(cards)).unwrap_or_default()
    }

    /// How the declarer did, in words and in points.
    fn outcome(&self) -> Option<(String, i32)> {
        let points = self.settlement()?.payments[self.declarer()?];
        let key = match points {
            ..0 => "picture-lost",
            0 => "picture-even",
            1.. => "picture-won",
        };
        Some((of(self.look, key, &self.name(self.declarer()?)), points))
    }

    fn listed(&self, cards: &[Card]) -> String {
        cards.iter().map(|card| text::card(self.look, *card)).collect::<Vec<_>>().join(", ")
    }

    /// The same in words, what matters most first.
    fn sentences(&self) -> Vec<String> {
        let look = self.look;
        let mut said = vec![name(&self.still.title), self.contract()];
        said.extend(self.declarer().map(|seat| of(look, "play-declarer", &self.name(seat))));
        said.extend(self.outcome().map(|(said, points)| format!("{said}: {}", text::signed(points))));
        let play = |(seat, card): (Seat, Card)| {
            let card = text::card(look, card);
            with(look, "play-card", &[("name", self.name(seat).into()), ("card", card.into())])
        };
        said.push(self.still.frame.plays().into_iter().map(play).collect::<Vec<_>>().join(", "));
        said.extend(self.still.frame.trick().map(|(_, _, seat)| of(look, "replay-taken", &self.name(seat))));
        for (seat, cards) in self.still.frame.hands.iter().filter(|(_, cards)| !cards.is_empty()) {
            let cards = self.listed(&self.held(*cards));
            let args = [("name", self.name(seat).into()), ("cards", cards.into())];
            said.push(with(look, "result-dealt", &args));
        }
        let talon = self.talon_cards();
        if !talon.is_empty() {
            said.push(with(look, "replay-talon", &[("cards", self.listed(&talon).into())]));
        }
        said
    }
}

const fn colour(points: i32) -> &'static str {
    match points {
        ..0 => LOST,
        0 => CREAM,
        1.. => WON,
    }
}
