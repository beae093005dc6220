//! Plays one deal with random legal actions, and prints its events and payments.
//!
//! `cargo run -p ulti-rules --example random_deal -- [SEED]`

use std::{env, error::Error, sync::Arc};

use fastrand::Rng;
use ulti_rules::{Action, Book, BySeat, Card, CardSet, Deal, Seat, Start, View};

/// Returns a random legal action other than a kontra (doubling), a claim or a fold.
fn random_action(view: &View, rng: &mut Rng) -> Option<Action> {
    let legal = &view.legal;
    if legal.no_kontra {
        Some(Action::NoKontra)
    } else if legal.pass {
        Some(if legal.take && rng.u8(..4) == 0 { Action::Take } else { Action::Pass })
    } else if let Some(contract) = rng.choice(&legal.bids) {
        let mut discard = || rng.choose_multiple(view.own_hand(), 2).into_iter().collect();
        Some(Action::Bid { contract: *contract, discard: legal.discard.then(&mut discard) })
    } else if let Some(trump) = rng.choice(&legal.trumps) {
        Some(Action::Trump(*trump))
    } else {
        rng.choice(legal.cards.iter()).map(Action::Play)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut rng = env::args().nth(1).map_or(Ok(Rng::new()), |seed| seed.parse().map(Rng::with_seed))?;
    let mut deck: Vec<Card> = Card::deck().collect();
    rng.shuffle(&mut deck);
    let hand = |range: std::ops::Range<usize>| deck[range].iter().copied().collect::<CardSet>();
    let hands = BySeat([hand(0..12), hand(12..22), hand(22..32)]); // forehand has twelve cards
    let start = Start { dealer: Seat::Two, hands, window: 0 };
    let mut deal = Deal::new(Arc::new(Book::preset("4m")?), start)?;

    while let Some(seat) = deal.turn() {
        let action = random_action(&deal.view(Some(seat)), &mut rng).ok_or("no legal action")?;
        for event in deal.judge(seat, action)? {
            println!("{event:?}");
            deal.apply(&event);
        }
    }
    let settlement = deal.settlement().ok_or("the deal is not over")?;
    println!("payments {:?}, window {:+}", settlement.payments.0, settlement.window);
    Ok(())
}
