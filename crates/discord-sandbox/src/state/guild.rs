//! A guild, and the shard that serves it.

use std::collections::BTreeSet;

use super::snowflake::Snowflake;

#[derive(Clone, Debug, Default)]
pub(crate) struct Guild {
    pub(crate) id: Snowflake,
    pub(crate) name: String,
    pub(crate) locale: String,
    /// Id of the role that Discord creates for the bot.
    pub(crate) bot_role: Snowflake,
    /// Ids of the guild's text channels and threads.
    pub(crate) channels: BTreeSet<Snowflake>,
    /// `true` while the bot is a member of the guild.
    pub(crate) is_member: bool,
    /// Time at which the bot joined the guild, in Unix milliseconds.
    pub(crate) joined_unix_ms: u64,
}

/// Shard id and shard count of a session.
pub(crate) type ShardId = (u64, u64);

/// Returns `true` if a shard receives the events of a guild.
///
/// Shard `(guild >> 22) % count` serves a guild. See "Sharding" in Discord's gateway documentation.
pub(crate) fn serves(shard: ShardId, guild: Snowflake) -> bool {
    (guild.0 >> 22) % shard.1.max(1) == shard.0
}
