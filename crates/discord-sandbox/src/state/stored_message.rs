//! Stored messages and the changes that requests make to them.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::attachment::{Attachment, Upload, sanitize};
use super::message_components;
use super::snowflake::Snowflake;

/// Message flag for ephemeral messages, which only one user can see.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// Message flag for deferred responses, which Discord displays as "thinking…".
pub(crate) const LOADING: u64 = 1 << 7;

#[derive(Clone, Debug)]
pub(crate) struct StoredMessage {
    pub(crate) id: Snowflake,
    pub(crate) channel: Snowflake,
    pub(crate) author: Snowflake,
    /// The only user who can see the message, or `None` if it is public.
    pub(crate) visible_to: Option<Snowflake>,
    /// Id of the interaction that the message responds to, if any.
    pub(crate) interaction: Option<Snowflake>,
    /// The message as a Discord message object.
    pub(crate) body: Value,
    /// All attached files, including those displayed inside embeds.
    pub(crate) files: Vec<Attachment>,
}

/// The id generator and base URL for new attachments.
pub(crate) struct AttachmentAllocator<'a> {
    pub(crate) next_id: &'a mut dyn FnMut() -> Snowflake,
    pub(crate) base_url: &'a str,
}

impl StoredMessage {
    pub(crate) fn flags(&self) -> u64 {
        self.body["flags"].as_u64().unwrap_or(0)
    }

    pub(crate) fn is_loading(&self) -> bool {
        self.flags() & LOADING != 0
    }

    pub(crate) fn set_flags(&mut self, flags: u64) {
        self.body["flags"] = json!(flags);
    }

    /// Returns `true` if the message has no content, embeds, components or files.
    pub(crate) fn is_empty(&self) -> bool {
        let none = |field: &str| self.body[field].as_array().is_none_or(Vec::is_empty);
        self.body["content"].as_str().is_none_or(str::is_empty)
            && none("embeds")
            && none("components")
            && self.files.is_empty()
    }

    /// Applies the fields of a request to the message.
    ///
    /// Fields that are missing from the request remain unchanged. See "Edit Message" in Discord's
    /// documentation.
    pub(crate) fn apply(
        &mut self,
        fields: &Map<String, Value>,
        uploads: &[Upload],
        allocator: &mut AttachmentAllocator<'_>,
    ) {
        if let Some(content) = fields.get("content") {
            self.body["content"] = json!(content.as_str().unwrap_or_default());
        }
        if let Some(components) = fields.get("components") {
            self.body["components"] = message_components::stored(components);
        }
        if let Some(tts) = fields.get("tts").filter(|tts| tts.is_boolean()) {
            self.body["tts"] = tts.clone();
        }
        self.keep_files(fields.get("attachments"), uploads, allocator);
        if let Some(embeds) = fields.get("embeds") {
            self.body["embeds"] = embeds.as_array().into_iter().flatten().map(|e| self.embed(e)).collect();
        }
        self.show_files();
    }

    /// Updates the message's files.
    ///
    /// `listed` is the `attachments` field of the request, which lists the old files to keep and describes
    /// the new ones. If `listed` is `None`, all old files are kept.
    fn keep_files(
        &mut self,
        listed: Option<&Value>,
        uploads: &[Upload],
        allocator: &mut AttachmentAllocator<'_>,
    ) {
        let listed = listed.map(|list| list.as_array().cloned().unwrap_or_default());
        if let Some(listed) = &listed {
            let kept: HashSet<Snowflake> =
                listed.iter().filter_map(|entry| Snowflake::of(&entry["id"])).collect();
            self.files.retain(|file| kept.contains(&file.id));
        }
        for upload in uploads {
            let mut entries = listed.iter().flatten();
            let entry = entries.find(|entry| Snowflake::of(&entry["id"]) == Some(Snowflake(upload.index)));
            let field = |name: &str| entry.and_then(|entry| entry[name].as_str());
            let filename = sanitize(field("filename").unwrap_or(&upload.name));
            let id = (allocator.next_id)();
            let url = format!("{}/attachments/{id}/{filename}", allocator.base_url);
            self.files.push(Attachment {
                id,
                filename,
                description: field("description").map(str::to_owned),
                content_type: upload.content_type.clone(),
                bytes: upload.bytes.clone(),
                url,
            });
        }
    }

    /// Returns the embed as Discord would store it.
    ///
    /// Each `attachment://` URL is replaced with the URL of the attached file.
    fn embed(&self, sent: &Value) -> Value {
        let mut embed = sent.clone();
        if let Some(map) = embed.as_object_mut() {
            map.retain(|_, value| !value.is_null());
            map.insert("type".to_owned(), json!("rich"));
        }
        let fields = embed.get_mut("fields").and_then(Value::as_array_mut);
        for field in fields.into_iter().flatten().filter_map(Value::as_object_mut) {
            field.insert("inline".to_owned(), json!(field.get("inline") == Some(&json!(true))));
        }
        let file = |url: &Value| {
            let name = url.as_str()?.strip_prefix("attachment://")?;
            self.files.iter().find(|file| file.filename == name)
        };
        for place in ["/image", "/thumbnail"] {
            let Some(picture) = embed.pointer_mut(place) else { continue };
            let Some(file) = file(&picture["url"]) else { continue };
            *picture = json!({"url": file.url, "proxy_url": file.url, "content_type": file.content_type});
            file.describe(picture);
        }
        for place in ["/footer/icon_url", "/author/icon_url"] {
            let Some(url) = embed.pointer_mut(place) else { continue };
            if let Some(file) = file(url) {
                *url = json!(file.url);
            }
        }
        embed
    }

