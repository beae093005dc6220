//! Fuzzes custom ids of buttons.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ulti_fuzz_checks::custom_id;

fuzz_target!(|text: &str| custom_id::check(text));
