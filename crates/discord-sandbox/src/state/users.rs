//! User and member objects of the bot and the simulated users.

use serde_json::{Value, json};

use super::permission;
use super::snowflake::Snowflake;

#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(crate) id: Snowflake,
    pub(crate) name: String,
    /// Nickname in the guilds, or `None` if the user has none.
    pub(crate) nickname: Option<String>,
    /// Locale of the user's Discord client, such as `hu` or `en-US`.
    pub(crate) locale: String,
    /// `true` if the user owns the guild and therefore has all permissions.
    pub(crate) owner: bool,
}

impl User {
    pub(crate) fn permissions(&self) -> u64 {
        if self.owner { permission::ALL } else { permission::TEXT }
    }

    pub(crate) fn user_json(&self) -> Value {
        user_json(self.id, &self.name, false)
    }

    /// Returns the `member` object of an interaction payload.
    pub(crate) fn member_json(&self) -> Value {
        let mut member = member_json(&self.user_json(), &json!([]));
        member["nick"] = json!(self.nickname);
        member["permissions"] = json!(self.permissions().to_string());
        member
    }
}

pub(crate) fn user_json(id: Snowflake, name: &str, bot: bool) -> Value {
    let mut user = json!({
        "id": id, "username": username(name), "global_name": if bot { Value::Null } else { json!(name) },
        "discriminator": "0", "avatar": null, "banner": null, "accent_color": null,
        "public_flags": 0, "flags": 0, "avatar_decoration_data": null, "collectibles": null,
        "primary_guild": null,
    });
    if bot {
        user["bot"] = json!(true);
        user["username"] = json!(name);
    }
    user
}

pub(crate) fn member_json(user: &Value, roles: &Value) -> Value {
    json!({
        "user": user, "roles": roles, "nick": null, "avatar": null, "banner": null,
        "joined_at": "2024-01-01T12:00:00.000000+00:00", "premium_since": null, "deaf": false, "mute": false,
        "flags": 0, "pending": false, "communication_disabled_until": null, "avatar_decoration_data": null,
    })
}

/// Derives a username from a display name.
///
/// The username contains only lowercase ASCII letters, digits and underscores.
fn username(name: &str) -> String {
    let plain = |letter| match letter {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' | 'ö' | 'ő' => 'o',
        'ú' | 'ü' | 'ű' => 'u',
        letter if letter.is_ascii_alphanumeric() => letter,
        _ => '_',
    };
    name.to_lowercase().chars().map(plain).collect()
}
