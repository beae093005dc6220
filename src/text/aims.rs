//! The declarer's goal during the play.

use ulti_rules::{Board, Card, Game, Rank, Seat, Suit, View};

use super::{Appearance, args, cards, names};

/// Card points of a deal without marriages: the aces and tens, and the last trick (`RULES §6`).
const CARD_POINTS: u32 = 90;

/// Returns one line that says what the declarer needs, such as `Your goal: win the last trick with the VII of
/// hearts; at least 50 points`. Returns `None` unless cards are being played.
///
/// `declarer` is the declarer's name. The line names a card only if the viewer holds it.
pub fn goal(appearance: Appearance, view: &View, declarer: &str) -> Option<String> {
    let ulti_rules::Stage::Play(board) = &view.stage else { return None };
    let named = board.contract.games();
    let games = Game::ALL.into_iter().rev().filter(|game| named.contains(*game));
    let (lost, open): (Vec<Game>, Vec<Game>) = games.partition(|game| is_lost(view, board, *game));
    let formatter = appearance.formatter();
    let lost: Vec<String> = lost.into_iter().map(|game| names::game(appearance.lang, game)).collect();
    let games = lost.join(", ");
    if open.is_empty() {
        return Some(formatter.with("aim-all-lost", args![games, name = declarer]));
    }
    let goals: Vec<String> = open.into_iter().map(|game| aim(appearance, view, board, game)).collect();
    let key = if view.seat == Some(board.declarer) { "aim-own" } else { "aim-of" };
    let goal = formatter.with(key, args![goals = goals.join("; "), name = declarer]);
    Some(if games.is_empty() { goal } else { formatter.with("aim-lost", args![goal, games]) })
}

/// Returns what the declarer needs to win one game of the contract.
fn aim(appearance: Appearance, view: &View, board: &Board, game: Game) -> String {
    let formatter = appearance.formatter();
    match game {
        Game::Parti => {
            let total = card_points(view, board, |_| true);
            let marriages = total - CARD_POINTS;
            let pending = total - card_points(view, board, |seat| counts_marriages_of(view, board, seat));
            let [king, over] = [Rank::King, Rank::Over].map(|rank| names::rank(appearance.undrawn(), rank));
            formatter
                .with("aim-parti", args![points = total.midpoint(10), total, marriages, pending, king, over])
        }
        Game::FortyHundred => formatter.with("aim-40-100", args![points = 60]),
        Game::TwentyHundred => formatter.with("aim-20-100", args![points = 80]),
        Game::Ulti => {
            let seven = board.trump.map(|trump| Card::new(trump, Rank::Seven));
            if let Some(seven) = seven.filter(|seven| view.own_hand().contains(*seven)) {
                formatter.with("aim-ulti", args![card = cards::card(appearance.undrawn(), seven)])
            } else {
                let seven = names::rank(appearance.undrawn(), Rank::Seven);
                formatter.with("goal-ulti", args![seven])
            }
        }
        game => formatter.text(&format!("goal-{}", game.name())),
    }
}

/// Returns `true` if everybody has seen that the declarer cannot win the game any more. Checks only the
/// required marriage of a 40-100 or 20-100, the ulti and the durchmars.
fn is_lost(view: &View, board: &Board, game: Game) -> bool {
    match game {
        Game::FortyHundred | Game::TwentyHundred => view.is_required_marriage_missing_for(game),
        Game::Durchmars => board.tricks.iter().any(|(_, winner)| *winner != board.declarer),
        Game::Ulti => board.trump.is_some_and(|trump| {
            let seven = Card::new(trump, Rank::Seven);
            let is_seven = |(_, card): (Seat, Card)| card == seven;
            let is_early = board.tricks.iter().take(9).any(|(trick, _)| trick.plays().any(is_seven));
            is_early || (board.tricks.len() < 9 && board.current.plays().any(is_seven))
        }),
        _ => false,
    }
}

