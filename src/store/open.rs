//! Opening a database file or connecting to a database server.

use std::path::Path;
use std::sync::Arc;

use super::backend::Backend;
use super::database::Store;
use super::file::DatabaseFile;
use super::journal::group_commit;
use super::leases::fence::Fence;
use super::location::DatabaseLocation;
use super::postgres::PostgresDatabase;
use super::sql::{Pool, query_scalar};
use super::{Result, StoreError, file, postgres};
use crate::table::TableLimits;

impl Store {
    /// Opens the SQLite file at `path` and applies pending migrations.
    ///
    /// Creates the file and its folder if they do not exist.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, is damaged, or belongs to another program or a newer
    /// version.
    pub async fn open(path: &Path) -> Result<Self> {
        Self::open_at(&path.into()).await
    }

    /// Opens the database at a location and applies pending migrations.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written, is damaged, or belongs to another program or a
    /// newer version.
    pub async fn open_at(location: &DatabaseLocation) -> Result<Self> {
        let store = Self::open_incomplete(location).await?;
        match store.marker().await {
            Ok(None) => Ok(store),
            other => {
                store.close().await;
                other?;
                Err(StoreError::IncompleteMove(location.to_string()))
            }
        }
    }

    /// Like [`open_at`](Self::open_at), but also opens the target of an interrupted transfer.
    pub(super) async fn open_incomplete(location: &DatabaseLocation) -> Result<Self> {
        Ok(Self::new(match location {
            DatabaseLocation::File(path) => Backend::File(DatabaseFile::open(path).await?),
            DatabaseLocation::Postgres(address) => {
                Backend::Postgres(Box::pin(PostgresDatabase::connect(address)).await?)
            }
        }))
    }

    /// Opens an existing database in read-only mode, without applying migrations.
    ///
    /// This is possible while the bot is using the database, and if a file is on a read-only mount.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read, is damaged, or belongs to another program.
    pub async fn open_to_look(location: &DatabaseLocation) -> Result<Self> {
        Ok(Self::new(match location {
            DatabaseLocation::File(path) => Backend::File(DatabaseFile::look(path).await?),
            DatabaseLocation::Postgres(address) => {
                Backend::Postgres(Box::pin(PostgresDatabase::look(address)).await?)
            }
        }))
    }

    fn new(backend: Backend) -> Self {
        let (commits, writer, readers) = match &backend {
            Backend::File(DatabaseFile { writer, readers, .. }) => {
                (Pool::Sqlite(writer.clone()), Pool::Sqlite(writer.clone()), Pool::Sqlite(readers.clone()))
            }
            Backend::Postgres(PostgresDatabase { commits, writer, readers, .. }) => (
                Pool::Postgres(commits.clone()),
                Pool::Postgres(writer.clone()),
                Pool::Postgres(readers.clone()),
            ),
        };
        let fence = Arc::<Fence>::default();
        let commits = group_commit::start(commits, backend.clone(), Arc::clone(&fence));
        Self { writer, readers, commits, backend, limits: TableLimits::ANY, fence }
    }

    /// Returns the number of migrations of this program that have not been applied to the database.
    ///
    /// # Errors
    /// Returns [`StoreError::NewerSchema`] if the database has a migration that this program does not know,
    /// or another error if the database cannot be read.
    pub async fn pending_migrations(&self) -> Result<usize> {
        let migrations = match &self.backend {
            Backend::File(_) => &file::open::MIGRATIONS,
            Backend::Postgres(_) => &postgres::MIGRATIONS,
        };
        let applied: Vec<i64> =
            query_scalar!("SELECT version FROM _sqlx_migrations", []).fetch_all(&self.readers).await?;
        if let Some(version) = applied.iter().find(|version| !migrations.version_exists(**version)) {
            return Err(StoreError::NewerSchema { database: self.backend.name(), version: *version });
        }
        Ok(migrations.iter().filter(|migration| !applied.contains(&migration.version)).count())
    }
}
