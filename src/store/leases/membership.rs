//! The processes that lease shards, and the renewal of their leases.

use std::collections::BTreeMap;
use std::time::Duration;

use super::database_clock::now;
use super::fence::OwnShards;
use crate::store::journal::clocks;
use crate::store::sql::{ByDialect, Connection, query, query_scalar};
use crate::store::{ProcessId, Result, Store, StoreError};
use crate::table::{Shard, ShardRange, UnixMillis};

/// Duration of a lease from its last renewal.
///
/// A shorter lease shortens the outage after the death of a process. A longer one survives longer outages of
/// the database.
pub const LEASE_TIME: Duration = Duration::from_secs(8);
/// Time after which a dead process is forgotten.
const FORGOTTEN_AFTER: Duration = Duration::from_hours(24);
/// Maximum duration of an operation on leases. It is less than [`LEASE_TIME`], so that another connection can
/// be used before the leases expire.
pub(super) const TIMEOUT: Duration = Duration::from_secs(3);

/// Locks the rows of all shards that process $2 owns, in the same order as all other queries.
const LOCK_OWN: ByDialect = ByDialect {
    sqlite: "SELECT shard FROM shards WHERE shards_in_all = $1 AND owner = $2",
    postgres: "SELECT shard FROM shards WHERE shards_in_all = $1 AND owner = $2 ORDER BY shard FOR UPDATE",
};

/// A handle to the leases of this process. All clones refer to the same process.
#[derive(Debug, Clone)]
pub struct ShardLeases {
    pub(super) store: Store,
    pub(super) process: ProcessId,
    /// Number of shards into which all servers are divided.
    pub(super) total: u32,
}

/// The processes and the leases of all shards at one time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeaseState {
    /// Processes that are alive, in the order of their ids.
    pub processes: Vec<Process>,
    /// All shards in order.
    pub shards: Vec<LeasedShard>,
}

/// A process that leases shards and is alive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Process {
    /// Identifier of the process.
    pub id: ProcessId,
    /// `true` if the process hands its shards over in order to stop.
    pub is_stopping: bool,
}

/// A shard and the processes that run it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedShard {
    /// The shard.
    pub shard: Shard,
    /// The process whose lease is valid, or `None` if the shard is free.
    pub owner: Option<ProcessId>,
    /// The process whose lease has expired, if the shard is free for that reason. Its lease becomes valid
    /// again if it renews it before another process takes the shard.
    pub expired_owner: Option<ProcessId>,
    /// The process that connects the shard in order to take it over. `None` if there is none, or if it has
    /// died.
    pub successor: Option<ProcessId>,
    /// `true` if the successor receives the shard's events.
    pub is_ready: bool,
    /// Time of the shard's game clock, as last stored by an owner.
    pub clock: UnixMillis,
    /// Ids of the interactions that the previous owner accepted shortly before it handed the shard over.
    pub handled: Vec<u64>,
    epoch: i64,
}

impl LeasedShard {
    /// Returns `true` if a process owns the shard, even if its lease has expired.
    pub fn belongs_to(&self, process: ProcessId) -> bool {
        self.owner.or(self.expired_owner) == Some(process)
    }
}

/// A row of the database table `shards`: shard, owner, end of lease, epoch, successor, readiness, clock,
/// interactions.
type ShardRow = (i64, Option<ProcessId>, UnixMillis, i64, Option<ProcessId>, i64, UnixMillis, Option<String>);

#[cfg(test)]
impl LeasedShard {
    /// Creates a shard without a successor.
    pub(crate) const fn new(shard: Shard, owner: Option<ProcessId>, clock: UnixMillis) -> Self {
        Self {
            shard,
            owner,
            expired_owner: None,
            successor: None,
            is_ready: false,
            clock,
            handled: Vec::new(),
            epoch: 0,
        }
    }
}

