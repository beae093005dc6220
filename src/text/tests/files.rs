//! Tests of the Fluent files: both languages have the same keys with the same arguments.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;
use strum::VariantNames as _;

use crate::text::{Lang, Text};
use ulti_rules::IllegalAction;

/// Maps the key of each message or attribute to the names of its arguments.
type Keys = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn file_names(lang: Lang) -> BTreeSet<String> {
    let files = fs::read_dir(root().join("locales").join(lang.code())).unwrap();
    files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
}

/// Returns the keys of a Fluent file. Panics if an entry cannot be parsed.
fn keys_of(lang: Lang, file: &str) -> Keys {
    let text = fs::read_to_string(root().join("locales").join(lang.code()).join(file)).unwrap();
    let resource = parser::parse(text.as_str())
        .unwrap_or_else(|(_, errors)| panic!("failed to parse {file}: {errors:?}"));
    let mut keys = Keys::new();
    for entry in resource.body {
        let message = match entry {
            Entry::Message(message) => message,
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => continue,
            other => panic!("unexpected entry in {lang}/{file}: {other:?}"),
        };
        let id = message.id.name;
        let value = message.value.iter().map(|value| (id.to_owned(), value));
        let attributes = message.attributes.iter().map(|one| (format!("{id}.{}", one.id.name), &one.value));
        for (key, pattern) in value.chain(attributes) {
            let mut args = BTreeSet::new();
            collect_args(pattern, &mut args);
            assert!(keys.insert(key.clone(), args).is_none(), "duplicate key in {lang}/{file}: {key}");
        }
    }
    keys
}

fn collect_args(pattern: &Pattern<&str>, args: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        match expression {
            Expression::Inline(inline) => collect_inline(inline, args),
            Expression::Select { selector, variants } => {
                collect_inline(selector, args);
                for variant in variants {
                    collect_args(&variant.value, args);
                }
            }
        }
    }
}

fn collect_inline(inline: &InlineExpression<&str>, args: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            args.insert(id.name.to_owned());
        }
        InlineExpression::StringLiteral { .. } => {}
        other => panic!("unsupported expression: {other:?}"),
    }
}

pub(super) fn all_keys(lang: Lang) -> Keys {
    file_names(lang).iter().flat_map(|file| keys_of(lang, file)).collect()
}

#[test]
fn both_locales_define_same_messages_and_arguments() {
    assert_eq!(file_names(Lang::Hu), file_names(Lang::En));
    for file in file_names(Lang::Hu) {
        let (hungarian, english) = (keys_of(Lang::Hu, &file), keys_of(Lang::En, &file));
        let keys = |keys: &Keys| keys.keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&hungarian), keys(&english), "{file}");
        for (key, args) in hungarian {
            assert_eq!(args, english[&key], "{file}: {key}");
        }
    }
}

#[test]
fn every_message_key_is_unique_within_its_locale() {
    for lang in Lang::ALL {
        let files = file_names(lang);
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        for file in files {
            for key in keys_of(lang, &file).into_keys() {
                let before = seen.insert(key.clone(), file.clone());
                assert_eq!(before, None, "duplicate key in {file}: {key}");
            }
        }
    }
}

#[test]
fn every_message_in_locale_files_can_be_formatted() {
    for lang in Lang::ALL {
        for (key, args) in all_keys(lang) {
            for value in ["yes", "no", "7"] {
                let names: Vec<&'static str> =
                    args.iter().map(|name| &*Box::leak(name.clone().into_boxed_str())).collect();
                let given: Vec<_> = names.into_iter().map(|name| (name, value.into())).collect();
                let message = Text::new(lang).with(&key, &given);
                assert!(!message.starts_with('⟨') && !message.is_empty(), "{lang} {key}: {message}");
                let isolated = |c: char| ('\u{2066}'..='\u{2069}').contains(&c);
                assert!(!message.contains(isolated), "{lang} {key}: {message}");
            }
        }
    }
}

/// Reads every source file of the package.
pub(super) fn sources() -> Vec<(PathBuf, String)> {
    let mut folders = vec![root().join("src")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let source = fs::read_to_string(&path).unwrap();
                sources.push((path, source));
            }
        }
    }
    sources
}

#[test]
fn every_message_key_used_in_code_exists_in_locales() {
    let keys = all_keys(Lang::En);
    let names_text = |source: &&String| {
        source.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "Text")
    };
    for source in sources().iter().map(|(_, source)| source).filter(names_text) {
        // `Element::with` sets an attribute of an SVG element.
        let draws = source.contains("Element");
        for call in [".text(\"", ".with(\""].into_iter().filter(|call| !draws || *call == ".text(\"") {
            for after in source.split(call).skip(1) {
                let key = after.split('"').next().unwrap();
                let checked = key.starts_with(|sign: char| sign.is_ascii_lowercase()) && key.contains('-');
                assert!(!checked || key.contains('{') || keys.contains_key(key), "unknown key: {key}");
            }
        }
    }
}

/// Prefixes of message keys that the code builds at run time, such as `month-` in `month-01`.
const COMPOSED: [&str; 18] = [
    "board-about-",
    "board-by-",
    "book-",
    "button-robot-",
    "changed-",
    "cmd-",
    "document-",
    "door-level-",
    "game-",
    "goal-",
    "house-",
    "lobby-level-",
    "month-",
    "preset-",
    "rank-",
    "season-podium-",
    "suit-",
    "topic-",
];

#[test]
fn source_code_uses_every_message_in_locale_files() {
    let sources: String = sources().into_iter().map(|(_, source)| source).collect();
    let keys = all_keys(Lang::En);
    let refusals: Vec<String> =
        IllegalAction::VARIANTS.iter().map(|name| format!("refusal-{name}")).collect();
    for refusal in &refusals {
        assert!(keys.contains_key(refusal), "unknown key: {refusal}");
    }
    for key in keys.into_keys().filter(|key| !key.contains('.')) {
        let composed = COMPOSED.iter().any(|prefix| key.starts_with(prefix)) || refusals.contains(&key);
        assert!(composed || sources.contains(&format!("\"{key}\"")), "unused key: {key}");
    }
}
