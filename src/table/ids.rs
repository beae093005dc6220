//! Identifiers of users, channels, servers, tables and interactions. All of them except table ids are Discord
//! snowflakes.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($inner:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

ids! {
    /// Identifier of a user.
    UserId(u64);
    /// Identifier of a channel or thread. Each channel has at most one open table.
    ChannelId(u64);
    /// Identifier of a Discord server. Each server has its own standings and seasons.
    ServerId(u64);
    /// Identifier of a table. Never reused for another table.
    TableId(i64);
    /// Identifier of an interaction. Used to ignore repeated deliveries of the same interaction.
    RequestId(u64);
}

/// A point in time, in milliseconds since 1970-01-01 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnixMillis(pub i64);

impl UnixMillis {
    /// Adds `span` to this point in time.
    #[must_use]
    pub fn after(self, span: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(span.as_millis()).unwrap_or(i64::MAX)))
    }

    /// Subtracts `span` from this point in time. Returns 1970-01-01 if the result would be earlier.
    #[must_use]
    pub fn before(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(span.as_millis()).unwrap_or(i64::MAX)).max(0))
    }

    /// Returns the duration from `earlier` to this point in time, or zero if `earlier` is later.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// Returns the number of whole seconds since 1970-01-01 UTC, as Discord timestamps require.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}
