//! What can go wrong with the database, in sentences that say what would be right.

use std::io;
use std::path::PathBuf;

use sqlx::migrate::MigrateError;

use super::{DealId, TableRow};
use crate::table::{JournalError, TableId, TooMany};

/// Why the database did not do something. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder of the database file is missing and can't be made.
    #[error(
        "the database's folder {} can't be made ({source}): make it, or name another file in the configuration",
        folder.display()
    )]
    Folder {
        /// Which folder.
        folder: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The path of the database is a folder.
    #[error("{} is a folder: name a file in it in the configuration, such as {}", .0.display(), .0.join("ulti.db").display())]
    IsFolder(PathBuf),
    /// The database file is there, or its folder is, and may not be used.
    #[error(
        "the database {} can't be opened ({reason}): the bot must be allowed to read and write that file and its folder, and there must be room on its disk",
        path.display()
    )]
    CantOpen {
        /// Which file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// The file is something else, or broken.
    #[error(
        "{} is not a SQLite database, or is damaged: name another file in the configuration, or put a backup in its place",
        .0.display()
    )]
    NotADatabase(PathBuf),
    /// The file is a database with other tables.
    #[error("{} is the database of another program: name another file in the configuration", .0.display())]
    OtherProgram(PathBuf),
    /// A newer version of this program has written the file.
    #[error(
        "the database {} is of a newer version of ulti (its migration {version} is unknown here): run that version, or put a backup in its place",
        path.display()
    )]
    NewerSchema {
        /// Which file.
        path: PathBuf,
        /// The first migration that this version doesn't know.
        version: i64,
    },
    /// A migration that was applied to the file is not the one in this program.
    #[error(
        "the database {} was made by a build of ulti whose migration {version} differs from this one's: run that build, or put a backup in its place",
        path.display()
    )]
    OtherSchema {
        /// Which file.
        path: PathBuf,
        /// Which migration.
        version: i64,
    },
    /// A migration failed.
    #[error("the database {} can't be brought up to date: {source}", path.display())]
    Migration {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: MigrateError,
    },
    /// The file, its folder or its disk is read-only.
    #[error("the database is read-only: let the bot write its file and its folder")]
    ReadOnly,
    /// The file was deleted, moved or replaced while it was open.
    #[error(
        "the database {} is not there any more, or another file is in its place: put it back, or stop the bot and put a backup there",
        .0.display()
    )]
    Elsewhere(PathBuf),
    /// There is no room left.
    #[error("the disk of the database is full: make room on it")]
    Full,
    /// Someone else holds the database.
    #[error("the database is busy: another program holds it, or the disk is too slow")]
    Busy,
    /// What is written in the database makes no sense.
    #[error("the database is damaged, put a backup in its place: {0}")]
    Damaged(String),
    /// Anything else.
    #[error("the database failed: {0}")]
    Sql(#[source] sqlx::Error),
    /// The channel has an open table already.
    #[error("the channel has table {0} already")]
    ChannelTaken(TableId),
    /// As many tables are open as there may be.
    #[error(transparent)]
    TooMany(TooMany),
    /// Someone else has written at this place.
    #[error("table {table} has moved on: event {first} is taken")]
    Conflict {
        /// Whose.
        table: TableId,
        /// The number that is taken.
        first: u32,
    },
    /// There is no such table.
    #[error("there is no table {0}")]
    NoSuchTable(TableId),
    /// The first event of a table says on which server it is.
    #[error("a table begins with being set up")]
    NotSetUp,
    /// An event of the journal can't be read or written.
    #[error("the journal of table {table} can't be read: {reason}")]
    Journal {
        /// Whose.
        table: TableId,
        /// Why.
        reason: String,
    },
    /// The record of a deal, or its contract, can't be read or written.
    #[error("deal {deal} can't be read: {reason}")]
    Deal {
        /// Which.
        deal: DealId,
        /// Why.
        reason: String,
    },
    /// The record of a deal that has just ended can't be written.
    #[error("the deal can't be written down: {0}")]
    Record(String),
    /// What a server plays by is no document.
    #[error("a server's rules can't be read or written: {0}")]
    Rules(String),
    /// No season runs where one was to be ended.
    #[error("no season runs on this server: the next deal begins one, or start one by hand")]
    NoSeasonRuns,
    /// The server has a season of this name.
    #[error("this server has a season called '{0}' already: choose another name")]
    SeasonNameTaken(String),
    /// A season's name is empty, too long, or has lines or invisible characters in it.
    #[error("a season's name has 1 to {longest} characters on one line")]
    NoSeasonName {
        /// How many characters it may have.
        longest: usize,
    },
    /// The server has no such season.
    #[error("this server has no such season")]
    NoSuchSeason,
    /// The list has fewer pages.
    #[error("there is no page {page}: there are {pages}")]
    NoSuchPage {
        /// Which was asked for, from 1.
        page: u32,
        /// How many there are.
        pages: u32,
    },
    /// The server has no such deal.
    #[error("this server has no deal {0} that is over")]
    NoSuchDeal(DealId),
    /// The deal is void already.
    #[error("deal {0} is void already")]
    AlreadyVoid(DealId),
    /// The deal is not void.
    #[error("deal {0} is not void: it counts")]
    NotVoid(DealId),
    /// The deal was played elsewhere, so there is nothing to declare void.
    #[error("deal {0} was imported: it counts nowhere")]
    CountsNowhere(DealId),
    /// A record that was to be imported is among the imported deals of the server.
    #[error("this server has the same deal already, imported as #{0}: nothing is imported")]
    ImportedAlready(DealId),
    /// The person is at tables whose evening goes on.
    #[error("the evening goes on at {} of this person's tables: end it there, or leave and let the others end it", .0.len())]
    StillAtTables(Vec<TableRow>),
    /// The person is forgotten but for tables whose evening goes on.
    #[error("the person is forgotten but at {} of their tables, where the evening goes on: there it follows when it ends", .0.len())]
    ForgottenLater(Vec<TableRow>),
    /// Part of what was to be forgotten is not; the rest is.
    #[error("not all that was to be forgotten could be: {}", listed(.0))]
    NotAllForgotten(Vec<StoreError>),
    /// What was deleted is still in the log of changes, since somebody keeps reading.
    #[error("what was deleted is out of the database, but not out of its log while others read: ask again")]
    NotCleanYet,
    /// A deleted number still stands in the file.
    #[error("what was deleted still stands in the database's file: this is a mistake of ulti's, report it")]
    StillThere,
    /// There is a file where the backup should go.
    #[error("{} exists already: name a file for the backup that does not", .0.display())]
    TargetExists(PathBuf),
    /// The backup can't be written there.
    #[error("the backup {} can't be written: {reason}", target.display())]
    Target {
        /// Where.
        target: PathBuf,
        /// Why not.
        reason: String,
    },
}

