//! Rules about dependencies: the modules that each module may import, and the crates that a module or crate
//! must not use.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{root, rust_files};

/// A top-level module of the bot.
struct Module {
    name: &'static str,
    /// Modules of the bot that this module may import.
    may_import: &'static [&'static str],
    /// External crates that this module must not use.
    forbidden_crates: &'static [&'static str],
}

const MODULES: &[Module] = &[
    Module {
        name: "visible_text",
        may_import: &[],
        forbidden_crates: &["tokio", "sqlx", "serenity", "poise", "fluent_templates", "axum", "resvg"],
    },
    Module {
        name: "player_names",
        may_import: &["visible_text"],
        forbidden_crates: &["tokio", "sqlx", "serenity", "poise", "fluent_templates", "axum", "resvg"],
    },
    Module {
        name: "table",
        may_import: &["player_names"],
        forbidden_crates: &["sqlx", "serenity", "poise", "fluent_templates", "axum", "prometheus_client"],
    },
    Module {
        name: "rating",
        may_import: &[],
        forbidden_crates: &["tokio", "sqlx", "serenity", "poise", "fluent_templates", "axum"],
    },
    Module {
        name: "store",
        may_import: &["table", "player_names", "rating"],
        forbidden_crates: &["serenity", "poise", "fluent_templates", "axum", "skillratings"],
    },
    Module {
        name: "text",
        may_import: &["rating"],
        forbidden_crates: &["tokio", "sqlx", "serenity", "poise", "axum"],
    },
    Module {
        name: "render",
        may_import: &["table", "player_names", "text", "visible_text"],
        forbidden_crates: &["tokio", "sqlx", "serenity", "poise", "axum"],
    },
    Module {
        name: "discord",
        may_import: &["table", "player_names", "rating", "store", "text", "visible_text", "render", "watch"],
        forbidden_crates: &["sqlx", "axum", "fluent_templates", "prometheus_client", "discord_sandbox"],
    },
    Module {
        name: "watch",
        may_import: &["table"],
        forbidden_crates: &["sqlx", "serenity", "poise", "fluent_templates"],
    },
    Module {
        name: "config",
        // The address of the database is parsed when the configuration is read.
        may_import: &["table", "visible_text", "store", "discord"],
        forbidden_crates: &["sqlx", "serenity", "poise", "axum", "tokio"],
    },
    Module {
        name: "cli",
        may_import: &["table", "player_names", "store", "text", "watch", "discord", "config"],
        forbidden_crates: &["sqlx", "serenity", "poise", "axum"],
    },
];

/// Folders of `src/discord`, each with the folders that it must not import.
const DISCORD: &[(&str, &[&str])] = &[
    (
        "custom_id",
        &["channels", "commands", "emoji", "interactions", "lifecycle", "messages", "pictures", "rest"],
    ),
    ("messages", &["channels", "commands", "interactions", "lifecycle", "pictures", "rest"]),
    ("rest", &["channels", "commands", "interactions", "lifecycle", "messages", "pictures"]),
    ("pictures", &["channels", "commands", "interactions", "lifecycle"]),
    ("channels", &["commands", "interactions", "lifecycle"]),
    ("interactions", &["commands", "lifecycle"]),
];

/// Dependencies that a library crate may have, from its `Cargo.toml`.
const LIBRARIES: &[(&str, &[&str])] = &[
    ("ulti-rules", &["enumset", "serde", "serde_json", "serde_with", "strsim", "strum", "thiserror", "toml"]),
    ("ulti-ai", &["rand", "rand_chacha", "serde", "strum", "thiserror", "ulti-rules"]),
];

/// Returns the files of a module without its tests.
///
/// The code is returned without comments and inline tests.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = if folder.is_dir() { rust_files(folder) } else { Vec::new() };
    let file = folder.with_extension("rs");
    files.extend(file.is_file().then_some(file));
    assert!(!files.is_empty(), "{} has no sources", folder.display());
    let names: BTreeSet<String> =
        files.iter().flat_map(|path| test_modules(&fs::read_to_string(path).unwrap())).collect();
    let is_test = |path: &PathBuf| {
        let mut parts = path.strip_prefix(root()).unwrap().components();
        parts.any(|part| names.contains(part.as_os_str().to_string_lossy().trim_end_matches(".rs")))
    };
    files.retain(|path| !is_test(path));
    files.into_iter().map(|path| (path.clone(), code(&fs::read_to_string(&path).unwrap()))).collect()
}

