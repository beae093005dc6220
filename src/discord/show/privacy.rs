//! What is kept about a person, and the way out.

use serenity::builder::CreateActionRow;

use crate::discord::custom_id::{CustomId, Privacy};
use crate::store::{EXPORT_FORMAT, KEPT_AFTER_LEAVING};
use crate::table::UserId;

use super::buttons::{button, danger};
use super::{Look, Message};

/// The name of the file that a person gets.
const FILE: &str = "ulti-person.json";

/// What a person is given of what is kept about them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Export {
    /// All of it.
    Whole(Vec<u8>),
    /// All but the records of the deals, with which it would be too long.
    WithoutRecords(Vec<u8>),
    /// Nothing: it would be too long either way.
    TooLong,
}

/// What is kept, why, for how long, and who sees it.
pub fn privacy(hidden: bool, look: impl Into<Look>) -> Message {
    let look = look.into();
    let days = KEPT_AFTER_LEAVING.as_secs() / (24 * 60 * 60);
    let parts = [
        format!("### {}", look.say("privacy-title")),
        look.say("privacy-kept"),
        look.say("privacy-why"),
        look.say("privacy-who"),
        look.with("privacy-how-long", &[("days", days.to_string().into())]),
        look.with("privacy-lists", &[("hidden", hidden.into())]),
    ];
    let key = if hidden { "privacy-button-show" } else { "privacy-button-hide" };
    let buttons = vec![
        button(&CustomId::Privacy(Privacy::Export), &look.say("privacy-button-export")),
        button(&CustomId::Privacy(Privacy::Hide(!hidden)), &look.say(key)),
        danger(&CustomId::Privacy(Privacy::Delete), &look.say("privacy-button-delete")),
    ];
    Message::text(parts.join("\n")).with_rows(vec![CreateActionRow::Buttons(buttons)])
}

/// What a person gets of what is kept about them.
pub fn export(export: Export, look: impl Into<Look>) -> Message {
    let look = look.into();
    let (key, bytes) = match export {
        Export::Whole(bytes) => ("privacy-export", bytes),
        Export::WithoutRecords(bytes) => ("privacy-export-short", bytes),
        Export::TooLong => return Message::text(look.say("privacy-export-too-long")),
    };
    let said = look.with(key, &[("format", EXPORT_FORMAT.into())]);
    Message::text(said).with_file(FILE, bytes, look.say("privacy-export-no-file"))
}

/// Asks this person back before everything about them is deleted.
pub fn forget_sure(user: UserId, look: impl Into<Look>) -> Message {
    let look = look.into();
    let keys = ["privacy-sure", "privacy-sure-goes", "privacy-sure-stays", "privacy-sure-never"];
    let buttons = vec![
        danger(&CustomId::Privacy(Privacy::Sure(user)), &look.say("privacy-button-sure")),
        button(&CustomId::Privacy(Privacy::Export), &look.say("privacy-button-export")),
        button(&CustomId::Privacy(Privacy::About), &look.say("privacy-button-back")),
    ];
    let said = keys.map(|key| look.say(key)).join("\n");
    Message::text(said).with_rows(vec![CreateActionRow::Buttons(buttons)])
}
