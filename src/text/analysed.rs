//! What came of looking at a finished deal again: sentences for each game and each card.

use crate::rules::{Card, Game};

use super::{Arg, Look, card_short, games, words};

/// A game of the contract: what was made of it and what could be, each where it is known, and the
/// declarer's points in tricks at best with those it takes.
pub fn verdict(
    look: Look,
    game: Game,
    made: Option<bool>,
    makeable: Option<bool>,
    points: Option<(u32, u32)>,
) -> String {
    let text = look.text();
    let key = match (made, makeable) {
        (Some(true), Some(true)) => "analysis-made",
        (Some(false), Some(true)) => "analysis-thrown-away",
        (Some(true), Some(false)) => "analysis-given",
        (Some(false), Some(false)) => "analysis-beaten",
        (None, Some(true)) => "analysis-makeable",
        (None, Some(false)) => "analysis-not-makeable",
        (_, None) => "analysis-unknown",
    };
    let said = text.with(key, &[("game", words::capital(&words::game(look.lang, game)).into())]);
    match points {
        Some((best, needs)) => {
            let args = [("best", best.into()), ("needs", needs.into())];
            format!("{said} {}", text.with("analysis-points", &args))
        }
        None => said,
    }
}

/// A card that gave something away.
#[derive(Debug, Clone, Copy)]
pub struct Given<'a> {
    /// In which trick, from 1.
    pub trick: usize,
    /// The card.
    pub card: Card,
    /// One that would have kept it.
    pub better: Card,
    /// The games that it gave away.
    pub games: &'a [Game],
    /// The points in tricks that it gave away.
    pub points: u32,
    /// Whether the declarer played it.
    pub declarers: bool,
}

/// The sentence for such a card.
pub fn given(look: Look, given: Given<'_>) -> String {
    let key = match (given.games.is_empty(), given.declarers) {
        (true, _) => "analysis-slip-points",
        (false, true) => "analysis-slip-lost",
        (false, false) => "analysis-slip-let",
    };
    let args: [(&'static str, Arg<'_>); 5] = [
        ("trick", given.trick.into()),
        ("card", card_short(look, given.card).into()),
        ("better", card_short(look, given.better).into()),
        ("games", games(look.lang, given.games.iter().copied().collect()).into()),
        ("points", given.points.into()),
    ];
    look.text().with(key, &args)
}
