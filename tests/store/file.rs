//! The file: made, refused, copied, broken.

use std::fs;
use std::path::Path;

use sqlx::Connection;
use ulti::store::{Store, StoreError};
use ulti::table::Journal;

use crate::fixture::{ANNA, Fixture, batch, finished, joined, played};

async fn refusal(path: &Path) -> StoreError {
    match Store::open(path).await {
        Err(error) => error,
        Ok(_) => panic!("{} was opened", path.display()),
    }
}

#[tokio::test]
async fn the_file_and_its_folders_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er? #%20/ulti.db");
    let store = Store::open(&path).await.unwrap();
    assert!(path.is_file());
    store.close().await;
    let left: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 1, "the log went into the file: {left:?}");
    Store::open(&path).await.unwrap().check().await.unwrap();
}

#[tokio::test]
async fn the_file_is_set_up_to_keep_what_was_written() {
    let fixture = Fixture::new().await;
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut fixture.raw().await).await.unwrap();
    assert_eq!(mode, "wal");
}

#[tokio::test]
async fn a_path_that_can_hold_no_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let error = refusal(folder.path()).await;
    assert!(matches!(error, StoreError::IsFolder(_)), "{error:?}");
    assert!(error.to_string().contains("is a folder: name a file in it"), "{error}");

    fs::write(folder.path().join("file"), "").unwrap();
    let error = refusal(&folder.path().join("file/ulti.db")).await;
    assert!(matches!(error, StoreError::Folder { .. }), "{error:?}");
    assert!(error.to_string().contains("make it, or name another file"), "{error}");
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ulti.db");
    let noise = |length: u32| -> Vec<u8> {
        (0..length).map(|place| (place.wrapping_mul(2_654_435_761) >> 24).to_le_bytes()[0]).collect()
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
async fn an_empty_file_becomes_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ulti.db");
    fs::write(&path, "").unwrap();
    Store::open(&path).await.unwrap().check().await.unwrap();
}

#[tokio::test]
async fn the_database_of_another_program_is_refused() {
    let fixture = Fixture::new().await;
    fixture.store.close().await;
    let mut raw = fixture.raw().await;
    sqlx::query("DROP TABLE _sqlx_migrations").execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    let error = refusal(&fixture.path()).await;
    assert!(matches!(error, StoreError::OtherProgram(_)), "{error:?}");
}

#[tokio::test]
async fn the_database_of_another_version_is_refused() {
    let fixture = Fixture::new().await;
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

/// Whether this system keeps anyone from writing a read-only file; it does not keep its administrator.
fn can_be_read_only(path: &Path) -> bool {
    let mut permissions = fs::metadata(path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(path, permissions).unwrap();
    fs::OpenOptions::new().append(true).open(path).is_err()
}

#[tokio::test]
async fn a_read_only_file_is_refused() {
    let fixture = Fixture::new().await;
    fixture.store.close().await;
    if !can_be_read_only(&fixture.path()) {
        return;
    }
    let error = refusal(&fixture.path()).await;
    assert!(matches!(error, StoreError::CantOpen { .. }), "{error:?}");
    assert!(error.to_string().contains("must be allowed to read and write"), "{error}");
}

#[tokio::test]
async fn a_damaged_page_is_found() {
    let fixture = Fixture::new().await;
    let table = played(&fixture, 1, (1..60).map(finished).collect()).await;
    fixture.store.close().await;
    let mut bytes = fs::read(fixture.path()).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..].fill(0xAA);
    fs::write(fixture.path(), bytes).unwrap();
    // Where the file still opens, the check must find it.
    if let Ok(store) = Store::open(&fixture.path()).await {
        let error = store.check().await.unwrap_err();
        assert!(matches!(error, StoreError::Damaged(_)), "{error:?}");
        assert!(error.to_string().contains("put a backup in its place"), "{error}");
        let _ = store.load(table).await;
    }
}

#[tokio::test]
async fn a_backup_is_made_while_people_play() {
    let fixture = Fixture::new().await;
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
async fn a_backup_overwrites_nothing() {
    let fixture = Fixture::new().await;
    let taken = fixture.folder.path().join("taken");
    fs::write(&taken, "").unwrap();
    let error = fixture.store.backup(&taken).await.unwrap_err();
    assert!(matches!(error, StoreError::TargetExists(_)), "{error:?}");
    assert!(error.to_string().contains("exists already: name a file"), "{error}");
    assert_eq!(fs::read(&taken).unwrap(), b"");
    let error = fixture.store.backup(&fixture.path()).await.unwrap_err();
    assert!(matches!(error, StoreError::TargetExists(_)), "{error:?}");

    let nowhere = fixture.folder.path().join("missing/copy");
    let error = fixture.store.backup(&nowhere).await.unwrap_err();
    assert!(matches!(error, StoreError::Target { .. }), "{error:?}");
    assert!(!nowhere.exists());
}

#[tokio::test]
async fn a_killed_backup_is_in_nobodys_way() {
    let fixture = Fixture::new().await;
    let target = fixture.folder.path().join("copy");
    fs::write(fixture.folder.path().join("copy.part"), "half").unwrap();
    fixture.store.backup(&target).await.unwrap();
    assert!(target.is_file());
    assert!(!fixture.folder.path().join("copy.part").exists());
}
