//! Fuzzes house rules.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ulti_fuzz_checks::rules;

fuzz_target!(|text: &str| rules::check(text));
