//! The numbers by which the table knows people and places. They are Discord's snowflakes there,
//! and anything at all in tests; the room never asks.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id!(
    /// A person.
    UserId(u64)
);
id!(
    /// A channel or thread; it has one open table at a time.
    ChannelId(u64)
);
id!(
    /// A server; standings and seasons are kept per server.
    ServerId(u64)
);
id!(
    /// A table, from the moment it is set up to the end of its evening.
    TableId(i64)
);
id!(
    /// One interaction, so that the same one twice counts once.
    RequestId(u64)
);

/// Milliseconds since 1970-01-01 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(pub i64);

impl Millis {
    /// This moment and so much later.
    #[must_use]
    pub fn after(self, span: std::time::Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(span.as_millis()).unwrap_or(i64::MAX)))
    }

    /// This moment and so much earlier; never before 1970.
    #[must_use]
    pub fn before(self, span: std::time::Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(span.as_millis()).unwrap_or(i64::MAX)).max(0))
    }

    /// How long it is from `earlier` to this moment; nothing if it lies before.
    pub fn since(self, earlier: Self) -> std::time::Duration {
        std::time::Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// Whole seconds since 1970, as Discord's timestamps want them.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}
