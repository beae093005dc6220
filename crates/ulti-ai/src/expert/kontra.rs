//! Kontra (doubling) and folding decisions of the search robots.

use crate::easy;
use ulti_rules::{Board, Card, CardSet, Fold, Game, Games, Rank, Trump, View};

use super::bidding::{FOLD_BELOW, GameOdds, Viewpoint, calibrated};
use super::solvers::{NODE_BUDGET, Solvers};
use super::weighted_questions::ContractState;
use super::worlds::World;

/// Minimum ratio of expected gain to expected loss for a kontra (doubling). Doubling again requires a higher
/// ratio.
///
/// The ratio is above 1 because opponents are likely to punish a bad kontra by doubling again.
const MARGIN: f32 = 1.6;

/// Returns the proportion of sampled deals in which the declarer wins each game of the contract.
///
/// Each deal is solved from the current position. Returns `None` if the contract cannot be bid under the
/// rules.
pub(super) fn odds(view: &View, board: &Board, worlds: &[World], solvers: &mut Solvers) -> Option<GameOdds> {
    let rules = view.book.rules();
    let state = ContractState::of(view.book.find(&board.contract)?, view, board);
    let mut made = [0.0; Game::ALL.len()];
    let mut seen = 0.0;
    for world in worlds {
        let position = world.position(board, rules);
        seen += 1.0;
        let questions = state.questions(world);
        for game in board.contract.games() {
            let question = questions.iter().find(|question| question.game == game && question.decides);
            // A game without a deciding question has been decided by the points won so far.
            let is_made = question.map_or(state.is_won(game, world), |question| {
                solvers.value(&position, question.question) > 0
            });
            made[game as usize] += if is_made { 1.0 } else { 0.0 };
        }
        if solvers.is_exhausted(NODE_BUDGET / 2) {
            break;
        }
    }
    Some(made.map(|made| made / seen))
}

/// Returns the games that the robot should double now, or `None` if it should not double any.
pub(super) fn choose(view: &View, board: &Board, worlds: &[World], solvers: &mut Solvers) -> Option<Games> {
    let open = view.legal.kontra;
    if open.is_empty() {
        return None;
    }
    let entry = view.book.find(&board.contract)?;
    let odds = odds(view, board, worlds, solvers)?;
    let declarer = view.seat == Some(board.declarer);
    let laid: CardSet = view.seat.and_then(|seat| board.current.card_of(seat)).into_iter().collect();
    let own = view.own_hand() | laid;
    let viewpoint = if declarer { Viewpoint::Declarer } else { Viewpoint::Defender };
    let pays = |game: Game| {
        let level = board.declarer.others().map(|defender| board.kontra.level(game, defender));
        // Each further raise needs a larger margin, since a wrong raise is likely to be doubled again.
        let margin = MARGIN * (1.0 + f32::from(level[0].max(level[1])));
        let is_lost = refutes(own, game, board.trump) || view.is_required_marriage_missing_for(game);
        let made =
            if !declarer && is_lost { 0.0 } else { calibrated(game, board.contract, viewpoint, &odds) };
        let stake = entry.stake(game);
        #[allow(clippy::cast_precision_loss)] // stakes are small
        let (win, lose) = (made * stake.won as f32, (1.0 - made) * stake.lost as f32);
        if declarer { win > margin * lose } else { lose > margin * win }
    };
    let wanted: Games = open.iter().filter(|game| pays(*game)).collect();
    easy::whole_items(view, wanted)
}

/// Returns `true` if a defender's own cards prove that the declarer cannot win the game (`RULES §4`).
fn refutes(own: CardSet, game: Game, trump: Trump) -> bool {
    let breaks_marriage = |suit| easy::breaks(own, suit);
    match game {
        Game::Ulti => trump.is_some_and(|trump| own.contains(Card::new(trump, Rank::Seven))),
        Game::FortyHundred => trump.is_some_and(breaks_marriage),
        Game::TwentyHundred => easy::plain_suits(trump).all(breaks_marriage),
        _ => false,
    }
}

/// Returns `true` if the declarer should fold (give up the contract) before leading the first card.
///
/// The declarer should fold if folding is free and the contract is likely to fail, or if folding costs less
/// than the expected loss.
pub(super) fn is_hopeless(view: &View, board: &Board, worlds: &[World], solvers: &mut Solvers) -> bool {
    let Some(entry) = view.book.find(&board.contract) else { return false };
    let rules = view.book.rules();
    let Some(odds) = odds(view, board, worlds, solvers) else { return false };
    if rules.fold == Fold::KontraLost && board.contract.is_lone(Game::Parti) {
        let made = calibrated(Game::Parti, board.contract, Viewpoint::Declarer, &odds);
        return made < FOLD_BELOW && !easy::keeps_seven(view, board.trump);
    }
    #[allow(clippy::cast_precision_loss)] // stakes are small
    let expected = |game| {
        let made = calibrated(game, board.contract, Viewpoint::Declarer, &odds);
        let stake = entry.stake(game);
        // The loss has weight 1.5, since failing games are often doubled.
        made * stake.won as f32 - (1.0 - made) * (1.5 * stake.lost as f32 + stake.again as f32)
    };
    let games = board.contract.games();
    let expected: f32 = games.iter().map(expected).sum();
    #[allow(clippy::cast_precision_loss)] // stakes are small
    let cost = entry.folding_costs(rules.fold) as f32;
    expected < -cost
}