    /// Updates the list of attachments in the message object.
    ///
    /// As on Discord, files displayed in an embed are not listed.
    fn show_files(&mut self) {
        let embeds = self.body["embeds"].to_string();
        let ephemeral = self.visible_to.is_some();
        let apart = self.files.iter().filter(|file| !embeds.contains(&file.url));
        self.body["attachments"] = apart.map(|file| file.json(ephemeral)).collect();
    }

    /// Returns the name of the first file that an embed references but the message does not contain.
    pub(crate) fn unresolved(&self) -> Option<&str> {
        let embeds = self.body["embeds"].as_array()?;
        let places = ["/image/url", "/thumbnail/url", "/footer/icon_url", "/author/icon_url"];
        let mut urls = embeds.iter().flat_map(|embed| places.map(|place| embed.pointer(place)));
        urls.find_map(|url| url?.as_str()?.strip_prefix("attachment://"))
    }

    /// Returns the users pinged by a message with the given content.
    ///
    /// `allowed` restricts the pings. See "Allowed Mentions Object" in Discord's documentation.
    pub(crate) fn pinged(content: &str, allowed: Option<&Value>) -> Vec<Snowflake> {
        let mut pinged: Vec<Snowflake> = Vec::new();
        for piece in content.split("<@").skip(1) {
            let digits = piece.trim_start_matches('!').split('>').next().unwrap_or_default();
            if let Ok(id) = digits.parse::<Snowflake>()
                && !pinged.contains(&id)
                && allows(allowed, id)
            {
                pinged.push(id);
            }
        }
        pinged
    }
}

fn allows(allowed: Option<&Value>, id: Snowflake) -> bool {
    let Some(allowed) = allowed.filter(|allowed| !allowed.is_null()) else { return true };
    let list = |field: &str| allowed[field].as_array().cloned().unwrap_or_default();
    list("parse").contains(&json!("users"))
        || list("users").iter().any(|user| Snowflake::of(user) == Some(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> StoredMessage {
        let body = json!({"content": "", "embeds": [], "components": [], "attachments": [], "flags": 0});
        let (id, channel, author) = (Snowflake(1), Snowflake(2), Snowflake(3));
        StoredMessage { id, channel, author, visible_to: None, interaction: None, body, files: Vec::new() }
    }

    fn apply(message: &mut StoredMessage, fields: &Value, uploads: &[Upload]) {
        let mut last = 100;
        let mut next = || {
            last += 1;
            Snowflake(last)
        };
        let mut allocator = AttachmentAllocator { next_id: &mut next, base_url: "http://127.0.0.1:1" };
        message.apply(fields.as_object().unwrap(), uploads, &mut allocator);
    }

    fn upload(name: &str) -> Upload {
        let bytes = axum::body::Bytes::from_static(b"x");
        Upload { index: 0, name: name.into(), content_type: "image/png".into(), bytes }
    }

    #[test]
    fn embedded_file_is_not_listed_as_attachment() {
        let mut message = message();
        let fields = json!({
            "embeds": [{"title": "Chart", "image": {"url": "attachment://chart.png"}}],
            "attachments": [{"id": 0, "filename": "chart.png", "description": "the chart"}],
        });
        apply(&mut message, &fields, &[upload("chart.png")]);
        assert_eq!(message.body["attachments"], json!([]));
        assert_eq!(message.body["embeds"][0]["image"]["url"], "http://127.0.0.1:1/attachments/101/chart.png");
        assert_eq!(message.body["embeds"][0]["image"]["description"], "the chart");
        apply(&mut message, &json!({"embeds": []}), &[]);
        assert_eq!(message.body["attachments"][0]["filename"], "chart.png");
        apply(&mut message, &json!({"attachments": []}), &[]);
        assert!(message.is_empty());
    }

    #[test]
    fn user_missing_from_allowed_mentions_is_not_pinged() {
        let content = "<@1> <@!2> <@1> and <@3>";
        assert_eq!(StoredMessage::pinged(content, None), [Snowflake(1), Snowflake(2), Snowflake(3)]);
        assert_eq!(StoredMessage::pinged(content, Some(&json!({"parse": []}))), []);
        assert_eq!(
            StoredMessage::pinged(content, Some(&json!({"parse": [], "users": ["2"]}))),
            [Snowflake(2)]
        );
    }
}
