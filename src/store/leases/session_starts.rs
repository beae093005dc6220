//! The pace of gateway sessions, which all processes with the same token have to keep together.

use std::time::Duration;

use super::database_clock::now;
use crate::store::sql::{query, query_scalar};
use crate::store::{Result, Store};
use crate::table::UnixMillis;

impl Store {
    /// Reserves a bucket for one session start for up to `hold`. Returns the end of the reservation, or the
    /// time to wait if the bucket is occupied.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub async fn reserve_session_start(
        &self,
        bucket: u32,
        hold: Duration,
    ) -> Result<std::result::Result<UnixMillis, Duration>> {
        let mut db = self.backend.begin_lease(&self.writer).await?;
        let now = now(&mut db).await?;
        let until = now.after(hold);
        let reserved = query!(
            "INSERT INTO session_starts (bucket, free_at) VALUES ($1, $2)
             ON CONFLICT (bucket) DO UPDATE SET free_at = excluded.free_at WHERE session_starts.free_at <= $3",
            [i64::from(bucket), until, now]
        )
        .execute(&mut db)
        .await?;
        if reserved > 0 {
            db.commit().await?;
            return Ok(Ok(until));
        }
        let free_at: UnixMillis =
            query_scalar!("SELECT free_at FROM session_starts WHERE bucket = $1", [i64::from(bucket)])
                .fetch_one(&mut db)
                .await?;
        Ok(Err(free_at.since(now)))
    }

    /// Ends a reservation early. The next session may begin after `pause`. Does nothing if the bucket has
    /// been reserved again.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written. The reservation then ends by itself.
    pub async fn end_session_start(&self, bucket: u32, until: UnixMillis, pause: Duration) -> Result<()> {
        let mut db = self.backend.begin_lease(&self.writer).await?;
        let now = now(&mut db).await?;
        query!(
            "UPDATE session_starts SET free_at = $2 WHERE bucket = $1 AND free_at = $3",
            [i64::from(bucket), now.after(pause), until]
        )
        .execute(&mut db)
        .await?;
        Ok(db.commit().await?)
    }
}
