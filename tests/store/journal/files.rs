//! Tests of a journal whose database file is moved, and of the permissions of the files.

use ulti::table::{Journal, ShardRange};
use ulti_testkit::store_fixture::{ANNA, BELA, NOW, batch, joined};

use super::clock_at;

/// A write must fail if the database file was moved, because the data would be lost.
#[tokio::test]
async fn writing_fails_if_database_file_was_moved() {
    let fixture = file_fixture!();
    let store = &fixture.store;
    let table = fixture.table().await;
    let elsewhere = fixture.folder.path().join("elsewhere.db");
    std::fs::rename(fixture.path(), &elsewhere).unwrap();
    let refused = store.append(batch(table, 1, vec![joined(ANNA, "Anna")])).await.unwrap_err();
    assert!(refused.to_string().contains("was moved, deleted or replaced"), "{refused}");
    assert!(
        store.beat(NOW, &clock_at(NOW)).await.is_err()
            && store.come_back(NOW, ShardRange::SINGLE).await.is_err()
    );
    std::fs::write(fixture.path(), "").unwrap();
    assert!(store.beat(NOW, &clock_at(NOW)).await.is_err(), "wrote to a replaced file");
    std::fs::rename(&elsewhere, fixture.path()).unwrap();
    store.append(batch(table, 1, vec![joined(ANNA, "Anna")])).await.unwrap();
    // Acknowledged batches are in the write-ahead log at first, so it must not be missing either.
    std::fs::remove_file(fixture.folder.path().join("ulti.db-wal")).unwrap();
    let refused = store.append(batch(table, 2, vec![joined(BELA, "Béla")])).await.unwrap_err();
    assert!(refused.to_string().contains("-wal was moved, deleted or replaced"), "{refused}");
}

/// Other users of the machine must not be able to read the database, because it contains the cards of deals
/// in progress.
#[tokio::test]
async fn database_and_backup_are_private_to_owner() {
    use std::os::unix::fs::MetadataExt as _;
    let fixture = file_fixture!();
    fixture.table().await;
    fixture.store.backup(&fixture.folder.path().join("backup.db")).await.unwrap();
    let files: Vec<_> = std::fs::read_dir(fixture.folder.path()).unwrap().map(Result::unwrap).collect();
    assert!(files.len() > 2, "write-ahead log or backup is missing: {files:?}");
    for file in files {
        assert_eq!(file.metadata().unwrap().mode() & 0o777, 0o600, "{file:?}");
    }
}
