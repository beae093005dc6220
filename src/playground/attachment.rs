//! Files: as they are uploaded, and as they stay on a message.

use axum::body::Bytes;
use serde_json::{Value, json};

use super::snowflake::Id;

/// A file that came with a request, as `files[n]`.
#[derive(Clone, Debug)]
pub(super) struct Upload {
    pub(super) index: u64,
    pub(super) name: String,
    pub(super) content_type: String,
    pub(super) bytes: Bytes,
}

#[derive(Clone, Debug)]
pub(super) struct Attachment {
    pub(super) id: Id,
    pub(super) filename: String,
    pub(super) description: Option<String>,
    pub(super) content_type: String,
    pub(super) bytes: Bytes,
    pub(super) url: String,
}

impl Attachment {
    /// Discord's attachment object.
    pub(super) fn json(&self, ephemeral: bool) -> Value {
        let mut json = json!({
            "id": self.id, "filename": self.filename, "size": self.bytes.len(), "url": self.url,
            "proxy_url": self.url, "content_type": self.content_type,
        });
        if let Some(description) = &self.description {
            json["description"] = json!(description);
        }
        if let Some((width, height)) = self.dimensions() {
            json["width"] = json!(width);
            json["height"] = json!(height);
        }
        if ephemeral {
            json["ephemeral"] = json!(true);
        }
        json
    }

    /// Width and height of a PNG: the first thing its header chunk says.
    pub(super) fn dimensions(&self) -> Option<(u32, u32)> {
        let header = self.bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?.strip_prefix(b"\0\0\0\rIHDR")?;
        let number = |at: usize| header.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
        Some((number(0)?, number(4)?))
    }
}

/// File names keep letters, digits, `.`, `-` and `_`; Discord replaces the rest too.
pub(super) fn clean(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let cleaned: String = name.chars().map(kept).collect();
    if cleaned.is_empty() { "unknown".to_owned() } else { cleaned }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_png_says_its_size() {
        let bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x01\x2c\x08\x06\0\0\0";
        let attachment = Attachment {
            id: Id(1),
            filename: "table.png".into(),
            description: None,
            content_type: "image/png".into(),
            bytes: Bytes::from_static(bytes),
            url: "http://127.0.0.1/attachments/1/table.png".into(),
        };
        assert_eq!(attachment.dimensions(), Some((800, 300)));
        let text = Attachment { bytes: Bytes::from_static(b"hello"), ..attachment };
        assert_eq!(text.dimensions(), None);
    }
}
