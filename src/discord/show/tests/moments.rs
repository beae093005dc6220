//! Deals at moments that messages differ at.

use crate::discord::draft::Draft;
use crate::discord::show::fixtures::TestTable;
use crate::discord::show::{self, Message};
use crate::rules::{Action, Card, CardSet, Contract, Deal, Seat, Suit};
use crate::text::{Faces, Look};

/// As someone sees it who has chosen the French deck.
pub(super) const fn french(look: Look) -> Look {
    Look { faces: Faces::French, ..look }
}

pub(super) fn cards(text: &str) -> CardSet {
    text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
}

pub(super) fn bid(contract: &str, discard: &str) -> Action {
    Action::Bid { contract: contract.parse().unwrap(), discard: Some(cards(discard)) }
}

pub(super) fn hand(table: &TestTable, seat: Seat, look: impl Into<Look>, draft: Option<&Draft>) -> Message {
    show::hand(&table.scene(), &table.deal.view(Some(seat)), seat, look, draft)
}

pub(super) const ULTI: &str = "ulti";
pub(super) const ANNA_SITS: Seat = Seat::Zero;
pub(super) const BELA_SITS: Seat = Seat::One;
pub(super) const ROBOT_SITS: Seat = Seat::Two;

/// Anna has bid a parti; it is up to Béla.
pub(super) fn after_a_bid() -> TestTable {
    let mut table = TestTable::written();
    table.act(ANNA_SITS, bid("parti", "B8 B9"));
    table
}

/// Béla and the robot passed Anna's ulti.
pub(super) fn anna_to_raise_or_pass() -> TestTable {
    let mut table = TestTable::written();
    table.act(ANNA_SITS, bid(ULTI, "B8 B9"));
    table.act(BELA_SITS, Action::Pass);
    table.act(ROBOT_SITS, Action::Pass);
    table
}

pub(super) fn anna_names_trumps() -> TestTable {
    let mut table = anna_to_raise_or_pass();
    table.act(ANNA_SITS, Action::Pass);
    table
}

/// Leaves are trumps; Anna has led, and Béla may say kontra.
pub(super) fn bela_may_kontra() -> TestTable {
    let mut table = anna_names_trumps();
    table.act(ANNA_SITS, Action::Trump(Some(Suit::Leaves)));
    table.act(ANNA_SITS, Action::Play("LA".parse().unwrap()));
    table
}

/// The first trick lies complete, and Anna may say rekontra.
pub(super) fn anna_may_rekontra() -> TestTable {
    let mut table = bela_may_kontra();
    table.act(BELA_SITS, Action::Kontra(Contract::games(&ULTI.parse().unwrap())));
    table.act(BELA_SITS, Action::Play("L8".parse().unwrap()));
    table.act(ROBOT_SITS, Action::Play("LU".parse().unwrap()));
    table
}

/// The second trick: Béla has to follow and to beat.
pub(super) fn bela_has_to_beat() -> TestTable {
    let mut table = anna_may_rekontra();
    table.act(ANNA_SITS, Action::NoKontra);
    table.act(ANNA_SITS, Action::Play("H9".parse().unwrap()));
    table
}

pub(super) fn over() -> TestTable {
    bela_has_to_beat().until(|deal: &Deal| deal.turn().is_none())
}
