//! The gateway's larger payloads. Each is parsed by serenity's own types in the tests of this file: what serenity
//! can't read it drops without a word.

use serde_json::{Value, json};

use super::hub::Hub;

/// The `d` of READY.
pub(super) fn ready(hub: &Hub, session: &str, shard: (u64, u64)) -> Value {
    let world = hub.world();
    let of_guild = world.is_member.then(|| json!({"id": world.guild, "unavailable": true}));
    let guilds: Vec<Value> = of_guild.into_iter().collect();
    json!({
        "v": 10, "user": world.bot_user(), "session_id": session, "session_type": "normal",
        "resume_gateway_url": gateway_url(&hub.base_url), "shard": [shard.0, shard.1],
        "guilds": guilds, "private_channels": [], "presences": [],
        "relationships": [], "application": {"id": world.bot, "flags": 0},
    })
}

/// The `d` of `GUILD_CREATE`. Of its members only the bot: the others need a privileged intent.
pub(super) fn guild_create(hub: &Hub) -> Value {
    let world = hub.world();
    let mut guild = world.guild_json();
    let listed = |threads: bool| -> Value {
        let here = world.channels.values().filter(|channel| !channel.is_direct() && !channel.archived);
        let here = here.filter(|channel| channel.is_thread() == threads);
        here.map(|channel| world.channel_json(channel)).collect()
    };
    let more = json!({
        "joined_at": "2024-01-01T12:00:00.000000+00:00", "large": false, "unavailable": false,
        "member_count": world.people.len() + 1, "voice_states": [], "members": [world.bot_member()],
        "channels": listed(false), "threads": listed(true), "presences": [], "stage_instances": [],
        "guild_scheduled_events": [], "soundboard_sounds": [],
    });
    if let (Some(guild), Value::Object(more)) = (guild.as_object_mut(), more) {
        guild.extend(more);
    }
    guild
}

pub(super) fn gateway_url(base_url: &str) -> String {
    format!("{}/gateway", base_url.replacen("http", "ws", 1))
}

pub(super) fn hello(heartbeat_interval: u64) -> Value {
    json!({"op": 10, "t": null, "s": null, "d": {"heartbeat_interval": heartbeat_interval}})
}

pub(super) fn heartbeat_ack() -> Value {
    json!({"op": 11, "t": null, "s": null, "d": null})
}

pub(super) fn reconnect() -> Value {
    json!({"op": 7, "t": null, "s": null, "d": null})
}

pub(super) fn invalid_session(resumable: bool) -> Value {
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
    fn serenity_reads_the_control_frames() {
        assert!(matches!(read(hello(41_250)), GatewayEvent::Hello(41_250)));
        assert!(matches!(read(heartbeat_ack()), GatewayEvent::HeartbeatAck));
        assert!(matches!(read(reconnect()), GatewayEvent::Reconnect));
        assert!(matches!(read(invalid_session(false)), GatewayEvent::InvalidateSession(false)));
        assert!(matches!(read(invalid_session(true)), GatewayEvent::InvalidateSession(true)));
    }

    #[test]
    fn the_gateway_is_at_the_same_place() {
        assert_eq!(gateway_url("http://127.0.0.1:8080"), "ws://127.0.0.1:8080/gateway");
    }
}
