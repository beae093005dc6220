//! Runs every check with the inputs in `fuzz/corpus`, as the fuzz targets do.
#![allow(clippy::unwrap_used)] // a failing test panics

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use ulti_fuzz_checks::{config, custom_id, deal, gateway, journal, notation, record, rules};

/// Names of the targets with a test in this file.
const TARGETS: [&str; 8] =
    ["config", "custom_id", "deal", "gateway", "journal", "notation", "record", "rules"];

/// An empty list of failed inputs.
const NONE: [&str; 0] = [];

fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// Returns the names of the files in a folder, without their extensions.
fn names_in(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(fuzz_folder().join(folder)).unwrap();
    entries.map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect()
}

/// Calls `check` with every file of a corpus. Returns the names of the files for which it panicked or
/// returned
/// `false`.
fn failures(target: &str, check: impl Fn(&[u8]) -> bool) -> Vec<String> {
    let files = fs::read_dir(fuzz_folder().join("corpus").join(target)).unwrap();
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "corpus is empty");
    let mut failed = Vec::new();
    for file in files {
        let input = fs::read(&file).unwrap();
        let name = format!("fuzz/corpus/{target}/{}", file.file_name().unwrap().to_string_lossy());
        match catch_unwind(AssertUnwindSafe(|| check(&input))) {
            Ok(true) => {}
            Ok(false) => failed.push(format!("{name} (not an input of the target)")),
            Err(_) => failed.push(format!("{name} (see the panic above)")),
        }
    }
    failed
}

/// Returns an input as text, as `fuzz_target!` does: up to the first byte that is not UTF-8.
fn text(input: &[u8]) -> &str {
    input.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

fn text_failures(target: &str, check: impl Fn(&str)) -> Vec<String> {
    failures(target, |input| {
        check(text(input));
        true
    })
}

#[test]
fn record_corpus_passes() {
    assert_eq!(text_failures("record", record::check), NONE);
}

#[test]
fn notation_corpus_passes() {
    assert_eq!(text_failures("notation", notation::check), NONE);
}

#[test]
fn rules_corpus_passes() {
    assert_eq!(text_failures("rules", rules::check), NONE);
}

#[test]
fn deal_corpus_passes() {
    let failed = failures("deal", |input| {
        deal::check(input);
        true
    });
    assert_eq!(failed, NONE);
}

#[test]
fn custom_id_corpus_passes() {
    assert_eq!(text_failures("custom_id", custom_id::check), NONE);
}

#[test]
fn config_corpus_passes() {
    assert_eq!(text_failures("config", config::check), NONE);
}

#[test]
fn journal_corpus_passes() {
    let failed = failures("journal", |input| journal::check(text(input)));
    journal::clean_up();
    assert_eq!(failed, NONE);
}

#[test]
fn gateway_corpus_passes() {
    let failed = failures("gateway", gateway::check);
    gateway::clean_up();
    assert_eq!(failed, NONE);
}

#[test]
fn every_fuzz_target_has_corpus_and_test() {
    let targets = TARGETS.map(str::to_owned).into();
    assert_eq!(names_in("corpus"), targets);
    assert_eq!(names_in("fuzz_targets"), targets);
}

#[test]
fn input_is_cut_at_first_invalid_byte() {
    assert_eq!(text(b"abc"), "abc");
    assert_eq!(text(b"abc\xffdef"), "abc");
    assert_eq!(text(b""), "");
}

#[test]
fn checks_with_databases_run_concurrently() {
    let folder = fuzz_folder().join("corpus/journal");
    let file = fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    let input = fs::read(file).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| assert!(journal::check(text(&input))));
        }
    });
    journal::clean_up();
}

#[test]
fn mutated_gateway_event_is_json() {
    let folder = fuzz_folder().join("corpus/gateway");
    let mut changed = 0;
    for (seed, entry) in (0..).zip(fs::read_dir(folder).unwrap()) {
        let mut data = fs::read(entry.unwrap().path()).unwrap();
        let (input, size) = (data.clone(), data.len());
        data.resize(2 * size, 0);
        let max_size = data.len();
        let reverse = |data: &mut [u8], size: usize, _: usize| {
            data[..size].reverse();
            size
        };
        let new_size = gateway::mutate(&mut data, size, max_size, seed, reverse);
        let event = serde_json::from_slice::<serde_json::Value>(&data[..new_size]);
        assert!(event.is_ok(), "{}", String::from_utf8_lossy(&data[..new_size]));
        changed += usize::from(data[..new_size] != input);
    }
    assert!(changed > 0, "no event was changed");
}
