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
    /// Identifier of a channel or thread. A channel has at most one open table.
    ChannelId(u64);
    /// Identifier of a server. Standings and seasons are kept per server.
    ServerId(u64);
    /// Identifier of a table, from its opening to the end of its evening.
    TableId(i64);
    /// Identifier of an interaction, used to ignore duplicates of an interaction.
    RequestId(u64);
}

/// A point in time in milliseconds since 1970-01-01 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnixMillis(pub i64);

impl UnixMillis {
    /// Returns the time that is `span` after this time.
    #[must_use]
    pub fn after(self, span: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(span.as_millis()).unwrap_or(i64::MAX)))
    }

    /// Returns the time that is `span` before this time, but not earlier than 1970.
    #[must_use]
    pub fn before(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(span.as_millis()).unwrap_or(i64::MAX)).max(0))
    }

    /// Returns the duration from `earlier` to this time, or zero if `earlier` is later.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// Returns the number of whole seconds since 1970-01-01 UTC, as used in Discord's timestamps.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}
