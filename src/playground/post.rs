//! A message as the stand-in keeps it, and how a request's fields become part of it.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::attachment::{Attachment, Upload, clean};
use super::snowflake::Id;

/// Flag: only one person sees it.
pub(super) const EPHEMERAL: u64 = 1 << 6;
/// Flag: the bot "is thinking".
pub(super) const LOADING: u64 = 1 << 7;

#[derive(Clone, Debug)]
pub(super) struct Post {
    pub(super) id: Id,
    pub(super) channel: Id,
    pub(super) author: Id,
    /// The one person who sees it; none if it is public.
    pub(super) only: Option<Id>,
    /// The interaction that it answers or follows.
    pub(super) interaction: Option<Id>,
    /// Discord's message object.
    pub(super) body: Value,
    /// All files, those shown inside embeds too.
    pub(super) files: Vec<Attachment>,
}

/// What `Post::apply` needs of the world: ids and addresses for new files.
pub(super) struct Shelf<'a> {
    pub(super) next: &'a mut dyn FnMut() -> Id,
    pub(super) base_url: &'a str,
}

impl Post {
    pub(super) fn flags(&self) -> u64 {
        self.body["flags"].as_u64().unwrap_or(0)
    }

    pub(super) fn is_loading(&self) -> bool {
        self.flags() & LOADING != 0
    }

    pub(super) fn set_flags(&mut self, flags: u64) {
        self.body["flags"] = json!(flags);
    }

    /// Nothing in it that a person could see.
    pub(super) fn is_empty(&self) -> bool {
        let none = |field: &str| self.body[field].as_array().is_none_or(Vec::is_empty);
        self.body["content"].as_str().is_none_or(str::is_empty)
            && none("embeds")
            && none("components")
            && self.files.is_empty()
    }

    /// Takes over the fields a request names and leaves the others as they are (Discord's "Edit Message").
    pub(super) fn apply(&mut self, fields: &Map<String, Value>, uploads: &[Upload], new: &mut Shelf<'_>) {
        if let Some(content) = fields.get("content") {
            self.body["content"] = json!(content.as_str().unwrap_or_default());
        }
        if let Some(components) = fields.get("components") {
            self.body["components"] = if components.is_null() { json!([]) } else { components.clone() };
        }
        if let Some(tts) = fields.get("tts").filter(|tts| tts.is_boolean()) {
            self.body["tts"] = tts.clone();
        }
        self.keep_files(fields.get("attachments"), uploads, new);
        if let Some(embeds) = fields.get("embeds") {
            self.body["embeds"] = embeds.as_array().into_iter().flatten().map(|e| self.embed(e)).collect();
        }
        self.show_files();
    }

    /// `attachments` lists which old files stay and says more about the new ones; without it all old ones stay.
    fn keep_files(&mut self, listed: Option<&Value>, uploads: &[Upload], new: &mut Shelf<'_>) {
        let listed = listed.map(|list| list.as_array().cloned().unwrap_or_default());
        if let Some(listed) = &listed {
            let stays: HashSet<Id> = listed.iter().filter_map(|entry| Id::of(&entry["id"])).collect();
            self.files.retain(|file| stays.contains(&file.id));
        }
        for upload in uploads {
            let mut entries = listed.iter().flatten();
            let entry = entries.find(|entry| Id::of(&entry["id"]) == Some(Id(upload.index)));
            let told = |field: &str| entry.and_then(|entry| entry[field].as_str());
            let filename = clean(told("filename").unwrap_or(&upload.name));
            let id = (new.next)();
            let url = format!("{}/attachments/{id}/{filename}", new.base_url);
            self.files.push(Attachment {
                id,
                filename,
                description: told("description").map(str::to_owned),
                content_type: upload.content_type.clone(),
                bytes: upload.bytes.clone(),
                url,
            });
        }
    }

    /// An embed as Discord gives it back: `attachment://name` has become the file's address.
    fn embed(&self, sent: &Value) -> Value {
        let mut embed = sent.clone();
        if let Some(map) = embed.as_object_mut() {
            map.retain(|_, value| !value.is_null());
            map.insert("type".to_owned(), json!("rich"));
        }
        for place in ["/image", "/thumbnail"] {
            let Some(picture) = embed.pointer_mut(place) else { continue };
            let name = picture["url"].as_str().and_then(|url| url.strip_prefix("attachment://"));
            let Some(file) = name.and_then(|name| self.files.iter().find(|file| file.filename == name))
            else {
                continue;
            };
            *picture = json!({"url": file.url, "proxy_url": file.url, "content_type": file.content_type});
            if let Some((width, height)) = file.dimensions() {
                picture["width"] = json!(width);
                picture["height"] = json!(height);
            }
            if let Some(description) = &file.description {
                picture["description"] = json!(description);
            }
        }
        for place in ["/footer", "/author"] {
            let Some(holder) = embed.pointer_mut(place) else { continue };
            let name = holder["icon_url"].as_str().and_then(|url| url.strip_prefix("attachment://"));
            if let Some(file) = name.and_then(|name| self.files.iter().find(|file| file.filename == name)) {
                holder["icon_url"] = json!(file.url);
            }
        }
        embed
    }

