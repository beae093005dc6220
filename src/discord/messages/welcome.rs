//! The message that the bot posts on a server that it has just joined.

use serenity::builder::CreateActionRow;

use crate::discord::custom_id::{CustomId, PanelId};
use crate::table::UserId;

use super::buttons::button;
use super::help::{HelpPlace, help};
use super::{Appearance, Message};

/// Creates the welcome message of a server, with buttons for the first steps.
pub fn welcome(appearance: Appearance) -> Message {
    let panel = |panel, key| button(&CustomId::Panel(panel), &appearance.text(key));
    let buttons = vec![
        appearance.against_robots(),
        appearance.new_table(),
        panel(PanelId::HowItWorks, "help-button-how"),
        panel(PanelId::ServerSettings, "welcome-button-settings"),
    ];
    Message::text(appearance.text("welcome-text")).with_rows(vec![CreateActionRow::Buttons(buttons)])
}

/// Creates the answer to a direct message.
pub fn welcome_in_private(user: UserId, appearance: Appearance) -> Message {
    let help = help(HelpPlace::Direct(user), false, appearance);
    let content = format!("{}\n{}", appearance.text("welcome-text"), appearance.text("help-direct"));
    Message { content, ..help }
}
