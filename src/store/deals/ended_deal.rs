//! A finished deal, encoded for storage in the database.

use crate::store::seasons::marks::{self, Mark};
use crate::store::{Result, StoreError};
use crate::table::{FinishedDeal, TableId, UnixMillis};
use ulti_rules::BySeat;

/// A finished deal prepared for storage. Contains the deal's record as JSON and the entries for the players'
/// statistics.
///
/// The record and the entries are computed before the deal is passed to the writer task. The writer task then
/// only has to execute SQL.
#[derive(Debug)]
pub(crate) struct EndedDeal {
    pub(super) table: TableId,
    pub(super) at: UnixMillis,
    pub(super) deal: FinishedDeal,
    /// The deal's record as JSON in the `ulti-record/1` format.
    pub(super) record: String,
    pub(super) marks: Vec<Mark>,
}

impl EndedDeal {
    /// Converts a finished deal's record to JSON and determines which contracts, kontras and silent games
    /// count in the players' statistics.
    pub(crate) fn of(table: TableId, deal: FinishedDeal, at: UnixMillis) -> Result<Self> {
        let record = deal.record.to_json().map_err(|error| StoreError::Record(error.to_string()))?;
        let marks = marks::marks(&deal.record, deal.declarer, deal.contract);
        Ok(Self { table, at, deal, record, marks })
    }

    /// Returns the points of each seat, negative if the player lost.
    pub(super) fn points(&self) -> BySeat<i64> {
        self.deal.payments.map(i64::from)
    }
}
