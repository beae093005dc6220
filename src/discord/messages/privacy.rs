//! Messages about stored personal data: information, export and deletion.

use crate::text::args;
use serenity::builder::CreateActionRow;

use crate::discord::custom_id::{CustomId, PrivacyId};
use crate::store::{EXPORT_FORMAT, KEPT_AFTER_LEAVING};
use crate::table::UserId;

use super::buttons::{button, danger};
use super::{Appearance, Message};

/// Filename of the exported data.
const FILE: &str = "ulti-person.json";

/// The data exported for a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportedData {
    /// All stored data, as JSON.
    Whole(Vec<u8>),
    /// All stored data except the deal records, which would make the export exceed the size limit.
    WithoutRecords(Vec<u8>),
    /// No data, because the export exceeds the size limit even without the deal records.
    TooLong,
}

/// Creates the message that explains what data is stored, why, for how long, and who can see it.
pub fn privacy(hidden: bool, appearance: Appearance) -> Message {
    let days = KEPT_AFTER_LEAVING.as_secs() / (24 * 60 * 60);
    let parts = [
        format!("### {}", appearance.text("privacy-title")),
        appearance.text("privacy-kept"),
        appearance.text("privacy-why"),
        appearance.text("privacy-who"),
        appearance.with("privacy-how-long", args![days = days.to_string()]),
        appearance.with("privacy-lists", args![hidden]),
    ];
    let key = if hidden { "privacy-button-show" } else { "privacy-button-hide" };
    let buttons = vec![
        button(&CustomId::Privacy(PrivacyId::Export), &appearance.text("privacy-button-export")),
        button(&CustomId::Privacy(PrivacyId::Hide(!hidden)), &appearance.text(key)),
        danger(&CustomId::Privacy(PrivacyId::Delete), &appearance.text("privacy-button-delete")),
    ];
    Message::text(parts.join("\n")).with_rows(vec![CreateActionRow::Buttons(buttons)])
}

/// Creates the message that has the exported data attached as a file.
pub fn export(export: ExportedData, appearance: Appearance) -> Message {
    let (key, bytes) = match export {
        ExportedData::Whole(bytes) => ("privacy-export", bytes),
        ExportedData::WithoutRecords(bytes) => ("privacy-export-short", bytes),
        ExportedData::TooLong => return Message::text(appearance.text("privacy-export-too-long")),
    };
    let content = appearance.with(key, args![format = EXPORT_FORMAT]);
    Message::text(content).with_file(FILE, bytes, appearance.text("privacy-export-no-file"))
}

/// Creates the confirmation prompt for deleting a user's data.
pub fn forget_sure(user: UserId, appearance: Appearance) -> Message {
    let keys = ["privacy-sure", "privacy-sure-goes", "privacy-sure-stays", "privacy-sure-never"];
    let buttons = vec![
        danger(&CustomId::Privacy(PrivacyId::Sure(user)), &appearance.text("privacy-button-sure")),
        button(&CustomId::Privacy(PrivacyId::Export), &appearance.text("privacy-button-export")),
        button(&CustomId::Privacy(PrivacyId::About), &appearance.text("privacy-button-back")),
    ];
    let content = keys.map(|key| appearance.text(key)).join("\n");
    Message::text(content).with_rows(vec![CreateActionRow::Buttons(buttons)])
}
