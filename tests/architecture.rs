//! Which room may lean on which, held by reading the sources (the front page of `src/lib.rs` draws it).
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may fail loudly

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A room, the rooms it may name, and the crates it must not.
struct Room {
    name: &'static str,
    rooms: &'static [&'static str],
    never: &'static [&'static str],
}

const DISCORD: &[&str] = &["serenity", "poise"];

const ROOMS: &[Room] = &[
    Room {
        name: "rules",
        rooms: &[],
        never: &[
            "tokio",
            "rand",
            "rand_chacha",
            "sqlx",
            "serenity",
            "poise",
            "fluent_templates",
            "axum",
            "tracing",
        ],
    },
    Room {
        name: "ai",
        rooms: &["rules"],
        never: &["tokio", "sqlx", "serenity", "poise", "fluent_templates", "axum"],
    },
    Room {
        name: "table",
        rooms: &["rules", "ai"],
        never: &["sqlx", "serenity", "poise", "fluent_templates", "axum", "prometheus_client"],
    },
    Room {
        name: "rating",
        rooms: &[],
        never: &["tokio", "sqlx", "serenity", "poise", "fluent_templates", "axum"],
    },
    Room {
        name: "store",
        rooms: &["rules", "ai", "table", "rating"],
        never: &["serenity", "poise", "fluent_templates", "axum", "skillratings"],
    },
    Room {
        name: "text",
        rooms: &["rules", "rating"],
        never: &["tokio", "sqlx", "serenity", "poise", "axum"],
    },
    Room {
        name: "render",
        rooms: &["rules", "table", "text"],
        never: &["tokio", "sqlx", "serenity", "poise", "axum"],
    },
    Room {
        name: "discord",
        rooms: &["rules", "ai", "table", "rating", "store", "text", "render", "watch"],
        never: &["sqlx", "axum", "fluent_templates", "prometheus_client"],
    },
    Room {
        name: "watch",
        rooms: &["rules", "ai", "table"],
        never: &["sqlx", "serenity", "poise", "fluent_templates"],
    },
    Room { name: "playground", rooms: &[], never: &["sqlx", "serenity", "poise", "fluent_templates"] },
    Room {
        name: "config",
        rooms: &["rules", "table", "discord"],
        never: &["sqlx", "serenity", "poise", "axum", "tokio"],
    },
    Room {
        name: "cli",
        rooms: &["rules", "ai", "table", "store", "text", "watch", "discord", "playground", "config"],
        never: &["sqlx", "serenity", "poise", "axum"],
    },
];

fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            sources(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|ext| ext == "rs") {
        found.push(path.to_path_buf());
    }
}

/// A room's files without their tests and comments.
fn room(name: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root.join(name), &mut files);
    let alone = root.join(format!("{name}.rs"));
    files.extend(alone.is_file().then_some(alone));
    let tests: BTreeSet<String> =
        files.iter().flat_map(|path| test_modules(&fs::read_to_string(path).unwrap())).collect();
    let test_only = |path: &Path| {
        path.components().any(|part| {
            let part = part.as_os_str().to_string_lossy();
            tests.contains(part.trim_end_matches(".rs"))
        })
    };
    files.retain(|path| !test_only(path.strip_prefix(&root).unwrap()));
    assert!(!files.is_empty(), "src/{name} is empty");
    files.into_iter().map(|path| (path.clone(), code(&fs::read_to_string(&path).unwrap()))).collect()
}

/// The modules that are there for tests alone.
fn test_modules(text: &str) -> Vec<String> {
    let after = text.split("#[cfg(test)]\n").skip(1);
    let named = after.filter_map(|rest| rest.lines().next()?.strip_suffix(';')?.split("mod ").nth(1));
    named.map(str::to_owned).collect()
}

fn code(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    before_tests.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The rooms that a text names by `crate::`.
fn named(text: &str) -> BTreeSet<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut rooms = BTreeSet::new();
    for after in text.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            Some(list) => {
                let list = list.split_once("};").map_or(list, |(list, _)| list);
                let mut depth = 0;
                let mut start = true;
                for (place, c) in list.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = true,
                        c if start && c.is_alphabetic() => {
                            rooms.insert(word(&list[place..]));
                            start = false;
                        }
                        _ => {}
                    }
                }
            }
            None => {
                rooms.insert(word(after));
            }
        }
    }
    rooms
}

#[test]
fn rooms_lean_on_each_other_one_way() {
    for Room { name, rooms, .. } in ROOMS {
        for (path, text) in room(name) {
            for other in named(&text) {
                let known = ROOMS.iter().any(|room| room.name == other);
                let allowed = other == *name || rooms.contains(&other.as_str()) || !known;
                assert!(allowed, "{} names `{other}`, and {name} must not lean on it", path.display());
            }
        }
    }
}

#[test]
fn rooms_keep_out_what_is_not_theirs() {
    for Room { name, never, .. } in ROOMS {
        for (path, text) in room(name) {
            for crate_name in *never {
                let used = text.contains(&format!("{crate_name}::"));
                assert!(!used, "{} uses {crate_name}, which {name} must not know", path.display());
            }
        }
    }
}

#[test]
fn every_room_is_named_here() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(root).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        let known = ["lib", "main"].contains(&name.as_str()) || ROOMS.iter().any(|room| room.name == name);
        assert!(known, "src/{name} has no line in the table of rooms");
    }
}

#[test]
fn only_the_engine_and_the_table_hold_a_deal() {
    for name in ["ai", "text", "render", "discord"] {
        for (path, text) in room(name) {
            let deal = text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "Deal");
            assert!(!deal, "{} names `Deal`: it gets a `View`", path.display());
        }
    }
    assert!(DISCORD.iter().all(|name| ROOMS[0].never.contains(name)));
}

#[test]
fn the_scan_sees_what_it_looks_for() {
    let text = "use crate::{ai::Level, rules::{Action, View}, table};\nlet x = crate::store::Store::open();";
    let rooms: Vec<String> = named(text).into_iter().collect();
    assert_eq!(rooms, ["ai", "rules", "store", "table"]);
}
