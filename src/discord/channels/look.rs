//! The settings that determine how the messages of a table look.

use crate::text::{Appearance, SymbolSet};

/// Determines how the messages of a table look.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    /// Appearance of public messages.
    pub(crate) public: Appearance,
    /// The symbols that replace the emoji of hands if these have been withdrawn.
    pub(crate) symbols: SymbolSet,
}
