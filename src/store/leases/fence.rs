//! Rejects writes for shards that this process has not leased.

use std::collections::BTreeMap;

use parking_lot::RwLock;

use crate::store::sql::{ByDialect, Connection, query};
use crate::store::{ProcessId, Result, StoreError};
use crate::table::{ServerId, Shard};

/// Query for the shards that process $2 owns, of $1 shards in all, with their epochs, and 1 if the lease is
/// valid.
///
/// On a server, the rows stay locked until the transaction ends, so that nobody takes a shard over before the
/// writes are committed. All queries lock them in the same order.
const LEASED: ByDialect = ByDialect {
    sqlite: "SELECT shard, epoch,
                    CASE WHEN until > CAST(unixepoch('subsec') * 1000 AS INTEGER) THEN 1 ELSE 0 END
             FROM shards WHERE shards_in_all = $1 AND owner = $2",
    postgres: "SELECT shard, epoch,
                      CASE WHEN until > (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT
                           THEN 1::BIGINT ELSE 0::BIGINT END
               FROM shards WHERE shards_in_all = $1 AND owner = $2
               ORDER BY shard FOR SHARE",
};

/// The shards for which this process may write. By default, these are all shards.
#[derive(Debug, Default)]
pub(crate) struct Fence(RwLock<Option<OwnShards>>);

/// The leases of a process, as of their last renewal.
#[derive(Debug, Clone)]
pub(super) struct OwnShards {
    pub(super) process: ProcessId,
    /// Number of shards into which all servers are divided.
    pub(super) total: u32,
    pub(super) epochs: BTreeMap<Shard, i64>,
}

impl Fence {
    /// Restricts writes to the given shards.
    pub(super) fn restrict(&self, own: OwnShards) {
        *self.0.write() = Some(own);
    }

    /// Changes the epochs of the leased shards. Does nothing if writes are not restricted.
    pub(super) fn change(&self, change: impl FnOnce(&mut BTreeMap<Shard, i64>)) {
        if let Some(own) = &mut *self.0.write() {
            change(&mut own.epochs);
        }
    }

    /// Checks that the process may write for all given servers until the transaction ends.
    ///
    /// # Errors
    /// Returns [`StoreError::NotLeased`] with a shard that the process has not leased, or
    /// [`StoreError::LeaseExpired`] if the lease has expired but nobody has taken the shard over.
    pub(crate) async fn check(
        &self,
        db: &mut Connection,
        servers: impl Iterator<Item = ServerId>,
    ) -> Result<()> {
        let Some(own) = self.0.read().clone() else { return Ok(()) };
        let leased = own.leased(db).await?;
        let whole = Shard::new(0, own.total);
        for shard in servers.filter_map(|server| Some(whole?.of(server))) {
            match leased.get(&shard) {
                Some(true) => {}
                Some(false) => return Err(StoreError::LeaseExpired(shard)),
                None => return Err(StoreError::NotLeased(shard)),
            }
        }
        Ok(())
    }

    /// Returns those of the shards for which the process may write until the transaction ends.
    pub(crate) async fn permitted(&self, db: &mut Connection, shards: &[Shard]) -> Result<Vec<Shard>> {
        let Some(own) = self.0.read().clone() else { return Ok(shards.to_vec()) };
        let leased = own.leased(db).await?;
        Ok(shards.iter().copied().filter(|shard| leased.get(shard) == Some(&true)).collect())
    }
}

impl OwnShards {
    /// Returns the shards that this process still owns, and `true` for those whose lease is valid. Locks
    /// their rows.
    async fn leased(&self, db: &mut Connection) -> Result<BTreeMap<Shard, bool>> {
        let rows: Vec<(i64, i64, i64)> =
            query!(LEASED.of(db.dialect()), [i64::from(self.total), self.process]).fetch_all(db).await?;
        let shard = |(index, epoch, is_valid)| {
            let shard = Shard::new(u32::try_from(index).ok()?, self.total)?;
            (self.epochs.get(&shard) == Some(&epoch)).then_some((shard, is_valid != 0))
        };
        Ok(rows.into_iter().filter_map(shard).collect())
    }
}
