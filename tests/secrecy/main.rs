//! Whatever people do or leave undone in random deals, no closed card is where it may not be: not in a message to
//! the wrong person or too early, not in the log, the figures, the checks, the files that people are given, nor
//! in what the command line prints of a database in which a deal is being played.
//!
//! The real program as a process of its own, a real serenity client over real sockets, a real database
//! file. What each person may know at each moment comes from the journal. `ULTI_SECRECY_DEALS=3000` plays so
//! many deals instead of a few, `ULTI_SECRECY_SEED` others, `ULTI_SECRECY_TWINS=10000` so many without sockets,
//! and `ULTI_SECRECY_TRAFFIC=file` writes down what went over the wire.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may fail loudly

#[path = "../evening/bot.rs"]
#[allow(dead_code)] // shared with the evening
mod bot;
#[path = "../support/emoji.rs"]
mod emoji;
mod eyes;
mod leaked;
mod paper;
mod party;
#[path = "../support/secrecy.rs"]
mod secrecy;
#[path = "../support/secrets.rs"]
mod secrets;
mod truth;
mod twins;

use std::time::Duration;

use party::{Look, Party};

/// How many deals are played with one bot.
const AN_EVENING: usize = 40;

/// A number from the environment.
fn asked(name: &str, usually: usize) -> usize {
    std::env::var(name).ok().map_or(usually, |said| said.parse().expect("a number"))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_closed_card_is_where_it_may_not_be() {
    let (deals, first) = (asked("ULTI_SECRECY_DEALS", 18), asked("ULTI_SECRECY_SEED", 1));
    let mut sum = eyes::Sum::default();
    for round in 0.. {
        if sum.deals >= deals {
            break;
        }
        let evening = AN_EVENING.min(deals.div_ceil(3)).min(deals - sum.deals);
        let look = Look::ALL[round % Look::ALL.len()];
        let mut party = Party::begin((first + round) as u64, look).await;
        party.play(evening).await;
        tokio::time::sleep(Duration::from_millis(300)).await; // what is on its way arrives
        sum += eyes::look_through(party).await;
        eprintln!("{sum:?}");
    }
    assert!(sum.cards > 50 * sum.deals, "the scan sees hardly any card: {sum:?}");
    assert!(sum.messages > 20 * sum.deals, "{sum:?}");
    let did = sum.did;
    assert!(did.missed > 0 && did.stood_in > 0 && did.took_back > 0, "no robot stood in: {sum:?}");
}
