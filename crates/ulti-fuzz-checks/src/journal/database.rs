//! A database with one journal that is written directly with SQL.

use std::time::Duration;

use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions, SqliteSynchronous};
use tempfile::TempDir;
use ulti::store::Store;
use ulti::table::{Journal as _, StoredTable, TableEvent, TableId};

use crate::memory_folder::memory_folder;

/// Maximum time to wait for another connection to the database, also on a slow machine.
const BUSY_TIMEOUT: Duration = Duration::from_mins(1);

/// A row of the journal and its condition.
pub(super) struct Row {
    state: RowState,
    json: String,
}

/// Condition of a row of the journal.
#[derive(Clone, Copy, PartialEq)]
enum RowState {
    /// The row is intact. `more` is 0 for the last row of an action, otherwise 1.
    Intact { more: i64 },
    /// The row was written before checksums existed.
    Old,
    /// The row has a wrong checksum.
    Changed,
    /// The row before this one is missing.
    Gap,
}

impl Row {
    /// Parses a line of the input. Returns `None` if it describes no row.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let mut letters = line.chars();
        let state = match letters.next()? {
            '=' => RowState::Intact { more: 0 },
            '+' => RowState::Intact { more: 1 },
            'o' => RowState::Old,
            'x' => RowState::Changed,
            '-' => RowState::Gap,
            _ => return None,
        };
        let json = letters.as_str().to_owned();
        // SQLite ends a text at a zero byte.
        (!json.contains('\0')).then_some(Self { state, json })
    }

    /// Returns `true` if the row has not been damaged.
    pub(super) fn is_intact(&self) -> bool {
        matches!(self.state, RowState::Intact { .. } | RowState::Old)
    }

    /// Returns the event of the row, or `None` if it cannot be parsed.
    pub(super) fn event(&self) -> Option<TableEvent> {
        serde_json::from_str(&self.json).ok()
    }

    /// Returns the columns `more` and `checksum`.
    fn marks(&self, table: TableId, seq: i64) -> (Option<i64>, Option<i64>) {
        let sum = |more: i64| {
            let mut hasher = crc32fast::Hasher::new();
            hasher.update(format!("{} {seq} {more} {}", table.0, self.json).as_bytes());
            i64::from(hasher.finalize())
        };
        match self.state {
            RowState::Old => (None, None),
            RowState::Intact { more } => (Some(more), Some(sum(more))),
            RowState::Changed => (Some(0), Some(sum(0) ^ 1)),
            RowState::Gap => (Some(0), Some(sum(0))),
        }
    }
}

/// A database with the journal of one table.
pub(super) struct JournalDatabase {
    store: Store,
    /// A connection that writes rows which the store would not write.
    pool: SqlitePool,
    _folder: TempDir,
}

impl JournalDatabase {
    /// Creates an empty database.
    pub(super) async fn create() -> Self {
        let folder = tempfile::Builder::new().prefix("ulti-journal-").tempdir_in(memory_folder());
        let folder = folder.expect("failed to create folder");
        let file = folder.path().join("ulti.sqlite");
        let store = Store::open(&file).await.expect("failed to open database");
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .synchronous(SqliteSynchronous::Off)
            .busy_timeout(BUSY_TIMEOUT)
            .foreign_keys(false);
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(options)
            .await
            .expect("failed to open second connection");
        Self { store, pool, _folder: folder }
    }

    pub(super) const fn store(&self) -> &Store {
        &self.store
    }

    /// Reads a table, up to the first damaged row.
    pub(super) async fn load(&self, table: TableId) -> StoredTable {
        self.store.load(table).await.expect("failed to load table")
    }

    /// Closes all connections and deletes the database.
    pub(super) async fn close(self) {
        self.pool.close().await;
        self.store.close().await;
    }

    /// Replaces all tables with one table that has these rows.
    ///
    /// `count` is the number of events that the table is supposed to have.
    pub(super) async fn replace_table(&self, table: TableId, rows: &[Row], count: usize) {
        let mut transaction = self.pool.begin().await.expect("failed to begin transaction");
        for query in ["DELETE FROM journal", "DELETE FROM damaged", "DELETE FROM tables"] {
            sqlx::query(query).execute(&mut *transaction).await.expect("failed to clear database");
        }
        sqlx::query("INSERT INTO tables (id, server, channel, opened_at, events) VALUES ($1, 5, 77, 0, $2)")
            .bind(table.0)
            .bind(i64::try_from(count).expect("journal is too long"))
            .execute(&mut *transaction)
            .await
            .expect("failed to insert table");
        let mut seq = 0;
        for row in rows {
            seq += i64::from(row.state == RowState::Gap);
            let (more, sum) = row.marks(table, seq);
            let insert = "INSERT INTO journal (table_id, seq, event, at, more, checksum) VALUES ($1, $2, $3, 0, $4, $5)";
            let insert = sqlx::query(insert).bind(table.0).bind(seq).bind(&row.json).bind(more).bind(sum);
            insert.execute(&mut *transaction).await.expect("failed to insert row");
            seq += 1;
        }
        transaction.commit().await.expect("failed to commit");
    }
}
