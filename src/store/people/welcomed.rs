//! Servers on which the bot has posted its welcome message.

use crate::store::sql::{query, query_scalar};
use crate::store::{Result, Store};
use crate::table::{ServerId, UnixMillis, UserId};

/// Key in the database table `meta` for the time before which joined servers need no welcome message.
const SINCE: &str = "welcome_since";
const IS_WELCOMED: &str = "SELECT EXISTS (SELECT 1 FROM welcomed WHERE server = $1)";
/// Query for the server of the newest table at which user $1 sat.
pub(crate) const LATEST_SERVER: &str =
    "SELECT t.server FROM sitters s JOIN tables t ON t.id = s.table_id WHERE s.user_id = $1
     ORDER BY s.table_id DESC LIMIT 1";

impl Store {
    /// Records that a server is welcomed. Returns `true` if the bot has to post the welcome message there.
    ///
    /// Returns `false` for every later call, even if the bot was removed and invited again in between. Also
    /// returns `false` if the bot `joined` the server before the database was upgraded to a version that posts
    /// welcome messages.
    pub async fn welcome(&self, server: ServerId, joined: UnixMillis, now: UnixMillis) -> Result<bool> {
        // Runs for every server when the bot connects, and nearly all are welcomed, so a read comes first.
        if query_scalar!(IS_WELCOMED, [server]).fetch_one(&self.readers).await? {
            return Ok(false);
        }
        let since: Option<UnixMillis> = query_scalar!("SELECT value FROM meta WHERE name = $1", [SINCE])
            .fetch_optional(&self.readers)
            .await?;
        let inserted = self
            .execute(query!(
                "INSERT INTO welcomed (server, at) VALUES ($1, $2) ON CONFLICT (server) DO NOTHING",
                [server, now]
            ))
            .await?;
        Ok(inserted > 0 && since.is_none_or(|since| joined >= since))
    }

    /// Returns the server of the newest table at which the user sat, or `None` if there is none.
    pub async fn latest_server(&self, user: UserId) -> Result<Option<ServerId>> {
        Ok(query_scalar!(LATEST_SERVER, [user]).fetch_optional(&self.readers).await?)
    }
}
