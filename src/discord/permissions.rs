//! What the bot must be allowed before it posts anything in a channel.

use poise::serenity_prelude as serenity;
use serenity::Permissions;

use super::caller::Caller;
use crate::text::{Lang, Text, list};

/// What is needed, with the key of what Discord calls it.
const NEEDED: [(Permissions, &str); 4] = [
    (Permissions::VIEW_CHANNEL, "permission-view-channel"),
    (Permissions::SEND_MESSAGES, "permission-send-messages"),
    (Permissions::SEND_MESSAGES_IN_THREADS, "permission-send-messages-in-threads"),
    (Permissions::EMBED_LINKS, "permission-embed-links"),
];

/// Whether pictures may be attached. They are not needed: a table without them says the same in words.
pub(super) fn may_attach(may: Permissions) -> bool {
    may.administrator() || may.contains(Permissions::ATTACH_FILES)
}

/// Whether the bot may post where this person is, as far as their interaction says.
pub(super) fn may_post(caller: &Caller) -> bool {
    caller.bot_may.is_some_and(|may| names_of_missing(may, caller.in_thread, Lang::En).is_empty())
}

/// What the bot would miss, as a sentence; `None` where nothing is missing.
///
/// `app_permissions` of the interaction already weighs roles and the channel's own overrides. An
/// interaction without it says nothing, and then trying is the only way to know.
pub(super) fn missing(caller: &Caller, lang: Lang) -> Option<String> {
    let may = caller.bot_may?;
    let names = names_of_missing(may, caller.in_thread, lang);
    (!names.is_empty())
        .then(|| Text::new(lang).with("permissions-missing", &[("permissions", list(lang, &names).into())]))
}

fn names_of_missing(may: Permissions, in_thread: bool, lang: Lang) -> Vec<String> {
    let other_place =
        if in_thread { Permissions::SEND_MESSAGES } else { Permissions::SEND_MESSAGES_IN_THREADS };
    NEEDED
        .into_iter()
        .filter(|(needed, _)| *needed != other_place && !may.administrator() && !may.contains(*needed))
        .map(|(_, key)| {
            Text::new(lang).with("permissions-item", &[("permission", Text::new(lang).say(key).into())])
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
    fn exactly_what_is_missing_is_named() {
        let may = Permissions::VIEW_CHANNEL | Permissions::EMBED_LINKS;
        assert_eq!(names(may, false), ["**Send Messages**"]);
        assert_eq!(names(may, true), ["**Send Messages in Threads**"]);
        assert_eq!(names(Permissions::empty(), false).len(), 3);
    }

    #[test]
    fn who_may_everything_misses_nothing() {
        assert!(names(Permissions::ADMINISTRATOR, false).is_empty());
        let may = Permissions::VIEW_CHANNEL | Permissions::EMBED_LINKS | Permissions::SEND_MESSAGES;
        assert!(names(may, false).is_empty());
    }
}
