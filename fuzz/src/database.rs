//! A database with one journal that is written directly with SQL.

use std::path::PathBuf;
use std::time::Duration;

use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions, SqliteSynchronous};
use ulti::store::Store;
use ulti::table::{
    Batch, ChannelId, Downtime, Journal, JournalError, LiveTable, RequestId, Shard, ShardRange, StoredTable,
    TableEvent, TableId, UnixMillis,
};

/// A row of the journal and its condition.
pub struct Line {
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

impl Line {
    /// Parses a line of the fuzzer's input.
    pub fn read(line: &str) -> Option<Self> {
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
    pub fn is_intact(&self) -> bool {
        matches!(self.state, RowState::Intact { .. } | RowState::Old)
    }

    /// Returns the event of the row, or `None` if it cannot be parsed.
    pub fn event(&self) -> Option<TableEvent> {
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

/// The database of the journal.
pub struct RawDatabase {
    pub store: Store,
    pool: SqlitePool,
}

impl RawDatabase {
    /// Creates the database, in memory if `/dev/shm` exists.
    pub async fn open() -> Self {
        let shared = PathBuf::from("/dev/shm");
        let folder = if shared.is_dir() { shared } else { std::env::temp_dir() };
        let file = folder.join(format!("ulti-journal-{}.sqlite", std::process::id()));
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{end}", file.display()));
        }
        let store = Store::open(&file).await.expect("failed to open database");
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .synchronous(SqliteSynchronous::Off)
            .foreign_keys(false);
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(options)
            .await
            .expect("failed to open second connection");
        Self { store, pool }
    }

    /// Replaces all tables with one table that has these rows.
    ///
    /// `count` is the number of events that the table is supposed to have.
    pub async fn put(&self, table: TableId, lines: &[Line], count: usize) {
        let mut transaction = self.pool.begin().await.expect("failed to begin transaction");
        for query in ["DELETE FROM journal", "DELETE FROM damaged", "DELETE FROM tables"] {
            sqlx::query(query).execute(&mut *transaction).await.expect("failed to clear database");
        }
        sqlx::query("INSERT INTO tables (id, server, channel, opened_at, events) VALUES ($1, 5, 77, 0, $2)")
            .bind(table.0)
            .bind(count as i64)
            .execute(&mut *transaction)
            .await
            .expect("failed to insert table");
        let mut seq = 0;
        for line in lines {
            seq += i64::from(line.state == RowState::Gap);
            let (more, sum) = line.marks(table, seq);
            let row = "INSERT INTO journal (table_id, seq, event, at, more, checksum) VALUES ($1, $2, $3, 0, $4, $5)";
            let row = sqlx::query(row).bind(table.0).bind(seq).bind(&line.json).bind(more).bind(sum);
            row.execute(&mut *transaction).await.expect("failed to insert row");
            seq += 1;
        }
        transaction.commit().await.expect("failed to commit");
    }
}

/// A journal that reads and truncates the database but discards new events.
pub struct ReadOnlyJournal(pub Store);

#[async_trait::async_trait]
impl Journal for ReadOnlyJournal {
    async fn open(
        &self,
        _: ChannelId,
        _: Vec<TableEvent>,
        _: Option<RequestId>,
        _: UnixMillis,
    ) -> Result<TableId, JournalError> {
        Err(JournalError::Unavailable("read-only journal opens no tables".to_owned()))
    }

    async fn append(&self, _: Batch) -> Result<(), JournalError> {
        Ok(())
    }

    async fn load(&self, table: TableId) -> Result<StoredTable, JournalError> {
        self.0.load(table).await
    }

    async fn cut_back(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        at: UnixMillis,
    ) -> Result<(), JournalError> {
        self.0.cut_back(table, whole, reason, at).await
    }

    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError> {
        self.0.open_table(channel).await
    }

    async fn live(&self) -> Result<Vec<LiveTable>, JournalError> {
        Ok(Vec::new())
    }

    async fn due(&self, _: UnixMillis) -> Result<Vec<LiveTable>, JournalError> {
        Ok(Vec::new())
    }

    async fn come_back(&self, now: UnixMillis, shards: ShardRange) -> Result<Downtime, JournalError> {
        Ok(Downtime { lasted: Duration::ZERO, clocks: shards.shards().map(|shard| (shard, now)).collect() })
    }

    async fn beat(&self, _: UnixMillis, _: &[(Shard, UnixMillis)]) -> Result<(), JournalError> {
        Ok(())
    }

    async fn last_beat(&self) -> Result<Option<UnixMillis>, JournalError> {
        Ok(None)
    }
}
