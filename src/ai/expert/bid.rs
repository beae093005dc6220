//! What to bid, what to lay down, when to take the talon, which trumps to name.

use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use super::Thinking;
use super::knowledge::Knowledge;
use super::parts::Setting;
use crate::ai::Stop;
use crate::ai::easy::{self, Plan};
use crate::rules::{Action, Book, CardSet, Contract, Entry, Fold, Game, Seat, Trump, View};

/// How many plans are looked at closely, in how many worlds.
const PLANS: usize = 7;
const WORLDS: usize = 14;
/// How many talons are imagined, and what is looked at for each.
const TALONS: usize = 4;
const TALON_PLANS: usize = 3;
const TALON_WORLDS: usize = 6;
/// What a contract has to promise, a defender, before the talon is taken for it.
const TAKE: f32 = 1.0;
/// Where rules of thumb promise less than this, nobody looks closer.
const NO_HOPE: f32 = -4.0;
/// A lone parti that is free to fold is folded below this chance.
pub(super) const HOPELESS: f32 = 0.35;
/// What a lone parti that may be folded for nothing costs at most.
const FOLDED: f32 = -0.5;
/// How much of a silent hundred that all cards in sight promise comes true.
const SILENT: f32 = 0.4;
/// How many cards the solver lays for one decision, roughly.
const EFFORT: u64 = 1_500_000;

/// Whose odds they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Eyes {
    /// The declarer sees ten cards and the talon.
    Declarer,
    /// A defender sees ten cards, and knows that somebody bid on the others.
    Defender,
}

/// How often a game is made at the table that is made so often with all cards in sight: a line
/// between the logits, fitted to what strong robots made of it (`calibration`). Defenders who do not
/// see the cards give a betli away far more often than they win one, and whoever bids knows why.
pub(super) fn at_the_table(game: Game, contract: Contract, eyes: Eyes, odds: f32) -> f32 {
    let open = contract.is_open() && game.can_be_open();
    let (shift, slope) = match (eyes, game) {
        (Eyes::Declarer, Game::Betli) if open => (-0.8, 1.3),
        (Eyes::Declarer, Game::Betli) => (1.8, 1.3),
        (Eyes::Declarer, Game::Durchmars) if open => (-0.4, 1.0),
        (Eyes::Declarer, Game::Durchmars) => (-1.2, 1.0),
        (Eyes::Declarer, Game::FortyHundred) => (-0.8, 1.0),
        (Eyes::Declarer, Game::Ulti) => (0.4, 0.75),
        (Eyes::Declarer, _) => (0.0, 0.85),
        (Eyes::Defender, Game::Betli) if open => (1.5, 0.15),
        (Eyes::Defender, Game::Betli) => (1.4, 0.25),
        (Eyes::Defender, Game::Durchmars) if open => (2.8, 0.3),
        (Eyes::Defender, Game::Durchmars) => (0.4, 0.5),
        (Eyes::Defender, Game::FortyHundred) => (1.5, 0.5),
        (Eyes::Defender, Game::TwentyHundred) => (3.0, 0.7),
        (Eyes::Defender, Game::Parti) => (1.5, 0.65),
        (Eyes::Defender, _) => (2.1, 0.6),
    };
    let together = if contract.named_games().len() > 1 { -0.3 } else { 0.0 };
    let together = if eyes == Eyes::Declarer { together } else { 0.0 };
    let odds = odds.clamp(0.03, 0.97);
    let logit = (odds / (1.0 - odds)).ln() * slope + shift + together;
    1.0 / (1.0 + (-logit).exp())
}

/// What a seat with these cards considers.
struct Bidder<'a> {
    book: &'a Book,
    me: Seat,
    rng: &'a mut ChaCha8Rng,
    thinking: Thinking,
}

pub(super) fn auction(
    view: &View,
    best: Option<(Seat, Contract)>,
    rng: &mut ChaCha8Rng,
    stop: &Stop,
) -> Option<Action> {
    let mut bidder = Bidder { book: &view.book, me: view.seat?, rng, thinking: Thinking::new(stop) };
    let over = best.map(|(_, contract)| contract);
    if view.legal.discard {
        let plan = bidder.best_plan(view.own_hand(), over)?;
        return Some(Action::Bid { contract: plan.contract, discard: Some(plan.discard) });
    }
    let own = best.map(|(seat, _)| seat) == view.seat;
    if view.legal.take && (!view.legal.pass || (!own && bidder.takes(view.own_hand(), over))) {
        return Some(Action::Take);
    }
    view.legal.pass.then_some(Action::Pass)
}

