//! Checks that every citation of a rule (`RULES §n`) names a section of `docs/RULES.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders and files that may cite the rules, relative to the repository. Missing ones are skipped.
const PLACES: [&str; 10] =
    ["src", "crates", "tests", "benches", "fuzz", "examples", "locales", "migrations", "docs", "README.md"];

/// Folders of generated files, relative to the repository.
const GENERATED: [&str; 3] = ["fuzz/target", "fuzz/corpus", "fuzz/artifacts"];

/// Extensions of the files that are read.
const EXTENSIONS: [&str; 10] = ["rs", "toml", "md", "ftl", "sql", "json", "yml", "yaml", "sh", "txt"];

/// Minimum number of citations that must be found. A smaller number means that the search does not work.
const FEWEST: usize = 300;

/// A citation of one section.
#[derive(Debug, PartialEq, Eq)]
struct Citation {
    /// Line number of the section sign, starting at 1.
    line: usize,
    /// Number of the section, such as `4` or `3.1`.
    section: String,
}

/// Returns all citations in a text, in order.
///
/// Each member of a list such as `RULES §4, §8` is a separate citation.
fn citations(text: &str) -> Vec<Citation> {
    let mut found = Vec::new();
    for (start, name) in text.match_indices("RULES") {
        if text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let after_name = &text[start + name.len()..];
        let mut rest = skip_gap(after_name.strip_prefix(".md").unwrap_or(after_name));
        while let Some((section, after)) = section(rest) {
            let before = &text[..text.len() - rest.len()];
            found.push(Citation { line: before.matches('\n').count() + 1, section: section.to_owned() });
            rest = skip_separator(after);
        }
    }
    found
}

/// Splits a text that begins with `§4` or `§3.1` after the section number.
fn section(text: &str) -> Option<(&str, &str)> {
    let number = text.strip_prefix('§')?.trim_start_matches(['§', ' ']);
    let mut end = leading_digits(number);
    if end == 0 {
        return None;
    }
    while let Some(part) = number[end..].strip_prefix('.') {
        match leading_digits(part) {
            0 => break,
            digits => end += 1 + digits,
        }
    }
    Some(number.split_at(end))
}

fn leading_digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

/// Skips spaces, backticks and closing parentheses, and the comment markers at the start of a new line.
fn skip_gap(text: &str) -> &str {
    let mut rest = text.trim_start_matches(['`', ')', ' ']);
    while let Some(line) = rest.strip_prefix('\n') {
        rest = line.trim_start().trim_start_matches(['/', '!', '#', '*']).trim_start_matches(['`', ' ']);
    }
    rest
}

/// Skips everything that may stand between two members of a list of sections.
fn skip_separator(text: &str) -> &str {
    let gap = skip_gap(text);
    let after_sign = gap.trim_start_matches([',', ';', '/', '–', '-']);
    let after_sign = skip_gap(after_sign);
    let word = ["and ", "or ", "to "].into_iter().find_map(|word| after_sign.strip_prefix(word));
    skip_gap(word.unwrap_or(after_sign))
}

/// Returns the numbers of the headings of a Markdown document, code blocks excluded.
fn headings(markdown: &str) -> BTreeSet<String> {
    let mut in_code = false;
    let mut found = BTreeSet::new();
    for line in markdown.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        }
        let heading = line.trim_start_matches('#');
        if in_code || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let number = heading.split_whitespace().next().unwrap_or_default().trim_end_matches('.');
        let is_number = |part: &str| !part.is_empty() && leading_digits(part) == part.len();
        if number.split('.').all(is_number) {
            found.insert(number.to_owned());
        }
    }
    found
}

/// Lists the citations of a file that name no existing heading, one per line.
fn unresolved(path: &str, citations: &[Citation], headings: &BTreeSet<String>) -> Vec<String> {
    let missing = citations.iter().filter(|citation| !headings.contains(&citation.section));
    missing.map(|citation| format!("{path}:{}: RULES \u{a7}{}", citation.line, citation.section)).collect()
}

/// Collects the files to be read at or below a path.
fn collect_files(root: &Path, path: &Path, found: &mut Vec<PathBuf>) {
    let is_generated = GENERATED.iter().any(|folder| path == root.join(folder));
    if path.is_symlink() || is_generated {
        return;
    }
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            collect_files(root, &entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|kind| EXTENSIONS.iter().any(|known| kind == *known)) {
        found.push(path.to_path_buf());
    }
}

#[test]
fn every_rule_citation_refers_to_existing_section() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let headings = headings(&fs::read_to_string(root.join("docs/RULES.md")).unwrap());
    let mut files = Vec::new();
    for place in PLACES {
        collect_files(root, &root.join(place), &mut files);
    }
    files.sort();
    let (mut count, mut wrong) = (0, Vec::new());
    for file in files {
        let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
        let found = citations(&text);
        count += found.len();
        let path = file.strip_prefix(root).unwrap().display().to_string();
        wrong.extend(unresolved(&path, &found, &headings));
    }
    assert!(
        wrong.is_empty(),
        "{} of {count} citations name no heading of docs/RULES.md:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(count >= FEWEST, "only {count} citations found, expected at least {FEWEST}");
}

/// Replaces `$` by a section sign, so that the scan of this file does not find the examples.
fn example(text: &str) -> String {
    text.replace('$', "\u{a7}")
}

fn sections(text: &str) -> Vec<(usize, String)> {
    citations(&example(text)).into_iter().map(|citation| (citation.line, citation.section)).collect()
}

#[test]
fn citation_check_recognizes_every_citation_format() {
    for text in ["RULES $3.1", "`RULES $3.1`", "`RULES` $3.1.", "RULES.md $ 3.1", "(RULES\n/// $3.1)"] {
        let found: Vec<String> = sections(text).into_iter().map(|(_, section)| section).collect();
        assert_eq!(found, ["3.1"], "{text}");
    }
}

#[test]
fn citation_check_finds_every_section_number_in_a_list() {
    for text in
        ["RULES $4, $8", "`RULES $4`, `$8`", "RULES $4 and $8", "RULES $4,\n//! and $8", "RULES $4–$8"]
    {
        let found: Vec<String> = sections(text).into_iter().map(|(_, section)| section).collect();
        assert_eq!(found, ["4", "8"], "{text}");
    }
}

#[test]
fn only_references_to_rules_count_as_citations() {
    for text in ["DESIGN $7", "ULTI_RULES $7", "RULES.contains(x)", "RULES $n", "the rules, $7"] {
        assert_eq!(sections(text), [], "{text}");
    }
    assert_eq!(sections("RULES $4, DESIGN $7"), [(1, "4".to_owned())]);
}

#[test]
fn citation_of_missing_rules_section_is_reported() {
    let known = headings("# Rules\n\n## 1. Cards\n\n### 3.1 Opening bid\n\n```sh\n## 7. Comment\n```\n");
    assert_eq!(known.iter().map(String::as_str).collect::<Vec<_>>(), ["1", "3.1"]);
    let found = citations(&example("//! Cards (`RULES $1`).\n// RULES $3.1, $7\nlet x = 1; // RULES $12\n"));
    let wanted = [example("a.rs:2: RULES $7"), example("a.rs:3: RULES $12")];
    assert_eq!(unresolved("a.rs", &found, &known), wanted);
}
