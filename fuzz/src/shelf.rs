//! A database whose one journal is written past the program that reads it.

use std::path::PathBuf;
use std::time::Duration;

use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions, SqliteSynchronous};
use ulti::store::Store;
use ulti::table::{
    Batch, ChannelId, Downtime, Journal, JournalError, Live, Millis, RequestId, Stored, TableEvent, TableId,
};

/// A line of the journal, and how it was kept.
pub struct Line {
    kept: Kept,
    json: String,
}

#[derive(Clone, Copy, PartialEq)]
enum Kept {
    Whole { more: i64 },
    Old,
    Changed,
    Gap,
}

impl Line {
    pub fn read(line: &str) -> Option<Self> {
        let mut letters = line.chars();
        let kept = match letters.next()? {
            '=' => Kept::Whole { more: 0 },
            '+' => Kept::Whole { more: 1 },
            'o' => Kept::Old,
            'x' => Kept::Changed,
            '-' => Kept::Gap,
            _ => return None,
        };
        let json = letters.as_str().to_owned();
        // SQLite ends a text there.
        (!json.contains('\0')).then_some(Self { kept, json })
    }

    /// Whether it stands there as it was written.
    pub fn is_whole(&self) -> bool {
        matches!(self.kept, Kept::Whole { .. } | Kept::Old)
    }

    pub fn event(&self) -> Option<TableEvent> {
        serde_json::from_str(&self.json).ok()
    }

    /// `more` and the checksum.
    fn marks(&self, table: TableId, seq: i64) -> (Option<i64>, Option<i64>) {
        let sum = |more: i64| {
            let mut hasher = crc32fast::Hasher::new();
            hasher.update(format!("{} {seq} {more} {}", table.0, self.json).as_bytes());
            i64::from(hasher.finalize())
        };
        match self.kept {
            Kept::Old => (None, None),
            Kept::Whole { more } => (Some(more), Some(sum(more))),
            Kept::Changed => (Some(0), Some(sum(0) ^ 1)),
            Kept::Gap => (Some(0), Some(sum(0))),
        }
    }
}

/// The database.
pub struct Shelf {
    pub store: Store,
    pen: SqlitePool,
}

impl Shelf {
    pub async fn open() -> Self {
        let shared = PathBuf::from("/dev/shm");
        let folder = if shared.is_dir() { shared } else { std::env::temp_dir() };
        let file = folder.join(format!("ulti-journal-{}.sqlite", std::process::id()));
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{end}", file.display()));
        }
        let store = Store::open(&file).await.expect("a database");
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .synchronous(SqliteSynchronous::Off)
            .foreign_keys(false);
        let pen =
            SqlitePoolOptions::new().max_connections(1).connect_with(options).await.expect("a second way in");
        Self { store, pen }
    }

    /// Puts these lines in the place of all that is there.
    pub async fn put(&self, table: TableId, lines: &[Line], count: usize) {
        let mut pen = self.pen.begin().await.expect("the file is ours");
        for query in ["DELETE FROM journal", "DELETE FROM damaged", "DELETE FROM tables"] {
            sqlx::query(query).execute(&mut *pen).await.expect("it is emptied");
        }
        sqlx::query("INSERT INTO tables (id, server, channel, opened_at, events) VALUES ($1, 5, 77, 0, $2)")
            .bind(table.0)
            .bind(count as i64)
            .execute(&mut *pen)
            .await
            .expect("a table");
        let mut seq = 0;
        for line in lines {
            seq += i64::from(line.kept == Kept::Gap);
            let (more, sum) = line.marks(table, seq);
            let row = "INSERT INTO journal (table_id, seq, event, at, more, checksum) VALUES ($1, $2, $3, 0, $4, $5)";
            let row = sqlx::query(row).bind(table.0).bind(seq).bind(&line.json).bind(more).bind(sum);
            row.execute(&mut *pen).await.expect("a line");
            seq += 1;
        }
        pen.commit().await.expect("it is kept");
    }
}

/// The database as a journal that is read and cut, and whose new events are kept nowhere.
pub struct Unkept(pub Store);

#[async_trait::async_trait]
impl Journal for Unkept {
    async fn open(
        &self,
        _: ChannelId,
        _: Vec<TableEvent>,
        _: Option<RequestId>,
        _: Millis,
    ) -> Result<TableId, JournalError> {
        Err(JournalError::Unavailable("nothing is opened here".to_owned()))
    }

    async fn append(&self, _: Batch) -> Result<(), JournalError> {
        Ok(())
    }

    async fn load(&self, table: TableId) -> Result<Stored, JournalError> {
        self.0.load(table).await
    }

    async fn cut_back(
        &self,
        table: TableId,
        whole: u32,
        reason: &str,
        at: Millis,
    ) -> Result<(), JournalError> {
        self.0.cut_back(table, whole, reason, at).await
    }

    async fn open_table(&self, channel: ChannelId) -> Result<Option<TableId>, JournalError> {
        self.0.open_table(channel).await
    }

    async fn live(&self) -> Result<Vec<Live>, JournalError> {
        Ok(Vec::new())
    }

    async fn due(&self, _: Millis) -> Result<Vec<TableId>, JournalError> {
        Ok(Vec::new())
    }

    async fn come_back(&self, now: Millis) -> Result<Downtime, JournalError> {
        Ok(Downtime { lasted: Duration::ZERO, clock: now })
    }

    async fn beat(&self, _: Millis, _: Millis) -> Result<(), JournalError> {
        Ok(())
    }

    async fn last_beat(&self) -> Result<Option<Millis>, JournalError> {
        Ok(None)
    }
}
