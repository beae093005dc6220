//! Group commit: batches of many tables share one transaction.
//!
//! Waiting for the disk takes far longer than writing a row, and takes the same time for one row as for a
//! hundred. A single task therefore writes all batches. While the disk is busy with one group, the next group
//! builds up in the queue. The task never waits for a group to grow, so a lone batch is written at once.
//!
//! If a group fails, its transaction is rolled back, and each batch is retried in its own transaction. An
//! invalid batch therefore does not affect other tables. A transaction that conflicts with that of another
//! process is repeated.
//!
//! If the process leases its shards, each group is checked by the [`Fence`] in its own transaction.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::oneshot;

use super::batch;
use super::batch_rows::BatchRows;
use super::commit_queue::CommitQueue;
use crate::store::backend::Backend;
use crate::store::leases::fence::Fence;
use crate::store::sql::Pool;
use crate::store::{Result, StoreError};

/// Maximum number of batches in one transaction. Larger groups would block other writers for too long.
const MAX_GROUP: usize = 256;

/// Maximum number of attempts to write a group if its transaction conflicts with another one.
const TRIES: u32 = 5;
/// Maximum duration of a transaction on a server. If a server disappears, its connections stay open.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(45);

/// The database to which batches are written, and the connections for that.
#[derive(Clone, Copy)]
struct CommitTarget<'a> {
    writer: &'a Pool,
    backend: &'a Backend,
    fence: &'a Fence,
}

/// Starts the task that writes queued batches to the database.
///
/// The task stops when the last clone of the returned queue is dropped.
pub(crate) fn start(writer: Pool, backend: Backend, fence: Arc<Fence>) -> CommitQueue {
    let (queue, mut receiver, groups) = CommitQueue::new();
    tokio::spawn(async move {
        let target = CommitTarget { writer: &writer, backend: &backend, fence: &fence };
        let mut group = Vec::with_capacity(MAX_GROUP);
        while receiver.recv_many(&mut group, MAX_GROUP).await > 0 {
            groups.fetch_add(1, Ordering::Relaxed);
            let (batches, replies): (Vec<BatchRows>, Vec<oneshot::Sender<Result<()>>>) =
                group.drain(..).unzip();
            for (reply, result) in replies.into_iter().zip(write(target, &batches).await) {
                // A caller that stopped waiting does not undo the commit.
                let _: Result<(), Result<()>> = reply.send(result);
            }
        }
    });
    queue
}

/// Writes a group of batches in one transaction, or one by one if that fails. Returns one result per batch,
/// in the same order.
async fn write(to: CommitTarget<'_>, group: &[BatchRows]) -> Vec<Result<()>> {
    let Err(error) = write_together(to, group).await else {
        return group.iter().map(|_| Ok(())).collect();
    };
    if group.len() == 1 {
        return vec![Err(error)];
    }
    let mut results = Vec::with_capacity(group.len());
    for rows in group {
        results.push(match error.everywhere() {
            Some(same) => Err(same),
            None => write_together(to, std::slice::from_ref(rows)).await,
        });
    }
    results
}

/// Writes all batches of a group in a single transaction. Repeats it if it conflicts with that of another
/// process.
async fn write_together(to: CommitTarget<'_>, group: &[BatchRows]) -> Result<()> {
    let mut tries = 1;
    loop {
        let written = match to.backend {
            Backend::File(_) => write_once(to, group).await,
            Backend::Postgres(_) => tokio::time::timeout(COMMIT_TIMEOUT, write_once(to, group))
                .await
                .unwrap_or_else(|_| Err(StoreError::Unreachable("timed out".to_owned()))),
        };
        match written {
            Err(StoreError::Conflicting) if tries < TRIES => {
                tracing::debug!(tries, "transaction conflicts with another one; repeating");
                tries += 1;
            }
            other => return other,
        }
    }
}

async fn write_once(to: CommitTarget<'_>, group: &[BatchRows]) -> Result<()> {
    let mut write = to.backend.begin_commit(to.writer).await?;
    to.fence.check(&mut write, group.iter().map(|rows| rows.batch.server)).await?;
    batch::keep(&mut write, group).await?;
    Ok(write.commit().await?)
}
