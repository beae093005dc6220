//! Tests that texts quote the labels of buttons correctly.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;

use crate::text::Lang;

/// Files whose texts print the labels of buttons in bold.
const FILES: [&str; 6] = ["help", "hints", "lobby", "notices", "refusals", "show"];

/// Bold phrases that are not labels. Phrases that end with a colon or a full stop are headings.
const NOT_LABELS: [&str; 4] = ["ulti", "Ulti", "Ultit", "kontra"];

/// Stands for an argument in a text.
const ARGUMENT: char = '⟨';

/// Appends a pattern's text with all variants of its selectors, and [`ARGUMENT`] for each argument.
fn write(pattern: &Pattern<&str>, text: &mut String) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value }
            | PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::StringLiteral { value }),
            } => text.push_str(value),
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                for variant in variants {
                    write(&variant.value, text);
                }
            }
            PatternElement::Placeable { .. } => text.push(ARGUMENT),
        }
    }
}

/// Returns the keys of a locale file with their texts.
fn texts(lang: Lang, path: &Path) -> Vec<(String, String)> {
    let source = fs::read_to_string(path).unwrap();
    let resource = parser::parse(source.as_str()).unwrap_or_else(|_| panic!("{lang}: {}", path.display()));
    let messages = resource.body.iter().filter_map(|entry| match entry {
        Entry::Message(message) => Some((message.id.name, message.value.as_ref()?)),
        _ => None,
    });
    let written = messages.map(|(key, pattern)| {
        let mut text = String::new();
        write(pattern, &mut text);
        (key.to_owned(), text)
    });
    written.collect()
}

/// Returns the labels of a language's buttons: in full, and without a final remark in parentheses, such as
/// the lowest contract that a button stands for.
fn labels(lang: Lang) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales").join(lang.code());
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let all = files.flat_map(|path| texts(lang, &path));
    let labels = all.filter(|(key, _)| key.starts_with("button-") || key.contains("-button-"));
    let forms = labels.flat_map(|(_, label)| {
        let short = label.split_once(" (").filter(|(_, remark)| remark.contains(ARGUMENT));
        let short = short.map(|(short, _)| short.to_owned());
        short.into_iter().chain([label])
    });
    forms.collect()
}

/// Returns the bold phrases of a text that are neither headings nor arguments.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let phrases = text.split("**").skip(1).step_by(2);
    phrases.filter(|phrase| !phrase.contains(ARGUMENT) && !phrase.ends_with(['.', ':']))
}

#[test]
fn button_labels_quoted_in_texts_exist_in_that_language() {
    for lang in Lang::ALL {
        let (labels, mut seen, mut unknown) = (labels(lang), 0, Vec::new());
        assert!(labels.len() > 60, "{lang}: {labels:?}");
        for file in FILES {
            let path = format!("{}/locales/{}/{file}.ftl", env!("CARGO_MANIFEST_DIR"), lang.code());
            for (key, text) in texts(lang, Path::new(&path)) {
                assert!(text.matches("**").count() % 2 == 0, "{lang}/{file}: {key}: {text}");
                for phrase in quoted(&text).filter(|phrase| !NOT_LABELS.contains(phrase)) {
                    seen += 1;
                    if !labels.contains(phrase) {
                        unknown.push(format!("{file}.ftl: {key}: {phrase}"));
                    }
                }
            }
        }
        assert!(unknown.is_empty(), "{lang}: no button has these labels: {unknown:#?}");
        assert!(seen > 15, "{lang}: {seen}");
    }
}
