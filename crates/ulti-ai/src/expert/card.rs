//! Card choice of the search robots, by perfect-information Monte Carlo search.

use ulti_rules::{Board, Card, View};

use super::solvers::{NODE_BUDGET, Solvers};
use super::weighted_questions::ContractState;
use super::worlds::World;

/// Two cards count as equally good if their total gains differ by at most this fraction of the best total.
const TOLERANCE: f32 = 1e-3;

/// Returns the card with the highest total gain for the robot's side over all sampled deals.
///
/// If several cards are equally good and `preferred` is one of them, returns `preferred`.
pub(super) fn choose(
    view: &View,
    board: &Board,
    worlds: &[World],
    preferred: Option<Card>,
    solvers: &mut Solvers,
) -> Option<Card> {
    let rules = view.book.rules();
    let entry = view.book.find(&board.contract)?;
    let state = ContractState::of(entry, view, board);
    let declarer = view.seat == Some(board.declarer);
    let cards: Vec<Card> = view.legal.cards.iter().collect();
    let mut total = vec![0.0_f32; cards.len()];
    for world in worlds {
        let position = world.position(board, rules);
        for question in state.questions(world) {
            let solver = solvers.solver(question.question);
            let weight = if declarer { question.weight } else { -question.weight };
            for (card, total) in cards.iter().zip(&mut total) {
                if solver.is_made_by(&position, question.question, *card) {
                    *total += weight;
                }
            }
        }
        if solvers.is_exhausted(NODE_BUDGET) {
            break;
        }
    }
    let best = total.iter().copied().fold(f32::MIN, f32::max);
    let mut ties =
        cards.iter().zip(&total).filter(|(_, total)| **total >= best - TOLERANCE * best.abs().max(1.0));
    match preferred {
        Some(card) if ties.clone().any(|(tie, _)| *tie == card) => Some(card),
        _ => ties.next().map(|(card, _)| *card),
    }
}
