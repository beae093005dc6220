//! Export of all data about a user as a JSON document in the format `ulti-person/1`.

use serde_json::{Value, json};
use sqlx::{Column, ColumnIndex, Decode, Type, TypeInfo, ValueRef};

use super::delete::ANONYMOUS;
use crate::store::sql::{Connection, Rows, query, query_scalar};
use crate::store::{Result, Store, StoreError};
use crate::table::{ServerId, UserId};

/// Name and version of the data export format.
pub const FORMAT: &str = "ulti-person/1";

// In these queries, $1 is the user. Column names become keys of the document.
pub(crate) const SETTINGS: &str = "SELECT language, faces, pings, text_only, hints, forced_cards, hidden
     FROM user_settings WHERE user_id = $1";
pub(crate) const SEASONS: &str = "SELECT s.server, s.name AS season, t.points, t.deals, t.declared, t.made,
        t.ranked_points, t.ranked, t.ranked_declared, t.ranked_made, t.rating, t.uncertainty,
        COALESCE(s.time_zone, 'UTC') AS time_zone
     FROM totals t JOIN seasons s ON s.id = t.season_id WHERE t.user_id = $1 ORDER BY t.season_id";
pub(crate) const COUNTS: &str = "SELECT s.server, s.name AS season, c.what, c.name, c.total, c.good
     FROM tallies c JOIN seasons s ON s.id = c.season_id WHERE c.user_id = $1 ORDER BY c.season_id, c.what, c.name";
pub(crate) const DAYS: &str = "SELECT s.server, s.name AS season, f.day, f.points, f.deals
     FROM days f JOIN seasons s ON s.id = f.season_id WHERE f.user_id = $1 ORDER BY f.season_id, f.day";
pub(crate) const DEALS: &str =
    "SELECT r.server, r.table_id AS \"table\", r.deal_id AS deal, d.number, d.played_at, r.seat,
        r.name, r.points, r.counted, r.declared, r.made, d.contract, d.ranking, r.rating, r.uncertainty,
        d.voided_at, d.record
     FROM results r LEFT JOIN deals d ON d.id = r.deal_id WHERE r.user_id = $1 ORDER BY r.id";
pub(crate) const TABLES: &str = "SELECT t.server, t.channel, t.id AS \"table\", t.opened_at, t.ended_at
     FROM sitters s JOIN tables t ON t.id = s.table_id WHERE s.user_id = $1 ORDER BY t.id";
pub(crate) const VOIDED: &str =
    "SELECT server, id AS deal, voided_at, void_reason FROM deals WHERE voided_by = $1 ORDER BY id";

/// Sections of the exported document.
///
/// Each tuple consists of the section's key, a description for the user, and the SQL query for the section's
/// rows.
pub(crate) const PARTS: [(&str, &str, &str); 7] = [
    ("settings", "what you have chosen", SETTINGS),
    ("seasons", "your sums in each season of each server, and your rating", SEASONS),
    ("counts", "your contracts, kontras and silent games by kind, and how many went well", COUNTS),
    ("days", "your points by day: days since 1970-01-01, in the time zone of the season", DAYS),
    (
        "deals",
        "each deal you have played, with its record in ulti-record/1, and your shares of windows",
        DEALS,
    ),
    ("tables", "the tables at which you have sat; their journals hold what everyone did there", TABLES),
    ("voided", "the deals that you have declared void", VOIDED),
];

impl Store {
    /// Exports all data about a user as a JSON document.
    ///
    /// If `records` is `true`, the export includes the record of each deal, which is about 2 KiB per deal.
    /// The names of other players are removed from the records.
    pub async fn export_person(&self, user: UserId, records: bool) -> Result<Value> {
        let mut read = self.read().await?;
        let name: Option<String> = query_scalar!("SELECT name FROM people WHERE user_id = $1", [user])
            .fetch_optional(&mut read)
            .await?;
        let mut document = json!({ "format": FORMAT, "user": user.to_string(), "name": name });
        for (part, what, query) in PARTS {
            let mut lines = lines(&mut read, query, user).await?;
            if part == "deals" {
                lines.iter_mut().try_for_each(|line| own_record(line, records))?;
            }
            document[part] = json!({ "what": what, "lines": lines });
        }
        Ok(document)
    }
}

/// Runs one of the export queries and converts the returned rows to JSON.
async fn lines(db: &mut Connection, query: &'static str, user: UserId) -> Result<Vec<Value>> {
    Ok(match query!(query, [user]).rows(db.into()).await? {
        Rows::Sqlite(rows) => rows.iter().map(line).collect::<Result<_, _>>()?,
        Rows::Postgres(rows) => rows.iter().map(line).collect::<Result<_, _>>()?,
    })
}

/// Converts a database row to JSON.
///
/// Server and channel ids are converted to strings, because many JSON parsers round large integers.
fn line<'r, R>(row: &'r R) -> Result<Value, sqlx::Error>
where
    R: sqlx::Row,
    usize: ColumnIndex<R>,
    ServerId: Decode<'r, R::Database> + Type<R::Database>,
    bool: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    f64: Decode<'r, R::Database> + Type<R::Database>,
    String: Decode<'r, R::Database> + Type<R::Database>,
{
    let mut line = serde_json::Map::new();
    for (place, column) in row.columns().iter().enumerate() {
        let raw = row.try_get_raw(place)?;
        let value = match raw.type_info().name() {
            _ if raw.is_null() => Value::Null,
            "INTEGER" | "BIGINT" | "INT8" if matches!(column.name(), "server" | "channel") => {
                json!(row.try_get::<ServerId, _>(place)?.to_string())
            }
            _ if matches!(column.type_info().name(), "BOOLEAN" | "BOOL") => {
                json!(row.try_get::<bool, _>(place)?)
            }
            "INTEGER" | "BIGINT" | "INT8" => json!(row.try_get::<i64, _>(place)?),
            "REAL" | "FLOAT8" => json!(row.try_get::<f64, _>(place)?),
            _ => json!(row.try_get::<String, _>(place)?),
        };
        line.insert(column.name().to_owned(), value);
    }
    Ok(Value::Object(line))
}

/// Removes the names of other players from an exported deal record.
///
/// If `records` is `false`, the record is removed entirely.
fn own_record(line: &mut Value, records: bool) -> Result<()> {
    let Some(text) = line["record"].as_str() else { return Ok(()) };
    if !records {
        line["record"] = Value::Null;
        return Ok(());
    }
    let own = line["seat"].as_u64();
    let mut record: Value =
        serde_json::from_str(text).map_err(|error| StoreError::Record(error.to_string()))?;
    if let Some(players) = record["players"].as_array_mut() {
        for (_, name) in (0..).zip(players).filter(|(seat, _)| Some(*seat) != own) {
            *name = json!(ANONYMOUS);
        }
    }
    line["record"] = record;
    Ok(())
}
