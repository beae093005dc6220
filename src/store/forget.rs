//! Forgetting a person. What others have played stays: seats become nameless, in results, records and
//! journals; everything else about the person goes, and their number from the bytes of the file.
//!
//! It goes table by table, each in a transaction of its own, so that play elsewhere waits for one
//! table at most. Whoever is being forgotten is noted first: after a crash it is gone on with.

use sqlx::SqliteConnection;

use super::ids::{from_sql, seat, to_sql};
use super::{DealId, Store, StoreError, TableRow, tables};
use crate::rules::Record;
use crate::table::{TableEvent, TableId, UserId};

/// The name of whoever has been forgotten.
pub const ANONYMOUS: &str = "–";

// $1 is who. All of them are found by the person's number.
pub(super) const OPEN_TABLES: &str = "SELECT t.id FROM sitters s JOIN tables t ON t.id = s.table_id
     WHERE s.user_id = $1 AND t.ended_at IS NULL ORDER BY t.id";
pub(super) const TABLES: &str = "SELECT table_id FROM sitters WHERE user_id = $1
     UNION SELECT table_id FROM results WHERE user_id = $1 ORDER BY table_id";
pub(super) const SERVERS: &str = "SELECT DISTINCT t.server FROM sitters s JOIN tables t ON t.id = s.table_id
     WHERE s.user_id = $1
     UNION SELECT server FROM results WHERE user_id = $1
     UNION SELECT server FROM deals WHERE voided_by = $1";
pub(super) const REASONS: &str = "SELECT id, void_reason FROM deals WHERE server = $1 AND voided_at IS NOT NULL AND void_reason IS NOT NULL";
/// Whether anything is kept about the person.
pub(super) const KNOWN: &str = "SELECT EXISTS (SELECT 1 FROM sitters WHERE user_id = $1)
     OR EXISTS (SELECT 1 FROM results WHERE user_id = $1)
     OR EXISTS (SELECT 1 FROM totals WHERE user_id = $1)
     OR EXISTS (SELECT 1 FROM people WHERE user_id = $1)
     OR EXISTS (SELECT 1 FROM user_settings WHERE user_id = $1)
     OR EXISTS (SELECT 1 FROM deals WHERE voided_by = $1)
     OR EXISTS (SELECT 1 FROM forgetting WHERE user_id = $1)";
/// What is about the person alone.
pub(super) const OWN: [&str; 6] = [
    "DELETE FROM totals WHERE user_id = $1",
    "DELETE FROM tallies WHERE user_id = $1",
    "DELETE FROM days WHERE user_id = $1",
    "DELETE FROM people WHERE user_id = $1",
    "DELETE FROM user_settings WHERE user_id = $1",
    "UPDATE deals SET voided_by = NULL WHERE voided_by = $1",
];

impl Store {
    /// Forgets a person: their numbers, ratings, settings and name go, their seats become nameless.
    /// The results stay, for the sake of the others. Afterwards their number stands nowhere in the
    /// file. Backups that were made before hold it still. Whoever was never heard of is forgotten, too.
    ///
    /// # Errors
    /// [`StoreError::StillAtTables`], and nothing has been done, as long as the evening goes on at a
    /// table where they have sat. [`StoreError::NotCleanYet`] where all has been done, but the log
    /// could not be emptied because somebody was reading: asking again empties it.
    pub async fn forget_person(&self, user: UserId) -> Result<(), StoreError> {
        self.begin_forgetting(user).await?;
        self.go_on_forgetting(user).await
    }

    /// Whether anything is kept about a person.
    pub async fn is_known(&self, user: UserId) -> Result<bool, StoreError> {
        Ok(sqlx::query_scalar(KNOWN).bind(to_sql(user.0)).fetch_one(&self.readers).await?)
    }

    /// Sees once more to it that the number of somebody who is forgotten stands nowhere in the file.
    ///
    /// # Errors
    /// [`StoreError::NotCleanYet`] as long as somebody reads.
    pub async fn sweep(&self, user: UserId) -> Result<(), StoreError> {
        self.scrub(user).await
    }

    /// Goes on where forgetting was cut short; how many people that were.
    pub async fn finish_forgetting(&self) -> Result<usize, StoreError> {
        let users: Vec<i64> =
            sqlx::query_scalar("SELECT user_id FROM forgetting").fetch_all(&self.readers).await?;
        for user in &users {
            self.go_on_forgetting(UserId(from_sql(*user))).await?;
        }
        Ok(users.len())
    }

