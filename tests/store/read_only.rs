//! Tests of reading a database on a read-only mount.
//!
//! The tests run again in a mount namespace of their own, in which the folder of the database is read-only.
//! They are skipped with a message if the system does not allow that.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ulti::store::Store;
use ulti::table::Journal;
use ulti_testkit::store_fixture::{Fixture, SERVER, finished, played};

/// Runs the program in a mount namespace in which `folder` is read-only.
///
/// Returns `None` if the system does not allow read-only mounts. Asserts that no temporary files remain.
fn ulti_on_read_only_mount(folder: &Path, arguments: &[&str]) -> Option<Output> {
    let temporary = tempfile::tempdir().unwrap();
    let run = |command: &str, arguments: &[&str]| {
        // The mount is invisible outside the namespace, and disappears with it.
        let script = format!(
            "mount --bind \"$FOLDER\" \"$FOLDER\" && mount -o remount,bind,ro \"$FOLDER\" || exit 99; {command}"
        );
        Command::new("unshare")
            .args(["--mount", "--propagation", "private", "sh", "-c", &script, env!("CARGO_BIN_EXE_ulti")])
            .args(arguments)
            .current_dir(temporary.path())
            .env("TMPDIR", temporary.path())
            .env("FOLDER", folder)
            .env("ULTI_STORE__PATH", folder.join("ulti.db"))
            .output()
            .ok()
    };
    let is_read_only = run("touch \"$FOLDER/new\" 2>/dev/null && exit 99; exit 0", &[])
        .is_some_and(|output| output.status.success());
    if !is_read_only {
        eprintln!("skipped: the system does not allow read-only mounts");
        return None;
    }
    let output = run("exec \"$0\" \"$@\"", arguments);
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0, "temporary files remain");
    output
}

/// Runs `records`, `backup` and `health` on a read-only folder, and checks that they see all deals.
async fn assert_readable(folder: &Path, deals: usize) {
    let server = SERVER.to_string();
    let Some(records) = ulti_on_read_only_mount(folder, &["records", &server]) else { return };
    let text = String::from_utf8_lossy(&records.stderr);
    assert!(records.status.success(), "{text}");
    assert_eq!(String::from_utf8(records.stdout).unwrap().lines().count(), deals);

    let elsewhere = tempfile::tempdir().unwrap();
    let target = elsewhere.path().join("backup.db");
    let backup = ulti_on_read_only_mount(folder, &["backup", target.to_str().unwrap()]).unwrap();
    assert!(backup.status.success(), "{}", String::from_utf8_lossy(&backup.stderr));
    let copy = Store::open(&target).await.unwrap();
    copy.check().await.unwrap();
    assert_eq!(copy.history(SERVER, &ulti::store::Filter::default(), None, 100).await.unwrap().len(), deals);
    copy.close().await;

    let health = ulti_on_read_only_mount(folder, &["health"]).unwrap();
    let text = String::from_utf8(health.stdout).unwrap();
    assert!(text.starts_with("silent for") && health.status.code() == Some(1), "{text} {:?}", health.stderr);
}

/// Returns a fixture with a heartbeat and the given number of deals.
async fn with_deals(deals: u32) -> Fixture {
    let fixture = Fixture::sqlite().await;
    fixture.store.beat(ulti::table::UnixMillis(1), &[]).await.unwrap();
    played(&fixture, 1, (1..=deals).map(finished).collect()).await;
    fixture
}

fn file(fixture: &Fixture, suffix: &str) -> PathBuf {
    fixture.folder.path().join(format!("ulti.db{suffix}"))
}

#[tokio::test]
async fn closed_database_can_be_read_on_read_only_mount() {
    let fixture = with_deals(3).await;
    fixture.store.close().await;
    assert!(!file(&fixture, "-wal").exists());
    assert_readable(fixture.folder.path(), 3).await;
    assert!(!file(&fixture, "-wal").exists() && !file(&fixture, "-shm").exists());
}

#[tokio::test]
async fn database_in_use_can_be_read_on_read_only_mount() {
    let fixture = with_deals(3).await;
    assert!(fs::metadata(file(&fixture, "-wal")).unwrap().len() > 0);
    assert_readable(fixture.folder.path(), 3).await;
    // The readers hold no lock that stops the bot.
    played(&fixture, 2, vec![finished(4)]).await;
}

/// After a crash, the newest deals are only in the write-ahead log.
#[tokio::test]
async fn write_ahead_log_is_read_on_read_only_mount() {
    let fixture = with_deals(3).await;
    for without_index in [false, true] {
        let crashed = tempfile::tempdir().unwrap();
        for suffix in ["", "-wal", "-shm"] {
            if suffix != "-shm" || !without_index {
                fs::copy(file(&fixture, suffix), crashed.path().join(format!("ulti.db{suffix}"))).unwrap();
            }
        }
        assert_readable(crashed.path(), 3).await;
        assert_eq!(crashed.path().join("ulti.db-shm").exists(), !without_index);
    }
}
