//! End-to-end tests of bad input: the user gets a clear message, and nothing is changed, lost or revealed.

#![allow(clippy::unwrap_used)] // test helpers may panic

mod concurrent_input;
mod database_failures;
mod dms_and_permissions;
#[path = "../support/emoji.rs"]
mod emoji;
mod extreme_rules;
mod forged_buttons;
mod harness;
mod illegal_moves;
mod leak_detection;
#[path = "../support/leak_scan.rs"]
mod leak_scan;
mod leaving_deals;
mod option_values;
mod rate_limits;
mod seats;
mod table_limits;
mod user_names;
mod wrong_phase;
