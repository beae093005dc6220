//! Check of the person who is to be invited with `/ulti invite`.

use poise::serenity_prelude as serenity;
use serenity::{PartialMember, Permissions, User};

/// Returns the locale key of the reason why a person cannot be invited, or `None` if nothing is in the way.
///
/// `member` is the person's membership in the server, whose permissions are those in the channel of the
/// interaction. It is missing for people who are not on the server.
pub(super) fn obstacle(person: &User, member: Option<&PartialMember>) -> Option<&'static str> {
    if person.bot {
        return Some("invite-bot");
    }
    let Some(member) = member else { return Some("invite-elsewhere") };
    let sees = |may: Permissions| may.administrator() || may.view_channel();
    // Discord has always sent the permissions. Without them, the invitation is not refused.
    (!member.permissions.is_none_or(sees)).then_some("invite-elsewhere")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn person(bot: bool) -> User {
        let user = json!({"id": "7", "username": "bea", "discriminator": "0", "avatar": null, "bot": bot});
        serde_json::from_value(user).unwrap()
    }

    fn member(permissions: &Value) -> PartialMember {
        let member = json!({
            "roles": [], "joined_at": "2024-01-01T12:00:00Z", "deaf": false, "mute": false, "flags": 0,
            "pending": false, "nick": null, "permissions": permissions,
        });
        serde_json::from_value(member).unwrap()
    }

    fn obstacle_with(permissions: &Value) -> Option<&'static str> {
        obstacle(&person(false), Some(&member(permissions)))
    }

    #[test]
    fn people_who_see_the_channel_can_be_invited() {
        for permissions in [json!("1024"), json!("8"), Value::Null] {
            assert_eq!(obstacle_with(&permissions), None, "{permissions}");
        }
        assert_eq!(obstacle_with(&json!("2048")), Some("invite-elsewhere"));
        assert_eq!(obstacle(&person(false), None), Some("invite-elsewhere"));
        assert_eq!(obstacle(&person(true), Some(&member(&json!("1024")))), Some("invite-bot"));
    }
}
