//! Fuzzes records of deals.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ulti_fuzz_checks::record;

fuzz_target!(|text: &str| record::check(text));
