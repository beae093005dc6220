//! Appends the events of a table to its journal.

use tokio::time::Instant;

use super::Actor;
use crate::table::ports::{Batch, FinishedDeal, JournalError};
use crate::table::{RequestId, TableEvent, UnixMillis};

impl Actor {
    /// Appends events to the journal, and stores the deadline. Records whether the journal works.
    pub(super) async fn append(
        &mut self,
        events: Vec<TableEvent>,
        request: Option<RequestId>,
        deadline: Option<UnixMillis>,
        finished: Option<FinishedDeal>,
    ) -> Result<(), JournalError> {
        let closed = events.iter().find_map(|event| match event {
            TableEvent::Ended { shares, .. } => Some(shares.clone()),
            _ => None,
        });
        let (table, first, at) = (self.id, self.evening.version, self.shared.clock.now());
        let server = self.evening.server;
        let batch = Batch { table, server, first, events, request, deadline, finished, closed, at };
        let written = self.shared.journal.append(batch).await;
        match &written {
            Ok(()) => (self.failing_since, self.not_before) = (None, Instant::now()),
            Err(error) => {
                if let JournalError::Unavailable(_) = error {
                    // The journal's own monitoring logs the outage once for all tables.
                    tracing::debug!(table = %self.id, %error, "failed to append events to table journal");
                    self.failing_since.get_or_insert(self.clock.now());
                } else if let JournalError::NotLeased(_) = error {
                    tracing::info!(table = %self.id, %error, "table is served by another process");
                } else {
                    tracing::error!(table = %self.id, %error, "failed to append events to table journal");
                }
                if let JournalError::Conflict { .. } | JournalError::NotLeased(_) = error {
                    self.mailbox.close(); // another actor may have written; the next request reloads it
                }
            }
        }
        written
    }
}
