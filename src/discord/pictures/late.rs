//! The error for pictures that are not drawn in time.

/// Error if a picture is not drawn in time. The message is sent without the picture, which may be added
/// later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Late;