/// The trumps that promise most; a lone parti without hope is folded where that is free.
pub(super) fn naming(view: &View, contract: Contract, rng: &mut ChaCha8Rng, stop: &Stop) -> Option<Action> {
    let me = view.seat?;
    let entry = view.book.find(&contract)?;
    let talon = view.talon.unwrap_or_default();
    let mut bidder = Bidder { book: &view.book, me, rng, thinking: Thinking::new(stop) };
    let mut best: Option<(f32, Trump)> = None;
    let likely = easy::likely_trumps(view.own_hand(), talon, entry, &view.book, &view.legal.trumps);
    for trump in likely {
        let worth = bidder.worth(entry, trump, view.own_hand(), talon, WORLDS);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, trump));
        }
    }
    let (_, trump) = best?;
    let free = view.book.rules().fold == Fold::KontraLost && contract.is_lone(Game::Parti);
    if view.legal.fold && free && !easy::keeps_seven(view, trump) {
        let odds = bidder.odds(entry, trump, view.own_hand(), talon, WORLDS)?;
        let made = at_the_table(Game::Parti, contract, Eyes::Declarer, odds.made[Game::Parti as usize]);
        if made < HOPELESS {
            return Some(Action::Fold);
        }
    }
    Some(Action::Trump(trump))
}

impl Bidder<'_> {
    /// The best contract for twelve cards with the two to lay down.
    fn best_plan(&mut self, twelve: CardSet, over: Option<Contract>) -> Option<Plan> {
        let plans = easy::plans(twelve, self.book, over, PLANS);
        let mut best: Option<(f32, Plan)> = None;
        for plan in plans {
            let worth = self.planned(&plan, twelve, WORLDS);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, plan));
            }
            if self.thinking.is_over(EFFORT) {
                break;
            }
        }
        best.map(|(_, plan)| plan)
    }

    /// Whether the talon, whatever two cards it may be, is likely to leave a bid worth making.
    fn takes(&mut self, ten: CardSet, over: Option<Contract>) -> bool {
        let unseen = CardSet::DECK - ten;
        let mut total = 0.0;
        let mut talons = 0.0;
        for _ in 0..TALONS {
            let plain = unseen.iter().filter(|card| card.points() == 0);
            let talon: CardSet = plain.sample(self.rng, 2).into_iter().collect();
            let plans = easy::plans(ten | talon, self.book, over, TALON_PLANS);
            let Some(first) = plans.first() else { return false };
            let mut best = first.rating;
            if first.rating > NO_HOPE {
                best = f32::MIN;
                for plan in &plans {
                    best = best.max(self.planned(plan, ten | talon, TALON_WORLDS));
                }
            }
            total += best;
            talons += 1.0;
            if self.thinking.is_over(EFFORT) {
                break;
            }
        }
        total / talons > TAKE
    }

    fn planned(&mut self, plan: &Plan, twelve: CardSet, worlds: usize) -> f32 {
        let book = self.book;
        book.find(&plan.contract).map_or(f32::MIN, |entry| {
            self.worth(entry, plan.trump, twelve - plan.discard, plan.discard, worlds)
        })
    }

    /// What the contract promises to win from each defender.
    fn worth(&mut self, entry: &Entry, trump: Trump, hand: CardSet, talon: CardSet, worlds: usize) -> f32 {
        let Some(odds) = self.odds(entry, trump, hand, talon, worlds) else { return f32::MIN };
        let games = entry.contract.games();
        let games = games.iter().map(|game| {
            expected(
                entry,
                game,
                at_the_table(game, entry.contract, Eyes::Declarer, odds.made[game as usize]),
            )
        });
        let expected: f32 = games.sum::<f32>() + SILENT * odds.silent;
        let free = self.book.rules().fold == Fold::KontraLost && entry.contract.is_lone(Game::Parti);
        if free { expected.max(FOLDED) } else { expected }
    }

    /// What the contract comes to with all cards in sight, on the average of some worlds.
    fn odds(
        &mut self,
        entry: &Entry,
        trump: Trump,
        hand: CardSet,
        talon: CardSet,
        worlds: usize,
    ) -> Option<Odds> {
        let rules = self.book.rules();
        let setting = Setting::fresh(entry, rules, self.me, trump);
        let knowledge = Knowledge::in_auction(self.me, hand, talon);
        let mut odds = Odds::default();
        let mut seen = 0.0;
        for _ in 0..worlds {
            let Some(world) = knowledge.deal(self.rng) else { break };
            let position = world.first_lead(self.me, trump, rules);
            seen += 1.0;
            for part in setting.parts(&world).iter().filter(|part| part.decides || part.silent.is_some()) {
                let made = self.thinking.value(&position, part.question) > 0;
                if part.decides {
                    odds.made[part.game as usize] += if made { 1.0 } else { 0.0 };
                } else {
                    odds.silent += part.silent_worth(made);
                }
            }
            if self.thinking.is_over(EFFORT) {
                break;
            }
        }
        odds.made = odds.made.map(|made| made / seen);
        odds.silent /= seen;
        (seen > 0.0).then_some(odds)
    }
}

/// How often each game is made with all cards in sight, and what silent hundreds are worth.
#[derive(Debug, Clone, Copy, Default)]
struct Odds {
    made: [f32; Game::ALL.len()],
    silent: f32,
}

/// What a game promises: what fails is more often doubled than what is made.
#[allow(clippy::cast_precision_loss)] // stakes are small
fn expected(entry: &Entry, game: Game, made: f32) -> f32 {
    let stake = entry.stake(game);
    let doubled = 1.0 + 0.6 * (1.0 - made);
    made * stake.won as f32 - (1.0 - made) * (stake.lost as f32 * doubled + stake.again as f32)
}

#[cfg(test)]
mod calibration;