/// Returns the names of the modules that are compiled for tests only.
fn test_modules(text: &str) -> Vec<String> {
    let after = text.split("#[cfg(test)]\n").skip(1);
    let named = after.filter_map(|rest| rest.lines().next()?.strip_suffix(';')?.split("mod ").nth(1));
    named.map(str::to_owned).collect()
}

fn code(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    before_tests.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Returns the names that follow a path prefix such as `crate::`, including names in braces.
fn names_after(prefix: &str, text: &str) -> BTreeSet<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut names = BTreeSet::new();
    for after in text.split(prefix).skip(1) {
        let Some(list) = after.strip_prefix('{') else {
            names.insert(word(after));
            continue;
        };
        let list = list.split_once("};").map_or(list, |(list, _)| list);
        let (mut depth, mut starts) = (0, true);
        for (place, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => starts = true,
                c if starts && c.is_alphabetic() => {
                    names.insert(word(&list[place..]));
                    starts = false;
                }
                _ => {}
            }
        }
    }
    names
}

#[test]
fn modules_import_only_allowed_modules() {
    for Module { name, may_import, .. } in MODULES {
        for (path, text) in sources(&root().join("src").join(name)) {
            for other in names_after("crate::", &text) {
                let is_module = MODULES.iter().any(|module| module.name == other);
                let allowed = !is_module || other == *name || may_import.contains(&other.as_str());
                assert!(allowed, "{} imports `{other}`, which {name} must not import", path.display());
            }
        }
    }
}

#[test]
fn modules_do_not_use_forbidden_crates() {
    for Module { name, forbidden_crates, .. } in MODULES {
        for (path, text) in sources(&root().join("src").join(name)) {
            for forbidden in *forbidden_crates {
                let used = text.contains(&format!("{forbidden}::"));
                assert!(!used, "{} uses {forbidden}, which {name} must not use", path.display());
            }
        }
    }
}

#[test]
fn discord_submodules_import_no_forbidden_modules() {
    for (name, forbidden) in DISCORD {
        for (path, text) in sources(&root().join("src/discord").join(name)) {
            for other in names_after("crate::discord::", &text) {
                let allowed = !forbidden.contains(&other.as_str());
                assert!(allowed, "{} imports `{other}`, which {name} must not import", path.display());
            }
        }
    }
}

#[test]
fn every_module_has_list_of_allowed_dependencies() {
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        let listed = ["lib", "main"].contains(&name.as_str()) || MODULES.iter().any(|m| m.name == name);
        assert!(listed, "src/{name} is missing from MODULES");
    }
}

#[test]
fn user_interface_code_cannot_access_hidden_cards() {
    for name in ["text", "render", "discord"] {
        for (path, text) in sources(&root().join("src").join(name)) {
            let deal = text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "Deal");
            assert!(!deal, "{} names `Deal`, but must only see a `View`", path.display());
        }
    }
}

#[test]
fn library_crates_use_only_allowed_dependencies() {
    for (name, allowed) in LIBRARIES {
        for dependency in dependencies(&format!("crates/{name}")) {
            assert!(allowed.contains(&dependency.as_str()), "{name} must not depend on {dependency}");
        }
    }
}

#[test]
fn sandbox_crate_does_not_depend_on_ulti() {
    for name in ["discord-sandbox", "discord-openapi"] {
        let found: Vec<String> = dependencies(&format!("crates/{name}"))
            .into_iter()
            .filter(|name| name.contains("ulti"))
            .collect();
        assert_eq!(found, [""; 0], "{name} must not depend on ulti");
    }
}

#[test]
fn testkit_crate_is_used_only_by_tests() {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let folders = crates.map(|entry| format!("crates/{}", entry.unwrap().file_name().to_string_lossy()));
    for folder in folders.chain([".".to_owned()]) {
        let found = dependencies(&folder).contains(&"ulti-testkit".to_owned());
        assert!(!found, "{folder}/Cargo.toml: ulti-testkit must be in [dev-dependencies]");
    }
}

/// Returns the names of the dependencies of the crate in a folder, without those of its tests.
fn dependencies(folder: &str) -> Vec<String> {
    let path = root().join(folder).join("Cargo.toml");
    let manifest: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
    dependencies.map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

#[test]
fn import_check_finds_module_names_inside_braces() {
    let text =
        "use crate::{rating::Level, table::{Action, View}, text};\nlet x = crate::store::Store::open();";
    let names: Vec<String> = names_after("crate::", text).into_iter().collect();
    assert_eq!(names, ["rating", "store", "table", "text"]);
}
