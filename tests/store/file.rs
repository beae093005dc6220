//! Tests of the database file: creation, rejected files, damage and backups.

use std::fs;
use std::path::Path;

use sqlx::Connection;
use ulti::store::{Store, StoreError};
use ulti::table::Journal;
use ulti_testkit::store_fixture::{ANNA, Fixture, batch, finished, joined, played};

/// Opens a file that must be rejected. Returns the error.
async fn refusal(path: &Path) -> StoreError {
    match Store::open(path).await {
        Err(error) => error,
        Ok(_) => panic!("opened {} without an error", path.display()),
    }
}

#[tokio::test]
async fn opening_database_creates_file_and_folders() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er? #%20/ulti.db");
    let store = Store::open(&path).await.unwrap();
    assert!(path.is_file());
    store.close().await;
    let files: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(files.len(), 1, "log was not merged into the database: {files:?}");
    Store::open(&path).await.unwrap().check().await.unwrap();
}

#[tokio::test]
async fn new_database_uses_wal_mode() {
    let fixture = Fixture::sqlite().await;
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut fixture.raw().await).await.unwrap();
    assert_eq!(mode, "wal");
}

#[tokio::test]
async fn opening_database_fails_if_its_path_is_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let error = refusal(folder.path()).await;
    assert!(matches!(error, StoreError::IsFolder(_)), "{error:?}");
    assert!(error.to_string().contains("is a folder: set store.path to a file"), "{error}");

    fs::write(folder.path().join("file"), "").unwrap();
    let error = refusal(&folder.path().join("file/ulti.db")).await;
    assert!(matches!(error, StoreError::Folder { .. }), "{error:?}");
    assert!(error.to_string().contains("create the folder, or set store.path"), "{error}");
}

#[tokio::test]
async fn file_that_is_not_a_database_is_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ulti.db");
    let noise = |length: u32| -> Vec<u8> {
        (0..length).map(|index| (index.wrapping_mul(2_654_435_761) >> 24).to_le_bytes()[0]).collect()
    };
    for length in [2, 100, 5_000, 100_000] {
        fs::write(&path, noise(length)).unwrap();
        let error = refusal(&path).await;
        assert!(matches!(error, StoreError::NotADatabase(_)), "{length}: {error:?}");
        assert!(error.to_string().contains("is not a SQLite database, or is damaged"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), noise(length));
    }
}

#[tokio::test]
async fn empty_file_becomes_new_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ulti.db");
    fs::write(&path, "").unwrap();
    Store::open(&path).await.unwrap().check().await.unwrap();
}

#[tokio::test]
async fn database_of_another_program_is_rejected() {
    let fixture = Fixture::sqlite().await;
    fixture.store.close().await;
    let mut raw = fixture.raw().await;
    sqlx::query("DROP TABLE _sqlx_migrations").execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    let error = refusal(&fixture.path()).await;
    assert!(matches!(error, StoreError::OtherProgram(_)), "{error:?}");
}

#[tokio::test]
async fn database_with_different_schema_version_is_rejected() {
    let fixture = Fixture::sqlite().await;
    fixture.store.close().await;
    let mut raw = fixture.raw().await;
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'of the future', TRUE, x'00', 0)",
    )
    .execute(&mut raw)
    .await
    .unwrap();
    let error = refusal(&fixture.path()).await;
    assert!(matches!(error, StoreError::NewerSchema { version: 9999, .. }), "{error:?}");
    assert!(error.to_string().contains("newer version of ulti"), "{error}");

    sqlx::query("DELETE FROM _sqlx_migrations WHERE version = 9999").execute(&mut raw).await.unwrap();
    sqlx::query("UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 1")
        .execute(&mut raw)
        .await
        .unwrap();
    let error = refusal(&fixture.path()).await;
    assert!(matches!(error, StoreError::OtherSchema { version: 1, .. }), "{error:?}");
}

