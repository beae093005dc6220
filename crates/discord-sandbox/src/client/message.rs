//! A message as a user sees it.

use serde_json::Value;

use crate::state::snowflake::Snowflake;
use crate::state::stored_message::{EPHEMERAL, LOADING};

/// A message as seen by a user.
///
/// This is a read-only wrapper around Discord's message object.
#[derive(Clone, Debug, PartialEq)]
pub struct Message(Value);

impl Message {
    pub(crate) fn new(json: Value) -> Self {
        Self(json)
    }

    /// Returns the message as a Discord message object.
    pub fn json(&self) -> &Value {
        &self.0
    }

    /// Returns the id of the message.
    pub fn id(&self) -> Snowflake {
        Snowflake::of(&self.0["id"]).unwrap_or_default()
    }

    /// Returns the id of the channel that contains the message.
    pub fn channel(&self) -> Snowflake {
        Snowflake::of(&self.0["channel_id"]).unwrap_or_default()
    }

    /// Returns the display name of the message's author.
    pub fn author(&self) -> &str {
        let author = &self.0["author"];
        author["global_name"].as_str().or(author["username"].as_str()).unwrap_or_default()
    }

    /// Returns the message's `content` field, which does not include the text of embeds.
    pub fn content(&self) -> &str {
        self.0["content"].as_str().unwrap_or_default()
    }

    /// Returns the message's embeds as JSON objects.
    pub fn embeds(&self) -> &[Value] {
        self.0["embeds"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Returns the attachments as JSON objects, except those that are displayed in an embed.
    pub fn attachments(&self) -> &[Value] {
        self.0["attachments"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Returns the text of the message and its embeds.
    ///
    /// The message content comes first, followed by the author, title, description, fields and footer of each
    /// embed. Each part starts on a new line.
    pub fn text(&self) -> String {
        let mut lines = vec![self.content()];
        for embed in self.embeds() {
            let places = ["/author/name", "/title", "/description"];
            lines.extend(places.iter().filter_map(|place| embed.pointer(place)?.as_str()));
            for field in embed["fields"].as_array().into_iter().flatten() {
                lines.extend(["name", "value"].iter().filter_map(|key| field[*key].as_str()));
            }
            lines.extend(embed.pointer("/footer/text").and_then(Value::as_str));
        }
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    /// Returns an iterator over all buttons and select menus in display order.
    pub fn components(&self) -> impl Iterator<Item = &Value> {
        let rows = self.0["components"].as_array().into_iter().flatten();
        rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
    }

    /// Returns the labels of all buttons in display order, including disabled ones.
    pub fn buttons(&self) -> Vec<&str> {
        self.components().filter(|item| item["type"] == 2).filter_map(|item| item["label"].as_str()).collect()
    }

    /// Returns the labels of the enabled buttons in display order.
    pub fn enabled_buttons(&self) -> Vec<&str> {
        let enabled = self.components().filter(|item| item["type"] == 2 && item["disabled"] != true);
        enabled.filter_map(|item| item["label"].as_str()).collect()
    }

    /// Finds a button or select menu by its custom id, label or placeholder.
    pub fn component(&self, name: &str) -> Option<&Value> {
        let called = |key: &str| self.components().find(|item| item[key] == name);
        called("custom_id").or_else(|| called("label")).or_else(|| called("placeholder"))
    }

    /// Returns the ids of the users that the message pings.
    pub fn pinged_users(&self) -> Vec<Snowflake> {
        let users = self.0["mentions"].as_array().into_iter().flatten();
        users.filter_map(|user| Snowflake::of(&user["id"])).collect()
    }

    /// Returns the message flags as a bit field.
    pub fn flags(&self) -> u64 {
        self.0["flags"].as_u64().unwrap_or(0)
    }

    /// Returns `true` if only one user can see the message.
    pub fn is_ephemeral(&self) -> bool {
        self.flags() & EPHEMERAL != 0
    }

    /// Returns `true` if the message is a deferred response that still shows "thinking…".
    pub fn is_loading(&self) -> bool {
        self.flags() & LOADING != 0
    }

    /// Returns `true` if the message has been edited.
    pub fn is_edited(&self) -> bool {
        !self.0["edited_timestamp"].is_null()
    }
}
