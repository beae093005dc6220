//! Fuzzes gateway events. The mutator changes JSON values instead of bytes.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target, fuzzer_mutate};
use ulti_fuzz_checks::gateway;

fuzz_target!(|bytes: &[u8]| -> Corpus { if gateway::check(bytes) { Corpus::Keep } else { Corpus::Reject } });

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    gateway::mutate(data, size, max_size, seed, fuzzer_mutate)
});
