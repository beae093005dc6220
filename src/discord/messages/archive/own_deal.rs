//! A player's own view of a finished deal: the hand, every trick, and the points.

use crate::discord::messages::game::deal_lines::bold;
use crate::discord::messages::{Appearance, Message, ReplayPosition};
use crate::text::{self, args};
use ulti_rules::{Board, CardSet, RankOrder, ReplayFrame, Seat, Trick};

/// Creates the message that shows the hand that `seat` was dealt, and all tricks with the seat's own cards in
/// bold.
pub fn own_deal(replayed: &ReplayPosition, seat: Seat, appearance: Appearance) -> Message {
    Message::fitting(appearance, |appearance| {
        let Some(last) = replayed.frames.last() else {
            return Message::text(appearance.text("analysis-unavailable"));
        };
        Message::lines(&OwnDeal { appearance, replayed, last, seat }.lines())
    })
}

/// A finished deal as one of its players looks back at it.
#[derive(Clone, Copy)]
struct OwnDeal<'a> {
    appearance: Appearance,
    replayed: &'a ReplayPosition,
    last: &'a ReplayFrame,
    seat: Seat,
}

impl OwnDeal<'_> {
    fn lines(self) -> Vec<String> {
        let appearance = self.appearance;
        let board = self.last.view.board();
        let points = self.replayed.deal.seats[self.seat].points;
        let number = self.replayed.deal.number;
        let title = appearance.with("own-title", args![number, points = text::signed(points)]);
        let mut lines = vec![format!("### {title}")];
        lines.extend(self.contract(board));
        lines.extend(self.hand(board));
        match board.filter(|board| !board.tricks.is_empty()) {
            Some(board) => {
                lines.extend((1..).zip(&board.tricks).map(|(number, trick)| self.trick(number, *trick)));
            }
            None => lines.push(appearance.text("own-no-tricks")),
        }
        lines.extend(appearance.explained(&self.last.view, &|seat| self.name(seat)));
        lines
    }

    fn contract(self, board: Option<&Board>) -> Option<String> {
        let (declarer, contract) = self.last.view.contract()?;
        let contract =
            text::contract_with_trump(self.appearance, &contract, board.and_then(|board| board.trump));
        Some(self.appearance.with("result-played", args![name = self.name(declarer), contract]))
    }

    /// Formats the dealt cards, and those taken from the talon and discarded in the auction.
    fn hand(self, board: Option<&Board>) -> Vec<String> {
        let dealt = self.last.hands[self.seat];
        let after_auction =
            self.replayed.frames.first().and_then(|frame| frame.view.hands[self.seat].cards());
        let kept = after_auction.unwrap_or(dealt);
        let is_declarer = self.last.view.contract().is_some_and(|(declarer, _)| declarer == self.seat);
        let talon = self.last.view.talon.filter(|_| is_declarer).unwrap_or_default();
        let taken = (kept | talon) - dealt;
        [("own-cards", dealt), ("hand-from-talon", taken), ("own-talon", (dealt | taken) - kept)]
            .into_iter()
            .filter(|(_, cards)| !cards.is_empty())
            .map(|(key, cards)| self.appearance.with(key, args![cards = self.cards(cards, board)]))
            .collect()
    }

    fn cards(self, cards: CardSet, board: Option<&Board>) -> String {
        let trump = board.and_then(|board| board.trump);
        let order = board.map_or(RankOrder::WithTrumps, |board| RankOrder::of(board.trump));
        self.appearance.cards(cards, trump, order)
    }

    fn trick(self, number: u8, (trick, winner): (Trick, Seat)) -> String {
        let card = |(seat, card)| {
            let shown = self.appearance.card(card);
            if seat == self.seat { bold(&shown) } else { shown }
        };
        let cards: Vec<String> = trick.plays().map(card).collect();
        let args = args![
            number,
            leader = self.name(trick.leader()),
            cards = cards.join(" · "),
            winner = self.name(winner)
        ];
        self.appearance.with(if winner == self.seat { "own-trick-won" } else { "own-trick" }, args)
    }

    fn name(self, seat: Seat) -> String {
        self.appearance.known(Some(&self.replayed.names[seat]))
    }
}
