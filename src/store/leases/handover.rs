//! Taking free shards, and handing shards over from one running process to another.
//!
//! A handover has three steps, so that at any time one process answers the shard's interactions:
//!
//! 1. The successor [requests](ShardLeases::request) the shard and connects it. Discord sends the shard's
//!    events to both processes then.
//! 2. The successor [reports](ShardLeases::report_ready) that it receives the events. It keeps interactions
//!    unanswered.
//! 3. The owner stops accepting interactions, finishes those that it has accepted, and [hands the shard
//!    over](ShardLeases::hand_over). The successor answers those that the owner has not accepted.

use super::database_clock::now;
use super::membership::{LEASE_TIME, ShardLeases};
use crate::store::Result;
use crate::store::sql::{ByDialect, query, query_scalar};
use crate::table::{Shard, UnixMillis};

/// Query for the epoch of a free shard, whose row is locked. Returns no row if another transaction has locked
/// it, for example that of a process that is paused during a commit.
const FREE: ByDialect = ByDialect {
    sqlite: "SELECT epoch FROM shards
             WHERE shards_in_all = $1 AND shard = $2 AND (owner IS NULL OR until <= $3)",
    postgres: "SELECT epoch FROM shards
               WHERE shards_in_all = $1 AND shard = $2 AND (owner IS NULL OR until <= $3)
               FOR UPDATE SKIP LOCKED",
};

/// State of a shard that its owner passes to the successor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handover {
    /// Time at which the shard's game clock was stopped.
    pub clock: UnixMillis,
    /// Ids of the interactions that the owner has accepted in the last seconds. The successor does not answer
    /// them.
    pub handled: Vec<u64>,
}

impl ShardLeases {
    /// Leases a shard if it is free. Returns `false` if it is not.
    ///
    /// # Errors
    /// Returns an error if the database does not answer in time.
    pub async fn take(&self, shard: Shard) -> Result<bool> {
        self.limited(async {
            let mut db = self.begin().await?;
            let now = now(&mut db).await?;
            let (total, index) = numbers(shard);
            let epoch: Option<i64> =
                query_scalar!(FREE.of(db.dialect()), [total, index, now]).fetch_optional(&mut db).await?;
            let Some(epoch) = epoch else { return Ok(false) };
            query!(
                "UPDATE shards SET owner = $3, until = $4, epoch = epoch + 1, successor = NULL, is_ready = 0,
                                   handled = NULL
                 WHERE shards_in_all = $1 AND shard = $2",
                [total, index, self.process, now.after(LEASE_TIME)]
            )
            .execute(&mut db)
            .await?;
            db.commit().await?;
            self.store.fence.change(|epochs| {
                let _: Option<i64> = epochs.insert(shard, epoch + 1);
            });
            Ok(true)
        })
        .await
    }

    /// Makes this process the successor of a shard. Returns `false` if no other process owns the shard, or if
    /// its successor is alive.
    ///
    /// # Errors
    /// Returns an error if the database does not answer in time.
    pub async fn request(&self, shard: Shard) -> Result<bool> {
        self.limited(async {
            let mut db = self.begin().await?;
            let now = now(&mut db).await?;
            let (total, index) = numbers(shard);
            let requested = query!(
                "UPDATE shards SET successor = $3, is_ready = 0
                 WHERE shards_in_all = $1 AND shard = $2 AND owner <> $3
                 AND (successor IS NULL OR successor NOT IN (SELECT id FROM processes WHERE until > $4))",
                [total, index, self.process, now]
            )
            .execute(&mut db)
            .await?;
            db.commit().await?;
            Ok(requested > 0)
        })
        .await
    }

    /// Reports that this process receives the events of a shard that it has requested. Returns `false` if it
    /// is no longer the successor.
    ///
    /// # Errors
    /// Returns an error if the database does not answer in time.
    pub async fn report_ready(&self, shard: Shard) -> Result<bool> {
        self.limited(async {
            let mut db = self.begin().await?;
            let (total, index) = numbers(shard);
            let reported = query!(
                "UPDATE shards SET is_ready = 1 WHERE shards_in_all = $1 AND shard = $2 AND successor = $3",
                [total, index, self.process]
            )
            .execute(&mut db)
            .await?;
            db.commit().await?;
            Ok(reported > 0)
        })
        .await
    }

    /// Makes the successor of a shard its owner. Returns `false` if this process was no longer the owner, or
    /// if the shard has no successor that is ready.
    ///
    /// # Errors
    /// Returns an error if the database does not answer in time. The shard may nevertheless have been handed
    /// over.
    pub async fn hand_over(&self, shard: Shard, handover: &Handover) -> Result<bool> {
        // Ids are integers, so the conversion cannot fail.
        let handled = serde_json::to_string(&handover.handled).unwrap_or_default();
        self.limited(async {
            let mut db = self.begin().await?;
            let now = now(&mut db).await?;
            let (total, index) = numbers(shard);
            let handed_over = query!(
                "UPDATE shards SET owner = successor, until = $4, epoch = epoch + 1, successor = NULL, is_ready = 0,
                                   clock = $5, handled = $6
                 WHERE shards_in_all = $1 AND shard = $2 AND owner = $3 AND successor IS NOT NULL AND is_ready = 1",
                [total, index, self.process, now.after(LEASE_TIME), handover.clock, handled]
            )
            .execute(&mut db)
            .await?;
            db.commit().await?;
            if handed_over > 0 {
                self.store.fence.change(|epochs| {
                    let _: Option<i64> = epochs.remove(&shard);
                });
            }
            Ok(handed_over > 0)
        })
        .await
    }
}

fn numbers(shard: Shard) -> (i64, i64) {
    (i64::from(shard.total()), i64::from(shard.index()))
}
