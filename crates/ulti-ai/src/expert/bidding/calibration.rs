//! Tests of the solver's probability estimates against the results of deals between strong robots.

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::expert::{inference, kontra};
use crate::test_deals;
use crate::{Level, robot};
use ulti_rules::{BySeat, Deal, ScoredGame, Start};

/// One player's estimated probability that the declarer wins a game, together with the game's actual result.
struct Observation {
    game: Game,
    contract: Contract,
    odds: f32,
    made: bool,
    /// `true` if the declarer made the estimate before leading the first card.
    ///
    /// `false` if a defender made the estimate before deciding whether to announce a kontra (doubling).
    declarer: bool,
}

/// An estimate of the declarer's winning probability for each game, and `true` if the declarer made it.
type Estimate = ([f32; Game::ALL.len()], bool);

/// Plays a deal with strong robots and returns the players' estimates of the declarer's winning probability
/// for each game.
fn played(book: &Arc<Book>, number: u64) -> Vec<Observation> {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let hands = test_deals::deal(rng.random(), Seat::Two);
    let mut deal = Deal::new(Arc::clone(book), Start { dealer: Seat::Two, hands, window: 0 }).unwrap();
    let mut robots = BySeat::from_fn(|seat| robot(Level::Strong, number * 3 + seat.index() as u64));
    let stop = Cancellation::new();
    let mut promises = Vec::new();
    while let Some(seat) = deal.turn() {
        let view = deal.view(Some(seat));
        promises.extend(estimate(book, seat, &view, &stop, &mut rng));
        let action = robots[seat].act(&view, &stop).unwrap();
        for event in deal.judge(seat, action).unwrap() {
            deal.apply(&event);
        }
    }
    observations(&deal, &promises)
}

/// Returns the estimate of the player who is to act during the first trick, or `None` at another time.
fn estimate(
    book: &Arc<Book>,
    seat: Seat,
    view: &View,
    stop: &Cancellation,
    rng: &mut ChaCha8Rng,
) -> Option<Estimate> {
    let board = view.board().filter(|board| board.tricks.is_empty() && !board.raising)?;
    let mut solvers = Solvers::new(stop);
    if board.declarer == seat {
        let entry = book.find(&board.contract).unwrap();
        let mut bidder = Bidder { book, me: seat, rng, solvers };
        let (hand, talon) = (view.own_hand(), view.talon.unwrap_or_default());
        let candidate = Candidate { entry, trump: board.trump, hand, talon };
        return bidder.odds(candidate, 40).map(|odds| (odds.made, true));
    }
    let knowledge = Knowledge::of(view, board)?;
    let worlds = inference::worlds(view, board, &knowledge, 40, rng);
    kontra::odds(view, board, &worlds, &mut solvers).map(|odds| (odds, false))
}

/// Combines the estimates with the results of the games of a finished deal.
fn observations(deal: &Deal, promises: &[Estimate]) -> Vec<Observation> {
    let Some((_, contract)) = deal.contract() else { return Vec::new() };
    let items = deal.settlement().unwrap().items.clone();
    let games = items.into_iter().filter_map(|item| match item.game {
        ScoredGame::Game(game) => Some((game, item.made)),
        _ => None,
    });
    let seen = |(game, made): (Game, bool)| {
        let of = move |(odds, declarer): &Estimate| Observation {
            game,
            contract,
            odds: odds[game as usize],
            made,
            declarer: *declarer,
        };
        promises.iter().map(of).collect::<Vec<_>>()
    };
    games.flat_map(seen).collect()
}

fn logit(odds: f32) -> f32 {
    let odds = odds.clamp(0.03, 0.97);
    (odds / (1.0 - odds)).ln()
}

/// Fits a logistic regression to the observations and returns its intercept (`shift`) and slope.
///
/// Regularisation pulls the intercept towards 0 and the slope towards 1.
fn fit(seen: &[Observation]) -> (f32, f32) {
    let (mut shift, mut slope) = (0.0_f32, 1.0_f32);
    for _ in 0..4000 {
        let (mut by_shift, mut by_slope) = (-0.05 * shift, -2.0 * (slope - 1.0));
        for one in seen {
            let x = logit(one.odds);
            let wrong = f32::from(u8::from(one.made)) - 1.0 / (1.0 + (-(shift + slope * x)).exp());
            by_shift += wrong;
            by_slope += wrong * x;
        }
        #[allow(clippy::cast_precision_loss)] // hundreds
        let pace = 0.5 / (seen.len() as f32 + 10.0);
        shift += pace * by_shift;
        slope += pace * by_slope;
    }
    (shift, slope)
}

/// Checks that all estimates are valid probabilities and that the fitted coefficients are finite.
///
/// Run the test with `--nocapture` and set `ULTI_TEST_DEALS` to several hundred to print coefficients for
/// [`calibrated`].
#[test]
fn estimated_chance_of_winning_is_between_zero_and_one() {
    let rules = std::env::var("ULTI_TEST_RULES").unwrap_or_else(|_| "4m".to_owned());
    let deals = std::env::var("ULTI_TEST_DEALS").ok().and_then(|deals| deals.parse().ok()).unwrap_or(3);
    let book = Arc::new(Book::preset(&rules).unwrap());
    let mut kinds: BTreeMap<(bool, String, bool), Vec<Observation>> = BTreeMap::new();
    for number in 0..deals {
        for seen in played(&book, number) {
            assert!((0.0..=1.0).contains(&seen.odds), "not a probability: {}, {}", seen.game, seen.odds);
            let together = seen.contract.named_games().len() > 1;
            let open = if seen.contract.is_open() { "open " } else { "" };
            kinds.entry((seen.declarer, format!("{open}{}", seen.game), together)).or_default().push(seen);
        }
    }
    assert!(kinds.keys().any(|(declarer, ..)| *declarer), "no observation by a declarer");
    println!("who       game               together    n  sight  made  shift  slope");
    for ((declarer, game, together), seen) in kinds {
        #[allow(clippy::cast_precision_loss)] // hundreds
        let mean = |of: &dyn Fn(&Observation) -> f32| seen.iter().map(of).sum::<f32>() / seen.len() as f32;
        let made = mean(&|seen| f32::from(u8::from(seen.made)));
        let (sight, (shift, slope)) = (mean(&|seen| seen.odds), fit(&seen));
        assert!(shift.is_finite() && slope.is_finite(), "fit is not finite: {game}");
        let (who, n) = (if declarer { "declarer" } else { "defender" }, seen.len());
        println!("{who}  {game:18} {together:8} {n:4}   {sight:.2}  {made:.2}  {shift:+.2}   {slope:.2}");
    }
}

/// Tests the calibration fit on synthetic estimates with known errors.
///
/// Accurate estimates must produce a shift near 0 and a slope near 1. Estimates for games that always fail
/// must produce a negative shift.
#[test]
fn calibration_corrects_inaccurate_estimates() {
    let contract: Contract = "betli".parse().unwrap();
    let seen = |odds: f32, made| Observation { game: Game::Betli, contract, odds, made, declarer: true };
    let honest: Vec<Observation> = (0..400)
        .map(|number| if number % 2 == 0 { (0.8, number % 10 != 0) } else { (0.2, number % 10 == 1) })
        .map(|(odds, made)| seen(odds, made))
        .collect();
    let (shift, slope) = fit(&honest);
    assert!(shift.abs() < 0.15 && (slope - 1.0).abs() < 0.15, "{shift} {slope}");
    let never: Vec<Observation> = (0..200).map(|_| seen(0.5, false)).collect();
    assert!(fit(&never).0 < -1.0);
}
