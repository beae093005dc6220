//! Levels of kontra, and the labels for raising them.

use crate::text::{self, Appearance, Arg, args};
use ulti_rules::{Board, Game, Games, RuleSet, Seat, View};

/// Returns the kontra level of a game for the defender at `seat`. The kontra level is the number of times
/// that the game has been doubled.
///
/// If the declarer sits at `seat`, returns the higher of the two defenders' levels.
pub(super) fn level(board: &Board, game: Game, seat: Seat) -> u8 {
    if seat == board.declarer {
        board.declarer.others().into_iter().map(|other| board.kontra.level(game, other)).max().unwrap_or(0)
    } else {
        board.kontra.level(game, seat)
    }
}

/// Returns the capitalised name of the kontra level that the games reach if the player at `seat` doubles
/// them.
pub(super) fn next_level(view: &View, seat: Seat, games: Games, appearance: Appearance) -> Option<String> {
    let board = view.board()?;
    let level = games.iter().map(|game| level(board, game, seat)).max().unwrap_or(0) + 1;
    Some(text::capital(&text::kontra_level(appearance.lang, view.book.rules(), level)))
}

/// Returns the arguments for the name of a kontra level in a sentence: `level`, `times` (the factor of the
/// game's value), `kind` and `prefix`.
///
/// `kind` is `kontra` if the name ends in this word, so that the word can be inflected. `prefix` is then what
/// precedes it, such as `re`.
pub(super) fn level_args(
    appearance: Appearance,
    rules: &RuleSet,
    level: u8,
) -> Vec<(&'static str, Arg<'static>)> {
    let name = text::kontra_level(appearance.lang, rules, level);
    let prefix = name.strip_suffix("kontra").map(str::to_owned);
    vec![
        ("kind", if prefix.is_some() { "kontra" } else { "other" }.into()),
        ("prefix", prefix.unwrap_or_default().into()),
        ("level", name.into()),
        ("times", (1_i64 << level).into()),
    ]
}

/// Returns the highest kontra level that the player at `seat` may answer.
pub(super) fn level_to_answer(board: &Board, seat: Seat) -> u8 {
    board.kontra.raisable_by(seat).iter().map(|game| level(board, game, seat)).max().unwrap_or(1)
}

/// Returns the capitalised name of the kontra level that the viewer's games reach if they are doubled, such
/// as `Rekontra`.
///
/// Returns `None` if no cards are being played, or if the viewer has no seat.
pub(crate) fn own_next_level(view: &View, appearance: Appearance) -> Option<String> {
    next_level(view, view.seat?, view.legal.kontra, appearance)
}

/// Returns the label of the choice to double all games that the viewer may double, such as `Kontra: all`.
///
/// Returns `None` if no cards are being played, or if the viewer has no seat.
pub(crate) fn all_games_label(view: &View, appearance: Appearance) -> Option<String> {
    let level = own_next_level(view, appearance)?;
    Some(appearance.with("button-kontra-all", args![level]))
}