/// Returns the card points of the deal, with the marriages announced so far by the seats for which `counts`
/// returns `true` (`RULES §6`).
fn card_points(view: &View, board: &Board, counts: impl Fn(Seat) -> bool) -> u32 {
    let most = view.book.rules().marriages_at_most;
    let worth = |suit: Suit| if board.trump == Some(suit) { 40 } else { 20 };
    let of = |seat: Seat| {
        if counts(seat) { board.announced[seat].iter().map(worth).sum::<u32>() } else { 0 }
    };
    let others = board.declarer.others().into_iter().map(of).sum::<u32>();
    CARD_POINTS + of(board.declarer).min(most) + others.min(most)
}

/// Returns `true` if the marriages of a seat count now: always, unless `marriage_needs_trick` is set and the
/// seat has won no trick.
fn counts_marriages_of(view: &View, board: &Board, seat: Seat) -> bool {
    !view.book.rules().marriage_needs_trick || board.tricks.iter().any(|(_, winner)| *winner == seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::messages::fixtures::TestTable;
    use crate::text::Lang;
    use std::sync::Arc;
    use ulti_rules::{Book, RuleSet, Seat, Stage};

    /// Returns the goals of all three viewers.
    fn goals(table: &TestTable) -> Vec<String> {
        let of = |seat| goal(Lang::En.into(), &table.deal.view(Some(seat)), "Anna");
        Seat::ALL.into_iter().filter_map(of).collect()
    }

    #[test]
    fn goal_says_that_ulti_is_lost_once_seven_was_played_early() {
        let (mut lost, mut open) = (0, 0);
        for seed in 0..80 {
            let mut table = TestTable::shuffled(seed);
            while table.step() {
                let view = table.deal.view(None);
                let Stage::Play(board) = &view.stage else { continue };
                let Some(trump) = board.trump.filter(|_| board.contract.games().contains(Game::Ulti)) else {
                    continue;
                };
                let finished = board.tricks.iter().flat_map(|(trick, _)| trick.cards());
                let mut played = finished.chain(board.current.cards());
                let place = played.position(|card| card == Card::new(trump, Rank::Seven));
                let is_early = place.is_some_and(|place| place < 27);
                for goal in goals(&table) {
                    let lost = goal.split("lost").nth(1).unwrap_or_default();
                    assert_eq!(lost.contains("ulti"), is_early, "{seed}: {goal}");
                }
                *(if is_early { &mut lost } else { &mut open }) += 1;
            }
        }
        assert!(lost > 20 && open > 20, "lost {lost}, open {open}");
    }

    #[test]
    fn goal_of_parti_names_marriages() {
        let mut seen = [false; 2];
        for seed in 0..40 {
            let mut table = TestTable::shuffled(seed);
            while table.step() {
                for goal in goals(&table).iter().filter(|goal| goal.contains(" points")) {
                    let has_marriages = !goal.contains("of 90 points");
                    if goal.contains("100 points") {
                        continue;
                    }
                    assert_eq!(goal.contains("for King and Over of a suit"), has_marriages, "{goal}");
                    seen[usize::from(has_marriages)] = true;
                }
            }
        }
        assert_eq!(seen, [true; 2]);
    }

    #[test]
    fn goal_of_parti_names_marriages_that_do_not_count_yet() {
        let mut seen = [0; 2];
        let rules = RuleSet { marriage_needs_trick: true, ..RuleSet::preset("4m").unwrap() };
        let book = Arc::new(Book::new(rules));
        for seed in 0..80 {
            let mut table = TestTable::shuffled(seed).by_rules(&book);
            while table.step() {
                let view = table.deal.view(None);
                let Stage::Play(board) = &view.stage else { continue };
                let is_pending = |seat: Seat| {
                    let has_trick = board.tricks.iter().any(|(_, winner)| *winner == seat);
                    !board.announced[seat].is_empty() && !has_trick
                };
                let is_pending = Seat::ALL.into_iter().any(is_pending);
                for goal in goals(&table).iter().filter(|goal| goal.contains("for King and Over")) {
                    assert_eq!(goal.contains("wins a trick"), is_pending, "{seed}: {goal}");
                    seen[usize::from(is_pending)] += 1;
                }
            }
        }
        assert!(seen.into_iter().all(|count| count > 20), "{seen:?}");
    }
}
