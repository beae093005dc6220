//! Review of a finished deal, trick by trick, with all hands visible.

use std::sync::Arc;

use crate::{
    Book, BySeat, Card, CardSet, Deal, Event, Game, Record, ReplayError, Seat, Settlement, Stage, Trick, View,
};

/// One step in the review of a finished deal, with all cards visible.
///
/// The first frame shows the dealt hands and the auction. Each trick is one further frame. The last frame
/// shows the payments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayFrame {
    /// The events between the previous frame and this one, in order.
    pub events: Vec<Event>,
    /// The deal at the end of this step, with all hands visible.
    pub view: View,
    /// The hands to display at this step of the review.
    ///
    /// The first and last steps show the dealt hands. All other steps show the remaining cards.
    pub hands: BySeat<CardSet>,
}

/// The points that each side has won in tricks.
///
/// Each ace, each ten and the last trick score 10 points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrickPoints {
    /// Points that the declarer has won in tricks.
    pub declarer: u32,
    /// Points that the two defenders have won together in tricks.
    pub defence: u32,
}

impl Record {
    /// Returns the recorded deal as frames for a step-by-step review.
    ///
    /// # Errors
    /// Returns the same errors as [`Record::replay`].
    pub fn frames(&self) -> Result<Vec<ReplayFrame>, ReplayError> {
        let book = Arc::new(Book::new(self.rules.rules()?));
        self.replay_with(&book)?;
        let mut deal = Deal::new(book, self.start())?;
        let mut builder = FrameBuilder { frames: Vec::new(), since: Vec::new() };
        for (number, step) in (1..).zip(self.steps()) {
            let step = step.map_err(|reason| ReplayError::Unreadable { number, reason })?;
            let illegal = |reason| ReplayError::IllegalAction { number, step, reason };
            for event in deal.judge(step.seat, step.action).map_err(illegal)? {
                builder.apply(&mut deal, event, self.hands);
            }
        }
        builder.push_frame(&deal, self.hands);
        Ok(builder.frames)
    }
}

/// Builder that groups the events of a deal into the steps of a review.
struct FrameBuilder {
    frames: Vec<ReplayFrame>,
    since: Vec<Event>,
}

impl FrameBuilder {
    fn apply(&mut self, deal: &mut Deal, event: Event, dealt: BySeat<CardSet>) {
        if self.frames.is_empty() && begins_play_or_ends_deal(&event) {
            self.push_frame(deal, dealt);
        }
        let ends_trick = matches!(event, Event::TrickTaken { .. });
        deal.apply(&event);
        self.since.push(event);
        if ends_trick {
            self.push_frame(deal, deal.hands());
        }
    }

    fn push_frame(&mut self, deal: &Deal, hands: BySeat<CardSet>) {
        self.frames.push(ReplayFrame {
            events: std::mem::take(&mut self.since),
            view: deal.view_of_all(),
            hands,
        });
    }
}

/// Returns `true` if the event plays a card, claims the remaining tricks or ends the deal.
const fn begins_play_or_ends_deal(event: &Event) -> bool {
    matches!(
        event,
        Event::Played { .. }
            | Event::Claimed { .. }
            | Event::Folded { .. }
            | Event::Left { .. }
            | Event::Settled { .. }
    )
}

impl ReplayFrame {
    /// Returns the trick that was finished in this frame, with its number (counted from 1) and its winner.
    ///
    /// Returns `None` if no trick was finished.
    pub fn trick(&self) -> Option<(usize, Trick, Seat)> {
        self.events.iter().find(|event| matches!(event, Event::TrickTaken { .. }))?;
        let tricks = &self.view.board()?.tricks;
        tricks.last().map(|(trick, winner)| (tricks.len(), *trick, *winner))
    }

    /// Returns the cards played in this frame, in order.
    ///
    /// The list contains fewer than three cards if the deal ended during the trick.
    pub fn plays(&self) -> Vec<(Seat, Card)> {
        let play = |event: &Event| match event {
            Event::Played { seat, card } => Some((*seat, *card)),
            _ => None,
        };
        self.events.iter().filter_map(play).collect()
    }

    /// Returns the payments of the deal, or `None` if this is not the last frame.
    pub const fn settlement(&self) -> Option<&Settlement> {
        match &self.view.stage {
            Stage::Over { settlement, .. } => Some(settlement),
            _ => None,
        }
    }

    /// Returns the points that each side has won in tricks so far.
    ///
    /// Returns `None` if no trick is finished, or if no game of the contract depends on points.
    pub fn points(&self) -> Option<TrickPoints> {
        let board = self.view.board().filter(|board| !board.tricks.is_empty())?;
        let about_points = [Game::Parti, Game::FortyHundred, Game::TwentyHundred];
        if !about_points.into_iter().any(|game| board.contract.has(game)) {
            return None;
        }
        let mut taken = TrickPoints { declarer: 0, defence: 0 };
        for (place, (trick, winner)) in board.tricks.iter().enumerate() {
            let points = trick.cards().points() + if place == 9 { 10 } else { 0 };
            if *winner == board.declarer {
                taken.declarer += points;
            } else {
                taken.defence += points;
            }
        }
        Some(taken)
    }
}
