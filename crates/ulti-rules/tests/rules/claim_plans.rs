//! Comparison of claims (`RULES §5`) with the reference implementation, which lists every layout of the
//! hidden cards.
//!
//! `ULTI_CLAIM_PLANS=2000` sets the number of positions.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use ulti_ai::{Cancellation, Level};
use ulti_rules::{Action, Book, BySeat, Card, Deal, Game, Seat, Settlement, Start};

use crate::claim_values::{number, rule_sets};
use crate::compare::{plain_cards, reference_move};
use crate::random::{Dice, PlayStyle, start};
use crate::reference::claim::{Result, forced, layouts};
use crate::reference::deal::Deal as ReferenceDeal;
use crate::reference::replay::BookCache;

/// Number of positions without `ULTI_CLAIM_PLANS`.
const POSITIONS: usize = 300;
/// Number of random rule sets.
const HOUSES: u64 = 60;
/// Largest number of tricks left.
const MOST_TRICKS: usize = 4;
/// Number of positions of the reference search after which a claim is left out of the comparison.
const LIMIT: usize = 60_000;

fn paid(settlement: &Settlement) -> Result {
    (settlement.payments.0, settlement.window)
}

/// A position in which a claim is possible, in both implementations.
struct Position {
    deal: Deal,
    reference: ReferenceDeal,
}

/// Plays a random deal and returns the positions with at most [`MOST_TRICKS`] tricks left in which the
/// declarer may claim.
fn positions(book: &Arc<Book>, note: &Value, cache: &mut BookCache, dice: &mut Dice) -> Vec<Position> {
    let wants_betli = dice.percent(50);
    let begin = if wants_betli { low_start(dice) } else { start(dice) };
    let mut deal = Deal::new(Arc::clone(book), begin).expect("valid deal");
    let (rules, entries) = cache.get(note).expect("valid rules");
    let begin = deal.start();
    let hands = begin.hands.0.map(plain_cards);
    let mut reference =
        ReferenceDeal::new(rules, entries, begin.dealer.index(), hands, begin.window).expect("valid deal");
    let (style, mut found) = (PlayStyle::plain(dice), Vec::new());
    while let Some(seat) = deal.turn() {
        let mut action = style.choose(&deal, seat, dice);
        match action {
            Action::Bid { discard: Some(_), .. } if wants_betli => {
                action = betli(&deal, seat).unwrap_or(action);
            }
            Action::Take if wants_betli => action = Action::Pass,
            Action::Play(_) => {
                let tricks = deal.view(None).board().map_or(0, |board| board.tricks.len());
                let may_claim = deal.contract().is_some_and(|(declarer, _)| deal.legal(declarer).claim);
                if may_claim && tricks >= 10 - MOST_TRICKS {
                    found.push(Position { deal: deal.clone(), reference: reference.clone() });
                }
                if dice.percent(80) {
                    let mut robot = ulti_ai::robot(Level::Easy, 1);
                    action = robot.act(&deal.view(Some(seat)), &Cancellation::new()).unwrap_or(action);
                }
            }
            _ => {}
        }
        if matches!(action, Action::Fold | Action::Leave | Action::Claim) {
            return found;
        }
        let (mover, wanted) = reference_move(seat, action);
        reference.act(mover, &wanted).expect("legal move");
        (_, deal) = deal.after(seat, action).expect("legal action");
    }
    found
}

/// Returns a deal in which forehand has low cards, more or less.
fn low_start(dice: &mut Dice) -> Start {
    let begin = start(dice);
    let mut deck: Vec<(usize, Card)> =
        Card::deck().map(|card| (10 * card.rank() as usize + dice.below(60), card)).collect();
    deck.sort_by_key(|(key, _)| *key);
    let mut rest: Vec<(usize, Card)> =
        deck.split_off(12).into_iter().map(|(_, card)| (dice.below(1000), card)).collect();
    rest.sort_by_key(|(key, _)| *key);
    let mut hands = BySeat::default();
    let forehand = begin.dealer.next();
    hands[forehand] = deck.iter().map(|(_, card)| *card).collect();
    hands[forehand.next()] = rest[..10].iter().map(|(_, card)| *card).collect();
    hands[begin.dealer] = rest[10..].iter().map(|(_, card)| *card).collect();
    Start { hands, ..begin }
}

