//! Sentences that describe the analysis of a finished deal, for each game and each mistake.

use ulti_rules::{Card, Game};

use super::{Appearance, Arg, args, card_short, games, names};

/// Describes whether the declarer won a game and whether perfect play would have won it.
///
/// `made` is `true` if the game was won, and `makeable` is `true` if the declarer wins it when both sides
/// play perfectly. `best` is the number of points that the declarer then wins in tricks, and `needs` is the
/// number of points needed to win. Each is `None` if unknown.
pub fn verdict(
    appearance: Appearance,
    game: Game,
    made: Option<bool>,
    makeable: Option<bool>,
    best: Option<u32>,
    needs: Option<u32>,
) -> String {
    let text = appearance.formatter();
    let key = match (made, makeable) {
        (Some(true), Some(true)) => "analysis-made",
        (Some(false), Some(true)) => "analysis-thrown-away",
        (Some(true), Some(false)) => "analysis-given",
        (Some(false), Some(false)) => "analysis-beaten",
        (None, Some(true)) => "analysis-makeable",
        (None, Some(false)) => "analysis-not-makeable",
        (_, None) if best.is_some() => "analysis-marriage-open",
        (_, None) => "analysis-unknown",
    };
    let sentence = text.with(key, args![game = names::capital(&names::game(appearance.lang, game))]);
    let points = match (best, needs) {
        (Some(best), Some(needs)) => text.with("analysis-points", args![best, needs]),
        (Some(best), None) if makeable.is_none() => text.with("analysis-points-only", args![best]),
        _ => return sentence,
    };
    format!("{sentence} {points}")
}

/// A mistake found by the analysis of a deal: a played card that cost points or changed the result of a game.
#[derive(Debug, Clone, Copy)]
pub struct GivenAway<'a> {
    /// Number of the trick in which the mistake was made, counted from 1.
    pub trick: usize,
    /// Card that was played.
    pub card: Card,
    /// A better card that the player could have played instead.
    pub better: Card,
    /// Games whose result was changed by the mistake. Empty if the mistake only cost points.
    pub games: &'a [Game],
    /// Number of trick points that the mistake cost.
    pub points: u32,
    /// `true` if the declarer made the mistake, `false` if a defender did.
    pub declarers: bool,
}

/// Describes a mistake in one sentence.
pub fn given(appearance: Appearance, mistake: GivenAway<'_>) -> String {
    let key = match (mistake.games.is_empty(), mistake.declarers) {
        (true, _) => "analysis-slip-points",
        (false, true) => "analysis-slip-lost",
        (false, false) => "analysis-slip-let",
    };
    let args: [(&'static str, Arg<'_>); 5] = [
        ("trick", mistake.trick.into()),
        ("card", card_short(appearance, mistake.card).into()),
        ("better", card_short(appearance, mistake.better).into()),
        ("games", games(appearance.lang, mistake.games.iter().copied().collect()).into()),
        ("points", mistake.points.into()),
    ];
    appearance.formatter().with(key, &args)
}
