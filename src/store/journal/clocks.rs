//! The stored times of the game clocks, one per shard, and the heartbeat.

use std::time::Duration;

use crate::store::Result;
use crate::store::sql::{Connection, Executor, Pool, query, query_scalar};
use crate::table::{Downtime, Options, ServerId, Shard, ShardRange, TableId, UnixMillis};

/// Key in the database table `meta` for the time of the last heartbeat.
const BEAT: &str = "beat";
/// Key in the database table `meta` for the game clock's time at the last heartbeat of a version that had one
/// clock for all shards.
const CLOCK: &str = "clock";
/// Query for the integer that is stored under the name $1 in the database table `meta`.
///
/// Returns `NULL` if the stored value is not an integer, for example after disk corruption.
const NUMBER: &str = "SELECT CASE typeof(value) WHEN 'integer' THEN value END FROM meta WHERE name = $1";
/// Query for all stored clocks whose values are integers.
const CLOCKS: &str = "
    SELECT shards_in_all, shard, clock FROM shards
    WHERE typeof(shards_in_all) = 'integer' AND typeof(shard) = 'integer' AND typeof(clock) = 'integer'";

/// Query for the servers of all open tables.
const OPEN_TABLES: &str = "SELECT id, server FROM tables WHERE ended_at IS NULL";

/// Returns the downtime and the times at which the clocks of `range` continue, and stores them.
///
/// The latest allowed deadline is the latest of these times plus [`Options::LONGEST`]. Later ones are
/// replaced by it.
pub(crate) async fn resume(db: &mut Connection, range: ShardRange, now: UnixMillis) -> Result<Downtime> {
    // A flipped bit may have turned either value into an impossible time.
    let is_valid = |time: &UnixMillis| (UnixMillis(0)..=now.after(Options::LONGEST)).contains(time);
    let beat = time(&mut *db, BEAT).await?.filter(is_valid).unwrap_or(now);
    // Databases written before the clock was stored hold deadlines in wall-clock time.
    let fallback = time(&mut *db, CLOCK).await?.filter(is_valid).unwrap_or(beat);
    let clocks = restore(db, range, fallback, is_valid).await?;
    write_beat(db, now).await?;
    let latest = clocks.iter().map(|(_, time)| *time).max().unwrap_or(fallback);
    limit_deadlines(db, range, latest.after(Options::LONGEST)).await?;
    Ok(Downtime { lasted: now.since(beat), clocks })
}

/// Returns the wall-clock time of the last heartbeat, or `None` if none is stored.
pub(crate) async fn last_beat(pool: &Pool) -> Result<Option<UnixMillis>> {
    Ok(time(pool, BEAT).await?)
}

/// Returns the times at which the clocks of `range` continue, and stores them.
///
/// Stored times for which `is_valid` returns `false` are ignored. A shard without a valid time continues from
/// the latest time of the other shards, or from `fallback`.
async fn restore(
    db: &mut Connection,
    range: ShardRange,
    fallback: UnixMillis,
    is_valid: impl Fn(&UnixMillis) -> bool,
) -> Result<Vec<(Shard, UnixMillis)>> {
    let rows: Vec<(i64, i64, UnixMillis)> = query!(CLOCKS, []).fetch_all(&mut *db).await?;
    let stored: Vec<(Shard, UnixMillis)> = rows
        .into_iter()
        .filter_map(|(total, index, time)| {
            let shard = Shard::new(u32::try_from(index).ok()?, u32::try_from(total).ok()?)?;
            is_valid(&time).then_some((shard, time))
        })
        .collect();
    let latest = stored.iter().map(|(_, time)| *time).max().unwrap_or(fallback);
    let is_kept = |shard: Shard| shard.total() == range.total();
    let clocks: Vec<(Shard, UnixMillis)> = range
        .shards()
        .map(|shard| {
            let known = stored.iter().find(|(other, _)| *other == shard);
            (shard, known.map_or(latest, |(_, time)| *time))
        })
        .collect();
    let replaced: Vec<(Shard, UnixMillis)> =
        stored.into_iter().filter(|(shard, _)| !is_kept(*shard)).collect();
    if !replaced.is_empty() {
        advance_deadlines(db, &replaced, latest).await?;
    }
    query!("DELETE FROM shards WHERE shards_in_all <> $1", [i64::from(range.total())])
        .execute(&mut *db)
        .await?;
    upsert(db, &clocks).await?;
    Ok(clocks)
}

