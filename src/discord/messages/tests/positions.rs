//! Test tables at positions in a deal that lead to different messages.

use std::sync::Arc;

use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::messages::fixtures::TestTable;
use crate::discord::messages::{self, Message};
use crate::text::{Appearance, DeckStyle};
use ulti_rules::{Action, Book, Card, CardSet, Contract, Deal, Game, Seat, Stage, Suit};

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
    messages::hand(&table.table_view(), &table.player_view(seat), seat, appearance, draft)
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

/// Returns a table where Anna, who holds the VII of leaves, leads in an ulti with leaves as trumps.
pub(super) fn anna_leads_in_ulti() -> TestTable {
    let mut table = anna_names_trumps();
    table.act(ANNA_SITS, Action::Trump(Some(Suit::Leaves)));
    table
}

/// Returns a table with leaves as trumps where Anna has led and Béla may say kontra.
pub(super) fn bela_may_kontra() -> TestTable {
    let mut table = anna_names_trumps();
    table.act(ANNA_SITS, Action::Trump(Some(Suit::Leaves)));
    table.act(ANNA_SITS, Action::Play("LA".parse().unwrap()));
    table
}

/// Returns a table by the rules of `pagat` where Anna, who holds the king and over of leaves, has led in a
/// 40-100 with the given trumps.
pub(super) fn forty_hundred_led(trump: Suit) -> TestTable {
    let mut table = TestTable::written().by_rules(&Arc::new(Book::preset("pagat").unwrap()));
    table.act(ANNA_SITS, bid("40-100", "B8 B9"));
    for seat in [BELA_SITS, ROBOT_SITS, ANNA_SITS] {
        table.act(seat, Action::Pass);
    }
    table.act(ANNA_SITS, Action::Trump(Some(trump)));
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

/// Returns a table where Anna has led a card in an open betli.
pub(super) fn anna_plays_open_betli() -> TestTable {
    let mut table = TestTable::written();
    table.act(ANNA_SITS, bid("open-betli", "B8 B9"));
    table.act(BELA_SITS, Action::Pass);
    table.act(ROBOT_SITS, Action::Pass);
    table.act(ANNA_SITS, Action::Pass);
    table.act(ANNA_SITS, Action::Play("LA".parse().unwrap()));
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

/// Returns a deal that Anna, the declarer, has left before the last card, after nine tricks of the defenders.
pub(super) fn left_for_certain() -> TestTable {
    let hands = [
        "A7 A8 AX AO AK L9 LU LK LA HU B7 B8",
        "A9 L7 L8 LX LO HX HK HA BU BA",
        "AU AA H7 H8 H9 HO B9 BX BO BK",
    ];
    let mut table = TestTable::with_hands(hands, 4);
    play(&mut table, "hearts parti", "A8 LK");
    for card in
        "AK A9 AA BX B8 BA LX H8 LU BO B7 BU B9 HU HX L7 H7 L9 BK A7 HA L8 H9 LA AU AX HK LO HO".split(' ')
    {
        let seat = table.deal.turn().unwrap();
        table.act(seat, Action::Play(card.parse().unwrap()));
    }
    table.act(ANNA_SITS, Action::Leave);
    table
}

/// Returns a deal that Béla, a defender, has left while Anna holds all hearts in an open hearts ulti.
pub(super) fn left_before_ulti() -> TestTable {
    let hands = [
        "AX AA LX LA H7 H8 H9 HX HU HO HK HA",
        "A7 AO AK LO LK B9 BX BU BK BA",
        "A8 A9 AU L7 L8 L9 LU B7 B8 BO",
    ];
    let mut table = TestTable::with_hands(hands, 100);
    play(&mut table, "hearts ulti+open-durchmars", "LA LX");
    for card in ["H9", "LO", "LU"] {
        let seat = table.deal.turn().unwrap();
        table.act(seat, Action::Play(card.parse().unwrap()));
    }
    table.act(BELA_SITS, Action::Leave);
    table
}

/// Returns a deal under the rules of rablo that Béla, a defender, has left before the first card.
pub(super) fn left_with_partner() -> TestTable {
    let mut table = TestTable::written().by_rules(&Arc::new(Book::preset("rablo").unwrap()));
    play(&mut table, "hearts parti", "B8 B9");
    table.act(BELA_SITS, Action::Leave);
    table
}

/// Lets Anna bid and the others pass.
fn play(table: &mut TestTable, contract: &str, discard: &str) {
    table.act(ANNA_SITS, bid(contract, discard));
    while let Stage::Auction { turn, .. } = table.deal.view(None).stage {
        table.act(turn, Action::Pass);
    }
}
