//! Forgetting a person. What others have played stays: seats become nameless, in results, records and
//! journals; everything else about the person goes, and their number from the bytes of the file.
//!
//! It goes table by table, each in a transaction of its own, so that play elsewhere waits for one
//! table at most. Whoever is being forgotten is noted first: after a crash it is gone on with.

use sqlx::SqliteConnection;

use super::ids::{from_sql, seat, to_sql};
use super::{Store, StoreError, TableRow, damage, tables, words};
use crate::rules::{Record, ReplayError};
use crate::table::{TableEvent, TableId, UserId};

/// The name of whoever has been forgotten.
pub const ANONYMOUS: &str = "–";

// $1 is who. All of them are found by the person's number.
pub(super) const OPEN_TABLES: &str = "SELECT own_tables.table_id FROM
     (SELECT table_id FROM sitters WHERE user_id = $1 UNION SELECT table_id FROM results WHERE user_id = $1) own_tables
     JOIN tables t ON t.id = own_tables.table_id WHERE t.ended_at IS NULL ORDER BY own_tables.table_id";
/// Those whose evening is over; a table that has ended never opens again.
pub(super) const TABLES: &str = "SELECT own_tables.table_id FROM
     (SELECT table_id FROM sitters WHERE user_id = $1 UNION SELECT table_id FROM results WHERE user_id = $1) own_tables
     JOIN tables t ON t.id = own_tables.table_id WHERE t.ended_at IS NOT NULL ORDER BY own_tables.table_id";
/// Whether any is left, open or not.
pub(super) const ANY_TABLE: &str = "SELECT EXISTS (SELECT 1 FROM sitters WHERE user_id = $1)
     OR EXISTS (SELECT 1 FROM results WHERE user_id = $1)";
/// Every name the person has had.
pub(super) const NAMES: &str = "SELECT name FROM results WHERE user_id = $1 AND name IS NOT NULL
     UNION SELECT name FROM people WHERE user_id = $1";
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
    /// table where they have sat. [`StoreError::ForgottenLater`] where they sat down at one meanwhile:
    /// there it is gone on with by [`Store::finish_forgetting`] when it has ended, and until then
    /// nothing is counted for them. [`StoreError::NotCleanYet`] where all has been done, but the log
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

    /// Goes on where forgetting was cut short; how many people that were. Who sits at a table whose
    /// evening goes on is left for another day.
    ///
    /// # Errors
    /// What went wrong, after going on with everyone else.
    pub async fn finish_forgetting(&self) -> Result<usize, StoreError> {
        let users: Vec<i64> =
            sqlx::query_scalar("SELECT user_id FROM forgetting").fetch_all(&self.readers).await?;
        let (mut done, mut failed) = (0, Vec::new());
        for user in users {
            match self.go_on_forgetting(UserId(from_sql(user))).await {
                Ok(()) => done += 1,
                Err(StoreError::ForgottenLater(_)) => {}
                Err(error) if error.is_everywhere() => return Err(error),
                Err(error) => failed.push(error),
            }
        }
        StoreError::all_of(failed)?;
        Ok(done)
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
        let names = self.forget_own(user).await?;
        loop {
            let failed = self.forget_at_tables(user, &names).await?;
            match self.end_forgetting(user).await? {
                None => return self.scrub(user).await,
                // The evening at a table ended meanwhile.
                Some(open) if open.is_empty() && failed.is_empty() => {}
                Some(open) => {
                    StoreError::all_of(failed)?;
                    return Err(StoreError::ForgottenLater(open));
                }
            }
        }
    }

    /// Makes the person nameless wherever the evening is over; what went wrong at single tables.
    async fn forget_at_tables(&self, user: UserId, names: &[String]) -> Result<Vec<StoreError>, StoreError> {
        let tables: Vec<i64> =
            sqlx::query_scalar(TABLES).bind(to_sql(user.0)).fetch_all(&self.readers).await?;
        let mut failed = Vec::new();
        for table in tables {
            match self.forget_at_table(user, TableId(table), names).await {
                Err(error) if error.is_everywhere() => return Err(error),
                done => failed.extend(done.err()),
            }
        }
        Ok(failed)
    }

    async fn forget_at_table(
        &self,
        user: UserId,
        table: TableId,
        names: &[String],
    ) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        forget_at(&mut write, user, table, names).await?;
        Ok(write.commit().await?)
    }

    /// Strikes the person off the list of those who are being forgotten, unless a table still knows
    /// them: then those whose evening goes on.
    async fn end_forgetting(&self, user: UserId) -> Result<Option<Vec<TableRow>>, StoreError> {
        let mut write = self.write().await?;
        // Once more: who played, chose or declared something void meanwhile has left new lines.
        for query in OWN {
            sqlx::query(query).bind(to_sql(user.0)).execute(&mut *write).await?;
        }
        let open = open_tables(&mut write, user).await?;
        let left: bool = sqlx::query_scalar(ANY_TABLE).bind(to_sql(user.0)).fetch_one(&mut *write).await?;
        if !left {
            sqlx::query("DELETE FROM forgetting WHERE user_id = $1")
                .bind(to_sql(user.0))
                .execute(&mut *write)
                .await?;
        }
        write.commit().await?;
        Ok(left.then_some(open))
    }

    /// Deletes what is about the person alone, which shows at once; the names that they have had.
    async fn forget_own(&self, user: UserId) -> Result<Vec<String>, StoreError> {
        let mut write = self.write().await?;
        let servers: Vec<i64> =
            sqlx::query_scalar(SERVERS).bind(to_sql(user.0)).fetch_all(&mut *write).await?;
        let names: Vec<String> =
            sqlx::query_scalar(NAMES).bind(to_sql(user.0)).fetch_all(&mut *write).await?;
        for server in servers {
            forget_in_trios(&mut write, server, user).await?;
            forget_in_reasons(&mut write, server, user, &names).await?;
        }
        for query in OWN {
            sqlx::query(query).bind(to_sql(user.0)).execute(&mut *write).await?;
        }
        write.commit().await?;
        Ok(names)
    }
}

