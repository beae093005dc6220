//! Which card to play.

use crate::rules::{Board, Card, View};

use super::parts::Setting;
use super::worlds::World;
use super::{EFFORT, Thinking};

/// Cards whose promises differ by a smaller share are equal.
const NOTHING: f32 = 1e-3;

/// The card that promises most to the own side over all worlds; among equals the favourite.
pub(super) fn choose(
    view: &View,
    board: &Board,
    worlds: &[World],
    favourite: Option<Card>,
    thinking: &mut Thinking,
) -> Option<Card> {
    let rules = view.book.rules();
    let entry = view.book.find(&board.contract)?;
    let setting = Setting::of(entry, rules, board);
    let declarer = view.seat == Some(board.declarer);
    let cards: Vec<Card> = view.legal.cards.iter().collect();
    let mut promise = vec![0.0_f32; cards.len()];
    for world in worlds {
        let position = world.position(board, rules);
        for part in setting.parts(world) {
            let solver = thinking.solver(part.question);
            let weight = if declarer { part.weight } else { -part.weight };
            for (card, promise) in cards.iter().zip(&mut promise) {
                if solver.is_made_by(&position, part.question, *card) {
                    *promise += weight;
                }
            }
        }
        if thinking.is_over(EFFORT) {
            break;
        }
    }
    let best = promise.iter().copied().fold(f32::MIN, f32::max);
    let mut equals =
        cards.iter().zip(&promise).filter(|(_, promise)| **promise >= best - NOTHING * best.abs().max(1.0));
    match favourite {
        Some(card) if equals.clone().any(|(equal, _)| *equal == card) => Some(card),
        _ => equals.next().map(|(card, _)| *card),
    }
}
