//! Errors of the database, with advice for the operator.

use std::io;
use std::path::PathBuf;

use sqlx::migrate::MigrateError;

use super::ids::DealId;
use super::journal::table_row::TableRow;
use crate::table::{Shard, TableId, TooManyTables};

/// A [`Result`](std::result::Result) whose error type is [`StoreError`] unless specified otherwise.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// An error from a database operation.
///
/// Unless a variant says otherwise, nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder for the database file could not be created.
    #[error(
        "failed to create database folder {} ({source}): create the folder, or set store.path to another file",
        folder.display()
    )]
    Folder {
        /// Path of the folder that could not be created.
        folder: PathBuf,
        /// Error returned by the operating system.
        source: io::Error,
    },
    /// The configured database path is a folder.
    #[error("database path {} is a folder: set store.path to a file, such as {}", .0.display(), .0.join("ulti.db").display())]
    IsFolder(PathBuf),
    /// The database file could not be opened.
    ///
    /// The usual reasons are missing permissions or a full disk.
    #[error(
        "failed to open database {} ({reason}): check the permissions of the file and its folder, and the free disk space",
        path.display()
    )]
    CantOpen {
        /// Path of the database file.
        path: PathBuf,
        /// Human-readable description of the failure.
        reason: String,
    },
    /// The database file is damaged or is not an SQLite database.
    #[error(
        "{} is not a SQLite database, or is damaged: set store.path to another file, or restore a backup",
        .0.display()
    )]
    NotADatabase(PathBuf),
    /// The database contains tables but was not created by this program.
    #[error("{0} is the database of another program: set store.path or store.url to another database")]
    OtherProgram(String),
    /// The database was migrated by a newer version of this program.
    #[error(
        "database {database} was written by a newer version of ulti (unknown migration {version}): run that version, or restore a backup"
    )]
    NewerSchema {
        /// Path or address of the database.
        database: String,
        /// Number of the first migration that is unknown to this version.
        version: i64,
    },
    /// A migration applied to the database differs from this program's migration with the same number.
    #[error(
        "database {database} was written by a build of ulti with a different migration {version}: run that build, or restore a backup"
    )]
    OtherSchema {
        /// Path or address of the database.
        database: String,
        /// Number of the migration that differs between the database and this program.
        version: i64,
    },
    /// Applying the database migrations failed.
    #[error("failed to migrate database {database}: {source}")]
    Migration {
        /// Path or address of the database.
        database: String,
        /// Error returned by the migration.
        source: MigrateError,
    },
    /// The database file, its folder or its disk is read-only.
    #[error("the database is read-only: allow the bot to write to the file and its folder")]
    ReadOnly,
    /// The database server rejects writes, for example because it is a replica.
    #[error("the database server rejects writes: set store.url to the primary server")]
    ReplicaIsReadOnly,
    /// The database server is not reachable, is starting, or has closed the connection.
    #[error("the database server is not reachable: {0}")]
    Unreachable(String),
    /// The database server has no free connection.
    #[error("the database server has no free connection: allow more, or lower store.connections")]
    TooManyConnections,
    /// The database user is not allowed to run a statement.
    #[error("the database user lacks a privilege: {0}")]
    NotAllowed(String),
    /// The database server could not be connected to when the bot started.
    #[error("failed to connect to database {server}: {reason}")]
    CantConnect {
        /// Address of the database without the password.
        server: String,
        /// Human-readable description of the failure.
        reason: String,
    },
    /// The database on the server is empty.
    #[error("database {0} is empty: start the bot once, or correct store.url")]
    NoTables(String),
    /// The transaction conflicts with another one. Repeating it may succeed.
    #[error("the transaction conflicts with another one: try again")]
    Conflicting,
    /// Another process uses the database.
    #[error("{0} is in use by another process of the bot: stop that process first")]
    InUse(String),
    /// Source and target of a transfer are the same database.
    #[error("source and target are the same database")]
    SameDatabase,
    /// The source of a transfer has the schema of an earlier version.
    #[error("database {0} has the schema of an earlier version: start the bot with it once")]
    OlderSchema(String),
    /// The target of a transfer contains data.
    #[error("database {0} is not empty: choose an empty one, or delete its contents")]
    TargetNotEmpty(String),
    /// The target of a transfer contains a part of another database.
    #[error(
        "database {0} contains an interrupted move from another database: empty it, or continue that move"
    )]
    OtherMove(String),
    /// The database is the target of a transfer that was interrupted.
    #[error("database {0} contains an interrupted move: repeat `ulti move` to continue it")]
    IncompleteMove(String),
    /// After a transfer, the databases contain different rows.
    #[error(
        "the databases differ in table {0} after the move: was the bot running? Empty the target and try again"
    )]
    DifferentRows(&'static str),
    /// Only database files can be copied by `ulti backup`.
    #[error("the database is on a server: back it up with pg_dump, see docs/scaling.md")]
    BackupOfServer,
    /// The database file was deleted, moved or replaced while it was open.
    #[error(
        "database file {} was moved, deleted or replaced: put it back, or stop the bot and restore a backup",
        .0.display()
    )]
    Elsewhere(PathBuf),
    /// The disk that contains the database is full.
    #[error("the disk with the database is full: free some disk space")]
    Full,
    /// A database lock was not released before the timeout.
    #[error(
        "the database does not answer: another program uses it, the server is not reachable, or the disk is too slow"
    )]
    Busy,
    /// The database contains invalid data. The message describes the problem.
    #[error("the database is damaged, restore a backup: {0}")]
    Damaged(String),
    /// An error from SQLite or sqlx that no other variant covers.
    #[error("database error: {0}")]
    Sql(#[source] sqlx::Error),
    /// The channel already has an open table.
    #[error("the channel already has table {0}")]
    ChannelTaken(TableId),
    /// The user or the server already has the maximum number of open tables.
    #[error(transparent)]
    TooMany(TooManyTables),
    /// The batch was not written because the journal already contains other events at the batch's position.
    #[error("version conflict at table {table}: event {first} already exists")]
    Conflict {
        /// Id of the table to which the batch belongs.
        table: TableId,
        /// Sequence number of the batch's first event, which is already used by another event.
        first: u32,
    },
    /// No table with this id exists.
    #[error("table {0} does not exist")]
    NoSuchTable(TableId),
    /// The first event of a new table is not [`TableEvent::SetUp`](crate::table::TableEvent::SetUp).
    #[error("the first event of a table must be its setup")]
    NotSetUp,
    /// An event in a table's journal could not be encoded or decoded.
    #[error("failed to read journal of table {table}: {reason}")]
    Journal {
        /// Id of the table whose journal is affected.
        table: TableId,
        /// Human-readable description of the failure.
        reason: String,
    },
    /// The stored record or contract of a deal is invalid.
    #[error("failed to read deal {deal}: {reason}")]
    Deal {
        /// Id of the deal.
        deal: DealId,
        /// Human-readable description of the failure.
        reason: String,
    },
    /// A deal record could not be encoded or decoded.
    #[error("failed to encode or decode record: {0}")]
    Record(String),
    /// The house rules of a server could not be encoded or decoded.
    #[error("failed to encode or decode house rules: {0}")]
    Rules(String),
    /// No season can be ended because the server has no current season.
    #[error("no season is running on this server: the next deal starts one, or use /season start")]
    NoSeasonRuns,
    /// The server already has a season with this name.
    #[error("a season named '{0}' already exists on this server: choose another name")]
    SeasonNameTaken(String),
    /// The season's name is empty, too long, or contains control characters.
    #[error("invalid season name: use 1 to {longest} characters on one line")]
    NoSeasonName {
        /// Maximum length of a season's name, in characters.
        longest: usize,
    },
    /// The server has no season with this name or id.
    #[error("season not found on this server")]
    NoSuchSeason,
    /// The leaderboard does not have the requested page.
    #[error("page {page} does not exist: the last page is {pages}")]
    NoSuchPage {
        /// Requested page number, starting at 1.
        page: u32,
        /// Number of pages in the leaderboard.
        pages: u32,
    },
    /// The server has no finished deal with this id.
    #[error("finished deal {0} not found on this server")]
    NoSuchDeal(DealId),
    /// The deal is already void.
    #[error("deal {0} is already void")]
    AlreadyVoid(DealId),
    /// The deal is not void.
    #[error("deal {0} is not void")]
    NotVoid(DealId),
    /// The deal can't be voided because it was imported. Imported deals affect neither points nor ratings.
    #[error("deal {0} was imported: imported deals do not count and cannot be void")]
    CountsNowhere(DealId),
    /// The server has already imported this deal under the given id.
    #[error("the same deal was already imported as #{0}: no deal was imported")]
    ImportedAlready(DealId),
    /// The user's data can't be deleted while the user has a seat at these open tables.
    #[error("{} tables at which this user played are still open: close them first", .0.len())]
    StillAtTables(Vec<TableRow>),
    /// The user's data was deleted, except at these open tables. The remaining data is deleted once the
    /// tables are closed.
    #[error("user deleted except at {} open tables: deletion is completed when they are closed", .0.len())]
    ForgottenLater(Vec<TableRow>),
    /// Several deletions failed with the listed errors. All other data was deleted.
    #[error("deletion is incomplete: {}", listed(.0))]
    NotAllForgotten(Vec<StoreError>),
    /// The data was deleted, but copies remain in the write-ahead log.
    ///
    /// The log can't be truncated while other connections are reading from it.
    #[error("deleted data remains in the write-ahead log while other connections are reading: try again")]
    NotCleanYet,
    /// The id of a deleted user still occurs in the database file.
    #[error("a deleted user id remains in the database file: this is a bug in ulti, report it")]
    StillThere,
    /// The backup was not written because the target file already exists.
    #[error("backup file {} already exists: choose another file name", .0.display())]
    TargetExists(PathBuf),
    /// The backup of the database could not be written.
    #[error("failed to write backup {}: {reason}", target.display())]
    Target {
        /// Path of the backup file.
        target: PathBuf,
        /// Human-readable description of the failure.
        reason: String,
    },
    /// This process does not run the shard, because it has not leased it or another process has taken it
    /// over.
    #[error("shard {0} is not leased by this process")]
    NotLeased(Shard),
    /// The lease of this process has expired, because it could not be renewed in time.
    #[error("lease of shard {0} has expired")]
    LeaseExpired(Shard),
    /// Other processes that share the database use another number of shards.
    #[error(
        "discord.shards divides the servers into {ours} shards, but other processes with this database use {theirs}: \
         give all processes the same number, or stop all of them first"
    )]
    ShardCount {
        /// Number of shards of this process.
        ours: u32,
        /// Number of shards of the other processes.
        theirs: u32,
    },
    /// Other processes lease their shards, which a process with fixed shards would not notice.
    #[error(
        "the database is used by processes that lease their shards, or was until a few seconds ago: set discord.shards \
         to \"leased\" for this process, too, or stop the others first"
    )]
    Leased,
}

