//! Review of a finished deal, trick by trick, with all hands visible.

use std::sync::Arc;

use crate::{
    Book, BySeat, Card, CardSet, Deal, Event, Game, Record, ReplayError, Seat, Settlement, Stage, Trick, View,
};

/// One frame in the step-by-step replay of a finished deal, with all cards visible.
///
/// The first frame contains the dealt hands and the auction. Each completed trick has its own frame. The last
/// frame contains the payments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayFrame {
    /// Events since the previous frame, in order.
    pub events: Vec<Event>,
    /// The deal after the events of this frame, with all hands visible.
    pub view: View,
    /// The hands to display in this frame.
    ///
    /// The first and last frames show the hands as they were dealt. All other frames show the remaining
    /// cards.
    pub hands: BySeat<CardSet>,
}

/// The points that each side has won in tricks.
///
/// Each ace, each ten and the last trick are worth 10 points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrickPoints {
    /// Points that the declarer won in tricks.
    pub declarer: u32,
    /// Total points won in tricks by the two defenders.
    pub defence: u32,
}

impl Record {
    /// Splits the recorded deal into frames for a step-by-step replay.
    ///
    /// Claims are not verified again, because their search takes up to two seconds. Call this method only for
    /// records that [`Record::replay`] has verified before, or that were written by [`Record::of`].
    ///
    /// # Errors
    /// Returns the same errors as [`Record::replay`], except for claims that were recorded with a wrong
    /// result.
    pub fn frames(&self) -> Result<Vec<ReplayFrame>, ReplayError> {
        let book = Arc::new(Book::new(self.rules.rules()?));
        let mut deal = Deal::new(Arc::clone(&book), self.start())?;
        let mut builder = FrameBuilder { frames: Vec::new(), since: Vec::new() };
        let trust = |deal: &Deal, accepted, number| self.trust_claim(deal, accepted, number);
        self.play_with(&book, trust, |_, _, events| {
            for event in events {
                builder.apply(&mut deal, event, self.hands);
            }
        })?;
        builder.push_frame(&deal, self.hands);
        Ok(builder.frames)
    }
}

/// Builder that groups a deal's events into replay frames.
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

/// Returns `true` if the event is a played card, a claim of the remaining tricks, or the end of the deal.
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
    /// Returns the number (starting at 1), the cards and the winner of the trick completed in this frame.
    ///
    /// Returns `None` if no trick was completed.
    pub fn trick(&self) -> Option<(usize, Trick, Seat)> {
        self.events.iter().find(|event| matches!(event, Event::TrickTaken { .. }))?;
        let tricks = &self.view.board()?.tricks;
        tricks.last().map(|(trick, winner)| (tricks.len(), *trick, *winner))
    }

    /// Returns the cards played in this frame and the seats that played them, in order.
    ///
    /// There are fewer than three cards if the deal ended during the trick.
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
    /// Returns `None` if no trick has been completed or if points do not matter in the contract.
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
