//! Seasons: what a leaderboard counts. A server has one that runs; it begins with the first deal and
//! goes on until it is ended.

use sqlx::{FromRow, SqliteConnection};

use super::ids::{from_sql, to_sql};
use super::{SeasonId, Store, StoreError};
use crate::table::{Millis, ServerId};

/// A season of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Season {
    /// Which.
    pub id: SeasonId,
    /// Where.
    pub server: ServerId,
    /// The month it began in, such as `2026-11`; `2026-11.2` for the second one of a month.
    pub name: String,
    /// When it began.
    pub started: Millis,
    /// When it ended; `None` as long as it runs.
    pub ended: Option<Millis>,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    server: i64,
    name: String,
    started_at: i64,
    ended_at: Option<i64>,
}

impl From<Row> for Season {
    fn from(row: Row) -> Self {
        Self {
            id: SeasonId(row.id),
            server: ServerId(from_sql(row.server)),
            name: row.name,
            started: Millis(row.started_at),
            ended: row.ended_at.map(Millis),
        }
    }
}

impl Store {
    /// The running season of a server; `None` before its first deal and after one was ended.
    pub async fn season(&self, server: ServerId) -> Result<Option<Season>, StoreError> {
        let mut read = self.read().await?;
        running(&mut read, server).await
    }

    /// Ends the running season of a server, and says which that was. The next deal begins another.
    pub async fn end_season(&self, server: ServerId, at: Millis) -> Result<Option<Season>, StoreError> {
        let mut write = self.write().await?;
        let row: Option<Row> = sqlx::query_as(
            "UPDATE seasons SET ended_at = $1 WHERE server = $2 AND ended_at IS NULL
             RETURNING id, server, name, started_at, ended_at",
        )
        .bind(at.0)
        .bind(to_sql(server.0))
        .fetch_optional(&mut *write)
        .await?;
        write.commit().await?;
        Ok(row.map(Season::from))
    }
}

async fn running(connection: &mut SqliteConnection, server: ServerId) -> Result<Option<Season>, StoreError> {
    let row: Option<Row> = sqlx::query_as(
        "SELECT id, server, name, started_at, ended_at FROM seasons WHERE server = $1 AND ended_at IS NULL",
    )
    .bind(to_sql(server.0))
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Season::from))
}

/// The season in which something counts that happens now; begins one where none runs.
pub(super) async fn current(
    connection: &mut SqliteConnection,
    server: ServerId,
    now: Millis,
) -> Result<SeasonId, StoreError> {
    if let Some(season) = running(connection, server).await? {
        return Ok(season.id);
    }
    let month = month_of(now);
    let same: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM seasons WHERE server = $1 AND (name = $2 OR name LIKE $3)")
            .bind(to_sql(server.0))
            .bind(&month)
            .bind(format!("{month}.%"))
            .fetch_one(&mut *connection)
            .await?;
    let name = if same == 0 { month } else { format!("{month}.{}", same + 1) };
    let id =
        sqlx::query_scalar("INSERT INTO seasons (server, name, started_at) VALUES ($1, $2, $3) RETURNING id")
            .bind(to_sql(server.0))
            .bind(name)
            .bind(now.0)
            .fetch_one(connection)
            .await?;
    Ok(SeasonId(id))
}

/// The month of a moment in UTC, as `2026-11`.
fn month_of(at: Millis) -> String {
    // Howard Hinnant's `civil_from_days`, without the day: years begin in March, so that the leap day
    // comes last; 719468 days lie between 0000-03-01 and 1970-01-01, and 146097 in 400 years.
    let days = at.seconds().div_euclid(86_400) + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    format!("{year:04}-{month:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_change_at_midnight_utc() {
        for (seconds, month) in [
            (0, "1970-01"),
            (-1, "1969-12"),
            (951_782_400, "2000-02"), // the leap day of a year that 400 divides
            (951_868_800, "2000-03"),
            (1_793_491_199, "2026-10"),
            (1_793_491_200, "2026-11"),
            (1_796_083_199, "2026-11"),
            (1_796_083_200, "2026-12"),
            (4_107_542_399, "2100-02"), // 100 divides it, 400 does not: 28 days
            (4_107_542_400, "2100-03"),
        ] {
            assert_eq!(month_of(Millis(seconds * 1000)), month, "{seconds}");
        }
    }
}
