//! The tests of `tests/store` that do not concern files, with a PostgreSQL server.
//!
//! They are skipped if the machine has no server; with `ULTI_REQUIRE_POSTGRES=1` they fail instead.

#![allow(clippy::unwrap_used)] // clippy does not recognize helpers as test code

/// Creates an empty database for a test, or ends the test if there is no server.
macro_rules! fixture {
    () => {
        match ulti_testkit::store_fixture::Fixture::postgres().await {
            Some(fixture) => fixture,
            None => return,
        }
    };
}

/// Ends a test that concerns files only.
macro_rules! file_fixture {
    () => {
        match None::<ulti_testkit::store_fixture::Fixture> {
            Some(fixture) => fixture,
            None => return,
        }
    };
}

#[path = "../store/any_order.rs"]
mod any_order;
#[path = "../store/choices.rs"]
mod choices;
#[path = "../store/comparison.rs"]
mod comparison;
mod concurrent;
#[path = "../store/import.rs"]
mod import;
#[path = "../store/journal/mod.rs"]
mod journal;
#[path = "../store/leases.rs"]
mod leases;
#[path = "../store/privacy/mod.rs"]
mod privacy;
#[path = "../store/ranks.rs"]
mod ranks;
#[path = "../store/recount.rs"]
mod recount;
#[path = "../store/review.rs"]
mod review;
mod schema;
#[path = "../store/seasons.rs"]
mod seasons;
#[path = "../store/simulated.rs"]
mod simulated;
#[path = "../store/summaries.rs"]
mod summaries;
#[path = "../store/sums.rs"]
mod sums;
#[path = "../store/support.rs"]
mod support;
#[path = "../store/time_zones.rs"]
mod time_zones;
mod transfer;
#[path = "../store/void_deals.rs"]
mod void_deals;
#[path = "../store/welcome.rs"]
mod welcome;
#[path = "../store/winnings.rs"]
mod winnings;