impl StoreError {
    /// Returns `true` if stored data is damaged or cannot be decoded.
    pub const fn is_damage(&self) -> bool {
        matches!(
            self,
            Self::Damaged(_) | Self::Journal { .. } | Self::Deal { .. } | Self::Record(_) | Self::Rules(_)
        )
    }

    /// Returns `true` if all other writes to the database would fail with the same error.
    ///
    /// An operation on several tables, users or servers should then stop instead of trying the next one.
    pub(super) fn is_everywhere(&self) -> bool {
        self.everywhere().is_some()
    }

    /// Returns a copy of the error if all other writes would fail for the same reason, such as a full disk.
    ///
    /// Returns `None` for all other errors.
    pub(super) fn everywhere(&self) -> Option<Self> {
        match self {
            Self::Busy => Some(Self::Busy),
            Self::Full => Some(Self::Full),
            Self::ReadOnly => Some(Self::ReadOnly),
            Self::ReplicaIsReadOnly => Some(Self::ReplicaIsReadOnly),
            Self::TooManyConnections => Some(Self::TooManyConnections),
            Self::Unreachable(reason) => Some(Self::Unreachable(reason.clone())),
            Self::Elsewhere(path) => Some(Self::Elsewhere(path.clone())),
            _ => None,
        }
    }

