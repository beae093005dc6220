//! Restoring a table from the journal. A damaged journal is truncated to its last complete action.

use std::time::Duration;

use crate::table::evening::state::Evening;
use crate::table::ports::{Journal, JournalError, StoredTable};
use crate::table::{Player, RequestId, TableEvent, TableId, UnixMillis};
use ulti_rules::{Event, SeatAction};

/// A table that was restored from the journal and is ready to be run by an actor.
#[derive(Debug)]
pub(crate) struct RestoredTable {
    pub(crate) evening: Evening,
    pub(crate) requests: Vec<RequestId>,
    pub(crate) deadline: Option<UnixMillis>,
    /// See [`StoredTable::clock_lag`].
    pub(crate) clock_lag: Duration,
    /// `true` if unreadable events were removed from the end of the journal.
    pub(crate) was_truncated: bool,
}

/// Restores a table from the journal. A damaged journal is first truncated to its last complete action.
pub(crate) async fn wake(
    journal: &dyn Journal,
    table: TableId,
    now: UnixMillis,
) -> Result<RestoredTable, JournalError> {
    let mut restored = match read(table, journal.load(table).await?) {
        Ok(restored) => restored,
        Err((whole, reason)) => {
            tracing::error!(%table, whole, reason, "truncating damaged table journal");
            journal.cut_back(table, whole, &reason, now).await?;
            let again = read(table, journal.load(table).await?);
            let restored = again.map_err(|(_, reason)| JournalError::Corrupt { table, reason })?;
            RestoredTable { was_truncated: true, ..restored }
        }
    };
    restored.evening.invited = invited(journal, &restored.evening).await;
    Ok(restored)
}

/// Returns the people who are invited to a table in the lobby, read from the journal of the table that it
/// follows.
///
/// Returns an empty list if that journal cannot be read, because everyone can join without an invitation.
async fn invited(journal: &dyn Journal, evening: &Evening) -> Vec<Player> {
    let Some(previous) = evening.follows.filter(|_| evening.current.is_none()) else { return Vec::new() };
    match journal.load(previous).await {
        Ok(stored) => {
            Evening::as_far_as_possible(&stored.events).0.map_or_else(Vec::new, |last| last.invitable())
        }
        Err(error) => {
            tracing::warn!(table = %previous, %error, "failed to read players of previous evening");
            Vec::new()
        }
    }
}

/// Rebuilds a table from its stored events.
///
/// # Errors
/// If the events do not form a valid table, returns the number of intact events and a description of the
/// damage.
fn read(table: TableId, stored: StoredTable) -> Result<RestoredTable, (u32, String)> {
    let StoredTable { events, requests, deadline, clock_lag, damage } = stored;
    let wrong = match (Evening::as_far_as_possible(&events), damage) {
        ((Some(evening), None), None) if evening.breaks_off() => last_action(&events),
        ((Some(evening), None), None) => {
            return Ok(RestoredTable { evening, requests, deadline, clock_lag, was_truncated: false });
        }
        ((_, Some((place, error))), _) if place < events.len() => (place, format!("event {place}: {error}")),
        (_, Some(damage)) => (events.len(), damage.reason),
        (_, None) => (events.len(), format!("journal of table {table} is empty")),
    };
    Err((u32::try_from(wrong.0).unwrap_or(u32::MAX), wrong.1))
}

/// Returns the index of the last player action in a damaged journal, and an error message.
///
/// The message says that the journal lacks the consequences of this action.
fn last_action(events: &[TableEvent]) -> (usize, String) {
    // Hands may be laid open without an action.
    let is_action = |event: &TableEvent| match event {
        TableEvent::InDeal { event: Event::Opened { .. } } => false,
        TableEvent::InDeal { event } => SeatAction::of(event).is_some(),
        _ => false,
    };
    let place = events.iter().rposition(is_action).unwrap_or(0);
    (place, format!("consequences of event {place} are missing"))
}
