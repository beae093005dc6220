//! Group commit: batches of many tables share one transaction.
//!
//! Waiting for the disk takes far longer than writing a row, and takes the same time for one row as for a
//! hundred. A single task therefore writes all batches. While the disk is busy with one group, the next group
//! builds up in the queue. The task never waits for a group to grow, so a lone batch is written at once.
//!
//! If a group fails, its transaction is rolled back, and each batch is retried in its own transaction. An
//! invalid batch therefore does not affect other tables.

use std::sync::atomic::Ordering;

use sqlx::SqlitePool;
use tokio::sync::oneshot;

use super::batch;
use super::batch_rows::BatchRows;
use super::commit_queue::CommitQueue;
use crate::store::Result;
use crate::store::file::identity::OpenedFiles;

/// Maximum number of batches in one transaction. Larger groups would block other writers for too long.
const MAX_GROUP: usize = 256;

/// The write connection and the opened database files.
///
/// Before each write, the files are checked to make sure that they have not been moved, deleted or replaced.
type CommitTarget<'a> = (&'a SqlitePool, &'a OpenedFiles);

/// Starts the task that writes queued batches to the database.
///
/// The task stops when the last clone of the returned queue is dropped.
pub(crate) fn start(writer: SqlitePool, files: OpenedFiles) -> CommitQueue {
    let (queue, mut receiver, groups) = CommitQueue::new();
    tokio::spawn(async move {
        let mut group = Vec::with_capacity(MAX_GROUP);
        while receiver.recv_many(&mut group, MAX_GROUP).await > 0 {
            groups.fetch_add(1, Ordering::Relaxed);
            let (batches, replies): (Vec<BatchRows>, Vec<oneshot::Sender<Result<()>>>) =
                group.drain(..).unzip();
            for (reply, result) in replies.into_iter().zip(write((&writer, &files), &batches).await) {
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

/// Writes all batches of a group in a single transaction.
async fn write_together((writer, files): CommitTarget<'_>, group: &[BatchRows]) -> Result<()> {
    files.is_there()?;
    let mut write = writer.begin_with("BEGIN IMMEDIATE").await?;
    batch::keep(&mut write, group).await?;
    Ok(write.commit().await?)
}
