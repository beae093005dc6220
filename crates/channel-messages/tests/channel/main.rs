//! Tests of a channel: what follows each failure, and a simulation with random presses, faults and restarts,
//! in simulated time.
#![allow(clippy::unwrap_used, clippy::expect_used)] // also outside of test functions

mod checks;
mod conditions;
mod decisions;
mod discord;
mod failures;
mod fixture;
mod hands;
mod pictures;
mod players;
mod tables;
mod world;

use std::panic::AssertUnwindSafe;

use world::{Plan, World};

/// Number of schedules of each test. `ULTI_SCHEDULES` replaces it.
const SCHEDULES: u64 = 2_500;

fn simulate(plan: impl Fn(u64) -> Plan) {
    let number = std::env::var("ULTI_SCHEDULES").ok().and_then(|text| text.parse().ok());
    let first = std::env::var("ULTI_SEED").ok().and_then(|text| text.parse().ok());
    let seeds = match first {
        Some(seed) => seed..seed + 1,
        None => 0..number.unwrap_or(SCHEDULES),
    };
    for seed in seeds {
        let plan = Plan { is_traced: first.is_some(), ..plan(seed) };
        let result = std::panic::catch_unwind(AssertUnwindSafe(|| World::new(plan).run()));
        if let Err(panic) = result {
            eprintln!("the schedule failed: {plan:?}; repeat it with ULTI_SEED={seed}");
            std::panic::resume_unwind(panic);
        }
    }
}

#[test]
fn messages_are_current_after_random_presses() {
    simulate(|seed| Plan { seed, ..Plan::default() });
}

#[test]
fn messages_are_current_after_restarts() {
    simulate(|seed| Plan { seed, has_restarts: true, ..Plan::default() });
}

#[test]
fn messages_are_current_after_faults() {
    simulate(|seed| Plan { seed, has_faults: true, stops_early: seed % 2 == 0, ..Plan::default() });
}

#[test]
fn messages_are_current_after_faults_and_restarts() {
    simulate(|seed| Plan {
        seed,
        has_faults: true,
        has_restarts: true,
        stops_early: seed % 2 == 0,
        ..Plan::default()
    });
}
