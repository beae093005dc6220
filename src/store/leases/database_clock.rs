//! The clock of the database server.

use crate::store::Result;
use crate::store::sql::{ByDialect, Connection, query_scalar};
use crate::table::UnixMillis;

const NOW: ByDialect = ByDialect {
    sqlite: "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    postgres: "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT",
};

/// Returns the current time on the clock of the database server.
pub(super) async fn now(db: &mut Connection) -> Result<UnixMillis> {
    Ok(query_scalar!(NOW.of(db.dialect()), []).fetch_one(db).await?)
}