impl Store {
    /// Registers this process as one that leases shards. From now on, writes for shards that it has not
    /// leased fail.
    ///
    /// `total` is the number of shards into which all servers are divided. If it is `None`, the number of the
    /// other processes is used, or `recommended` if there are none. `host` is a name for the log.
    ///
    /// # Errors
    /// Returns [`StoreError::ShardCount`] if the other processes use another number of shards.
    pub async fn join_processes(
        &self,
        total: Option<u32>,
        recommended: u32,
        host: &str,
    ) -> Result<ShardLeases> {
        let mut write = self.write().await?;
        let now = now(&mut write).await?;
        let others: Option<i64> =
            query_scalar!("SELECT shards_in_all FROM processes WHERE until > $1 LIMIT 1", [now])
                .fetch_optional(&mut write)
                .await?;
        let others = others.and_then(|total| u32::try_from(total).ok());
        let total = match (total, others) {
            (Some(ours), Some(theirs)) if ours != theirs => {
                return Err(StoreError::ShardCount { ours, theirs });
            }
            (total, others) => total.or(others).unwrap_or(recommended).max(1),
        };
        create_shards(&mut write, total, now).await?;
        query!("DELETE FROM processes WHERE until < $1", [now.before(FORGOTTEN_AFTER)])
            .execute(&mut write)
            .await?;
        let process: ProcessId = query_scalar!(
            "INSERT INTO processes (host, shards_in_all, until) VALUES ($1, $2, $3) RETURNING id",
            [host, i64::from(total), now.after(LEASE_TIME)]
        )
        .fetch_one(&mut write)
        .await?;
        write.commit().await?;
        self.fence.restrict(OwnShards { process, total, epochs: BTreeMap::new() });
        Ok(ShardLeases { store: self.clone(), process, total })
    }

    /// Checks that no process leases shards of this database.
    ///
    /// # Errors
    /// Returns [`StoreError::Leased`] if a process does, or did a few seconds ago.
    pub async fn check_no_leases(&self) -> Result<()> {
        let mut read = self.read().await?;
        let now = now(&mut read).await?;
        let leasing: i64 = query_scalar!("SELECT COUNT(*) FROM processes WHERE until > $1", [now])
            .fetch_one(&mut read)
            .await?;
        if leasing == 0 { Ok(()) } else { Err(StoreError::Leased) }
    }
}

/// Creates the rows of all shards, unless they exist.
async fn create_shards(db: &mut Connection, total: u32, now: UnixMillis) -> Result<()> {
    let known: i64 =
        query_scalar!("SELECT COUNT(*) FROM shards WHERE shards_in_all = $1", [i64::from(total)])
            .fetch_one(&mut *db)
            .await?;
    if known != i64::from(total) {
        clocks::resume(db, ShardRange::all(total), now).await?;
    }
    Ok(())
}

impl ShardLeases {
    /// Returns the id of this process.
    pub const fn process(&self) -> ProcessId {
        self.process
    }

    /// Returns the number of shards into which all servers are divided.
    pub const fn total(&self) -> u32 {
        self.total
    }

    /// Renews the leases of this process.
    ///
    /// # Errors
    /// Returns an error if the database does not answer in time. The leases then keep their end.
    pub async fn renew(&self) -> Result<()> {
        self.limited(async {
            let mut db = self.begin().await?;
            let now = now(&mut db).await?;
            let (total, until) = (i64::from(self.total), now.after(LEASE_TIME));
            query!("UPDATE processes SET until = $2 WHERE id = $1", [self.process, until])
                .execute(&mut db)
                .await?;
            let _: Vec<i64> =
                query_scalar!(LOCK_OWN.of(db.dialect()), [total, self.process]).fetch_all(&mut db).await?;
            // An expired lease is renewed as well, if nobody has taken the shard over.
            query!(
                "UPDATE shards SET until = $3 WHERE shards_in_all = $1 AND owner = $2",
                [total, self.process, until]
            )
            .execute(&mut db)
            .await?;
            Ok(db.commit().await?)
        })
        .await
    }

    /// Returns the processes and the state of all shards. Also updates the shards for which this process may
    /// write.
    ///
    /// # Errors
    /// Returns an error if the database does not answer in time.
    pub async fn state(&self) -> Result<LeaseState> {
        self.limited(async {
            let mut db = self.store.read().await?;
            let now = now(&mut db).await?;
            let state = self.read_state(&mut db, now).await?;
            self.store.fence.change(|epochs| *epochs = self.epochs(&state));
            Ok(state)
        })
        .await
    }

