//! Tests of the store with real database files. `tests/store_postgres` runs most of them with a PostgreSQL
//! server.

#![allow(clippy::unwrap_used)] // clippy does not recognize helpers as test code

/// Creates an empty database for a test.
macro_rules! fixture {
    () => {
        ulti_testkit::store_fixture::Fixture::sqlite().await
    };
}

/// Creates an empty database file for a test that concerns files only.
macro_rules! file_fixture {
    () => {
        ulti_testkit::store_fixture::Fixture::sqlite().await
    };
}

mod any_order;
mod choices;
mod comparison;
mod earlier_version;
mod file;
mod import;
mod journal;
mod killed;
mod leases;
mod privacy;
mod ranks;
mod read_only;
mod recount;
mod review;
mod seasons;
mod simulated;
mod summaries;
mod sums;
mod support;
mod time_zones;
mod void_deals;
mod welcome;
mod winnings;
