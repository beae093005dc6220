//! Tests that a misplaced bot token is never shown.

use std::process::{Command, Output};

use super::ulti;

/// A token of the usual form that belongs to no bot.
const TOKEN: &str = "MTk4NjIyNDgzNDcxOTI1MjQ4.G4bcDE.q7Zk0_hPw3RtY8uLs2VbN5mXe1JcA9gTf6-D4i";

/// Returns the complete output of a failed run, which must not contain any part of the token.
fn failure(output: &Output, arguments: &[&str]) -> String {
    assert!(!output.status.success(), "{arguments:?} succeeded");
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    let said = String::from_utf8(said).unwrap();
    for part in TOKEN.split('.') {
        let (start, lower) = (part[..6].to_lowercase(), said.to_lowercase());
        assert!(!lower.contains(&start), "{arguments:?}: {said}");
    }
    said
}

#[test]
fn token_as_argument_is_never_shown() {
    let (as_option, joined) = (format!("--token={TOKEN}"), format!("--config={TOKEN}"));
    let (long, short) = (format!("--{TOKEN}"), format!("-{TOKEN}"));
    for arguments in [
        &["run", "--token", TOKEN][..],
        &["run", &as_option],
        &["--token", TOKEN],
        &[TOKEN],
        &["run", TOKEN],
        &["run", &long],
        &["run", &short],
        &["simulate", "--deals", TOKEN],
        &["rules", "--lang", TOKEN],
        &["health", "--no-such-option", TOKEN],
        &["records", TOKEN],
    ] {
        let said = failure(&ulti(arguments), arguments);
        assert!(said.contains("Set it in the environment variable ULTI_DISCORD__TOKEN"), "{said}");
    }
    for arguments in [
        &["run", "--config", TOKEN][..],
        &["run", &joined],
        &["config", "check", "--config", TOKEN],
        &["rules", TOKEN],
        &["simulate", "--rules", TOKEN],
        &["replay", TOKEN],
        &["solve", TOKEN],
        &["verify", TOKEN],
        &["analyse", TOKEN],
        &["import", "1", TOKEN],
        &["backup", TOKEN],
        &["arena", "--players", TOKEN],
        &["robot", "--level", TOKEN],
        &["playground", "--language", TOKEN],
    ] {
        failure(&ulti(arguments), arguments);
    }
    assert!(!help_with_token_in_environment().contains(TOKEN));
}

/// Returns the help of `ulti run` if the token is in the environment variable of another argument.
fn help_with_token_in_environment() -> String {
    let help = Command::new(env!("CARGO_BIN_EXE_ulti"))
        .args(["run", "--help"])
        .env("ULTI_CONFIG", TOKEN)
        .output()
        .unwrap();
    String::from_utf8(help.stdout).unwrap()
}

/// Error messages about other arguments are complete.
#[test]
fn errors_without_token_show_the_argument() {
    let output = ulti(&["run", "--confg", "ulti.toml"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("'--confg'") && !said.contains("ULTI_DISCORD__TOKEN"), "{said}");
    assert_eq!(output.status.code(), Some(2));
    let help = ulti(&["run", "--help"]);
    assert!(help.status.success() && !help.stdout.is_empty() && help.stderr.is_empty());
}

#[test]
fn token_in_wrong_place_of_configuration_is_never_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    for text in [
        TOKEN.to_owned(),
        format!("{TOKEN} = 1"),
        format!("discord.{TOKEN} = 1"),
        format!("[{TOKEN}]"),
        format!("[discord]\n{TOKEN}"),
        format!("[discord]\ntoken = {TOKEN}"),
        format!("[discord]\ntoken_file = \"{TOKEN}\""),
        format!("[store]\npath = \"{TOKEN}/\\u0000\""),
        format!("{TOKEN} = 1\n{TOKEN} = 2"),
        format!("{TOKEN} = 1\n{TOKEN}.x = 2"),
    ] {
        std::fs::write(&file, &text).unwrap();
        for command in [&["config", "check"][..], &["run"], &["health"]] {
            let arguments = [command, &["--config", file.to_str().unwrap()]].concat();
            let output = Command::new(env!("CARGO_BIN_EXE_ulti"))
                .args(&arguments)
                .current_dir(folder.path())
                .env("ULTI_DISCORD__API", "http://127.0.0.1:9")
                .output()
                .unwrap();
            if command == ["config", "check"] && output.status.success() {
                assert!(!String::from_utf8(output.stdout).unwrap().contains(TOKEN));
                continue;
            }
            failure(&output, &[&text, command[0]]);
        }
    }
}

/// The token is a valid name of a file. Neither the errors nor the log at level `trace` contain it.
#[test]
fn token_as_database_name_is_never_shown() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(TOKEN), "no database").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_ulti"))
        .arg("run")
        .current_dir(folder.path())
        .envs([("ULTI_STORE__PATH", TOKEN), ("ULTI_DISCORD__TOKEN", TOKEN), ("ULTI_LOG__FILTER", "trace")])
        .env("ULTI_DISCORD__API", "http://127.0.0.1:9")
        .output()
        .unwrap();
    let said = failure(&output, &["run"]);
    assert!(said.contains("is not a SQLite database"), "{said}");
}

/// Passwords of databases are not shown either, whatever is wrong with the address or with the arguments.
#[test]
fn password_in_database_address_is_never_shown() {
    let (wrong, valid) = ("postgres://ulti:hunter2@host:port/db", "postgres://ulti:hunter2@127.0.0.1:9/db");
    let (cut, unknown) = ("postgres://ulti:hunter2/3@host/db", "postgres://ulti@host/db?pasword=hunter2");
    for arguments in [
        &["move", wrong, "sqlite:new.db"][..],
        &["move", "sqlite:new.db", wrong],
        &["move", valid, "sqlite:new.db"],
        &["move", cut, "sqlite:new.db"],
        &["move", unknown, "sqlite:new.db"],
        &["move", valid, "sqlite:new.db", valid],
        &["mvoe", valid],
        &["move", "mysql://ulti:hunter2@host/db", valid],
    ] {
        let output = ulti(arguments);
        let said = String::from_utf8([&output.stdout[..], &output.stderr[..]].concat()).unwrap();
        assert!(!output.status.success() && !said.contains("hunter2"), "{arguments:?}: {said}");
    }
    for url in [wrong, valid, cut, unknown] {
        let folder = tempfile::tempdir().unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_ulti"))
            .arg("run")
            .current_dir(folder.path())
            .envs([("ULTI_STORE__URL", url), ("ULTI_DISCORD__TOKEN", TOKEN), ("ULTI_LOG__FILTER", "trace")])
            .env("ULTI_DISCORD__API", "http://127.0.0.1:9")
            .output()
            .unwrap();
        let said = String::from_utf8([&output.stdout[..], &output.stderr[..]].concat()).unwrap();
        assert!(!output.status.success() && !said.contains("hunter2"), "{url}: {said}");
    }
}