/// Moves the deadlines of open tables from the clocks of `earlier` shards to a clock that shows `latest`.
///
/// The time that is left until each deadline does not change.
async fn advance_deadlines(
    db: &mut Connection,
    earlier: &[(Shard, UnixMillis)],
    latest: UnixMillis,
) -> Result<()> {
    let tables: Vec<(TableId, ServerId)> = query!(OPEN_TABLES, []).fetch_all(&mut *db).await?;
    for (table, server) in tables {
        let clock = earlier.iter().find(|(shard, _)| shard.of(server) == *shard).map(|(_, time)| *time);
        let difference = latest.since(clock.unwrap_or(latest));
        if !difference.is_zero() {
            query!(
                "UPDATE tables SET deadline = deadline + $2, clock_lag = clock_lag + $2 WHERE id = $1",
                [table, millis(difference)]
            )
            .execute(&mut *db)
            .await?;
        }
    }
    Ok(())
}

/// Stores the times of clocks.
pub(crate) async fn upsert(db: &mut Connection, clocks: &[(Shard, UnixMillis)]) -> Result<()> {
    for (shard, time) in clocks {
        query!(
            "INSERT INTO shards (shards_in_all, shard, clock) VALUES ($1, $2, $3)
             ON CONFLICT (shards_in_all, shard) DO UPDATE SET clock = excluded.clock",
            [i64::from(shard.total()), i64::from(shard.index()), *time]
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Returns the difference between the game clock and the times in a table's events. A damaged value is zero.
pub(crate) async fn lag(db: &mut Connection, table: TableId) -> Result<Duration> {
    let lag: Option<Option<i64>> = query_scalar!(
        "SELECT CASE typeof(clock_lag) WHEN 'integer' THEN clock_lag END FROM tables WHERE id = $1",
        [table]
    )
    .fetch_optional(db)
    .await?;
    Ok(Duration::from_millis(lag.flatten().and_then(|lag| u64::try_from(lag).ok()).unwrap_or(0)))
}

fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// Reads a timestamp from the database table `meta`.
///
/// Returns `None` if the key is missing or the value is not an integer.
async fn time<'e>(from: impl Into<Executor<'e>> + Send, name: &str) -> sqlx::Result<Option<UnixMillis>> {
    let time: Option<Option<UnixMillis>> = query_scalar!(NUMBER, [name]).fetch_optional(from).await?;
    Ok(time.flatten())
}

/// Resets the deadline of each open table of the given shards to `farthest` if the deadline is later than
/// `farthest`.
///
/// This repairs deadlines that disk corruption may have moved centuries into the future.
async fn limit_deadlines(db: &mut Connection, shards: ShardRange, farthest: UnixMillis) -> sqlx::Result<()> {
    let [total, first, last] = shards.numbers();
    query!(
        "UPDATE tables SET deadline = $1
         WHERE ended_at IS NULL AND deadline > $1 AND (server >> 22) % $2 BETWEEN $3 AND $4",
        [farthest, total, first, last]
    )
    .execute(db)
    .await?;
    Ok(())
}

pub(crate) async fn write_beat(db: &mut Connection, now: UnixMillis) -> Result<()> {
    query!(
        "INSERT INTO meta (name, value) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [BEAT, now]
    )
    .execute(db)
    .await?;
    Ok(())
}
