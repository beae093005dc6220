//! Fuzzes the configuration.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ulti_fuzz_checks::config;

fuzz_target!(|text: &str| config::check(text));