/// Makes a file read-only.
///
/// Returns `true` if writing then fails. An administrator can still write.
fn can_be_read_only(path: &Path) -> bool {
    let mut permissions = fs::metadata(path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(path, permissions).unwrap();
    fs::OpenOptions::new().append(true).open(path).is_err()
}

#[tokio::test]
async fn read_only_database_file_is_rejected() {
    let fixture = Fixture::sqlite().await;
    fixture.store.close().await;
    if !can_be_read_only(&fixture.path()) {
        return;
    }
    let error = refusal(&fixture.path()).await;
    assert!(matches!(error, StoreError::CantOpen { .. }), "{error:?}");
    assert!(error.to_string().contains("check the permissions of the file and its folder"), "{error}");
}

#[tokio::test]
async fn database_check_detects_damaged_page() {
    let fixture = Fixture::sqlite().await;
    let table = played(&fixture, 1, (1..60).map(finished).collect()).await;
    fixture.store.close().await;
    let mut raw = fixture.raw().await;
    let root = "SELECT rootpage FROM sqlite_master WHERE name = 'journal'";
    let root: i64 = sqlx::query_scalar(root).fetch_one(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    let mut bytes = fs::read(fixture.path()).unwrap();
    let start = usize::try_from(root - 1).unwrap() * 4096;
    bytes[start..start + 4096].fill(0xAA);
    fs::write(fixture.path(), bytes).unwrap();
    let store = Store::open(&fixture.path()).await.unwrap();
    let error = store.check().await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error:?}");
    assert!(error.to_string().starts_with("the database is damaged, restore a backup"), "{error}");
    assert!(error.is_damage());
    store.load(table).await.unwrap_err();
}

#[tokio::test]
async fn backup_made_during_writes_is_consistent() {
    let fixture = Fixture::sqlite().await;
    let table = played(&fixture, 1, vec![finished(1)]).await;
    let target = fixture.folder.path().join("it's a copy.db");
    let playing = async {
        for first in 2..40 {
            fixture.store.append(batch(table, first, vec![joined(ANNA, "Anna")])).await.unwrap();
        }
    };
    let (copied, ()) = tokio::join!(fixture.store.backup(&target), playing);
    copied.unwrap();
    let copy = Store::open(&target).await.unwrap();
    copy.check().await.unwrap();
    let events = copy.load(table).await.unwrap().events;
    let all = fixture.store.load(table).await.unwrap().events;
    assert_eq!(all.len(), 40);
    assert!(all.starts_with(&events) && events.len() >= 2, "{}", events.len());
    assert_eq!(copy.deals_of_table(table).await.unwrap(), fixture.store.deals_of_table(table).await.unwrap());
}

#[tokio::test]
async fn backup_does_not_overwrite_existing_file() {
    let fixture = Fixture::sqlite().await;
    let taken = fixture.folder.path().join("taken");
    fs::write(&taken, "").unwrap();
    let error = fixture.store.backup(&taken).await.unwrap_err();
    assert!(matches!(error, StoreError::TargetExists(_)), "{error:?}");
    assert!(error.to_string().contains("already exists: choose another file name"), "{error}");
    assert_eq!(fs::read(&taken).unwrap(), b"");
    let error = fixture.store.backup(&fixture.path()).await.unwrap_err();
    assert!(matches!(error, StoreError::TargetExists(_)), "{error:?}");

    let nowhere = fixture.folder.path().join("missing/copy");
    let error = fixture.store.backup(&nowhere).await.unwrap_err();
    assert!(matches!(error, StoreError::Target { .. }), "{error:?}");
    assert!(!nowhere.exists());
}

#[tokio::test]
async fn backup_removes_leftover_partial_file() {
    let fixture = Fixture::sqlite().await;
    let target = fixture.folder.path().join("copy");
    fs::write(fixture.folder.path().join("copy.part"), "half").unwrap();
    fixture.store.backup(&target).await.unwrap();
    assert!(target.is_file());
    assert!(!fixture.folder.path().join("copy.part").exists());
}
