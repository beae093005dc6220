//! Files that the bot attached to messages, and the deals in them.

use discord_sandbox::{Audience, Exchange, Message, Protocol, Sandbox, Sender};
use serde_json::Value;

/// Maximum time between a message's creation and the attachment of its file, in milliseconds.
const WRITTEN_WITHIN: u64 = 5_000;

/// An attached file other than a picture, with the latest time of its creation in Unix milliseconds.
pub(super) struct AttachedFile {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) by: u64,
}

/// Returns the files attached to all visible messages.
pub(super) fn collect(sandbox: &Sandbox) -> Vec<AttachedFile> {
    let mut files = Vec::new();
    for name in sandbox.user_names() {
        for message in sandbox.user(&name).in_channel("ulti").messages() {
            files.extend(in_message(sandbox, &message));
        }
    }
    files
}

fn in_message(sandbox: &Sandbox, message: &Message) -> Vec<AttachedFile> {
    let files = message.attachments().iter().filter_map(|file| {
        let name = file["filename"].as_str()?;
        let bytes = sandbox.file(file["url"].as_str()?)?;
        let text = String::from_utf8(bytes).ok().filter(|_| file["content_type"] != "image/png")?;
        Some(AttachedFile { name: name.to_owned(), text, by: message.id().created_at() + WRITTEN_WITHIN })
    });
    files.collect()
}

/// Returns the JSON objects in a text that reveal a deal without its result.
pub(super) fn unfinished_deals(text: &str) -> Vec<String> {
    let documents = serde_json::Deserializer::from_str(text).into_iter::<Value>().map_while(Result::ok);
    let mut found = Vec::new();
    documents.for_each(|document| walk(&document, &mut found));
    found
}

fn walk(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            let tells = ["hands", "start", "seed"].iter().any(|key| fields.contains_key(*key));
            let is_shuffle = fields.contains_key("commitment");
            if tells && !fields.contains_key("result") && !is_shuffle {
                found.push(value.to_string());
            }
            fields.values().for_each(|inner| walk(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|item| walk(item, found)),
        _ => {}
    }
}

/// Returns `true` if a user can read this message.
pub(super) fn is_visible(exchange: &Exchange) -> bool {
    exchange.protocol == Protocol::Rest
        && exchange.from == Sender::Bot
        && exchange.audience != Audience::Nobody
}