/// What `SQLite` calls the kinds of failure that someone can do something about: the low byte of its
/// result codes, <https://www.sqlite.org/rescode.html>.
mod code {
    pub(super) const BUSY: u32 = 5;
    pub(super) const LOCKED: u32 = 6;
    pub(super) const READ_ONLY: u32 = 8;
    pub(super) const CORRUPT: u32 = 11;
    pub(super) const FULL: u32 = 13;
    pub(super) const NOT_A_DATABASE: u32 = 26;
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        if matches!(error, sqlx::Error::PoolTimedOut) {
            return Self::Busy;
        }
        let Some(database) = error.as_database_error() else { return Self::Sql(error) };
        let number = database.code().and_then(|code| code.parse::<u32>().ok());
        match number.map(|number| number & 0xff) {
            Some(code::BUSY | code::LOCKED) => Self::Busy,
            Some(code::READ_ONLY) => Self::ReadOnly,
            Some(code::FULL) => Self::Full,
            Some(code::CORRUPT | code::NOT_A_DATABASE) => Self::Damaged(database.message().to_owned()),
            _ => Self::Sql(error),
        }
    }
}

impl From<StoreError> for JournalError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::ChannelTaken(table) => Self::ChannelTaken(table),
            StoreError::TooMany(many) => Self::TooMany(many),
            StoreError::Conflict { table, first } => Self::Conflict { table, first },
            StoreError::NoSuchTable(table) => Self::NoSuchTable(table),
            StoreError::Journal { table, reason } => Self::Corrupt { table, reason },
            other => Self::Unavailable(other.to_string()),
        }
    }
}

impl StoreError {
    /// Whether it is no matter of this line or that: whatever is tried next fails alike.
    pub(super) fn is_everywhere(&self) -> bool {
        self.everywhere().is_some()
    }

    /// The same once more, for everybody else, where whatever is tried next fails alike.
    pub(super) fn everywhere(&self) -> Option<Self> {
        match self {
            Self::Busy => Some(Self::Busy),
            Self::Full => Some(Self::Full),
            Self::ReadOnly => Some(Self::ReadOnly),
            Self::Elsewhere(path) => Some(Self::Elsewhere(path.clone())),
            _ => None,
        }
    }

    /// Nothing, or what went wrong in one place or in several.
    pub(super) fn all_of(mut failed: Vec<Self>) -> Result<(), Self> {
        match failed.len() {
            0 => Ok(()),
            1 => failed.pop().map_or(Ok(()), Err),
            _ => Err(Self::NotAllForgotten(failed)),
        }
    }

    /// What it means when it happens while the file is opened.
    pub(super) fn at_open(self, path: PathBuf) -> Self {
        match self {
            Self::Damaged(_) => Self::NotADatabase(path),
            Self::Sql(error) => Self::CantOpen { path, reason: plain(&error) },
            Self::ReadOnly => Self::CantOpen { path, reason: "it is read-only".to_owned() },
            other => other,
        }
    }

    /// What it means when a migration fails.
    pub(super) fn at_migration(error: MigrateError, path: PathBuf) -> Self {
        match error {
            MigrateError::VersionMissing(version) | MigrateError::VersionTooNew(version, _) => {
                Self::NewerSchema { path, version }
            }
            MigrateError::VersionMismatch(version) => Self::OtherSchema { path, version },
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                Self::from(error).at_open(path)
            }
            source => Self::Migration { path, source },
        }
    }
}

fn listed(errors: &[StoreError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// What the database says, without what wraps it.
fn plain(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |database| database.message().to_owned())
}
