//! Guild objects as Discord sends them.

use serde_json::{Value, json};

use super::guild::Guild;
use super::permission;
use super::snowflake::Snowflake;
use super::users;
use super::world::World;

impl World {
    pub(crate) fn guild(&self, id: Snowflake) -> Option<&Guild> {
        self.guilds.get(&id)
    }

    /// Returns the guilds that the bot has joined, in the order of their ids.
    pub(crate) fn joined_guilds(&self) -> impl Iterator<Item = &Guild> {
        self.guilds.values().filter(|guild| guild.is_member)
    }

    /// Returns the guild with the given id if the bot has joined it.
    pub(crate) fn joined_guild(&self, id: Snowflake) -> Option<&Guild> {
        self.guild(id).filter(|guild| guild.is_member)
    }

    /// Returns the guild of a channel, or `None` if the channel is a direct message channel or does not
    /// exist.
    pub(crate) fn guild_with(&self, channel: Snowflake) -> Option<&Guild> {
        self.guild(self.guild_of(channel)?)
    }

    pub(crate) fn bot_member(&self, guild: &Guild) -> Value {
        users::member_json(&self.bot_user(), &json!([guild.bot_role]))
    }

    pub(crate) fn roles(&self, guild: &Guild) -> Value {
        let role = |id: Snowflake, name: &str, position: u8, managed: bool| {
            json!({
                "id": id, "name": name, "color": 0, "hoist": false, "managed": managed, "mentionable": false,
                "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
                "icon": null, "unicode_emoji": null, "position": position, "flags": 0,
                "permissions": permission::TEXT.to_string(),
            })
        };
        let mut bots = role(guild.bot_role, &self.bot_name, 1, true);
        bots["tags"] = json!({"bot_id": self.bot});
        json!([role(guild.id, "@everyone", 0, false), bots])
    }

    /// Returns the guild object without the fields that are specific to `GUILD_CREATE`.
    pub(crate) fn guild_json(&self, guild: &Guild) -> Value {
        json!({
            "id": guild.id, "name": guild.name, "icon": null, "icon_hash": null, "splash": null,
            "discovery_splash": null, "owner_id": self.users.first().map(|owner| owner.id),
            "afk_channel_id": null, "afk_timeout": 300, "widget_enabled": false, "widget_channel_id": null,
            "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0,
            "roles": self.roles(guild), "emojis": [], "stickers": [], "features": [], "mfa_level": 0,
            "application_id": null, "system_channel_id": null, "system_channel_flags": 0,
            "rules_channel_id": null, "max_presences": null, "max_members": 500_000, "vanity_url_code": null,
            "description": null, "banner": null, "premium_tier": 0, "premium_subscription_count": 0,
            "preferred_locale": guild.locale, "public_updates_channel_id": null, "nsfw_level": 0,
            "premium_progress_bar_enabled": false, "safety_alerts_channel_id": null,
            "home_header": null, "region": "deprecated", "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50, "nsfw": false, "incidents_data": null,
        })
    }

    /// Returns the partial guild object of `GET /users/@me/guilds`.
    pub(crate) fn partial_guild_json(guild: &Guild) -> Value {
        json!({
            "id": guild.id, "name": guild.name, "icon": null, "banner": null, "owner": false,
            "permissions": permission::TEXT.to_string(), "features": [],
        })
    }
}
