//! Fuzzes whole deals.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ulti_fuzz_checks::deal;

fuzz_target!(|bytes: &[u8]| deal::check(bytes));
