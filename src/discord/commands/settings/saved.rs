//! Replies shared by the subcommands of `/settings`.

use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages::{self, PersonalSettings};
use crate::discord::preferences::chosen_faces;
use crate::store::{StoreError, UserSettings};
use crate::text::{Lang, Text};

/// Value of the autocomplete choice that resets a setting.
pub(super) const AUTO: &str = "auto";

/// Creates the error reply for users who do not have *Manage Server*.
pub(super) fn only_managers(person: &UserContext<'_>, key: &str) -> Reply {
    let text = Text::new(person.look.lang);
    let permission = text.say("permission-manage-server");
    Reply::aside(text.with(key, &[("permission", permission.into())]))
}

/// Creates the reply to a changed setting, which shows the user's settings.
pub(super) async fn saved(person: &UserContext<'_>, kept: Result<(), StoreError>) -> Reply {
    if let Err(error) = kept {
        return not_saved(person, &error);
    }
    let now = person.data.preferences.settings(person.caller.user).await;
    let lang = now.language.as_deref().map(Lang::from_locale);
    let faces = chosen_faces(now.faces.as_deref());
    let UserSettings { pings, hints, text_only, .. } = now;
    let settings = PersonalSettings { lang, faces, pings, hints, text_only, saved: true };
    let look = person.data.preferences.private_look(person.caller).await;
    // Open hands change with the next update of their table.
    person.data.tokens.look(person.caller.user, look);
    Reply::Show(messages::settings(&settings, look).into())
}

pub(super) fn not_saved(person: &UserContext<'_>, error: &StoreError) -> Reply {
    tracing::error!(%error, "failed to save setting");
    Reply::aside(person.say("notice-storage"))
}
