//! The parts of a hand's message that depend on the game: the subject of its picture, and the state in which
//! a hand waits for other players.

use std::sync::Arc;

use channel_messages::Occasion;

use crate::render::Subject;
use crate::table::{DealView, TableView, UserId};
use ulti_rules::{Stage, View};

/// Returns the subject of the picture of a hand, or `None` if the viewer has no cards or the deal is over.
pub(crate) fn hand_subject(table_view: &TableView, view: &Arc<View>) -> Option<Subject> {
    let is_shown = !table_view.is_discarded() && !view.own_hand().is_empty();
    let deal = table_view.deal.as_ref().filter(|deal| is_shown && !deal.is_over())?;
    Some(Subject::Hand { view: Arc::clone(view), deal: Arc::clone(deal), hint: None, marks: None })
}

/// Returns the people who hold cards in the deal in progress, except those whose seats robots hold.
pub(super) fn players(table_view: &TableView) -> Vec<UserId> {
    let is_going_on = |deal: &&DealView| !deal.is_over() && !table_view.is_discarded();
    let Some(deal) = table_view.deal.as_deref().filter(is_going_on) else { return Vec::new() };
    let is_held = |id| table_view.chair(id).is_some_and(|chair| chair.stood_in);
    let players = deal.seats.values().filter(|player| !is_held(player.id));
    players.filter_map(|player| player.id.user()).collect()
}

/// Returns the occasion for which a hand has to be at the end of the channel. Returns `None` if the deal is
/// over, or if a robot holds the seat.
pub(super) fn occasion(table_view: &TableView, view: &View) -> Option<Occasion> {
    let (deal, seat) = (table_view.deal.as_deref()?, view.seat?);
    let user = deal.seats[seat].id.user()?;
    if !players(table_view).contains(&user) {
        return None;
    }
    let turn = match &view.stage {
        Stage::Over { .. } => return None,
        _ if view.turn() != Some(seat) => 0,
        // The number of calls does not change after the auction.
        Stage::Auction { .. } => 1 + view.calls.len(),
        Stage::Naming { .. } => 2 + view.calls.len(),
        Stage::Play(board) => 3 + view.calls.len() + board.tricks.len(),
    };
    Some(Occasion { deal: deal.number, turn: u32::try_from(turn).unwrap_or(u32::MAX) })
}

/// A hand during the turns of other players in the play. It is the same until its owner is next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct WaitingHand {
    /// Number of the deal.
    deal: u32,
    /// Number of cards in the hand.
    cards: u32,
    /// `true` if the rules hide the last trick since the lead to the current one. The picture of a hand that
    /// was drawn before the lead shows the last trick and has to be replaced.
    hides_last_trick: bool,
}

impl WaitingHand {
    /// Returns `None` if the owner of the hand is next, a robot holds the seat, or no cards are being played.
    pub(super) fn of(table_view: &TableView, view: &View) -> Option<Self> {
        let (deal, seat) = (table_view.deal.as_deref()?, view.seat?);
        let is_held = table_view.chair(deal.seats[seat].id).is_some_and(|chair| chair.stood_in);
        let is_played = matches!(view.stage, Stage::Play(_)) && !table_view.is_discarded();
        let waits = is_played && view.turn() != Some(seat) && !is_held;
        let hides_last_trick = view.hides_last_trick();
        waits.then(|| Self { deal: deal.number, cards: view.own_hand().len(), hides_last_trick })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::messages::fixtures::TestTable;
    use ulti_rules::{Book, RuleSet, Seat};

    /// Plays deals. The occasion of a player's turn grows from turn to turn, and is the beginning of the deal
    /// while others act.
    #[test]
    fn occasions_of_turns_grow_during_a_deal() {
        for seed in 0..20 {
            let mut table = TestTable::shuffled(seed);
            let mut last = Seat::ALL.map(|_| Occasion { deal: 0, turn: 0 });
            let mut turns = 0;
            loop {
                let table_view = table.table_view();
                for (seat, last) in Seat::ALL.into_iter().zip(&mut last) {
                    let view = table.deal.view(Some(seat));
                    let Some(now) = occasion(&table_view, &view) else { continue };
                    let is_turn = view.turn() == Some(seat);
                    assert_eq!(now.turn > 0, is_turn);
                    let number = table_view.deal.as_ref().unwrap().number;
                    assert_eq!(now.deal, number);
                    if is_turn {
                        assert!(now >= *last, "{now:?} after {last:?}");
                        turns += u32::from(now > *last);
                        *last = now;
                    }
                }
                if !table.step() {
                    break;
                }
            }
            assert!(turns > 3, "{turns} turns with seed {seed}");
            let over = table.table_view();
            assert!(players(&over).is_empty());
            let view = table.deal.view(Some(Seat::Zero));
            assert_eq!(occasion(&over, &view), None);
        }
    }

    #[test]
    fn player_whose_seat_a_robot_holds_gets_no_hand() {
        let table = TestTable::shuffled(5);
        let mut table_view = table.table_view();
        let people = players(&table_view);
        let held = people[0];
        for chair in table_view.chairs.iter_mut().filter(|chair| chair.player.id.user() == Some(held)) {
            chair.stood_in = true;
        }
        assert_eq!(players(&table_view), people[1..]);
        let deal = table_view.deal.as_ref().unwrap();
        let seat = Seat::ALL.into_iter().find(|seat| deal.seats[*seat].id.user() == Some(held)).unwrap();
        assert_eq!(occasion(&table_view, &table.deal.view(Some(seat))), None);
    }

    /// Plays a deal with the house rule `last_trick_hidden`. A waiting hand that was drawn before a lead
    /// shows the last trick.
    #[test]
    fn waiting_hand_is_updated_after_lead_if_rules_hide_last_trick() {
        let mut compared = 0;
        for hidden in [true, false] {
            let rules = RuleSet::preset("4m").unwrap();
            let book = Arc::new(Book::new(rules.with_rule("last_trick_hidden", hidden.into()).unwrap()));
            let mut table = TestTable::shuffled(5).by_rules(&book);
            let waiting = |table: &TestTable| {
                let table_view = table.table_view();
                Seat::ALL.map(|seat| WaitingHand::of(&table_view, &table.deal.view(Some(seat))))
            };
            let is_led = |table: &TestTable| {
                let view = table.deal.view(None);
                let board = view.board().filter(|board| !board.tricks.is_empty());
                board.is_some_and(|board| board.current.cards().len() == 1)
            };
            let mut before = waiting(&table);
            while table.step() {
                let now = waiting(&table);
                for (before, now) in before.iter().zip(now).filter(|_| is_led(&table)) {
                    let (Some(before), Some(now)) = (before, now) else { continue };
                    compared += 1;
                    assert_eq!(*before == now, !hidden);
                }
                before = now;
            }
        }
        assert!(compared > 4, "{compared}");
    }
}
