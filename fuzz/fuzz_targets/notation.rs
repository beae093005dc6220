//! Fuzzes the parsers of cards and contracts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ulti_fuzz_checks::notation;

fuzz_target!(|text: &str| notation::check(text));
