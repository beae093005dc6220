//! A fixed table in the middle of a deal, for pictures that show what a table looks like.

use std::sync::Arc;

use super::shuffle::{Seed, commitment};
use super::{Chair, ChannelId, DealView, Player, ServerId, Standing, TableId, TableStage, TableView, UserId};
use ulti_ai::Level;
use ulti_rules::{Action, Book, BySeat, Card, CardSet, Contract, Deal, RuleSet, Seat, Start};

/// Cards of the three players. The first player has the talon already.
const HANDS: [&str; 3] =
    ["L7 LA LX LK LO AA A7 HA H9 B8 B9 BK", "L8 L9 AX AK AU H7 HX HO BA BX", "LU A8 A9 AO HK HU H8 B7 BU BO"];
/// Cards that the declarer lays down.
const DISCARD: &str = "A7 H9";
/// Contract of the declarer.
const CONTRACT: &str = "ulti";
/// Suit and cards of the first tricks, in the order of play. The last trick is not complete.
const PLAYED: &str = "AA AK A8 HA H7 H8 BK BA";

/// Returns the public view of a deal in its third trick, between two people and a robot.
///
/// The deal is always the same. Returns `None` if the constants above do not fit the rules, which a test
/// excludes.
pub fn sample() -> Option<TableView> {
    let deal = played(Arc::new(Book::preset(RuleSet::USUAL).ok()?))?;
    let seats = BySeat([
        Player::person(UserId(1), "Anna"),
        Player::person(UserId(2), "Béla"),
        Player::robot(1, "Robot 1", Level::Normal),
    ]);
    let standing = |(player, points): (&Player, i32)| Standing { player: player.clone(), points, deals: 2 };
    let chair = |player: &Player| Chair { player: player.clone(), stood_in: false, agrees_to_end: false };
    let chairs = seats.values().map(chair).collect();
    let standings = seats.values().zip([6, -2, -4]).map(standing).collect();
    Some(TableView {
        table: TableId(0),
        server: ServerId(0),
        channel: ChannelId(0),
        version: 0,
        host: UserId(1),
        book: Arc::clone(deal.book()),
        opened: Arc::clone(deal.book()),
        deals: None,
        pause: None,
        follows: None,
        invited: Vec::new(),
        invitees: Vec::new(),
        seat_changes: Vec::new(),
        chairs,
        standings,
        window: 4,
        shares: Vec::new(),
        draws: Vec::new(),
        stage: TableStage::Dealing,
        deal: Some(Arc::new(deal_view(&deal, seats))),
        previous: None,
        time_left: None,
        deadline: None,
        next_deal: None,
    })
}

/// Returns the public view of the deal as the third one of the evening.
fn deal_view(deal: &Deal, seats: BySeat<Player>) -> DealView {
    let view = deal.view(None);
    DealView {
        number: 3,
        dealer: seats[view.dealer].clone(),
        seats,
        view,
        commitment: commitment(&Seed::from_bytes([0; 32]), 3),
        seed: None,
        standings: Vec::new(),
        window: 4,
    }
}

/// Plays the deal up to the third trick.
fn played(book: Arc<Book>) -> Option<Deal> {
    let hands = BySeat([cards(HANDS[0])?, cards(HANDS[1])?, cards(HANDS[2])?]);
    let mut deal = Deal::new(book, Start { dealer: Seat::Two, hands, window: 4 }).ok()?;
    let contract: Contract = CONTRACT.parse().ok()?;
    deal = deal.after(Seat::Zero, Action::Bid { contract, discard: cards(DISCARD) }).ok()?.1;
    for seat in [Seat::One, Seat::Two] {
        deal = deal.after(seat, Action::Pass).ok()?.1;
    }
    while deal.legal(Seat::Zero).cards.is_empty() {
        let legal = deal.legal(Seat::Zero);
        let action = legal.trumps.first().map_or(Action::Pass, |trump| Action::Trump(*trump));
        deal = deal.after(Seat::Zero, action).ok()?.1;
    }
    for card in PLAYED.split(' ') {
        let card: Card = card.parse().ok()?;
        while deal.legal(deal.turn()?).no_kontra {
            deal = deal.after(deal.turn()?, Action::NoKontra).ok()?.1;
        }
        deal = deal.after(deal.turn()?, Action::Play(card)).ok()?.1;
    }
    Some(deal)
}

fn cards(text: &str) -> Option<CardSet> {
    text.split(' ').map(|card| card.parse::<Card>().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sample_table_is_in_the_middle_of_a_deal() {
        let table = sample().unwrap();
        let board = table.deal.as_ref().unwrap().view.board().cloned().unwrap();
        assert_eq!((board.tricks.len(), board.current.len()), (2, 2));
        assert_eq!(sample(), Some(table), "sample table is not fixed");
    }
}
