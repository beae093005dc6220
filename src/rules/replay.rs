//! A finished deal looked back at: the cards as dealt, each trick, the reckoning, with all hands.

use std::sync::Arc;

use super::{
    Book, BySeat, Card, CardSet, Deal, Event, Game, Record, ReplayError, Seat, Settlement, Stage, Trick, View,
};

/// A step of a finished deal, with every card in sight.
///
/// The first is the deal as dealt with its auction, then comes one for each trick, and the last is the
/// reckoning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// What has happened since the step before, in order.
    pub events: Vec<Event>,
    /// The deal when all that has happened. Its hands are known, whoever's they are.
    pub view: View,
    /// The hands to show: as dealt in the first step and the last, what is left of them between.
    pub hands: BySeat<CardSet>,
}

/// The points in a side's tricks: 10 for each ace and ten, and for the last trick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// The declarer's.
    pub declarer: u32,
    /// The two defenders' together.
    pub defence: u32,
}

impl Record {
    /// The deal step by step.
    ///
    /// # Errors
    /// Where the record does not hold, as for [`Record::replay`]: no step of a deal that is not over is
    /// ever shown.
    pub fn frames(&self) -> Result<Vec<Frame>, ReplayError> {
        let book = Arc::new(Book::new(self.rules.rules()?));
        self.replay_with(&book)?;
        let mut deal = Deal::new(book, self.start())?;
        let mut reel = Reel { frames: Vec::new(), since: Vec::new() };
        for (place, step) in self.steps().enumerate() {
            let number = place + 1;
            let step = step.map_err(|reason| ReplayError::Unreadable { number, reason })?;
            let events = deal.judge(step.seat, step.action).map_err(|reason| ReplayError::IllegalAction {
                number,
                step,
                reason,
            })?;
            for event in events {
                reel.happened(&mut deal, event, self.hands);
            }
        }
        reel.cut(&deal, self.hands);
        Ok(reel.frames)
    }
}

/// The steps so far, and what has happened since the last.
struct Reel {
    frames: Vec<Frame>,
    since: Vec<Event>,
}

impl Reel {
    fn happened(&mut self, deal: &mut Deal, event: Event, dealt: BySeat<CardSet>) {
        if self.frames.is_empty() && ends_the_auction(&event) {
            self.cut(deal, dealt);
        }
        let ends_a_trick = matches!(event, Event::TrickTaken { .. });
        deal.apply(&event);
        self.since.push(event);
        if ends_a_trick {
            self.cut(deal, deal.hands());
        }
    }

    fn cut(&mut self, deal: &Deal, hands: BySeat<CardSet>) {
        self.frames.push(Frame { events: std::mem::take(&mut self.since), view: deal.view_of_all(), hands });
    }
}

/// The first card, or what ends the deal before it.
const fn ends_the_auction(event: &Event) -> bool {
    matches!(
        event,
        Event::Played { .. }
            | Event::Claimed { .. }
            | Event::Folded { .. }
            | Event::Left { .. }
            | Event::Settled { .. }
    )
}

impl Frame {
    /// The trick that was taken in this step, its number from 1, and who took it.
    pub fn trick(&self) -> Option<(usize, Trick, Seat)> {
        self.events.iter().find(|event| matches!(event, Event::TrickTaken { .. }))?;
        let tricks = &self.view.board()?.tricks;
        tricks.last().map(|(trick, winner)| (tricks.len(), *trick, *winner))
    }

    /// The cards that were played in this step, in order; fewer than three where the deal ended first.
    pub fn plays(&self) -> Vec<(Seat, Card)> {
        let play = |event: &Event| match event {
            Event::Played { seat, card } => Some((*seat, *card)),
            _ => None,
        };
        self.events.iter().filter_map(play).collect()
    }

    /// What was paid, in the last step.
    pub const fn settlement(&self) -> Option<&Settlement> {
        match &self.view.stage {
            Stage::Over { settlement, .. } => Some(settlement),
            _ => None,
        }
    }

    /// The points in tricks so far, where the contract is about points and a trick has been taken.
    pub fn points(&self) -> Option<Taken> {
        let board = self.view.board().filter(|board| !board.tricks.is_empty())?;
        let about_points = [Game::Parti, Game::FortyHundred, Game::TwentyHundred];
        if !about_points.into_iter().any(|game| board.contract.has(game)) {
            return None;
        }
        let mut taken = Taken { declarer: 0, defence: 0 };
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