    async fn begin_forgetting(&self, user: UserId) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        let open = open_tables(&mut write, user).await?;
        if !open.is_empty() {
            return Err(StoreError::StillAtTables(open));
        }
        sqlx::query("INSERT INTO forgetting (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING")
            .bind(to_sql(user.0))
            .execute(&mut *write)
            .await?;
        Ok(write.commit().await?)
    }

    async fn go_on_forgetting(&self, user: UserId) -> Result<(), StoreError> {
        self.forget_own(user).await?;
        let tables: Vec<i64> =
            sqlx::query_scalar(TABLES).bind(to_sql(user.0)).fetch_all(&self.readers).await?;
        for table in tables {
            let mut write = self.write().await?;
            forget_at(&mut write, user, TableId(table)).await?;
            write.commit().await?;
        }
        let mut write = self.write().await?;
        sqlx::query("DELETE FROM forgetting WHERE user_id = $1")
            .bind(to_sql(user.0))
            .execute(&mut *write)
            .await?;
        write.commit().await?;
        self.scrub(user).await
    }

    /// Deletes what is about the person alone, which shows at once.
    async fn forget_own(&self, user: UserId) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        let servers: Vec<i64> =
            sqlx::query_scalar(SERVERS).bind(to_sql(user.0)).fetch_all(&mut *write).await?;
        let name: Option<String> = sqlx::query_scalar("SELECT name FROM people WHERE user_id = $1")
            .bind(to_sql(user.0))
            .fetch_optional(&mut *write)
            .await?;
        for server in servers {
            sqlx::query("DELETE FROM trios WHERE server = $1 AND (one = $2 OR two = $2 OR three = $2)")
                .bind(server)
                .bind(to_sql(user.0))
                .execute(&mut *write)
                .await?;
            forget_in_reasons(&mut write, server, user, name.as_deref()).await?;
        }
        for query in OWN {
            sqlx::query(query).bind(to_sql(user.0)).execute(&mut *write).await?;
        }
        Ok(write.commit().await?)
    }
}

async fn open_tables(connection: &mut SqliteConnection, user: UserId) -> Result<Vec<TableRow>, StoreError> {
    let ids: Vec<i64> =
        sqlx::query_scalar(OPEN_TABLES).bind(to_sql(user.0)).fetch_all(&mut *connection).await?;
    let mut open = Vec::new();
    for id in ids {
        open.extend(tables::row(connection, TableId(id)).await?);
    }
    Ok(open)
}

/// Takes out the reasons for void deals that name the person, by number or by name.
async fn forget_in_reasons(
    connection: &mut SqliteConnection,
    server: i64,
    user: UserId,
    name: Option<&str>,
) -> Result<(), StoreError> {
    let number = user.to_string();
    let reasons: Vec<(i64, String)> =
        sqlx::query_as(REASONS).bind(server).fetch_all(&mut *connection).await?;
    let names = |reason: &str| {
        reason.contains(&number) || name.is_some_and(|name| !name.is_empty() && reason.contains(name))
    };
    for (deal, _) in reasons.iter().filter(|(_, reason)| names(reason)) {
        sqlx::query("UPDATE deals SET void_reason = $2 WHERE id = $1")
            .bind(deal)
            .bind(ANONYMOUS)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Makes a person nameless at a table: in its deals, in its results and in its journal.
async fn forget_at(
    connection: &mut SqliteConnection,
    user: UserId,
    table: TableId,
) -> Result<(), StoreError> {
    let deals: Vec<(i64, i64, String)> = sqlx::query_as(
        "SELECT d.id, r.seat, d.record FROM deals d JOIN results r ON r.deal_id = d.id
         WHERE d.table_id = $1 AND r.user_id = $2",
    )
    .bind(table.0)
    .bind(to_sql(user.0))
    .fetch_all(&mut *connection)
    .await?;
    for (deal, place, record) in deals {
        let record = without_name(DealId(deal), &record, seat(place)?.index())?;
        sqlx::query("UPDATE deals SET record = $2 WHERE id = $1")
            .bind(deal)
            .bind(record)
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query("UPDATE results SET user_id = NULL, name = NULL WHERE table_id = $1 AND user_id = $2")
        .bind(table.0)
        .bind(to_sql(user.0))
        .execute(&mut *connection)
        .await?;
    forget_in_journal(connection, user, table).await?;
    sqlx::query("DELETE FROM sitters WHERE user_id = $1 AND table_id = $2")
        .bind(to_sql(user.0))
        .bind(table.0)
        .execute(connection)
        .await?;
    Ok(())
}

fn without_name(deal: DealId, record: &str, place: usize) -> Result<String, StoreError> {
    let failed = |error: crate::rules::ReplayError| StoreError::Deal { deal, reason: error.to_string() };
    let mut record = Record::from_json(record).map_err(failed)?;
    if let Some(name) = record.players.get_mut(place) {
        ANONYMOUS.clone_into(name);
    }
    record.to_json().map_err(failed)
}

/// Puts somebody who does not exist in the person's place: a journal must still tell its players
/// apart. It gets the smallest number that the journal does not name; Discord's are far larger.
async fn forget_in_journal(
    connection: &mut SqliteConnection,
    user: UserId,
    table: TableId,
) -> Result<(), StoreError> {
    let failed = |error: serde_json::Error| StoreError::Journal { table, reason: error.to_string() };
    let rows: Vec<(i64, String)> =
        sqlx::query_as("SELECT seq, event FROM journal WHERE table_id = $1 ORDER BY seq")
            .bind(table.0)
            .fetch_all(&mut *connection)
            .await?;
    let mut events: Vec<(i64, TableEvent)> = Vec::new();
    for (seq, event) in rows {
        events.push((seq, serde_json::from_str(&event).map_err(failed)?));
    }
    let named: Vec<UserId> = events.iter().flat_map(|(_, event)| event.people()).collect();
    let most = u64::try_from(named.len()).unwrap_or(u64::MAX).saturating_add(1);
    let nobody = (1..=most).map(UserId).find(|number| !named.contains(number)).unwrap_or(UserId(0));
    for (seq, event) in events.into_iter().filter(|(_, event)| event.people().contains(&user)) {
        let event = serde_json::to_string(&event.with_another(user, nobody, ANONYMOUS)).map_err(failed)?;
        sqlx::query("UPDATE journal SET event = $3 WHERE table_id = $1 AND seq = $2")
            .bind(table.0)
            .bind(seq)
            .bind(event)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