    /// Records that this process stops, so that the others take its shards over.
    ///
    /// # Errors
    /// Returns an error if the database does not answer in time.
    pub async fn announce_stop(&self) -> Result<()> {
        self.limited(async {
            let mut db = self.begin().await?;
            query!("UPDATE processes SET is_stopping = 1 WHERE id = $1", [self.process])
                .execute(&mut db)
                .await?;
            // Nobody hands a shard over to a process that stops.
            query!(
                "UPDATE shards SET successor = NULL, is_ready = 0 WHERE shards_in_all = $1 AND successor = $2",
                [i64::from(self.total), self.process]
            )
            .execute(&mut db)
            .await?;
            Ok(db.commit().await?)
        })
        .await
    }

    /// Releases all shards and removes this process. All its writes for tables fail afterwards.
    ///
    /// # Errors
    /// Returns an error if the database does not answer in time. The leases then expire.
    pub async fn leave(&self) -> Result<()> {
        self.store.fence.change(BTreeMap::clear);
        self.limited(async {
            let mut db = self.begin().await?;
            query!(
                "UPDATE shards SET owner = NULL, successor = NULL, is_ready = 0, handled = NULL
                 WHERE shards_in_all = $1 AND owner = $2",
                [i64::from(self.total), self.process]
            )
            .execute(&mut db)
            .await?;
            query!("DELETE FROM processes WHERE id = $1", [self.process]).execute(&mut db).await?;
            Ok(db.commit().await?)
        })
        .await
    }

    pub(super) async fn begin(&self) -> Result<Connection> {
        self.store.backend.begin_lease(&self.store.writer).await
    }

    /// Runs an operation with a time limit. The transaction of an operation that takes too long is rolled
    /// back.
    pub(super) async fn limited<T>(&self, operation: impl Future<Output = Result<T>>) -> Result<T> {
        let timed_out = |_| Err(StoreError::Unreachable("timed out".to_owned()));
        tokio::time::timeout(TIMEOUT, operation).await.unwrap_or_else(timed_out)
    }

    async fn read_state(&self, db: &mut Connection, now: UnixMillis) -> Result<LeaseState> {
        let processes: Vec<(ProcessId, i64)> = query!(
            "SELECT id, is_stopping FROM processes WHERE until > $1 AND shards_in_all = $2 ORDER BY id",
            [now, i64::from(self.total)]
        )
        .fetch_all(&mut *db)
        .await?;
        let processes: Vec<Process> =
            processes.into_iter().map(|(id, stopping)| Process { id, is_stopping: stopping != 0 }).collect();
        let rows: Vec<ShardRow> = query!(
            "SELECT shard, owner, until, epoch, successor, is_ready, clock, handled FROM shards
             WHERE shards_in_all = $1 ORDER BY shard",
            [i64::from(self.total)]
        )
        .fetch_all(db)
        .await?;
        let is_alive = |id: &ProcessId| processes.iter().any(|process| process.id == *id);
        let shard = |row: ShardRow| {
            let (index, owner, until, epoch, successor, is_ready, clock, handled) = row;
            let handled = handled.and_then(|ids| serde_json::from_str(&ids).ok());
            Some(LeasedShard {
                shard: Shard::new(u32::try_from(index).ok()?, self.total)?,
                owner: owner.filter(|_| until > now),
                expired_owner: owner.filter(|_| until <= now),
                successor: successor.filter(is_alive),
                is_ready: is_ready != 0,
                clock,
                handled: handled.unwrap_or_default(),
                epoch,
            })
        };
        let shards = rows.into_iter().filter_map(shard).collect();
        Ok(LeaseState { processes, shards })
    }

    fn epochs(&self, state: &LeaseState) -> BTreeMap<Shard, i64> {
        let own = state.shards.iter().filter(|shard| shard.owner == Some(self.process));
        own.map(|leased| (leased.shard, leased.epoch)).collect()
    }
}
