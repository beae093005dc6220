//! Opening a connection within a limited time.

use std::time::Duration;

use sqlx::{ConnectOptions as _, PgConnection};

use crate::store::location::PostgresAddress;

/// Maximum time for opening a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Opens a connection.
///
/// # Errors
/// Returns an error if the server does not answer within ten seconds or rejects the connection.
pub(in crate::store) async fn connect(address: &PostgresAddress) -> sqlx::Result<PgConnection> {
    let timed_out = |_| sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "timed out"));
    tokio::time::timeout(CONNECT_TIMEOUT, address.options().connect()).await.map_err(timed_out)?
}
