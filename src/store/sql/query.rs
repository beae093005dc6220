//! Queries that run on either database.
//!
//! The SQL text of nearly all queries is the same for both. Arguments are written `$1`, `$2` and so on.

use futures::StreamExt as _;
use futures::stream::BoxStream;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{ColumnIndex, Decode, FromRow, SqlSafeStr, SqlStr, Type};

use super::argument::{self, Argument, ColumnType, Value};
use super::connection::{Connection, Executor};

/// A type to which the rows of either database can be converted.
pub(crate) trait Row:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T> Row for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

/// An SQL query with its arguments.
#[derive(Debug)]
pub(crate) struct Query {
    sql: SqlStr,
    arguments: Vec<Value>,
}

/// A query of which only the first column is read.
#[derive(Debug)]
pub(crate) struct ScalarQuery(pub(super) Query);

/// Rows as returned by either database.
#[derive(Debug)]
pub(crate) enum Rows {
    Sqlite(Vec<SqliteRow>),
    Postgres(Vec<PgRow>),
}

/// Runs `$call` on the query and connection of the database to which `$db` belongs.
macro_rules! on_executor {
    ($self:expr, $db:expr, $sqlite:path, $postgres:path, $call:ident) => {{
        let Self { sql, arguments } = $self;
        match $db {
            Executor::Sqlite(db) => {
                $sqlite(sqlx::query_with(sql, argument::sqlite(arguments)?).$call(db).await?)
            }
            Executor::SqlitePool(db) => {
                $sqlite(sqlx::query_with(sql, argument::sqlite(arguments)?).$call(db).await?)
            }
            Executor::Postgres(db) => {
                let db = db.connection()?;
                $postgres(sqlx::query_with(sql, argument::postgres(arguments)?).$call(db).await?)
            }
            Executor::PostgresPool(db) => {
                $postgres(sqlx::query_with(sql, argument::postgres(arguments)?).$call(db).await?)
            }
        }
    }};
}

impl Query {
    /// Creates a query without arguments.
    pub(crate) fn new(sql: impl SqlSafeStr) -> Self {
        Self { sql: sql.into_sql_str(), arguments: Vec::new() }
    }

    /// Adds the next argument.
    pub(crate) fn bind(mut self, argument: impl Argument) -> Self {
        self.arguments.push(argument.into_value());
        self
    }

    /// Adds the next argument, which is already converted.
    pub(crate) fn bind_value(mut self, value: Value) -> Self {
        self.arguments.push(value);
        self
    }

    /// Executes a statement and returns the number of affected rows.
    pub(crate) async fn execute<'e>(self, db: impl Into<Executor<'e>> + Send) -> sqlx::Result<u64> {
        self.run(db.into()).await
    }

    /// Returns all rows.
    pub(crate) async fn fetch_all<'e, T: Row>(
        self,
        db: impl Into<Executor<'e>> + Send,
    ) -> sqlx::Result<Vec<T>> {
        self.rows(db.into()).await?.read()
    }

    /// Returns the first row, or `None` if there is none.
    pub(crate) async fn fetch_optional<'e, T: Row>(
        self,
        db: impl Into<Executor<'e>> + Send,
    ) -> sqlx::Result<Option<T>> {
        Ok(self.first_row(db.into()).await?.read()?.pop())
    }

    /// Returns the first row.
    ///
    /// # Errors
    /// Returns [`sqlx::Error::RowNotFound`] if there is none.
    pub(crate) async fn fetch_one<'e, T: Row>(self, db: impl Into<Executor<'e>> + Send) -> sqlx::Result<T> {
        self.fetch_optional(db).await?.ok_or(sqlx::Error::RowNotFound)
    }

    /// Returns the rows one by one, so that they need not fit into memory together.
    pub(crate) fn fetch<'e, T: Row + 'e>(
        self,
        db: &'e mut Connection,
    ) -> sqlx::Result<BoxStream<'e, sqlx::Result<T>>> {
        let Self { sql, arguments } = self;
        Ok(match db {
            Connection::Sqlite(db) => sqlx::query_with(sql, argument::sqlite(arguments)?)
                .fetch(&mut **db)
                .map(|row| T::from_row(&row?))
                .boxed(),
            Connection::Postgres(db) => sqlx::query_with(sql, argument::postgres(arguments)?)
                .fetch(db.connection()?)
                .map(|row| T::from_row(&row?))
                .boxed(),
        })
    }

    /// Returns the rows undecoded, for queries whose columns are not known at compile time.
    pub(crate) async fn rows(self, db: Executor<'_>) -> sqlx::Result<Rows> {
        Ok(on_executor!(self, db, Rows::Sqlite, Rows::Postgres, fetch_all))
    }

    async fn first_row(self, db: Executor<'_>) -> sqlx::Result<Rows> {
        let sqlite = |row: Option<SqliteRow>| Rows::Sqlite(row.into_iter().collect());
        let postgres = |row: Option<PgRow>| Rows::Postgres(row.into_iter().collect());
        Ok(on_executor!(self, db, sqlite, postgres, fetch_optional))
    }

    async fn run(self, db: Executor<'_>) -> sqlx::Result<u64> {
        let sqlite = |done: sqlx::sqlite::SqliteQueryResult| done.rows_affected();
        let postgres = |done: sqlx::postgres::PgQueryResult| done.rows_affected();
        Ok(on_executor!(self, db, sqlite, postgres, execute))
    }
}

