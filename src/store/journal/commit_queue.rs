//! Queue of batches for the group commit, which writes several batches in one transaction.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{mpsc, oneshot};

use super::batch_rows::BatchRows;
use crate::store::{Result, StoreError};
use crate::table::Batch;

/// Maximum number of batches in the queue. When the queue is full, senders wait.
const CAPACITY: usize = 1024;

/// A batch in the queue, with the channel through which its result is returned.
pub(super) type PendingBatch = (BatchRows, oneshot::Sender<Result<()>>);

/// The sending half of the commit queue.
///
/// Clones share one queue.
#[derive(Debug, Clone)]
pub(crate) struct CommitQueue {
    sender: mpsc::Sender<PendingBatch>,
    /// Number of groups of batches taken from the queue so far.
    groups: Arc<AtomicU64>,
}

impl CommitQueue {
    /// Creates a queue of batches.
    ///
    /// Returns the sending half, the receiving half and the counter of groups taken from the queue.
    pub(super) fn new() -> (Self, mpsc::Receiver<PendingBatch>, Arc<AtomicU64>) {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        let groups = Arc::new(AtomicU64::new(0));
        (Self { sender, groups: Arc::clone(&groups) }, receiver, groups)
    }

    /// Returns the number of groups of batches taken from the queue so far.
    pub(crate) fn groups(&self) -> u64 {
        self.groups.load(Ordering::Relaxed)
    }

    /// Adds a batch to the queue and waits until its transaction is committed to disk.
    pub(crate) async fn write(&self, batch: Batch) -> Result<()> {
        let rows = BatchRows::of(batch)?;
        let (reply, result) = oneshot::channel();
        let closed = || StoreError::from(sqlx::Error::PoolClosed);
        self.sender.send((rows, reply)).await.map_err(|_| closed())?;
        result.await.map_err(|_| closed())?
    }
}
