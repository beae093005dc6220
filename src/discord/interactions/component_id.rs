//! Custom ids of pressed buttons and selected menu options.

use poise::serenity_prelude::{ComponentInteraction, ComponentInteractionDataKind};

use crate::discord::custom_id::CustomId;

/// Parses the custom id of a pressed button or a selected menu option.
///
/// Returns `None` if the bot does not recognize the custom id.
pub(crate) fn parse(pressed: &ComponentInteraction) -> Option<CustomId> {
    let id = match &pressed.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().map_or("", String::as_str),
        _ => &pressed.data.custom_id,
    };
    id.parse().ok()
}
