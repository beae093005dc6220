//! Deletion of a user's data.
//!
//! Deals that others played in are kept, but the user's seat becomes anonymous in results, records and
//! journals. All other data about the user is deleted, and the user id is erased from the bytes of the
//! database file.
//!
//! Each table is processed in its own transaction, so that running games are blocked only briefly. The user
//! is first added to the database table `forgetting`, so that the deletion resumes after a crash.

use super::redact;
use crate::store::journal::{integrity, tables};
use crate::store::sql::convert::seat;
use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{DealId, Result, Store, StoreError, TableRow};
use crate::table::{Player, ServerId, TableEvent, TableId, UserId};
use ulti_rules::{Record, ReplayError};

/// Replacement for the name of a user whose data was deleted.
pub const ANONYMOUS: &str = Player::ANONYMOUS;

// In these queries, $1 is the user.
pub(crate) const OPEN_TABLES: &str = "SELECT own_tables.table_id FROM
     (SELECT table_id FROM sitters WHERE user_id = $1 UNION SELECT table_id FROM results WHERE user_id = $1) own_tables
     JOIN tables t ON t.id = own_tables.table_id WHERE t.ended_at IS NULL ORDER BY own_tables.table_id";
/// Query for all closed tables that refer to a user.
pub(crate) const TABLES: &str = "SELECT own_tables.table_id FROM
     (SELECT table_id FROM sitters WHERE user_id = $1 UNION SELECT table_id FROM results WHERE user_id = $1) own_tables
     JOIN tables t ON t.id = own_tables.table_id WHERE t.ended_at IS NOT NULL ORDER BY own_tables.table_id";
/// Query that returns true if any table, open or closed, still refers to a user.
pub(crate) const ANY_TABLE: &str = "SELECT EXISTS (SELECT 1 FROM sitters WHERE user_id = $1)
     OR EXISTS (SELECT 1 FROM results WHERE user_id = $1)";
/// Query for all display names that are stored for a user.
pub(crate) const NAMES: &str = "SELECT name FROM results WHERE user_id = $1 AND name IS NOT NULL
     UNION SELECT name FROM people WHERE user_id = $1";
/// Query for the events that contain display names, at all tables whose journals mention a user.
pub(crate) const NAMING_EVENTS: &str =
    "SELECT j.event FROM sitters s JOIN journal j ON j.table_id = s.table_id
     WHERE s.user_id = $1 AND (j.event LIKE '%joined%' OR j.event LIKE '%renamed%')";
pub(crate) const SERVERS: &str = "SELECT DISTINCT t.server FROM sitters s JOIN tables t ON t.id = s.table_id
     WHERE s.user_id = $1
     UNION SELECT server FROM results WHERE user_id = $1
     UNION SELECT server FROM deals WHERE voided_by = $1";
pub(crate) const REASONS: &str = "SELECT id, void_reason FROM deals WHERE server = $1 AND voided_at IS NOT NULL AND void_reason IS NOT NULL";
/// Query that returns true if any data about a user is stored.
pub(crate) const KNOWN: &str = "SELECT EXISTS (SELECT 1 FROM sitters WHERE user_id = $1)
     OR EXISTS (SELECT 1 FROM results WHERE user_id = $1)
     OR EXISTS (SELECT 1 FROM totals WHERE user_id = $1)
     OR EXISTS (SELECT 1 FROM people WHERE user_id = $1)
     OR EXISTS (SELECT 1 FROM user_settings WHERE user_id = $1)
     OR EXISTS (SELECT 1 FROM deals WHERE voided_by = $1)
     OR EXISTS (SELECT 1 FROM forgetting WHERE user_id = $1)";
/// SQL statements that delete a user's rows, such as totals and settings, and remove the user's id from void
/// deals.
pub(crate) const OWN: [&str; 6] = [
    "DELETE FROM totals WHERE user_id = $1",
    "DELETE FROM tallies WHERE user_id = $1",
    "DELETE FROM days WHERE user_id = $1",
    "DELETE FROM people WHERE user_id = $1",
    "DELETE FROM user_settings WHERE user_id = $1",
    "UPDATE deals SET voided_by = NULL WHERE voided_by = $1",
];

