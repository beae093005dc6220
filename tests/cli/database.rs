//! Tests of the commands for users' data, and of a database that cannot be written.

use serde_json::{Value, json};
use ulti::store::{Store, UserSetting};

use crate::{stdout, ulti};

#[test]
fn cli_exports_and_deletes_user_data() {
    let folder = tempfile::tempdir().unwrap();
    let (config, data) = (folder.path().join("config.toml"), folder.path().join("ulti.db"));
    std::fs::write(&config, format!("[store]\npath = {data:?}\n")).unwrap();
    let config = config.to_str().unwrap();
    let nowhere = ulti(&["person", "export", "5", "--config", config]);
    let message = String::from_utf8(nowhere.stderr).unwrap();
    assert!(message.contains("no database at"), "{message}");

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&data).await.unwrap();
        store.set_user(ulti::table::UserId(5), UserSetting::Language(Some("hu"))).await.unwrap();
        store.close().await;
    });
    let export = || -> Value {
        serde_json::from_str(&stdout(&ulti(&["person", "export", "5", "--config", config]))).unwrap()
    };
    assert_eq!(export()["settings"]["lines"][0]["language"], "hu");
    let forgotten = stdout(&ulti(&["person", "forget", "5", "--config", config]));
    assert!(forgotten.starts_with("5 is forgotten."), "{forgotten}");
    assert_eq!(export()["settings"]["lines"], json!([]));
    assert_eq!(stdout(&ulti(&["records", "7", "--config", config])), "");
    let unknown = ulti(&["records", "7", "--season", "2026-11", "--config", config]);
    let message = String::from_utf8(unknown.stderr).unwrap();
    assert!(message.contains("server 7 has no season called '2026-11'"), "{message}");
}

/// Exceeding the limit on file sizes (`ulimit -f`) is reported as an error. The process is not killed.
#[cfg(target_os = "linux")]
#[test]
fn bot_reports_error_if_file_size_limit_is_exceeded() {
    let folder = tempfile::tempdir().unwrap();
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -f 16; exec \"$0\" run", env!("CARGO_BIN_EXE_ulti")])
        .current_dir(folder.path())
        .env("ULTI_DISCORD__TOKEN", "token")
        .env("ULTI_DISCORD__API", "http://127.0.0.1:9")
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{}: {message}", output.status);
    assert!(message.contains("database"), "{message}");
}
