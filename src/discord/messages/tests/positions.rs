//! Test tables at positions in a deal that lead to different messages.

use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::messages::fixtures::TestTable;
use crate::discord::messages::{self, Message};
use crate::text::{Appearance, DeckStyle};
use ulti_rules::{Action, Card, CardSet, Contract, Deal, Game, Seat, Suit};

/// Switches an appearance to the French deck.
pub(super) const fn french(appearance: Appearance) -> Appearance {
    Appearance { faces: DeckStyle::French, ..appearance }
}

pub(super) fn cards(text: &str) -> CardSet {
    text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
}

pub(super) fn bid(contract: &str, discard: &str) -> Action {
    Action::Bid { contract: contract.parse().unwrap(), discard: Some(cards(discard)) }
}

pub(super) fn hand(
    table: &TestTable,
    seat: Seat,
    appearance: Appearance,
    draft: Option<&BidDraft>,
) -> Message {
    messages::hand(&table.table_view(), &table.deal.view(Some(seat)), seat, appearance, draft)
}

pub(super) const ULTI: &str = "ulti";
pub(super) const ANNA_SITS: Seat = Seat::Zero;
pub(super) const BELA_SITS: Seat = Seat::One;
pub(super) const ROBOT_SITS: Seat = Seat::Two;

/// Returns a table where Anna has bid parti and Béla is next.
pub(super) fn after_a_bid() -> TestTable {
    let mut table = TestTable::written();
    table.act(ANNA_SITS, bid("parti", "B8 B9"));
    table
}

/// Returns a table where Béla and the robot have passed after Anna's bid of ulti.
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

/// Returns a table with leaves as trumps where Anna has led and Béla may say kontra.
pub(super) fn bela_may_kontra() -> TestTable {
    let mut table = anna_names_trumps();
    table.act(ANNA_SITS, Action::Trump(Some(Suit::Leaves)));
    table.act(ANNA_SITS, Action::Play("LA".parse().unwrap()));
    table
}

/// Returns a table where the first trick is complete and Anna may say rekontra.
pub(super) fn anna_may_rekontra() -> TestTable {
    let mut table = bela_may_kontra();
    table.act(BELA_SITS, Action::Kontra(Contract::games(&ULTI.parse().unwrap())));
    table.act(BELA_SITS, Action::Play("L8".parse().unwrap()));
    table.act(ROBOT_SITS, Action::Play("LU".parse().unwrap()));
    table
}

/// Returns a table where Anna has said rekontra and Béla may say szubkontra.
pub(super) fn bela_may_szubkontra() -> TestTable {
    let mut table = anna_may_rekontra();
    table.act(ANNA_SITS, Action::Kontra(Contract::games(&ULTI.parse().unwrap())));
    table
}

/// Returns a table where Béla alone has doubled Anna's betli, the first trick is complete, and Anna may say
/// rekontra.
pub(super) fn anna_may_rekontra_betli() -> TestTable {
    let mut table = TestTable::written();
    table.act(ANNA_SITS, bid("betli", "B8 B9"));
    table.act(BELA_SITS, Action::Pass);
    table.act(ROBOT_SITS, Action::Pass);
    table.act(ANNA_SITS, Action::Pass);
    table.act(ANNA_SITS, Action::Play("LA".parse().unwrap()));
    table.act(BELA_SITS, Action::Kontra(Game::Betli.into()));
    table.act(BELA_SITS, Action::Play("L8".parse().unwrap()));
    table.act(ROBOT_SITS, Action::Play("LU".parse().unwrap()));
    table
}

/// Returns a table in the second trick where Béla has to follow suit and beat.
pub(super) fn bela_has_to_beat() -> TestTable {
    let mut table = anna_may_rekontra();
    table.act(ANNA_SITS, Action::NoKontra);
    table.act(ANNA_SITS, Action::Play("H9".parse().unwrap()));
    table
}

pub(super) fn over() -> TestTable {
    bela_has_to_beat().until(|deal: &Deal| deal.turn().is_none())
}