impl Store {
    /// Deletes a user's data: totals, ratings, settings and names. The user's seats become anonymous.
    ///
    /// The results of deals are kept for the other players. Afterwards, the database file does not contain
    /// the user id, but older backups still do. Deleting an unknown user succeeds.
    ///
    /// # Errors
    /// - [`StoreError::StillAtTables`]: one of the user's tables is still open. Nothing was deleted.
    /// - [`StoreError::ForgottenLater`]: the user joined a table during the deletion.
    ///   [`Store::finish_forgetting`] completes the deletion after that table is closed. Until then, the
    ///   user's points are not recorded.
    /// - [`StoreError::NotCleanYet`]: everything was deleted, but other connections kept the write-ahead log
    ///   from being emptied. Calling the method again empties it.
    pub async fn forget_person(&self, user: UserId) -> Result<()> {
        self.begin_forgetting(user).await?;
        self.go_on_forgetting(user).await
    }

    /// Returns `true` if any data about the user is stored.
    pub async fn is_known(&self, user: UserId) -> Result<bool> {
        Ok(query_scalar!(KNOWN, [user]).fetch_one(&self.readers).await?)
    }

    /// Resumes interrupted deletions of user data. Returns the number of users whose deletion was completed.
    ///
    /// The deletion of a user who has a seat at an open table remains incomplete until that table is closed.
    ///
    /// # Errors
    /// If the deletion fails for one user, the others are still processed, and all errors are returned
    /// together. An error that affects every write, such as a full disk, is returned immediately.
    pub async fn finish_forgetting(&self) -> Result<usize> {
        let users: Vec<UserId> =
            query_scalar!("SELECT user_id FROM forgetting", []).fetch_all(&self.readers).await?;
        let (mut done, mut failed) = (0, Vec::new());
        for user in users {
            match self.go_on_forgetting(user).await {
                Ok(()) => done += 1,
                Err(StoreError::ForgottenLater(_)) => {}
                Err(error) if error.is_everywhere() => return Err(error),
                Err(error) => failed.push(error),
            }
        }
        StoreError::all_of(failed)?;
        Ok(done)
    }

    async fn begin_forgetting(&self, user: UserId) -> Result<()> {
        let mut write = self.write().await?;
        let open = open_tables(&mut write, user).await?;
        if !open.is_empty() {
            return Err(StoreError::StillAtTables(open));
        }
        query!("INSERT INTO forgetting (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING", [user])
            .execute(&mut write)
            .await?;
        Ok(write.commit().await?)
    }

    async fn go_on_forgetting(&self, user: UserId) -> Result<()> {
        let names = self.forget_own(user).await?;
        loop {
            let failed = self.forget_at_tables(user, &names).await?;
            match self.end_forgetting(user).await? {
                None => return self.sweep(user).await,
                // An evening has ended in the meantime, so its table can be processed now.
                Some(open) if open.is_empty() && failed.is_empty() => {}
                Some(open) => {
                    StoreError::all_of(failed)?;
                    return Err(StoreError::ForgottenLater(open));
                }
            }
        }
    }

    /// Anonymizes the user at all closed tables.
    ///
    /// Returns one error for each table that could not be processed.
    async fn forget_at_tables(&self, user: UserId, names: &[String]) -> Result<Vec<StoreError>> {
        let tables: Vec<TableId> = query_scalar!(TABLES, [user]).fetch_all(&self.readers).await?;
        let mut failed = Vec::new();
        for table in tables {
            match self.forget_at_table(user, table, names).await {
                Err(error) if error.is_everywhere() => return Err(error),
                done => failed.extend(done.err()),
            }
        }
        Ok(failed)
    }

