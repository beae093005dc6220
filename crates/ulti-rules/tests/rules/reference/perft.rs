//! Counts of the continuations of a position (perft). A continuation that ends early counts once.

use super::cards::in_order;
use super::deal::{Deal, Stage};
use super::moves::Move;

fn after(deal: &Deal, seat: usize, choice: &Move) -> Deal {
    let mut next = deal.clone();
    next.act(seat, choice).expect("legal move");
    next
}

/// Counts sequences of bids, passes and taking the talon (the two cards laid aside).
///
/// Each bid lays down the first two cards of the hand in deck order.
pub(crate) fn perft_auction(deal: &Deal, depth: usize) -> u64 {
    if depth == 0 || deal.stage != Stage::Auction {
        return 1;
    }
    let moves = deal.legal(deal.turn);
    moves
        .iter()
        .map(|choice| perft_auction(&after(deal, deal.turn, &with_cards(deal, choice)), depth - 1))
        .sum()
}

fn with_cards(deal: &Deal, choice: &Move) -> Move {
    match choice {
        Move::Bid(text, _) if deal.holding => {
            Move::Bid(text.clone(), Some(in_order(deal.hands[deal.turn].clone())[..2].to_vec()))
        }
        other => other.clone(),
    }
}

/// Counts the possible sequences of `plies` cards if no player says kontra (doubles).
pub(crate) fn perft_play(deal: &Deal, plies: usize) -> u64 {
    if plies == 0 || deal.is_over() {
        return 1;
    }
    let moves = deal.legal(deal.turn);
    let cards = moves.iter().filter(|choice| matches!(choice, Move::Play(_)));
    cards.map(|card| perft_play(&after(deal, deal.turn, card), plies - 1)).sum()
}

/// Counts the possible sequences of `actions` actions. Players can play a card, double (kontra) or decline to
/// double.
pub(crate) fn perft_kontra(deal: &Deal, actions: usize) -> u64 {
    let Some(turn) = deal.whose_turn() else { return 1 };
    if actions == 0 {
        return 1;
    }
    let mut moves = deal.legal(turn);
    moves.retain(|choice| matches!(choice, Move::Play(_) | Move::NoKontra));
    let doubling = deal.doubling.as_ref().expect("deal is in play");
    let before = deal.before_playing(turn);
    if before || deal.raising == Some(turn) {
        moves.extend(some_of(&doubling.items_open_to(turn, before)));
    }
    moves.iter().map(|choice| perft_kontra(&after(deal, turn, choice), actions - 1)).sum()
}

/// Returns a kontra (doubling) for every non-empty union of the given groups of games.
fn some_of(items: &[Vec<String>]) -> Vec<Move> {
    let mut choices: Vec<Vec<String>> = vec![Vec::new()];
    for item in items {
        let with: Vec<Vec<String>> =
            choices.iter().map(|games| [games.clone(), item.clone()].concat()).collect();
        choices.extend(with);
    }
    choices.into_iter().filter(|games| !games.is_empty()).map(Move::Kontra).collect()
}
