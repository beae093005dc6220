//! When to double, and when to give up.

use crate::ai::easy;
use crate::rules::{Board, Card, CardSet, Fold, Game, Games, Rank, Suit, Trump, View};

use super::bid::{Eyes, HOPELESS, at_the_table};
use super::parts::Setting;
use super::worlds::World;
use super::{EFFORT, Thinking};

/// How much better than even the odds have to be: whoever was wrong is doubled back.
const MARGIN: f32 = 1.6;

/// How likely each game of the contract is made from here on, by what these worlds come to.
pub(super) fn odds(
    view: &View,
    board: &Board,
    worlds: &[World],
    thinking: &mut Thinking,
) -> Option<[f32; Game::ALL.len()]> {
    let rules = view.book.rules();
    let setting = Setting::of(view.book.find(&board.contract)?, rules, board);
    let mut made = [0.0; Game::ALL.len()];
    let mut seen = 0.0;
    for world in worlds {
        let position = world.position(board, rules);
        seen += 1.0;
        let parts = setting.parts(world);
        for game in board.contract.games() {
            let part = parts.iter().find(|part| part.game == game && part.decides);
            // A question that is not asked any more has been answered: by enough points.
            let is_made =
                part.map_or(setting.is_won(game, world), |part| thinking.value(&position, part.question) > 0);
            made[game as usize] += if is_made { 1.0 } else { 0.0 };
        }
        if thinking.is_over(EFFORT / 2) {
            break;
        }
    }
    Some(made.map(|made| made / seen))
}

/// The games to double now, if any.
pub(super) fn choose(view: &View, board: &Board, worlds: &[World], thinking: &mut Thinking) -> Option<Games> {
    let open = view.legal.kontra;
    if open.is_empty() {
        return None;
    }
    let entry = view.book.find(&board.contract)?;
    let odds = odds(view, board, worlds, thinking)?;
    let declarer = view.seat == Some(board.declarer);
    let laid: CardSet = view.seat.and_then(|seat| board.current.card_of(seat)).into_iter().collect();
    let own = view.own_hand() | laid;
    let eyes = if declarer { Eyes::Declarer } else { Eyes::Defender };
    let pays = |game: Game| {
        let level = board.declarer.others().map(|defender| board.kontra.level(game, defender));
        // Whoever is doubled back was wrong: each step wants more.
        let margin = MARGIN * (1.0 + f32::from(level[0].max(level[1])));
        let made = if !declarer && refutes(own, game, board.trump) {
            0.0
        } else {
            at_the_table(game, board.contract, eyes, odds[game as usize])
        };
        let stake = entry.stake(game);
        #[allow(clippy::cast_precision_loss)] // stakes are small
        let (win, lose) = (made * stake.won as f32, (1.0 - made) * stake.lost as f32);
        if declarer { win > margin * lose } else { lose > margin * win }
    };
    let wanted: Games = open.iter().filter(|game| pays(*game)).collect();
    let whole = view.kontra_items().into_iter().filter(|item| wanted.is_superset(*item));
    let wanted = whole.fold(Games::empty(), |all, item| all | item);
    (!wanted.is_empty()).then_some(wanted)
}

/// Whether a defender's own cards make the game impossible (`RULES §4`).
fn refutes(own: CardSet, game: Game, trump: Trump) -> bool {
    let holds = |suit, rank| own.contains(Card::new(suit, rank));
    let parts = |suit| holds(suit, Rank::King) || holds(suit, Rank::Over);
    match game {
        Game::Ulti => trump.is_some_and(|trump| holds(trump, Rank::Seven)),
        Game::FortyHundred => trump.is_some_and(parts),
        Game::TwentyHundred => Suit::ALL.into_iter().filter(|suit| Some(*suit) != trump).all(parts),
        _ => false,
    }
}

/// Whether to give the contract up before the first lead: where that is free, or cheaper than what is
/// to be expected.
pub(super) fn is_hopeless(view: &View, board: &Board, worlds: &[World], thinking: &mut Thinking) -> bool {
    let Some(entry) = view.book.find(&board.contract) else { return false };
    let rules = view.book.rules();
    let Some(odds) = odds(view, board, worlds, thinking) else { return false };
    if rules.fold == Fold::KontraLost && board.contract.is_lone(Game::Parti) {
        let made = at_the_table(Game::Parti, board.contract, Eyes::Declarer, odds[Game::Parti as usize]);
        return made < HOPELESS && !easy::keeps_seven(view, board.trump);
    }
    #[allow(clippy::cast_precision_loss)] // stakes are small
    let expected: f32 = board
        .contract
        .games()
        .iter()
        .map(|game| {
            let (made, stake) =
                (at_the_table(game, board.contract, Eyes::Declarer, odds[game as usize]), entry.stake(game));
            // Whoever sees it fail doubles it.
            made * stake.won as f32 - (1.0 - made) * (1.5 * stake.lost as f32 + stake.again as f32)
        })
        .sum();
    #[allow(clippy::cast_precision_loss)] // stakes are small
    let cost = entry.folding_costs(rules.fold) as f32;
    expected < -cost
}
