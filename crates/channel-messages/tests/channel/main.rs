//! Tests of a channel: cases that finish single steps, and a simulation with random presses, faults and
//! restarts. Both use simulated time.
//!
//! | Modules | Content |
//! | --- | --- |
//! | `conditions`, `decisions`, `failures`, `pictures` | Cases |
//! | `fixture` | A channel whose steps a case finishes one by one |
//! | `schedule`, `world`, `plan` | One schedule of the simulation, its state and its faults |
//! | `actions`, `interactions`, `replies`, `processes` | Actions of users, handlers and processes |
//! | `requests`, `sending`, `occurrences` | The executor of steps, its requests, and the event queue |
//! | `discord`, `tables` | Models of Discord and of tables |
//! | `checks`, `settled` | Invariants of every schedule, and the checks at its end |
#![allow(clippy::unwrap_used, clippy::expect_used)] // also outside of test functions

mod actions;
mod checks;
mod conditions;
mod decisions;
mod discord;
mod failures;
mod fixture;
mod interactions;
mod occurrences;
mod pictures;
mod plan;
mod processes;
mod replies;
mod requests;
mod schedule;
mod sending;
mod settled;
mod tables;
mod world;

use std::panic::AssertUnwindSafe;

use plan::Plan;

/// Number of schedules of each test. `ULTI_SCHEDULES` replaces it.
const SCHEDULES: u64 = 2_500;

/// Runs the schedules of a test. `ULTI_SEED` selects a single one and prints what happens.
fn simulate(plan: impl Fn(u64) -> Plan) {
    let number = std::env::var("ULTI_SCHEDULES").ok().and_then(|text| text.parse().ok());
    let first = std::env::var("ULTI_SEED").ok().and_then(|text| text.parse().ok());
    let seeds = match first {
        Some(seed) => seed..seed + 1,
        None => 0..number.unwrap_or(SCHEDULES),
    };
    for seed in seeds {
        let plan = Plan { is_traced: first.is_some(), ..plan(seed) };
        let result = std::panic::catch_unwind(AssertUnwindSafe(|| schedule::run(plan)));
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
