//! Tables for the tests of this room.

use std::sync::Arc;

use super::show::fixtures::TestTable;
use crate::rules::{Action, Deal, Seat};
use crate::table::{Scene, SceneStage};

/// Two people and a robot are sitting down.
pub(crate) fn lobby() -> Scene {
    TestTable::lobby(3)
}

/// The first deal, forehand to bid.
pub(crate) fn auction() -> Scene {
    numbered(TestTable::written().scene(), 1)
}

/// The second deal, forehand to bid; the first is over.
pub(crate) fn second_deal() -> Scene {
    let over = numbered(TestTable::shuffled(1).until(|_| false).scene(), 1);
    assert_eq!(over.stage, SceneStage::Between);
    Scene { previous: over.deal, ..numbered(TestTable::written().scene(), 2) }
}

fn numbered(mut scene: Scene, number: u32) -> Scene {
    if let Some(deal) = &mut scene.deal {
        Arc::make_mut(deal).number = number;
    }
    scene
}

/// A deal at its very beginning: seat 0 holds twelve cards and bids.
pub(crate) fn bidding() -> Deal {
    TestTable::written().deal
}

/// A deal in which [`leader`] leads to the first trick.
pub(crate) fn play() -> Deal {
    let mut table = TestTable::written();
    let discard = Some(["A7", "H9"].map(|card| card.parse().unwrap()).into_iter().collect());
    table.act(Seat::Zero, Action::Bid { contract: "ulti".parse().unwrap(), discard });
    table.act(Seat::One, Action::Pass);
    table.act(Seat::Two, Action::Pass);
    while table.deal.legal(Seat::Zero).cards.is_empty() && table.deal.turn() == Some(Seat::Zero) {
        let legal = table.deal.legal(Seat::Zero);
        match legal.trumps.first() {
            Some(trump) => table.act(Seat::Zero, Action::Trump(*trump)),
            None if legal.pass => table.act(Seat::Zero, Action::Pass),
            None => break,
        }
    }
    table.deal
}

/// Who leads in [`play`].
pub(crate) const fn leader() -> Seat {
    Seat::Zero
}