    /// Anonymizes a user in a table's deal records, results and journal.
    async fn forget_at_table(&self, user: UserId, table: TableId, names: &[String]) -> Result<()> {
        let mut write = self.write().await?;
        // A deal may have been counted toward the daily limit since the deletion began.
        let server = tables::server_of(&mut write, table).await?;
        forget_in_trios(&mut write, server, user).await?;
        redact_records(&mut write, user, table, names).await?;
        query!(
            "UPDATE results SET user_id = NULL, name = NULL WHERE table_id = $1 AND user_id = $2",
            [table, user]
        )
        .execute(&mut write)
        .await?;
        redact_journal(&mut write, user, table, names).await?;
        query!("DELETE FROM sitters WHERE user_id = $1 AND table_id = $2", [user, table])
            .execute(&mut write)
            .await?;
        Ok(write.commit().await?)
    }

    /// Completes the deletion of a user's data if no table refers to the user any more.
    ///
    /// Returns `None` if the deletion is complete. Otherwise, returns the open tables at which the user has a
    /// seat.
    async fn end_forgetting(&self, user: UserId) -> Result<Option<Vec<TableRow>>> {
        let mut write = self.write().await?;
        // Rows may have been added since the start, by a finished deal, a changed setting or a void deal.
        for query in OWN {
            query!(query, [user]).execute(&mut write).await?;
        }
        let open = open_tables(&mut write, user).await?;
        let left: bool = query_scalar!(ANY_TABLE, [user]).fetch_one(&mut write).await?;
        if !left {
            query!("DELETE FROM forgetting WHERE user_id = $1", [user]).execute(&mut write).await?;
        }
        write.commit().await?;
        Ok(left.then_some(open))
    }

    /// Deletes the rows about this user, such as totals and settings. Replaces void reasons that mention the
    /// user.
    ///
    /// Returns all display names that were stored for the user.
    async fn forget_own(&self, user: UserId) -> Result<Vec<String>> {
        let mut write = self.write().await?;
        let servers: Vec<ServerId> = query_scalar!(SERVERS, [user]).fetch_all(&mut write).await?;
        let mut names: Vec<String> = query_scalar!(NAMES, [user]).fetch_all(&mut write).await?;
        let events: Vec<String> = query_scalar!(NAMING_EVENTS, [user]).fetch_all(&mut write).await?;
        names.extend(events.iter().filter_map(|event| name_in(event, user)));
        for server in servers {
            forget_in_trios(&mut write, server, user).await?;
            redact_reasons(&mut write, server, user, &names).await?;
        }
        for query in OWN {
            query!(query, [user]).execute(&mut write).await?;
        }
        write.commit().await?;
        Ok(names)
    }
}

/// Returns the display name of a user in an event of a journal, or `None` if the event contains none.
fn name_in(event: &str, user: UserId) -> Option<String> {
    match serde_json::from_str(event) {
        Ok(TableEvent::Joined { player } | TableEvent::Renamed { player }) => {
            (player.id.user() == Some(user)).then_some(player.name)
        }
        _ => None,
    }
}

async fn forget_in_trios(db: &mut Connection, server: ServerId, user: UserId) -> Result<()> {
    query!("DELETE FROM trios WHERE server = $1 AND (one = $2 OR two = $2 OR three = $2)", [server, user])
        .execute(db)
        .await?;
    Ok(())
}

async fn open_tables(db: &mut Connection, user: UserId) -> Result<Vec<TableRow>> {
    let ids: Vec<TableId> = query_scalar!(OPEN_TABLES, [user]).fetch_all(&mut *db).await?;
    let mut open = Vec::new();
    for id in ids {
        open.extend(tables::row(db, id).await?);
    }
    Ok(open)
}

