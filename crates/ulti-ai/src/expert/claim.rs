//! Conditions under which the search robots claim the remaining tricks.

use ulti_rules::{Board, CardSet, Game, RankOrder, Suit, View};

/// Returns `true` if the declarer is on lead and wins every remaining trick, no matter how the unseen cards
/// are distributed.
pub(super) fn is_due(view: &View, board: &Board) -> bool {
    let hand = view.own_hand();
    // Nothing can be proven before the first trick is complete.
    let begun = !board.tricks.is_empty();
    let leads = begun && view.legal.claim && view.seat == Some(board.declarer) && board.current.is_empty();
    if !leads || board.contract.has(Game::Betli) || hand.len() < 2 {
        return false;
    }
    let played = board.tricks.iter().fold(CardSet::EMPTY, |all, (trick, _)| all | trick.cards());
    let out = CardSet::DECK - played - hand - view.talon.unwrap_or_default();
    let trumps_out = board.trump.map_or(0, |trump| out.of_suit(trump).len());
    let trumps = board.trump.map_or(0, |trump| hand.of_suit(trump).len());
    trumps >= trumps_out
        && Suit::ALL.into_iter().all(|suit| runs(hand.of_suit(suit), out.of_suit(suit), board))
}

/// Returns `true` if `out` contains no card that beats a card of the same suit in `mine`.
///
/// `out` contains the cards that other players may hold.
fn runs(mine: CardSet, out: CardSet, board: &Board) -> bool {
    let order = RankOrder::of(board.trump);
    mine.iter().all(|card| (CardSet::above(card, order) & out).is_empty())
}
