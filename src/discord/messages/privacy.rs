//! Messages about stored personal data: information, export and deletion.

use crate::text::args;
use serenity::builder::CreateActionRow;

use crate::discord::custom_id::{CustomId, PrivacyId};
use crate::store::{EXPORT_FORMAT, KEPT_AFTER_LEAVING};
use crate::table::UserId;

use super::buttons::{button, danger};
use super::{Appearance, Message};

/// File name of the exported data.
const FILE: &str = "ulti-person.json";

/// The data exported for a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportedData {
    /// All stored data, as JSON.
    Whole(Vec<u8>),
    /// All stored data except the deal records, which would exceed the size limit.
    WithoutRecords(Vec<u8>),
    /// No data, because the export exceeds the size limit even without the deal records.
    TooLong,
}

/// Creates the message that explains which data are stored, why, for how long, and who can see them.
pub fn privacy(hidden: bool, look: Appearance) -> Message {
    let days = KEPT_AFTER_LEAVING.as_secs() / (24 * 60 * 60);
    let parts = [
        format!("### {}", look.say("privacy-title")),
        look.say("privacy-kept"),
        look.say("privacy-why"),
        look.say("privacy-who"),
        look.with("privacy-how-long", args![days = days.to_string()]),
        look.with("privacy-lists", args![hidden]),
    ];
    let key = if hidden { "privacy-button-show" } else { "privacy-button-hide" };
    let buttons = vec![
        button(&CustomId::Privacy(PrivacyId::Export), &look.say("privacy-button-export")),
        button(&CustomId::Privacy(PrivacyId::Hide(!hidden)), &look.say(key)),
        danger(&CustomId::Privacy(PrivacyId::Delete), &look.say("privacy-button-delete")),
    ];
    Message::text(parts.join("\n")).with_rows(vec![CreateActionRow::Buttons(buttons)])
}

/// Creates the message with the exported data as a file.
pub fn export(export: ExportedData, look: Appearance) -> Message {
    let (key, bytes) = match export {
        ExportedData::Whole(bytes) => ("privacy-export", bytes),
        ExportedData::WithoutRecords(bytes) => ("privacy-export-short", bytes),
        ExportedData::TooLong => return Message::text(look.say("privacy-export-too-long")),
    };
    let content = look.with(key, args![format = EXPORT_FORMAT]);
    Message::text(content).with_file(FILE, bytes, look.say("privacy-export-no-file"))
}

/// Creates the confirmation prompt for deleting a user's data.
pub fn forget_sure(user: UserId, look: Appearance) -> Message {
    let keys = ["privacy-sure", "privacy-sure-goes", "privacy-sure-stays", "privacy-sure-never"];
    let buttons = vec![
        danger(&CustomId::Privacy(PrivacyId::Sure(user)), &look.say("privacy-button-sure")),
        button(&CustomId::Privacy(PrivacyId::Export), &look.say("privacy-button-export")),
        button(&CustomId::Privacy(PrivacyId::About), &look.say("privacy-button-back")),
    ];
    let content = keys.map(|key| look.say(key)).join("\n");
    Message::text(content).with_rows(vec![CreateActionRow::Buttons(buttons)])
}
