//! Invalid, forged, concurrent and excessive input, and a failing database: the user gets a clear message,
//! and nothing is changed, lost or revealed.

mod command_registration;
mod concurrent_input;
mod damaged_database;
mod database_failures;
mod dms_and_permissions;
mod extreme_rules;
mod forged_buttons;
mod illegal_moves;
mod leaving_deals;
mod new_payloads;
mod option_labels;
mod option_values;
mod random_ids;
mod rate_limits;
mod seats;
mod table_limits;
mod user_names;
mod wrong_phase;
