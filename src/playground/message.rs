//! A message as a person reads it.

use serde_json::Value;

use super::post::{EPHEMERAL, LOADING};
use super::snowflake::Id;

/// Discord's message object with the questions a test asks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Message(Value);

impl Message {
    pub(super) fn new(json: Value) -> Self {
        Self(json)
    }

    /// The object itself.
    pub fn json(&self) -> &Value {
        &self.0
    }

    /// Its id.
    pub fn id(&self) -> Id {
        Id::of(&self.0["id"]).unwrap_or(Id(0))
    }

    /// The channel it is in.
    pub fn channel(&self) -> Id {
        Id::of(&self.0["channel_id"]).unwrap_or(Id(0))
    }

    /// The name of its author.
    pub fn author(&self) -> &str {
        let author = &self.0["author"];
        author["global_name"].as_str().or(author["username"].as_str()).unwrap_or_default()
    }

    /// The text above the embeds.
    pub fn content(&self) -> &str {
        self.0["content"].as_str().unwrap_or_default()
    }

    /// The embeds.
    pub fn embeds(&self) -> &[Value] {
        self.0["embeds"].as_array().map_or(&[], Vec::as_slice)
    }

    /// The files that no embed shows.
    pub fn attachments(&self) -> &[Value] {
        self.0["attachments"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Everything there is to read: content, then each embed's title, description, fields and footer, a line each.
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

    /// Buttons and menus, row by row.
    pub fn components(&self) -> impl Iterator<Item = &Value> {
        let rows = self.0["components"].as_array().into_iter().flatten();
        rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
    }

    /// The labels of the buttons, in order, those that can't be pressed too.
    pub fn buttons(&self) -> Vec<&str> {
        self.components().filter(|item| item["type"] == 2).filter_map(|item| item["label"].as_str()).collect()
    }

    /// The labels of the buttons that can be pressed.
    pub fn enabled(&self) -> Vec<&str> {
        let enabled = self.components().filter(|item| item["type"] == 2 && item["disabled"] != true);
        enabled.filter_map(|item| item["label"].as_str()).collect()
    }

    /// A button or menu by its custom id, its label or its placeholder.
    pub fn component(&self, name: &str) -> Option<&Value> {
        let called = |key: &str| self.components().find(|item| item[key] == name);
        called("custom_id").or_else(|| called("label")).or_else(|| called("placeholder"))
    }

    /// The ids of the people it pings.
    pub fn pings(&self) -> Vec<Id> {
        self.0["mentions"].as_array().into_iter().flatten().filter_map(|user| Id::of(&user["id"])).collect()
    }

    /// Its flags.
    pub fn flags(&self) -> u64 {
        self.0["flags"].as_u64().unwrap_or(0)
    }

    /// Only one person sees it.
    pub fn is_ephemeral(&self) -> bool {
        self.flags() & EPHEMERAL != 0
    }

    /// The bot "is thinking".
    pub fn is_loading(&self) -> bool {
        self.flags() & LOADING != 0
    }

    /// It was changed after it was written.
    pub fn is_edited(&self) -> bool {
        !self.0["edited_timestamp"].is_null()
    }
}