async fn forget_in_trios(
    connection: &mut SqliteConnection,
    server: i64,
    user: UserId,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM trios WHERE server = $1 AND (one = $2 OR two = $2 OR three = $2)")
        .bind(server)
        .bind(to_sql(user.0))
        .execute(connection)
        .await?;
    Ok(())
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

/// Takes out the reasons for void deals that name the person, by number or by a name they have had.
async fn forget_in_reasons(
    connection: &mut SqliteConnection,
    server: i64,
    user: UserId,
    names: &[String],
) -> Result<(), StoreError> {
    let number = user.to_string();
    let reasons: Vec<(i64, String)> =
        sqlx::query_as(REASONS).bind(server).fetch_all(&mut *connection).await?;
    let tells =
        |reason: &str| words::numbers(reason, &number) || names.iter().any(|name| words::names(reason, name));
    for (deal, _) in reasons.iter().filter(|(_, reason)| tells(reason)) {
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
    names: &[String],
) -> Result<(), StoreError> {
    // A deal that ended since the beginning has counted for the day.
    let server = tables::server_of(connection, table).await?;
    forget_in_trios(connection, to_sql(server.0), user).await?;
    forget_in_records(connection, user, table, names).await?;
    sqlx::query("UPDATE results SET user_id = NULL, name = NULL WHERE table_id = $1 AND user_id = $2")
        .bind(table.0)
        .bind(to_sql(user.0))
        .execute(&mut *connection)
        .await?;
    forget_in_journal(connection, user, table, names).await?;
    sqlx::query("DELETE FROM sitters WHERE user_id = $1 AND table_id = $2")
        .bind(to_sql(user.0))
        .bind(table.0)
        .execute(connection)
        .await?;
    Ok(())
}

async fn forget_in_records(
    connection: &mut SqliteConnection,
    user: UserId,
    table: TableId,
    names: &[String],
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
        let nameless = without_name(&record, seat(place)?.index()).unwrap_or_else(|error| {
            tracing::warn!(deal, %error, "somebody is forgotten in a record that can't be read");
            in_raw(&record, names)
        });
        sqlx::query("UPDATE deals SET record = $2 WHERE id = $1")
            .bind(deal)
            .bind(nameless)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

fn without_name(record: &str, place: usize) -> Result<String, ReplayError> {
    let mut record = Record::from_json(record)?;
    if let Some(name) = record.players.get_mut(place) {
        ANONYMOUS.clone_into(name);
    }
    record.to_json()
}

/// What can't be read, without the person's names as they stand in JSON: nobody's damaged file may keep
/// them.
fn in_raw(text: &str, names: &[String]) -> String {
    let json = |name: &str| serde_json::Value::from(name).to_string();
    names.iter().fold(text.to_owned(), |text, name| text.replace(&json(name), &json(ANONYMOUS)))
}

/// Puts somebody who does not exist in the person's place: a journal must still tell its players
/// apart. It gets the smallest number that the journal does not name; Discord's are far larger.
async fn forget_in_journal(
    connection: &mut SqliteConnection,
    user: UserId,
    table: TableId,
    names: &[String],
) -> Result<(), StoreError> {
    let rows: Vec<(i64, String)> =
        sqlx::query_as("SELECT seq, event FROM journal WHERE table_id = $1 ORDER BY seq")
            .bind(table.0)
            .fetch_all(&mut *connection)
            .await?;
    let events = rows.into_iter().map(|(seq, text)| (seq, serde_json::from_str(&text).map_err(|_| text)));
    let events: Vec<(i64, Result<TableEvent, String>)> = events.collect();
    let readable = events.iter().filter_map(|(_, event)| event.as_ref().ok());
    let named: Vec<UserId> = readable.flat_map(TableEvent::people).collect();
    let most = u64::try_from(named.len()).unwrap_or(u64::MAX).saturating_add(1);
    let nobody = (1..=most).map(UserId).find(|number| !named.contains(number)).unwrap_or(UserId(0));
    for (seq, event) in events {
        let Some(event) = without_person(event, user, nobody, names)
            .map_err(|error| StoreError::Journal { table, reason: error.to_string() })?
        else {
            continue;
        };
        damage::rewrite(connection, table, seq, &event).await?;
    }
    damage::forget(connection, table).await
}

/// An event with nobody in the person's place; `None` where it does not name them. One that can't be
/// read is taken as the text that it is.
fn without_person(
    event: Result<TableEvent, String>,
    user: UserId,
    nobody: UserId,
    names: &[String],
) -> Result<Option<String>, serde_json::Error> {
    match event {
        Ok(event) if event.people().contains(&user) => {
            serde_json::to_string(&event.with_another(user, nobody, ANONYMOUS)).map(Some)
        }
        Err(text) if words::numbers(&text, &user.to_string()) => {
            let text = words::replaced(&text, &user.to_string(), &nobody.to_string());
            Ok(Some(in_raw(&text, names)))
        }
        Ok(_) | Err(_) => Ok(None),
    }
}
