//! Payloads of gateway events.
//!
//! Tests deserialize the payloads with serenity's types, because serenity silently drops events that it
//! cannot parse.

use serde_json::{Value, json};

use crate::clock::timestamp;
use crate::state::guild::{Guild, ShardId, serves};
use crate::state::world::World;

/// Returns the payload (`d` field) of the `READY` event.
///
/// The guild list contains only the guilds that the shard serves.
pub(crate) fn ready(world: &World, base_url: &str, session: &str, shard: ShardId) -> Value {
    let served = world.joined_guilds().filter(|guild| serves(shard, guild.id));
    let guilds: Vec<Value> = served.map(|guild| json!({"id": guild.id, "unavailable": true})).collect();
    json!({
        "v": 10, "user": world.current_user(), "session_id": session, "session_type": "normal",
        "resume_gateway_url": gateway_url(base_url), "shard": [shard.0, shard.1],
        "guilds": guilds, "private_channels": [], "presences": [],
        "relationships": [], "application": {"id": world.bot, "flags": 0},
    })
}

/// Returns the payload (`d` field) of the `GUILD_CREATE` event.
///
/// The member list contains only the bot, because receiving other members requires a privileged intent.
pub(crate) fn guild_create(world: &World, guild: &Guild) -> Value {
    let listed = |threads: bool| -> Value {
        let here = world.channels_in(guild).filter(|channel| !channel.archived);
        let here = here.filter(|channel| channel.is_thread() == threads);
        here.map(|channel| world.channel_json(channel)).collect()
    };
    let more = json!({
        "joined_at": timestamp(guild.joined_unix_ms), "large": false, "unavailable": false,
        "member_count": world.users.len() + 1, "voice_states": [], "members": [world.bot_member(guild)],
        "channels": listed(false), "threads": listed(true), "presences": [], "stage_instances": [],
        "guild_scheduled_events": [], "soundboard_sounds": [],
    });
    let mut data = world.guild_json(guild);
    if let (Some(data), Value::Object(more)) = (data.as_object_mut(), more) {
        data.extend(more);
    }
    data
}

pub(crate) fn gateway_url(base_url: &str) -> String {
    format!("{}/gateway", base_url.replacen("http", "ws", 1))
}

pub(crate) fn hello(heartbeat_interval: u64) -> Value {
    json!({"op": 10, "t": null, "s": null, "d": {"heartbeat_interval": heartbeat_interval}})
}

pub(crate) fn heartbeat_ack() -> Value {
    json!({"op": 11, "t": null, "s": null, "d": null})
}

pub(crate) fn reconnect() -> Value {
    json!({"op": 7, "t": null, "s": null, "d": null})
}

pub(crate) fn invalid_session(resumable: bool) -> Value {
    json!({"op": 9, "t": null, "s": null, "d": resumable})
}

#[cfg(test)]
mod tests {
    use serenity::model::event::GatewayEvent;

    use super::*;

    fn read(frame: Value) -> GatewayEvent {
        serde_json::from_value(frame).unwrap()
    }

    #[test]
    fn serenity_parses_gateway_control_frames() {
        assert!(matches!(read(hello(41_250)), GatewayEvent::Hello(41_250)));
        assert!(matches!(read(heartbeat_ack()), GatewayEvent::HeartbeatAck));
        assert!(matches!(read(reconnect()), GatewayEvent::Reconnect));
        assert!(matches!(read(invalid_session(false)), GatewayEvent::InvalidateSession(false)));
        assert!(matches!(read(invalid_session(true)), GatewayEvent::InvalidateSession(true)));
    }

    #[test]
    fn gateway_url_has_same_host_and_port_as_api_url() {
        assert_eq!(gateway_url("http://127.0.0.1:8080"), "ws://127.0.0.1:8080/gateway");
    }
}
