//! The lengths of files and comments. Clippy checks those of functions, see `clippy.toml`.

use std::fs;

use super::{root, rust_files};

/// Folders with source files.
const FOLDERS: [&str; 6] = ["src", "crates", "tests", "benches", "examples", "fuzz/fuzz_targets"];
/// Maximum number of lines of a file.
const MOST_LINES: usize = 400;
/// Maximum number of columns of a comment, including its indentation.
const MOST_COLUMNS: usize = 110;

/// Returns the source files, each with its path in the repository and its text.
fn sources() -> impl Iterator<Item = (String, String)> {
    FOLDERS.iter().flat_map(|folder| rust_files(&root().join(folder))).map(|file| {
        let path = file.strip_prefix(root()).unwrap().display().to_string();
        (path, fs::read_to_string(&file).unwrap())
    })
}

/// Returns `true` if a line is a comment that has too many columns.
fn is_long_comment(line: &str) -> bool {
    line.trim_start().starts_with("//") && line.chars().count() > MOST_COLUMNS
}

#[test]
fn source_files_have_at_most_400_lines() {
    let counts = sources().map(|(path, text)| (text.lines().count(), path));
    let long: Vec<_> = counts.filter(|(lines, _)| *lines > MOST_LINES).collect();
    assert!(long.is_empty(), "files with more than {MOST_LINES} lines: {long:#?}");
}

#[test]
fn comments_have_at_most_110_columns() {
    let long: Vec<String> = sources()
        .flat_map(|(path, text)| {
            let lines = text.lines().enumerate().filter(|(_, line)| is_long_comment(line));
            lines.map(|(number, _)| format!("{path}:{}", number + 1)).collect::<Vec<_>>()
        })
        .collect();
    assert!(long.is_empty(), "comments with more than {MOST_COLUMNS} columns: {long:#?}");
}

#[test]
fn long_comments_are_recognized() {
    let comment = format!("    // {}", "é".repeat(103));
    assert!(!is_long_comment(&comment));
    assert!(is_long_comment(&format!("{comment}.")));
    assert!(!is_long_comment(&format!("let text = \"{}\"; // short", "a".repeat(103))));
}
