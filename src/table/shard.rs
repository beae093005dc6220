//! Shards, the parts into which the bot's servers are divided.

use std::fmt;
use std::str::FromStr;

use super::ServerId;

/// A shard: the servers whose events Discord sends to the same gateway connection.
///
/// See "Sharding" in Discord's documentation of the gateway.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    /// Number of shards into which all servers are divided. At least 1.
    total: u32,
    /// Number of the shard, from 0 to `total - 1`.
    index: u32,
}

impl Shard {
    /// The only shard of a bot that is not sharded.
    pub const SINGLE: Self = Self { total: 1, index: 0 };

    /// Creates a shard. Returns `None` unless `index` is less than `total`.
    pub const fn new(index: u32, total: u32) -> Option<Self> {
        if index < total { Some(Self { total, index }) } else { None }
    }

    /// Returns the shard that serves a server, for the same number of shards as in `self`.
    #[must_use]
    pub const fn of(self, ServerId(server): ServerId) -> Self {
        // The remainder is less than `total`.
        #[allow(clippy::cast_possible_truncation)]
        let index = ((server >> 22) % self.total as u64) as u32;
        Self { index, ..self }
    }

    /// Returns the number of the shard, starting at 0.
    pub const fn index(self) -> u32 {
        self.index
    }

    /// Returns the number of shards into which all servers are divided.
    pub const fn total(self) -> u32 {
        self.total
    }
}

/// Formats a shard as its number and the number of shards, such as `3/16`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.total)
    }
}

/// The consecutive shards that one process runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShardRange {
    first: Shard,
    /// Number of the last shard.
    last: u32,
}

/// Error returned if a text is not a range of shards. Its message follows the name of a setting and "is".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShardRangeError {
    /// The text has another form.
    #[error("{0:?}, which is not a range of shards such as \"0-3/16\" or \"5/16\"")]
    Malformed(String),
    /// The range contains shards that do not exist.
    #[error("{range:?}, which does not match the number of shards: {total} shards are numbered from 0 to {}", total - 1)]
    OutOfRange {
        /// The range as given.
        range: String,
        /// Number of shards as given.
        total: u32,
    },
}

impl ShardRange {
    /// The range of a bot that is not sharded.
    pub const SINGLE: Self = Self { first: Shard::SINGLE, last: 0 };

    /// Creates the range of all shards. A bot has at least one shard.
    pub fn all(total: u32) -> Self {
        let total = total.max(1);
        Self { first: Shard { total, index: 0 }, last: total - 1 }
    }

    /// Combines shards in ascending order to as few ranges as possible.
    pub fn combined(shards: &[Shard]) -> Vec<Self> {
        let mut ranges: Vec<Self> = Vec::new();
        for shard in shards {
            match ranges.last_mut() {
                Some(range) if range.total() == shard.total && range.last + 1 == shard.index => {
                    range.last += 1;
                }
                _ => ranges.push(Self { first: *shard, last: shard.index }),
            }
        }
        ranges
    }

    /// Returns the number of shards in the range.
    pub const fn count(self) -> u32 {
        self.last - self.first.index + 1
    }

    /// Returns the number of shards into which all servers are divided.
    pub const fn total(self) -> u32 {
        self.first.total
    }

    /// Returns the total number of shards, and the numbers of the first and the last shard of the range.
    pub fn numbers(self) -> [i64; 3] {
        [self.first.total, self.first.index, self.last].map(i64::from)
    }

    /// Returns the shards of the range in order.
    pub fn shards(self) -> impl Iterator<Item = Shard> {
        (self.first.index..=self.last).map(move |index| Shard { index, ..self.first })
    }

    /// Returns `true` if the range contains a shard.
    pub fn contains(self, shard: Shard) -> bool {
        shard.total == self.total() && (self.first.index..=self.last).contains(&shard.index)
    }

    /// Returns the shard to which Discord assigns a server. The shard may be outside the range.
    pub const fn shard_of(self, server: ServerId) -> Shard {
        self.first.of(server)
    }
}

/// Formats a range in the form that [`FromStr`] reads, such as `0-3/16`.
impl fmt::Display for ShardRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shard { total, index } = self.first;
        if self.count() == 1 {
            write!(f, "{index}/{total}")
        } else {
            write!(f, "{index}-{}/{total}", self.last)
        }
    }
}

impl FromStr for ShardRange {
    type Err = ShardRangeError;

    /// Parses the number of the first shard, the number of the last one and the number of shards, such as
    /// `0-3/16`. A single shard may be written as `5/16`.
    fn from_str(text: &str) -> Result<Self, ShardRangeError> {
        let malformed = || ShardRangeError::Malformed(text.to_owned());
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| malformed());
        let (shards, total) = text.split_once('/').ok_or_else(malformed)?;
        let (first, last) = shards.split_once('-').unwrap_or((shards, shards));
        let (first, last, total) = (number(first)?, number(last)?, number(total)?);
        if total == 0 || first > last {
            return Err(malformed());
        }
        match (Shard::new(first, total), last < total) {
            (Some(first), true) => Ok(Self { first, last }),
            _ => Err(ShardRangeError::OutOfRange { range: text.to_owned(), total }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shard_range_is_parsed_and_formatted() {
        for (text, count, total) in [("0-3/16", 4, 16), ("5/16", 1, 16), ("0/1", 1, 1), ("15/16", 1, 16)] {
            let range: ShardRange = text.parse().unwrap();
            assert_eq!((range.count(), range.total(), range.to_string().as_str()), (count, total, text));
            assert_eq!(range.shards().count(), count as usize);
            assert!(range.shards().all(|shard| range.contains(shard)));
        }
        assert_eq!("2 - 2 / 4".parse(), "2/4".parse::<ShardRange>());
        assert_eq!(ShardRange::all(0), ShardRange::SINGLE);
    }

    #[test]
    fn invalid_shard_range_is_rejected() {
        for text in ["", "4", "3-1/16", "a/4", "0-/4", "-1/4", "0/0", "0-1-2/4", "0/4/4", "0/99999999999"] {
            assert_eq!(
                text.parse::<ShardRange>(),
                Err(ShardRangeError::Malformed(text.to_owned())),
                "{text}"
            );
        }
        for (text, total) in [("4/4", 4), ("0-4/4", 4), ("16-31/16", 16)] {
            let range = text.to_owned();
            assert_eq!(text.parse::<ShardRange>(), Err(ShardRangeError::OutOfRange { range, total }));
        }
    }

    #[test]
    fn server_belongs_to_exactly_one_shard() {
        let all = ShardRange::all(5);
        for server in [0, 1 << 22, 175_928_847_299_117_063, u64::MAX].map(ServerId) {
            let shard = all.shard_of(server);
            assert_eq!(u64::from(shard.index()), (server.0 >> 22) % 5);
            assert!(all.contains(shard) && !ShardRange::all(6).contains(shard));
            assert_eq!(ShardRange::SINGLE.shard_of(server), Shard::SINGLE);
        }
    }

    #[test]
    fn shards_are_combined_to_ranges() {
        let shards = [0, 1, 3, 5, 6, 7].map(|index| Shard::new(index, 8).unwrap());
        let ranges: Vec<String> = ShardRange::combined(&shards).iter().map(ToString::to_string).collect();
        assert_eq!(ranges, ["0-1/8", "3/8", "5-7/8"]);
        assert!(ShardRange::combined(&[]).is_empty());
    }
}
