//! Fuzzes the journal of a table in a real database file.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use ulti_fuzz_checks::journal;

fuzz_target!(|text: &str| -> Corpus { if journal::check(text) { Corpus::Keep } else { Corpus::Reject } });
