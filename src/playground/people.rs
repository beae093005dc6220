//! The people of the guild, and the bot, as Discord's user and member objects.

use serde_json::{Value, json};

use super::permission;
use super::snowflake::Id;

#[derive(Clone, Debug)]
pub(super) struct Human {
    pub(super) id: Id,
    pub(super) name: String,
    /// The language of this person's Discord client.
    pub(super) locale: String,
    /// The guild is theirs: they may do anything in it.
    pub(super) owner: bool,
}

impl Human {
    pub(super) fn permissions(&self) -> u64 {
        if self.owner { permission::ALL } else { permission::TEXT }
    }

    pub(super) fn user(&self) -> Value {
        user(self.id, &self.name, false)
    }

    /// As the `member` of an interaction.
    pub(super) fn member(&self) -> Value {
        let mut member = member(&self.user(), &json!([]));
        member["permissions"] = json!(self.permissions().to_string());
        member
    }
}

pub(super) fn user(id: Id, name: &str, bot: bool) -> Value {
    let mut user = json!({
        "id": id, "username": username(name), "global_name": if bot { Value::Null } else { json!(name) },
        "discriminator": "0", "avatar": null, "banner": null, "accent_color": null,
        "public_flags": 0, "flags": 0, "avatar_decoration_data": null,
    });
    if bot {
        user["bot"] = json!(true);
        user["username"] = json!(name);
    }
    user
}

pub(super) fn member(user: &Value, roles: &Value) -> Value {
    json!({
        "user": user, "roles": roles, "nick": null, "avatar": null, "banner": null,
        "joined_at": "2024-01-01T12:00:00.000000+00:00", "premium_since": null, "deaf": false, "mute": false,
        "flags": 0, "pending": false, "communication_disabled_until": null, "avatar_decoration_data": null,
    })
}

/// Usernames are lower-case ASCII; display names are what people want.
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
