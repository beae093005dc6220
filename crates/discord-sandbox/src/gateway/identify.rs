//! Handling of `IDENTIFY`, which starts a session.
//!
//! See "Identifying" and "Sharding" in Discord's gateway documentation.

use serde_json::Value;

use super::events;
use super::identifies::{Exceeded, Identified};
use super::sessions::{ALL_INTENTS, Close, Identify, Intent, NewGuild, PRIVILEGED, SocketCommand};
use super::websocket::Socket;
use crate::clock::millis;
use crate::page::update::PageUpdate;
use crate::rate_limits::record::{RateLimitScope, RateLimited};
use crate::state::guild::{Guild, ShardId, serves};
use crate::state::snowflake::Snowflake;

/// Answer to an `IDENTIFY` frame that does not close the connection with a close code.
enum Admission {
    Accepted(Identify),
    /// Another shard of the bucket has started a session less than five seconds ago.
    TooFast,
    /// A test refuses sessions of the shard.
    Refused,
}

impl Socket {
    pub(super) fn identify(&mut self, data: &Value, token: Option<&Value>) -> Result<(), Close> {
        if self.session.is_some() {
            return Err((4005, "Already authenticated."));
        }
        if !data.is_object() {
            return Err((4002, "Error while decoding payload."));
        }
        if data["compress"] == true {
            self.command(SocketCommand::CompressLongFrames);
        }
        let shard = parse_shard(&data["shard"]);
        let admission = self.admit(data, token, shard);
        if let Some((shard, shard_count)) = shard {
            let (at, accepted) =
                (self.shared.clock.elapsed(), matches!(admission, Ok(Admission::Accepted(_))));
            self.shared.identifies.record(Identified { at, shard, shard_count, accepted });
        }
        match admission? {
            Admission::Accepted(identify) => self.open_session(identify),
            Admission::TooFast => self.send(events::invalid_session(false)),
            Admission::Refused => self.command(SocketCommand::Cut),
        }
        Ok(())
    }

    /// Checks the token, the parameters and the limits of a new session.
    ///
    /// # Errors
    /// Returns the close code and reason if the connection must be closed.
    fn admit(&self, data: &Value, token: Option<&Value>, shard: Option<ShardId>) -> Result<Admission, Close> {
        let token = self.authenticate(token)?;
        let intents = data["intents"].as_u64().filter(|intents| intents & !ALL_INTENTS == 0);
        let intents = intents.ok_or((4013, "Invalid intent(s)."))?;
        if intents & PRIVILEGED & !self.shared.options.privileged_intents != 0 {
            return Err((4014, "Disallowed intent(s)."));
        }
        let shard = shard.filter(|(id, count)| id < count).ok_or((4010, "Invalid shard."))?;
        self.require_few_guilds(shard)?;
        if self.shared.faults.refuses_shard(shard.0) {
            return Ok(Admission::Refused);
        }
        match self.shared.identifies.admit(shard.0, self.shared.clock.elapsed()) {
            Ok(()) => Ok(Admission::Accepted(Identify { shard, intents })),
            Err(Exceeded::Pace) => {
                self.record_rate_limit(shard);
                Ok(Admission::TooFast)
            }
            Err(Exceeded::Budget) => {
                let reason = "session start limit exceeded, the token was reset";
                self.shared.report("gateway", None, reason);
                self.shared.revoke_token(&token);
                Err((4004, "Authentication failed."))
            }
        }
    }

    /// Checks that a shard serves at most
    /// [`Options::max_guilds_per_shard`](crate::Options::max_guilds_per_shard) guilds.
    fn require_few_guilds(&self, shard: ShardId) -> Result<(), Close> {
        let served = self.shared.world().joined_guilds().filter(|guild| serves(shard, guild.id)).count();
        if served > self.shared.options.max_guilds_per_shard {
            return Err((4011, "Sharding required."));
        }
        Ok(())
    }

    fn record_rate_limit(&self, (id, count): ShardId) {
        let (route, at) = (format!("IDENTIFY {id}/{count}"), millis(self.shared.clock.now()));
        self.shared.limiter.record(RateLimited { scope: RateLimitScope::Identify, route, at });
        self.shared.changes.notify();
    }

    /// Starts a session and sends the `READY` event. `GUILD_CREATE` follows for each guild that the session's
    /// shard serves, if the session has the guilds intent.
    fn open_session(&mut self, identify: Identify) {
        let id = self.shared.random_token(32);
        let ready = events::ready(&self.shared.world(), &self.shared.base_url, &id, identify.shard);
        let guilds = self.new_guilds(identify);
        self.shared.sessions.open(id.clone(), identify, self.commands.clone(), &ready, guilds);
        self.session = Some(id);
        self.cut_if_refused(identify.shard.0);
        self.shared.notify_pages(PageUpdate::World);
    }

    /// Returns the guilds whose `GUILD_CREATE` events belong to the start of a session.
    fn new_guilds(&self, Identify { shard, intents }: Identify) -> Vec<NewGuild> {
        if intents & Intent::Guilds.bit() == 0 {
            return Vec::new();
        }
        let served = |guild: &&Guild| serves(shard, guild.id);
        let ids: Vec<Snowflake> =
            self.shared.world().joined_guilds().filter(served).map(|guild| guild.id).collect();
        // The state is locked for each guild, so that requests do not wait until thousands of guilds are
        // serialized.
        let guild = |id| {
            let world = self.shared.world();
            world.joined_guild(id).map(|guild| NewGuild::new(&world, guild))
        };
        ids.into_iter().filter_map(guild).collect()
    }
}

/// Parses the shard of an `IDENTIFY` frame. The default is shard 0 of 1.
fn parse_shard(shard: &Value) -> Option<ShardId> {
    match shard {
        Value::Null => Some((0, 1)),
        Value::Array(pair) if pair.len() == 2 => Some((pair[0].as_u64()?, pair[1].as_u64()?)),
        _ => None,
    }
}
