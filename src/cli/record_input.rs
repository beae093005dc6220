//! Reads recorded deals from files or from standard input. An input contains one record per line, or a single
//! document.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::de::IgnoredAny;

/// An input file that contains one or more JSON documents.
pub(super) struct Input {
    /// File name as given on the command line. `-` means standard input.
    pub(super) name: String,
    text: String,
}

impl Input {
    pub(super) fn read(path: &PathBuf) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let text = if path == Path::new("-") {
            let mut text = String::new();
            std::io::stdin().lock().read_to_string(&mut text).map(|_| text)
        } else {
            std::fs::read_to_string(path)
        };
        let mut text = text.with_context(|| format!("failed to read {name}"))?;
        // Some editors on Windows begin files with a byte-order mark.
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Ok(Self { name, text })
    }

    /// Returns the JSON documents in the input, each with the number of its first line. Line numbers start at
    /// 1.
    pub(super) fn documents(&self) -> Vec<(usize, &str)> {
        let lines = (1..).zip(self.text.lines().map(str::trim));
        let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty()).collect();
        let is_json = |text: &str| serde_json::from_str::<IgnoredAny>(text).is_ok();
        match lines.as_slice() {
            [(number, first), _, ..] if !is_json(first) && is_json(&self.text) => vec![(*number, &self.text)],
            _ => lines,
        }
    }
}

/// Calls `handle` with the file name, line number and text of each JSON document in the files.
///
/// # Errors
/// Returns an error if a file cannot be read or if `handle` fails.
pub(super) fn for_each(
    files: &[PathBuf],
    mut handle: impl FnMut(&str, usize, &str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for path in files {
        let input = Input::read(path)?;
        for (line, text) in input.documents() {
            handle(&input.name, line, text)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        let input = Input { name: "-".to_owned(), text: text.to_owned() };
        input.documents().into_iter().map(|(line, _)| line).collect()
    }

    #[test]
    fn deal_record_reader_accepts_json_and_json_lines() {
        assert_eq!(lines("{}\n\n{}\n"), [1, 3]);
        assert_eq!(lines("\n{\n \"a\": 1\n}\n"), [2]);
        assert_eq!(lines("{\n\"a\": \n"), [1, 2], "invalid document is split into lines");
        assert_eq!(lines(""), [0; 0]);
    }

    #[test]
    fn byte_order_mark_at_start_of_file_is_ignored() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "\u{feff}{}\n{}\n").unwrap();
        let input = Input::read(&file.path().to_owned()).unwrap();
        assert_eq!(input.documents(), [(1, "{}"), (2, "{}")]);
    }
}