    /// Combines a list of errors into one result.
    ///
    /// Returns `Ok` if `failed` is empty. If `failed` contains exactly one error, returns that error.
    /// Otherwise, returns [`StoreError::NotAllForgotten`] with all errors.
    pub(super) fn all_of(mut failed: Vec<Self>) -> Result<(), Self> {
        match failed.len() {
            0 => Ok(()),
            1 => failed.pop().map_or(Ok(()), Err),
            _ => Err(Self::NotAllForgotten(failed)),
        }
    }

    /// Converts an error from opening the database at `path` to a variant that contains the path, such as
    /// [`StoreError::NotADatabase`]. Returns other errors unchanged.
    pub(super) fn at_open(self, path: PathBuf) -> Self {
        match self {
            Self::Damaged(_) => Self::NotADatabase(path),
            Self::Sql(error) => Self::CantOpen { path, reason: plain(&error) },
            Self::ReadOnly => Self::CantOpen { path, reason: "it is read-only".to_owned() },
            other => other,
        }
    }

    /// Converts an error from connecting to a database server to a variant that contains its address. Other
    /// errors already say what to do and are returned unchanged.
    pub(super) fn at_connect(self, server: String) -> Self {
        match self {
            Self::Sql(error) => Self::CantConnect { server, reason: plain(&error) },
            Self::Unreachable(reason) => Self::CantConnect { server, reason },
            Self::Busy => Self::CantConnect { server, reason: "timed out".to_owned() },
            other => other,
        }
    }

    /// Converts an error from migrating a database to a `StoreError`. `at_open` converts errors of queries.
    pub(super) fn at_migration(
        error: MigrateError,
        database: String,
        at_open: impl FnOnce(Self) -> Self,
    ) -> Self {
        match error {
            MigrateError::VersionMissing(version) | MigrateError::VersionTooNew(version, _) => {
                Self::NewerSchema { database, version }
            }
            MigrateError::VersionMismatch(version) => Self::OtherSchema { database, version },
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => at_open(error.into()),
            source => Self::Migration { database, source },
        }
    }
}

fn listed(errors: &[StoreError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Returns the database's error message without the text added by sqlx.
fn plain(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |database| database.message().to_owned())
}
