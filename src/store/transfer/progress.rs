//! The progress of a transfer, and the marker of an incomplete one.

/// Name of the marker in the database table `meta`. Its value identifies the source.
pub(super) const MARKER: &str = "moving";

/// The progress of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransferProgress {
    /// Current step.
    pub step: TransferStep,
    /// Name of the database table.
    pub table: &'static str,
    /// Number of rows of this table that are done.
    pub done: u64,
    /// Number of rows of this table.
    pub total: u64,
}

/// The step of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransferStep {
    /// Rows are copied.
    Copying,
    /// The rows of both databases are compared.
    Comparing,
}
