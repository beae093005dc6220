//! Guilds, `IDENTIFY` frames, and faults of single shards.

use super::Sandbox;
use crate::gateway::events;
use crate::gateway::identifies::Identified;
use crate::gateway::sessions::SocketCommand;
use crate::state::snowflake::Snowflake;

/// Methods for tests of bots with several guilds or shards.
///
/// The methods that take a shard id apply to every session with this shard id, whatever its shard count.
impl Sandbox {
    /// Returns the ids of all guilds: the main guild, followed by [`Options::extra_guilds`] in order.
    ///
    /// Shard `(id >> 22) % shard_count` serves a guild. Consecutive guilds belong to consecutive shards.
    ///
    /// [`Options::extra_guilds`]: crate::Options::extra_guilds
    pub fn guilds(&self) -> Vec<Snowflake> {
        self.shared.world().guilds.keys().copied().collect()
    }

    /// Returns the `IDENTIFY` frames of the bot, oldest first.
    ///
    /// A frame with a malformed shard is not included, nor is a second frame of the same session.
    pub fn identifies(&self) -> Vec<Identified> {
        self.shared.identifies.all()
    }

    /// Closes the gateway connections of a shard without a close frame.
    pub fn drop_shard(&self, shard: u64) {
        self.shared.sessions.send_to_shard(shard, &SocketCommand::Cut);
    }

    /// Closes the gateway connections of a shard with a close code, such as 4004 (authentication failed).
    pub fn close_shard(&self, shard: u64, code: u16) {
        self.shared.sessions.send_to_shard(shard, &SocketCommand::Close(code, "Closed by a test."));
    }

    /// Sets whether the sessions of a shard are refused.
    ///
    /// As the URL of the gateway does not contain the shard, a connection is opened normally and closed
    /// without a close frame after `IDENTIFY` or `RESUME`. The current connections of the shard are closed,
    /// too.
    pub fn refuse_shard(&self, shard: u64, refused: bool) {
        self.shared.faults.refuse_shard(shard, refused);
        if refused {
            self.drop_shard(shard);
        }
    }

    /// Freezes the current gateway connections of a shard, as in a network outage.
    ///
    /// The connections stay open, but the sandbox no longer reads from or writes to them. New connections
    /// work normally.
    pub fn freeze_shard(&self, shard: u64) {
        self.shared.sessions.send_to_shard(shard, &SocketCommand::Freeze);
    }

    /// Asks a shard to reconnect and resume its session (opcode 7).
    pub fn request_reconnect_of(&self, shard: u64) {
        self.shared.sessions.send_to_shard(shard, &SocketCommand::from(events::reconnect()));
    }

    /// Notifies a shard that its session is invalid (opcode 9).
    ///
    /// If `resumable` is `true`, the bot may resume the session.
    pub fn invalidate_shard(&self, shard: u64, resumable: bool) {
        let frame = SocketCommand::from(events::invalid_session(resumable));
        self.shared.sessions.send_to_shard(shard, &frame);
    }
}
