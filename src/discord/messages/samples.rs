//! Sample tables and deals for the tests of other `discord` modules.

use std::sync::Arc;

use super::fixtures::TestTable;
use crate::table::{TableStage, TableView};
use ulti_rules::{Action, Deal, Seat};

/// Returns a lobby with two people and a robot.
pub(crate) fn lobby() -> TableView {
    TestTable::lobby(3)
}

/// Returns a table in its first deal, with forehand (the first bidder) about to bid.
pub(crate) fn auction() -> TableView {
    numbered(TestTable::written().table_view(), 1)
}

/// Returns a table in its second deal, with forehand about to bid. The first deal is finished.
pub(crate) fn second_deal() -> TableView {
    let over = numbered(TestTable::shuffled(1).until(|_| false).table_view(), 1);
    assert_eq!(over.stage, TableStage::Between);
    TableView { previous: over.deal, ..numbered(TestTable::written().table_view(), 2) }
}

fn numbered(mut table_view: TableView, number: u32) -> TableView {
    if let Some(deal) = &mut table_view.deal {
        Arc::make_mut(deal).number = number;
    }
    table_view
}

/// Returns a new deal in which seat 0 holds twelve cards and has to bid.
pub(crate) fn bidding() -> Deal {
    TestTable::written().deal
}

/// Returns a deal in which [`leader`] leads to the first trick.
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

/// Returns the seat of the player who leads to the first trick in [`play`].
pub(crate) const fn leader() -> Seat {
    Seat::Zero
}
