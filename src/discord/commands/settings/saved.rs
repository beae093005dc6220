//! Helpers that the subcommands of `/settings` share.

use crate::discord::commands::common::failure::Failure;
use crate::discord::interactions::context::UserContext;
use crate::discord::interactions::responder::Reply;
use crate::discord::messages::{self, PersonalSettings};
use crate::discord::preferences::chosen_faces;
use crate::store::{ServerSetting, StoreError, UserSettings};
use crate::table::ServerId;
use crate::text::Lang;

/// Value of the autocomplete choice that resets a setting.
pub(super) const AUTO: &str = "auto";

/// Parses the value of a setting. Returns `None` if the input is `auto`, which resets the setting.
///
/// `fits` returns `true` if the given value matches the lowercase input.
///
/// # Errors
/// Returns the list of possible values if the input does not match exactly one of them.
pub(super) fn parse_setting<T: Copy, const N: usize>(
    typed: &str,
    values: [T; N],
    code: impl Fn(T) -> &'static str,
    fits: impl Fn(T, &str) -> bool,
) -> Result<Option<T>, String> {
    let typed = typed.trim().to_lowercase();
    if typed == AUTO {
        return Ok(None);
    }
    let mut fitting = values.into_iter().filter(|value| fits(*value, &typed));
    match (fitting.next(), fitting.next()) {
        (Some(value), None) => Ok(Some(value)),
        _ => Err(values
            .map(code)
            .into_iter()
            .chain([AUTO])
            .map(|code| format!("`{code}`"))
            .collect::<Vec<_>>()
            .join(", ")),
    }
}

/// Creates a reply that confirms a changed setting and shows the user's current settings.
pub(super) async fn saved(user: &UserContext<'_>) -> Reply {
    let preferences = &user.data.preferences;
    let UserSettings { language, faces, pings, hints, text_only, .. } =
        preferences.settings(user.caller.user).await;
    let lang = language.as_deref().map(Lang::from_locale);
    let faces = chosen_faces(faces.as_deref());
    let settings = PersonalSettings { lang, faces, pings, hints, text_only, saved: true };
    let appearance = preferences.private_appearance(user.caller).await;
    // Open hands change with the next update of their table.
    user.data.hand_messages.set_appearance(user.caller.user, appearance);
    Reply::Update(messages::settings(&settings, appearance).into())
}

/// Changes a server setting.
pub(super) async fn set_server(
    user: &UserContext<'_>,
    server: ServerId,
    setting: ServerSetting<'_>,
) -> Result<(), Failure> {
    user.data.preferences.set_server(server, setting).await.map_err(not_saved)
}

/// Logs a failure to save a setting and returns the error for the user.
#[allow(clippy::needless_pass_by_value)] // for map_err
pub(super) fn not_saved(error: StoreError) -> Failure {
    tracing::error!(%error, "failed to save setting");
    Failure::Key("notice-storage")
}
