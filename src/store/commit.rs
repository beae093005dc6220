//! Group commit: what many tables have to write goes to the disk together.
//!
//! Waiting for the disk costs far more than writing a line, and costs the same for one line as for a
//! hundred. So one task writes: while the disk is busy with one group, the next one gathers. Nobody waits
//! for others to come; a table that is alone is written at once.
//!
//! A group is one transaction. Where it fails nothing of it is written, and each of its tables is tried
//! alone, so that nobody is refused for somebody else's mistake.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::SqlitePool;
use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::entry::{self, Entry};
use super::place::Place;
use crate::table::Batch;

/// How many batches go into one transaction. More would only hold up whoever else writes.
const MOST: usize = 256;
/// How many batches may wait before whoever has another waits to hand it over.
const WAITING: usize = 1024;

type Answer = Result<(), StoreError>;
/// Where a group goes.
type To<'a> = (&'a SqlitePool, &'a Place);

/// Where batches are handed in. Clones are the same queue.
#[derive(Debug, Clone)]
pub(super) struct Queue {
    sender: mpsc::Sender<(Entry, oneshot::Sender<Answer>)>,
    /// Transactions so far.
    groups: Arc<AtomicU64>,
}

impl Queue {
    /// Starts the task that writes; it ends when nobody can hand in anything any more.
    pub(super) fn start(writer: SqlitePool, place: Place) -> Self {
        let (sender, mut receiver) = mpsc::channel(WAITING);
        let groups = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&groups);
        tokio::spawn(async move {
            let mut group = Vec::with_capacity(MOST);
            while receiver.recv_many(&mut group, MOST).await > 0 {
                count.fetch_add(1, Ordering::Relaxed);
                let (entries, askers): (Vec<Entry>, Vec<oneshot::Sender<Answer>>) = group.drain(..).unzip();
                for (asker, written) in askers.into_iter().zip(write((&writer, &place), &entries).await) {
                    // Whoever asked may have gone; what is written stays written.
                    let _: Result<(), Answer> = asker.send(written);
                }
            }
        });
        Self { sender, groups }
    }

    /// How many groups have been taken to the disk.
    pub(super) fn groups(&self) -> u64 {
        self.groups.load(Ordering::Relaxed)
    }

    /// Hands in a batch and waits until it is on the disk.
    pub(super) async fn write(&self, batch: Batch) -> Answer {
        let entry = Entry::of(batch)?;
        let (asker, answer) = oneshot::channel();
        let closed = || StoreError::from(sqlx::Error::PoolClosed);
        self.sender.send((entry, asker)).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

/// Writes a group; what came of each.
async fn write(to: To<'_>, group: &[Entry]) -> Vec<Answer> {
    let Err(error) = write_together(to, group).await else {
        return group.iter().map(|_| Ok(())).collect();
    };
    if group.len() == 1 {
        return vec![Err(error)];
    }
    let mut answers = Vec::with_capacity(group.len());
    for entry in group {
        answers.push(match error.everywhere() {
            Some(same) => Err(same),
            None => write_together(to, std::slice::from_ref(entry)).await,
        });
    }
    answers
}

async fn write_together((writer, place): To<'_>, group: &[Entry]) -> Answer {
    place.is_there()?;
    let mut write = writer.begin_with("BEGIN IMMEDIATE").await?;
    entry::keep(&mut write, group).await?;
    Ok(write.commit().await?)
}
