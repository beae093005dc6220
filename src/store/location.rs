//! The configured path or address of the database.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

/// Parameters that sqlx supports in the address of a server.
const PARAMETERS: [&str; 17] = [
    "sslmode",
    "ssl-mode",
    "sslrootcert",
    "ssl-root-cert",
    "ssl-ca",
    "sslcert",
    "ssl-cert",
    "sslkey",
    "ssl-key",
    "statement-cache-capacity",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "options",
];

/// Path of a SQLite file or address of a PostgreSQL database.
#[derive(Debug, Clone)]
pub enum DatabaseLocation {
    /// The path of a SQLite file.
    File(PathBuf),
    /// A database on a PostgreSQL server.
    Postgres(PostgresAddress),
}

/// The address of a database on a PostgreSQL server. The password is not shown by `Debug` and `Display`.
#[derive(Clone)]
pub struct PostgresAddress {
    options: Box<PgConnectOptions>,
    connections: u32,
    /// `true` if the server cancels statements that take too long.
    has_statement_timeout: bool,
}

/// Error returned if an address of a database is invalid. It does not contain the address, which may contain
/// a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidLocation {
    /// The address begins with none of the known schemes.
    #[error("it must begin with postgres:// or sqlite:")]
    UnknownScheme,
    /// The address of a server could not be parsed.
    #[error("{0}; an example is postgres://ulti@db.example/ulti")]
    Server(String),
    /// The address of a server has a parameter that does not exist. sqlx would log its value, which may be a
    /// part of a password.
    #[error(
        "it has an unknown parameter after the question mark; special characters in a password are written as in %40"
    )]
    UnknownParameter,
    /// The address contains no path.
    #[error("it contains no path; an example is sqlite:ulti.db")]
    NoPath,
}

impl DatabaseLocation {
    /// Default number of connections of a process to a database server.
    pub const CONNECTIONS: u32 = 10;

    /// Sets the maximum number of connections to a database server.
    #[must_use]
    pub fn with_connections(mut self, connections: u32) -> Self {
        if let Self::Postgres(server) = &mut self {
            server.connections = connections;
        }
        self
    }

    /// Removes the limit on the duration of a statement, for operations on all rows.
    pub(super) fn without_statement_timeout(mut self) -> Self {
        if let Self::Postgres(server) = &mut self {
            server.has_statement_timeout = false;
        }
        self
    }
}

impl FromStr for DatabaseLocation {
    type Err = InvalidLocation;

    fn from_str(url: &str) -> Result<Self, InvalidLocation> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            return if path.is_empty() { Err(InvalidLocation::NoPath) } else { Ok(Self::File(path.into())) };
        }
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err(InvalidLocation::UnknownScheme);
        }
        check_parameters(url)?;
        let options: PgConnectOptions = url.parse().map_err(|error: sqlx::Error| {
            InvalidLocation::Server(match error {
                sqlx::Error::Configuration(reason) => reason.to_string(),
                other => other.to_string(),
            })
        })?;
        Ok(Self::Postgres(PostgresAddress {
            options: Box::new(options),
            connections: Self::CONNECTIONS,
            has_statement_timeout: true,
        }))
    }
}

/// Checks that a server's address has only known parameters, and that no part of a password was parsed as
/// another part of the address.
fn check_parameters(url: &str) -> Result<(), InvalidLocation> {
    let Ok(url) = reqwest::Url::parse(url) else { return Ok(()) }; // sqlx reports the error
    let is_known = |key: &str| PARAMETERS.contains(&key) || key.starts_with("options[");
    if url.path().contains('@') || !url.query_pairs().all(|(key, _)| is_known(&key)) {
        return Err(InvalidLocation::UnknownParameter);
    }
    Ok(())
}

impl From<&Path> for DatabaseLocation {
    fn from(path: &Path) -> Self {
        Self::File(path.to_owned())
    }
}

impl fmt::Display for DatabaseLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres(server) => server.fmt(f),
        }
    }
}

impl PostgresAddress {
    pub(super) const fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    /// Returns `true` if the server cancels statements that take too long.
    pub(super) const fn has_statement_timeout(&self) -> bool {
        self.has_statement_timeout
    }

    /// Returns the maximum number of connections of this process.
    pub(super) const fn connections(&self) -> u32 {
        self.connections
    }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (host, port) = (self.options.get_host(), self.options.get_port());
        let database = self.options.get_database().unwrap_or_else(|| self.options.get_username());
        write!(f, "postgres://{host}:{port}/{database}")
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_shown_without_password() {
        let location: DatabaseLocation = "postgres://ulti:secret@db.example:6432/cards".parse().unwrap();
        assert_eq!(location.to_string(), "postgres://db.example:6432/cards");
        assert_eq!(format!("{location:?}"), "Postgres(postgres://db.example:6432/cards)");
    }

    #[test]
    fn path_of_file_may_be_relative_or_absolute() {
        for (url, path) in [("sqlite:ulti.db", "ulti.db"), ("sqlite:///data/ulti.db", "/data/ulti.db")] {
            let DatabaseLocation::File(found) = url.parse().unwrap() else { panic!("{url}") };
            assert_eq!(found, Path::new(path));
        }
    }

    const UNKNOWN_PARAMETER: &str = "it has an unknown parameter after the question mark; special characters in a \
                                     password are written as in %40";

    #[test]
    fn invalid_addresses_are_rejected_without_being_quoted() {
        for (url, reason) in [
            ("mysql://secret@host/db", "it must begin with postgres:// or sqlite:"),
            ("ulti.db", "it must begin with postgres:// or sqlite:"),
            ("sqlite:", "it contains no path; an example is sqlite:ulti.db"),
            ("postgres://ulti:12?secret@host/db", UNKNOWN_PARAMETER),
            ("postgres://ulti:12/secret@host/db", UNKNOWN_PARAMETER),
            ("postgres://ulti@host/db?pasword=secret", UNKNOWN_PARAMETER),
            (
                "postgres://ulti:secret@host:port/db",
                "invalid port number; an example is postgres://ulti@db.example/ulti",
            ),
        ] {
            let error = url.parse::<DatabaseLocation>().unwrap_err().to_string();
            assert_eq!(error, reason);
        }
    }
}