/// Returns the bid of a betli in which the highest cards are laid down, if it can be bid.
fn betli(deal: &Deal, seat: Seat) -> Option<Action> {
    let contract = *deal.legal(seat).bids.iter().find(|contract| contract.has(Game::Betli))?;
    let mut hand: Vec<Card> = deal.view(Some(seat)).own_hand().iter().collect();
    hand.sort_by_key(|card| std::cmp::Reverse(card.rank()));
    Some(Action::Bid { contract, discard: Some(hand[..2].iter().copied().collect()) })
}

/// Counts of the compared claims.
#[derive(Debug, Default)]
struct Compared {
    accepted: usize,
    refused: usize,
    /// Refused claims that could be proven with all cards known.
    guesses: usize,
    too_large: usize,
    tricks_left: BTreeMap<usize, usize>,
    games: BTreeMap<String, usize>,
    most_layouts: usize,
}

impl Compared {
    fn claims(&self) -> usize {
        self.accepted + self.refused
    }

    /// Makes a claim, and compares its outcome with the best result of a plan.
    fn compare(&mut self, position: &Position, rules: &Value) {
        let Position { deal, reference } = position;
        let (declarer, contract) = deal.contract().expect("deal is in play");
        let layouts = layouts(reference);
        let Some(all) = forced(reference, &layouts, LIMIT) else {
            self.too_large += 1;
            return;
        };
        let best = all.iter().map(|(paid, _)| paid[declarer.index()]).max();
        let (_, claimed) = deal.after(declarer, Action::Claim).expect("legal claim");
        let claimed = claimed.settlement().map(paid);
        let what = || format!("{contract} under {rules}, {} layouts: {deal:#?}", layouts.len());
        assert_eq!(claimed.map(|(paid, _)| paid[declarer.index()]), best, "{all:?}: {}", what());
        if let Some(claimed) = claimed {
            assert!(all.contains(&claimed), "{claimed:?} is not forced, {all:?}: {}", what());
            self.accepted += 1;
        } else {
            self.guesses += usize::from(is_guess(reference));
            self.refused += 1;
        }
        self.most_layouts = self.most_layouts.max(layouts.len());
        let left = 10 - deal.view(None).board().map_or(0, |board| board.tricks.len());
        *self.tricks_left.entry(left).or_default() += 1;
        for game in contract.games() {
            *self.games.entry(game.name().to_owned()).or_default() += 1;
        }
    }
}

fn is_accepted(deal: &Deal) -> bool {
    let (declarer, _) = deal.contract().expect("deal is in play");
    deal.after(declarer, Action::Claim).expect("legal claim").1.settlement().is_some()
}

/// Returns `true` if the declarer could force a result with all cards known.
fn is_guess(reference: &ReferenceDeal) -> bool {
    let layout = reference.defenders().map(|seat| reference.hands[seat].clone());
    forced(reference, &[layout], LIMIT).is_some_and(|results| !results.is_empty())
}

#[test]
fn claims_need_plan_for_every_layout() {
    let wanted = number("ULTI_CLAIM_PLANS", POSITIONS);
    let (mut compared, mut cache) = (Compared::default(), BookCache::default());
    let books = rule_sets(5_000_000, HOUSES, |rules| {
        rules.insert("claim".to_owned(), true.into());
    });
    let seeds = 0..20 * u64::try_from(wanted).expect("number fits");
    for (seed, (rules, book)) in seeds.zip(books.iter().cycle()) {
        if compared.claims() >= wanted {
            break;
        }
        let mut dice = Dice(6_000_000 + seed);
        let mut found = positions(book, rules, &mut cache, &mut dice);
        if dice.percent(70) {
            // Most claims are accepted, but the others are more interesting.
            found.retain(|position| !is_accepted(&position.deal));
        }
        if !found.is_empty() {
            compared.compare(&found[dice.below(found.len())], rules);
        }
    }
    println!("{} claims: {compared:#?}", compared.claims());
    assert_eq!(compared.claims(), wanted, "too few deals have a claim");
    assert!(compared.accepted > wanted / 10 && compared.refused > wanted / 10, "{compared:#?}");
    assert!(compared.guesses > wanted / 20 && compared.games.len() >= 7, "{compared:#?}");
}