/// Replaces the reason for voiding a deal with [`ANONYMOUS`] if the reason mentions the user by id or name.
async fn redact_reasons(db: &mut Connection, server: ServerId, user: UserId, names: &[String]) -> Result<()> {
    let number = user.to_string();
    let reasons: Vec<(DealId, String)> = query!(REASONS, [server]).fetch_all(&mut *db).await?;
    let mentions = |reason: &str| {
        redact::numbers(reason, &number) || names.iter().any(|name| redact::names(reason, name))
    };
    for (deal, _) in reasons.iter().filter(|(_, reason)| mentions(reason)) {
        query!("UPDATE deals SET void_reason = $2 WHERE id = $1", [deal, ANONYMOUS])
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

async fn redact_records(db: &mut Connection, user: UserId, table: TableId, names: &[String]) -> Result<()> {
    let deals: Vec<(i64, i64, String)> = query!(
        "SELECT d.id, r.seat, d.record FROM deals d JOIN results r ON r.deal_id = d.id
         WHERE d.table_id = $1 AND r.user_id = $2",
        [table, user]
    )
    .fetch_all(&mut *db)
    .await?;
    for (deal, place, record) in deals {
        let nameless = without_name(&record, seat(place)?.index()).unwrap_or_else(|error| {
            tracing::warn!(deal, %error, "failed to parse deal record while deleting personal data");
            in_raw(&record, names)
        });
        query!("UPDATE deals SET record = $2 WHERE id = $1", [deal, nameless]).execute(&mut *db).await?;
    }
    Ok(())
}

/// Replaces the name of the player at index `place` in a deal record with [`ANONYMOUS`].
fn without_name(record: &str, place: usize) -> Result<String, ReplayError> {
    let mut record = Record::from_json(record)?;
    if let Some(name) = record.players.get_mut(place) {
        ANONYMOUS.clone_into(name);
    }
    record.to_json()
}

/// Replaces the user's names with [`ANONYMOUS`] in JSON that can't be parsed.
///
/// A name is replaced only where it is a complete JSON string.
fn in_raw(text: &str, names: &[String]) -> String {
    let json = |name: &str| serde_json::Value::from(name).to_string();
    names.iter().fold(text.to_owned(), |text, name| text.replace(&json(name), &json(ANONYMOUS)))
}

/// Replaces the user in a table's journal with a placeholder id.
///
/// The placeholder is the smallest positive number that is not used as a user id in the journal, so players
/// remain distinguishable. It cannot be a real user's id, because all Discord ids are far larger.
async fn redact_journal(db: &mut Connection, user: UserId, table: TableId, names: &[String]) -> Result<()> {
    let rows: Vec<(i64, String)> =
        query!("SELECT seq, event FROM journal WHERE table_id = $1 ORDER BY seq", [table])
            .fetch_all(&mut *db)
            .await?;
    let events = rows.into_iter().map(|(seq, text)| (seq, serde_json::from_str(&text).map_err(|_| text)));
    let events: Vec<(i64, Result<TableEvent, String>)> = events.collect();
    let readable = events.iter().filter_map(|(_, event)| event.as_ref().ok());
    let named: Vec<UserId> = readable.flat_map(TableEvent::people).collect();
    let most = u64::try_from(named.len()).unwrap_or(u64::MAX).saturating_add(1);
    let placeholder = (1..=most).map(UserId).find(|number| !named.contains(number)).unwrap_or(UserId(0));
    for (seq, event) in events {
        let Some(event) = without_person(event, user, placeholder, names)
            .map_err(|error| StoreError::Journal { table, reason: error.to_string() })?
        else {
            continue;
        };
        integrity::rewrite(db, table, seq, &event).await?;
    }
    integrity::forget(db, table).await
}

/// Converts the event to JSON and replaces the user with `placeholder`.
///
/// Returns `None` if the event does not mention the user. If the event could not be decoded, the user is
/// replaced in its raw text.
fn without_person(
    event: Result<TableEvent, String>,
    user: UserId,
    placeholder: UserId,
    names: &[String],
) -> Result<Option<String>, serde_json::Error> {
    match event {
        Ok(event) if event.people().contains(&user) => {
            serde_json::to_string(&event.with_another(user, placeholder, ANONYMOUS)).map(Some)
        }
        Err(text) if redact::numbers(&text, &user.to_string()) => {
            let text = redact::replaced(&text, &user.to_string(), &placeholder.to_string());
            Ok(Some(in_raw(&text, names)))
        }
        Ok(_) | Err(_) => Ok(None),
    }
}
