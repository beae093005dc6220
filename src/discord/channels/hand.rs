//! The parts of a hand's message that depend on the game: the subject of its picture, and the state in which
//! a hand waits for other players.

use std::sync::Arc;

use crate::render::Subject;
use crate::table::TableView;
use ulti_rules::{Stage, View};

/// Returns the subject of the picture of a hand, or `None` if the viewer has no cards or the deal is over.
pub(crate) fn hand_subject(table_view: &TableView, view: &Arc<View>) -> Option<Subject> {
    let deal = table_view.deal.as_ref().filter(|deal| !deal.is_over() && !view.own_hand().is_empty())?;
    Some(Subject::Hand { view: Arc::clone(view), deal: Arc::clone(deal), hint: None })
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
        let waits = matches!(view.stage, Stage::Play(_)) && view.turn() != Some(seat) && !is_held;
        let hides_last_trick = view.hides_last_trick();
        waits.then(|| Self { deal: deal.number, cards: view.own_hand().len(), hides_last_trick })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::messages::fixtures::TestTable;
    use ulti_rules::{Book, RuleSet, Seat};

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
