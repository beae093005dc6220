//! What all cards in sight promise against what strong robots make of it at the table.

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::ai::{Level, robot};
use crate::rules::{BySeat, Deal, Scored, Start};
use crate::table::shuffle::{self, Seed};

/// One game of a contract that strong robots bid and played: the odds with all cards in sight as the
/// declarer sees them before the first lead, and whether it was made.
struct Played {
    game: Game,
    contract: Contract,
    odds: f32,
    made: bool,
}

/// Strong robots bid and play a deal.
fn played(book: &Arc<Book>, number: u64) -> Vec<Played> {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let hands = shuffle::deal(&Seed::from_bytes(rng.random()), Seat::Two);
    let mut deal = Deal::new(Arc::clone(book), Start { dealer: Seat::Two, hands, window: 0 }).unwrap();
    let mut robots = BySeat::from_fn(|seat| robot(Level::Strong, number * 3 + seat.index() as u64));
    let stop = Stop::new();
    let mut promised = None;
    while let Some(seat) = deal.turn() {
        let view = deal.view(Some(seat));
        if promised.is_none()
            && let Some(board) = view.board()
            && board.declarer == seat
        {
            let entry = book.find(&board.contract).unwrap();
            let mut bidder = Bidder { book, me: seat, rng: &mut rng, thinking: Thinking::new(&stop) };
            let (hand, talon) = (view.own_hand(), view.talon.unwrap());
            promised = bidder.odds(entry, board.trump, hand, talon, 40);
        }
        let action = robots[seat].act(&view, &stop).unwrap();
        for event in deal.judge(seat, action).unwrap() {
            deal.apply(&event);
        }
    }
    let (Some(promised), Some((_, contract))) = (promised, deal.contract()) else { return Vec::new() };
    let items = deal.settlement().unwrap().items.clone();
    let games = items.into_iter().filter_map(|item| match item.game {
        Scored::Game(game) => {
            Some(Played { game, contract, odds: promised.made[game as usize], made: item.made })
        }
        _ => None,
    });
    games.collect()
}

/// Prints what to write into [`at_the_table`].
#[test]
#[ignore = "a measurement"]
fn calibrate() {
    let rules = std::env::var("ULTI_TEST_RULES").unwrap_or_else(|_| "4m".to_owned());
    let deals: u64 =
        std::env::var("ULTI_TEST_DEALS").ok().and_then(|deals| deals.parse().ok()).unwrap_or(500);
    let book = Arc::new(Book::preset(&rules).unwrap());
    let mut kinds: BTreeMap<(String, bool), Vec<Played>> = BTreeMap::new();
    for number in 0..deals {
        for played in played(&book, number) {
            let together = played.contract.named_games().len() > 1;
            kinds
                .entry((
                    played.game.name().to_owned() + if played.contract.is_open() { " open" } else { "" },
                    together,
                ))
                .or_default()
                .push(played);
        }
    }
    for ((game, together), played) in kinds {
        let sum = |of: fn(&Played) -> f32| played.iter().map(of).sum::<f32>() / played.len() as f32;
        let made = sum(|played| if played.made { 1.0 } else { 0.0 });
        let sight = sum(|played| played.odds);
        let table = sum(|played| at_the_table(played.game, &played.contract, played.odds));
        println!(
            "{game:18} together {together:5} n {:4}  sight {sight:.2} table {table:.2} made {made:.2}",
            played.len()
        );
    }
}
