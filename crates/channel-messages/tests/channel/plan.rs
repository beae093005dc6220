//! The faults of a schedule.

/// The faults of a schedule.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    /// `true` if requests fail, are lost or take long.
    pub(crate) has_faults: bool,
    /// `true` if the process ends and starts again.
    pub(crate) has_restarts: bool,
    /// `true` if the faults stop at a random moment. Otherwise, they stop with the last press.
    pub(crate) stops_early: bool,
    /// `true` if everything that happens is printed.
    pub(crate) is_traced: bool,
}