impl ScalarQuery {
    /// Returns the first column of all rows.
    pub(crate) async fn fetch_all<'e, T>(self, db: impl Into<Executor<'e>> + Send) -> sqlx::Result<Vec<T>>
    where
        (T,): Row,
    {
        let rows: Vec<(T,)> = self.0.fetch_all(db).await?;
        Ok(rows.into_iter().map(|(value,)| value).collect())
    }

    /// Returns the first column of the first row, or `None` if there is no row.
    pub(crate) async fn fetch_optional<'e, T>(
        self,
        db: impl Into<Executor<'e>> + Send,
    ) -> sqlx::Result<Option<T>>
    where
        (T,): Row,
    {
        let row: Option<(T,)> = self.0.fetch_optional(db).await?;
        Ok(row.map(|(value,)| value))
    }

    /// Returns the first column of the first row.
    ///
    /// # Errors
    /// Returns [`sqlx::Error::RowNotFound`] if there is no row.
    pub(crate) async fn fetch_one<'e, T>(self, db: impl Into<Executor<'e>> + Send) -> sqlx::Result<T>
    where
        (T,): Row,
    {
        self.fetch_optional(db).await?.ok_or(sqlx::Error::RowNotFound)
    }
}

impl Rows {
    /// Converts the rows.
    pub(crate) fn read<T: Row>(&self) -> sqlx::Result<Vec<T>> {
        match self {
            Self::Sqlite(rows) => rows.iter().map(T::from_row).collect(),
            Self::Postgres(rows) => rows.iter().map(T::from_row).collect(),
        }
    }

    /// Returns the values of all columns, which have the given types.
    pub(crate) fn values(&self, types: &[ColumnType]) -> sqlx::Result<Vec<Vec<Value>>> {
        match self {
            Self::Sqlite(rows) => rows.iter().map(|row| values(row, types)).collect(),
            Self::Postgres(rows) => rows.iter().map(|row| values(row, types)).collect(),
        }
    }
}

fn values<'r, R>(row: &'r R, types: &[ColumnType]) -> sqlx::Result<Vec<Value>>
where
    R: sqlx::Row,
    usize: ColumnIndex<R>,
    bool: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    f64: Decode<'r, R::Database> + Type<R::Database>,
    String: Decode<'r, R::Database> + Type<R::Database>,
{
    let value = |(column, of): (usize, &ColumnType)| {
        Ok(match of {
            ColumnType::Integer => Value::Integer(row.try_get(column)?),
            ColumnType::Real => Value::Real(row.try_get(column)?),
            ColumnType::Text => Value::Text(row.try_get(column)?),
            ColumnType::Boolean => Value::Boolean(row.try_get(column)?),
        })
    };
    types.iter().enumerate().map(value).collect()
}

/// Builds a statement and binds its arguments in order, as in `query!("DELETE FROM days WHERE user_id = $1",
/// [user])`.
///
/// Unlike the macro of the same name in sqlx, this does not check the SQL at compile time.
macro_rules! query {
    ($sql:expr, [$($argument:expr),* $(,)?]) => { $crate::store::sql::Query::new($sql)$(.bind($argument))* };
}

/// Builds a query of which only the first column is read, and binds its arguments in order.
macro_rules! query_scalar {
    ($sql:expr, [$($argument:expr),* $(,)?]) => {
        $crate::store::sql::scalar($crate::store::sql::query!($sql, [$($argument),*]))
    };
}

pub(crate) use {query, query_scalar};
