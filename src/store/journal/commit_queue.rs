//! Queue of batches for the group commit, which writes several batches in one transaction.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{mpsc, oneshot};

use super::batch_rows::BatchRows;
use crate::store::{Result, StoreError};
use crate::table::Batch;

/// Capacity of the commit queue, in batches. Senders wait while the queue is full.
const CAPACITY: usize = 1024;

/// A batch that waits to be written, and the channel on which its sender receives the result.
pub(super) type PendingBatch = (BatchRows, oneshot::Sender<Result<()>>);

/// Sends batches of events to the task that writes them to the database.
///
/// Clones send to the same queue.
#[derive(Debug, Clone)]
pub(crate) struct CommitQueue {
    sender: mpsc::Sender<PendingBatch>,
    /// Number of groups of batches that the writer task has taken from the queue so far.
    groups: Arc<AtomicU64>,
}

impl CommitQueue {
    /// Creates an empty commit queue.
    ///
    /// Returns the sender, the receiver and a counter. The writer task increments the counter for each group
    /// of batches that it takes from the queue.
    pub(super) fn new() -> (Self, mpsc::Receiver<PendingBatch>, Arc<AtomicU64>) {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        let groups = Arc::new(AtomicU64::new(0));
        (Self { sender, groups: Arc::clone(&groups) }, receiver, groups)
    }

    /// Returns the number of groups of batches that the writer task has taken from the queue so far.
    ///
    /// All batches of a group are written in one transaction, or one by one if that fails.
    pub(crate) fn groups(&self) -> u64 {
        self.groups.load(Ordering::Relaxed)
    }

    /// Queues a batch and waits until it is committed to disk.
    pub(crate) async fn write(&self, batch: Batch) -> Result<()> {
        let rows = BatchRows::of(batch)?;
        let (reply, result) = oneshot::channel();
        let closed = || StoreError::from(sqlx::Error::PoolClosed);
        self.sender.send((rows, reply)).await.map_err(|_| closed())?;
        result.await.map_err(|_| closed())?
    }
}
