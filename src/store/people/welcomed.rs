//! Servers on which the bot has posted its welcome message.

use std::time::Duration;

use crate::store::sql::{query, query_scalar};
use crate::store::{Result, Store};
use crate::table::{ServerId, UnixMillis, UserId};

/// Key in the database table `meta` for the time before which joined servers need no welcome message.
const SINCE: &str = "welcome_since";
/// Minimum time between two attempts to welcome a server.
///
/// Within this time, Discord recognizes a repeated message by its nonce.
const RETRY_AFTER: Duration = Duration::from_mins(10);
/// Query that returns true if server $1 needs no welcome message, or if the last attempt was after time $2.
const IS_SETTLED: &str =
    "SELECT EXISTS (SELECT 1 FROM welcomed WHERE server = $1 AND (posted = 1 OR at > $2))";
/// Statement that records an attempt to welcome server $1 at time $2, unless another attempt was after time
/// $3.
const ATTEMPT: &str = "
    INSERT INTO welcomed (server, at, posted) VALUES ($1, $2, 0)
    ON CONFLICT (server) DO UPDATE SET at = excluded.at WHERE welcomed.posted = 0 AND welcomed.at <= $3";
/// Query for the server of the newest table at which user $1 sat.
pub(crate) const LATEST_SERVER: &str =
    "SELECT t.server FROM sitters s JOIN tables t ON t.id = s.table_id WHERE s.user_id = $1
     ORDER BY s.table_id DESC LIMIT 1";

impl Store {
    /// Returns `true` if the bot has to post the welcome message on a server now, and records the attempt.
    ///
    /// Returns `false` if the message is already posted, even if the bot was removed and invited again in
    /// between. Also returns `false` if the bot `joined` the server before it was able to post welcome
    /// messages: before the upgrade of the database or, in a new database, more than a day before the first
    /// start.
    ///
    /// An attempt without [`record_welcome`](Self::record_welcome) may be repeated after ten minutes.
    pub async fn welcome(&self, server: ServerId, joined: UnixMillis, now: UnixMillis) -> Result<bool> {
        // Runs for every server when the bot connects, and nearly all need no message, so nothing is written
        // for those.
        let latest = now.before(RETRY_AFTER);
        if query_scalar!(IS_SETTLED, [server, latest]).fetch_one(&self.readers).await? {
            return Ok(false);
        }
        let since: Option<UnixMillis> = query_scalar!("SELECT value FROM meta WHERE name = $1", [SINCE])
            .fetch_optional(&self.readers)
            .await?;
        if since.is_some_and(|since| joined < since) {
            return Ok(false);
        }
        Ok(self.execute(query!(ATTEMPT, [server, now, latest])).await? > 0)
    }

    /// Records that a server has its welcome message or needs none.
    pub async fn record_welcome(&self, server: ServerId, at: UnixMillis) -> Result<()> {
        let statement = query!(
            "INSERT INTO welcomed (server, at, posted) VALUES ($1, $2, 1)
             ON CONFLICT (server) DO UPDATE SET at = excluded.at, posted = 1",
            [server, at]
        );
        self.execute(statement).await.map(drop)
    }

    /// Returns the server of the newest table at which the user sat, or `None` if there is none.
    pub async fn latest_server(&self, user: UserId) -> Result<Option<ServerId>> {
        Ok(query_scalar!(LATEST_SERVER, [user]).fetch_optional(&self.readers).await?)
    }
}
