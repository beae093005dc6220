//! Permissions that the bot needs before it posts in a channel.

use poise::serenity_prelude as serenity;
use serenity::Permissions;

use super::caller::Caller;
use crate::text::{Lang, Text, list};

/// The permissions that the bot needs to post, with the locale key of each permission's display name.
const NEEDED: [(Permissions, &str); 4] = [
    (Permissions::VIEW_CHANNEL, "permission-view-channel"),
    (Permissions::SEND_MESSAGES, "permission-send-messages"),
    (Permissions::SEND_MESSAGES_IN_THREADS, "permission-send-messages-in-threads"),
    (Permissions::EMBED_LINKS, "permission-embed-links"),
];

/// Returns `true` if the permissions allow the bot to attach pictures.
///
/// Pictures are optional because each message also describes the table in text.
pub(super) fn may_attach(may: Permissions) -> bool {
    may.administrator() || may.contains(Permissions::ATTACH_FILES)
}

/// Returns `true` if the bot has permission to post in the channel where the interaction took place.
///
/// Returns `false` if the interaction does not list the bot's permissions.
pub(super) fn may_post(caller: &Caller) -> bool {
    caller.bot_permissions.is_some_and(|may| names_of_missing(may, caller.in_thread, Lang::En).is_empty())
}

/// Returns a sentence that lists the permissions the bot lacks in the caller's channel.
///
/// The permissions come from the interaction's `app_permissions` field, which already includes roles and
/// channel overrides. Returns `None` if no permissions are missing or if the field is absent.
pub(super) fn missing(caller: &Caller, lang: Lang) -> Option<String> {
    let may = caller.bot_permissions?;
    let names = names_of_missing(may, caller.in_thread, lang);
    (!names.is_empty())
        .then(|| Text::new(lang).with("permissions-missing", &[("permissions", list(lang, &names).into())]))
}

/// Returns the English names of the permissions that the bot lacks on a server.
///
/// `may` are the permissions of the bot's roles. Overwrites of single channels are not included.
pub(super) fn missing_on_server(may: Permissions) -> Vec<String> {
    let needed = NEEDED.map(|(needed, key)| (needed, Text::new(Lang::En).text(key)));
    let attach = (Permissions::ATTACH_FILES, "Attach Files".to_owned());
    let missing = needed.into_iter().chain([attach]);
    missing
        .filter(|(needed, _)| !may.administrator() && !may.contains(*needed))
        .map(|(_, name)| name)
        .collect()
}

fn names_of_missing(may: Permissions, in_thread: bool, lang: Lang) -> Vec<String> {
    let other_place =
        if in_thread { Permissions::SEND_MESSAGES } else { Permissions::SEND_MESSAGES_IN_THREADS };
    NEEDED
        .into_iter()
        .filter(|(needed, _)| *needed != other_place && !may.administrator() && !may.contains(*needed))
        .map(|(_, key)| {
            Text::new(lang).with("permissions-item", &[("permission", Text::new(lang).text(key).into())])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(may: Permissions, in_thread: bool) -> Vec<String> {
        names_of_missing(may, in_thread, Lang::En)
    }

    #[test]
    fn missing_bot_permissions_are_listed() {
        let may = Permissions::VIEW_CHANNEL | Permissions::EMBED_LINKS;
        assert_eq!(names(may, false), ["**Send Messages**"]);
        assert_eq!(names(may, true), ["**Send Messages in Threads**"]);
        assert_eq!(names(Permissions::empty(), false).len(), 3);
    }

    #[test]
    fn administrator_permission_is_sufficient_for_bot() {
        assert!(names(Permissions::ADMINISTRATOR, false).is_empty());
        let may = Permissions::VIEW_CHANNEL | Permissions::EMBED_LINKS | Permissions::SEND_MESSAGES;
        assert!(names(may, false).is_empty());
    }
}
