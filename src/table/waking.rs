//! A table from its journal: as it was, or, where the journal is damaged, as far as it can be read.

use super::evening::Evening;
use super::ports::{Journal, JournalError, Stored};
use super::{Millis, RequestId, TableEvent, TableId};
use crate::rules::{Event, Step};

/// What a table begins to work with when it is woken.
#[derive(Debug)]
pub(super) struct Woken {
    pub(super) evening: Evening,
    pub(super) requests: Vec<RequestId>,
    pub(super) deadline: Option<Millis>,
    /// Whether the last events could not be read and were cut off.
    pub(super) was_cut: bool,
}

/// Reads a table from the journal, which is cut back to its last whole event where it is damaged.
pub(super) async fn wake(journal: &dyn Journal, table: TableId, now: Millis) -> Result<Woken, JournalError> {
    match read(table, journal.load(table).await?) {
        Ok(woken) => Ok(woken),
        Err((whole, reason)) => {
            tracing::error!(%table, whole, reason, "a damaged journal is cut back to its last whole event");
            journal.cut_back(table, whole, &reason, now).await?;
            let again = read(table, journal.load(table).await?);
            let woken = again.map_err(|(_, reason)| JournalError::Corrupt { table, reason })?;
            Ok(Woken { was_cut: true, ..woken })
        }
    }
}

/// The table, or how many events are whole and what is wrong with the next one.
fn read(table: TableId, stored: Stored) -> Result<Woken, (u32, String)> {
    let Stored { events, requests, deadline, damage } = stored;
    let wrong = match (Evening::as_far_as_possible(&events), damage) {
        ((Some(evening), None), None) if evening.breaks_off() => last_action(&events),
        ((Some(evening), None), None) => {
            return Ok(Woken { evening, requests, deadline, was_cut: false });
        }
        ((_, Some((place, error))), _) if place < events.len() => (place, format!("event {place}: {error}")),
        (_, Some(damage)) => (events.len(), damage.reason),
        (_, None) => (events.len(), format!("the journal of table {table} holds no event")),
    };
    Err((u32::try_from(wrong.0).unwrap_or(u32::MAX), wrong.1))
}

/// Where the last action of a deal begins, of which not all is there.
fn last_action(events: &[TableEvent]) -> (usize, String) {
    // A hand may be laid open by itself.
    let acts = |event: &TableEvent| match event {
        TableEvent::InDeal { event: Event::Opened { .. } } => false,
        TableEvent::InDeal { event } => Step::of(event).is_some(),
        _ => false,
    };
    let place = events.iter().rposition(acts).unwrap_or(0);
    (place, format!("what follows from event {place} is missing"))
}