    /// A file that an embed shows is not listed a second time among the attachments, as on Discord.
    fn show_files(&mut self) {
        let embeds = self.body["embeds"].to_string();
        let ephemeral = self.only.is_some();
        let apart = self.files.iter().filter(|file| !embeds.contains(&file.url));
        self.body["attachments"] = apart.map(|file| file.json(ephemeral)).collect();
    }

    /// The name of a file that an embed shows and that is not there.
    pub(super) fn unresolved(&self) -> Option<&str> {
        let embeds = self.body["embeds"].as_array()?;
        let places = ["/image/url", "/thumbnail/url", "/footer/icon_url", "/author/icon_url"];
        let mut urls = embeds.iter().flat_map(|embed| places.map(|place| embed.pointer(place)));
        urls.find_map(|url| url?.as_str()?.strip_prefix("attachment://"))
    }

    /// The people whom the text pings, as `allowed_mentions` lets it (Discord's "Allowed Mentions Object").
    pub(super) fn pinged(content: &str, allowed: Option<&Value>) -> Vec<Id> {
        let mut pinged: Vec<Id> = Vec::new();
        for piece in content.split("<@").skip(1) {
            let digits = piece.trim_start_matches('!').split('>').next().unwrap_or_default();
            if let Ok(id) = digits.parse::<Id>()
                && !pinged.contains(&id)
                && allows(allowed, id)
            {
                pinged.push(id);
            }
        }
        pinged
    }
}

fn allows(allowed: Option<&Value>, id: Id) -> bool {
    let Some(allowed) = allowed.filter(|allowed| !allowed.is_null()) else { return true };
    let list = |field: &str| allowed[field].as_array().cloned().unwrap_or_default();
    list("parse").contains(&json!("users")) || list("users").iter().any(|user| Id::of(user) == Some(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post() -> Post {
        let body = json!({"content": "", "embeds": [], "components": [], "attachments": [], "flags": 0});
        let (id, channel, author) = (Id(1), Id(2), Id(3));
        Post { id, channel, author, only: None, interaction: None, body, files: Vec::new() }
    }

    fn apply(post: &mut Post, fields: &Value, uploads: &[Upload]) {
        let mut last = 100;
        let mut next = || {
            last += 1;
            Id(last)
        };
        let mut shelf = Shelf { next: &mut next, base_url: "http://127.0.0.1:1" };
        post.apply(fields.as_object().unwrap(), uploads, &mut shelf);
    }

    fn upload(name: &str) -> Upload {
        let bytes = axum::body::Bytes::from_static(b"x");
        Upload { index: 0, name: name.into(), content_type: "image/png".into(), bytes }
    }

    #[test]
    fn a_file_in_an_embed_is_not_listed_twice() {
        let mut post = post();
        let fields = json!({
            "embeds": [{"title": "Table", "image": {"url": "attachment://table.png"}}],
            "attachments": [{"id": 0, "filename": "table.png", "description": "the trick"}],
        });
        apply(&mut post, &fields, &[upload("table.png")]);
        assert_eq!(post.body["attachments"], json!([]));
        assert_eq!(post.body["embeds"][0]["image"]["url"], "http://127.0.0.1:1/attachments/101/table.png");
        assert_eq!(post.body["embeds"][0]["image"]["description"], "the trick");
        apply(&mut post, &json!({"embeds": []}), &[]);
        assert_eq!(post.body["attachments"][0]["filename"], "table.png");
        apply(&mut post, &json!({"attachments": []}), &[]);
        assert!(post.is_empty());
    }

    #[test]
    fn pings_are_those_allowed() {
        let content = "<@1> <@!2> <@1> and <@3>";
        assert_eq!(Post::pinged(content, None), [Id(1), Id(2), Id(3)]);
        assert_eq!(Post::pinged(content, Some(&json!({"parse": []}))), []);
        assert_eq!(Post::pinged(content, Some(&json!({"parse": [], "users": ["2"]}))), [Id(2)]);
    }
}
