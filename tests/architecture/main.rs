//! Tests about the repository: module dependencies, import cycles, sizes of folders and files, citations of
//! the rules.
//!
//! The front page of `src/lib.rs` draws the dependencies.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a failing test panics

mod alerts;
mod citations;
mod dependencies;
mod lengths;
mod log_events;
mod source_tree;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use source_tree::{SourceTree, cycles};

/// Crates of the workspace, each with its name and root file.
const CRATES: [(&str, &str); 9] = [
    ("ulti", "src/lib.rs"),
    ("ulti_rules", "crates/ulti-rules/src/lib.rs"),
    ("ulti_ai", "crates/ulti-ai/src/lib.rs"),
    ("discord_sandbox", "crates/discord-sandbox/src/lib.rs"),
    ("channel_messages", "crates/channel-messages/src/lib.rs"),
    ("rest_limiter", "crates/rest-limiter/src/lib.rs"),
    ("discord_openapi", "crates/discord-openapi/src/lib.rs"),
    ("ulti_testkit", "crates/ulti-testkit/src/lib.rs"),
    ("ulti_fuzz_checks", "crates/ulti-fuzz-checks/src/lib.rs"),
];

/// Maximum number of files that one folder may directly contain.
const MOST_FILES: usize = 30;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the Rust files of a folder and of the folders in it.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn source_files_have_no_import_cycles() {
    for (name, file) in CRATES {
        let tree = SourceTree::read(name, &root().join(file));
        let imports = tree.imports();
        let found = cycles(&imports);
        assert!(found.is_empty(), "import cycles in {name}: {found:#?}");
    }
}

#[test]
fn every_crate_appears_in_dependency_list() {
    let folders = fs::read_dir(root().join("crates")).unwrap().count();
    assert_eq!(folders + 1, CRATES.len(), "a crate is missing from CRATES");
}

#[test]
fn source_folders_contain_at_most_30_files() {
    let mut counts: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for folder in ["src", "crates", "tests", "benches", "examples"] {
        for file in rust_files(&root().join(folder)) {
            *counts.entry(file.parent().unwrap().to_owned()).or_default() += 1;
        }
    }
    let crowded: Vec<_> = counts.into_iter().filter(|(_, count)| *count > MOST_FILES).collect();
    assert!(crowded.is_empty(), "more than {MOST_FILES} files: {crowded:?}");
}
