//! Uploaded files and message attachments.

use axum::body::Bytes;
use serde_json::{Value, json};

use super::snowflake::Snowflake;

/// A file uploaded as a `files[n]` part of a multipart request.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    pub(crate) index: u64,
    pub(crate) name: String,
    pub(crate) content_type: String,
    pub(crate) bytes: Bytes,
}

#[derive(Clone, Debug)]
pub(crate) struct Attachment {
    pub(crate) id: Snowflake,
    pub(crate) filename: String,
    pub(crate) description: Option<String>,
    pub(crate) content_type: String,
    pub(crate) bytes: Bytes,
    pub(crate) url: String,
}

impl Attachment {
    /// Returns the attachment as a Discord attachment object.
    pub(crate) fn json(&self, ephemeral: bool) -> Value {
        let mut json = json!({
            "id": self.id, "filename": self.filename, "size": self.bytes.len(), "url": self.url,
            "proxy_url": self.url, "content_type": self.content_type,
        });
        self.describe(&mut json);
        if ephemeral {
            json["ephemeral"] = json!(true);
        }
        json
    }

    /// Adds the attachment's description and image dimensions, if known, to `json`.
    pub(crate) fn describe(&self, json: &mut Value) {
        if let Some(description) = &self.description {
            json["description"] = json!(description);
        }
        if let Some((width, height)) = self.dimensions() {
            json["width"] = json!(width);
            json["height"] = json!(height);
        }
    }

    /// Returns the width and height in pixels, or `None` if the file is not a PNG image.
    pub(crate) fn dimensions(&self) -> Option<(u32, u32)> {
        let header = self.bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?.strip_prefix(b"\0\0\0\rIHDR")?;
        let number = |at: usize| header.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
        Some((number(0)?, number(4)?))
    }
}

/// Replaces unsupported characters in a file name with `_`, as Discord does.
///
/// ASCII letters, digits, `.`, `-` and `_` are kept. An empty name becomes `unknown`.
pub(crate) fn sanitize(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let cleaned: String = name.chars().map(kept).collect();
    if cleaned.is_empty() { "unknown".to_owned() } else { cleaned }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn image_size_is_read_from_png_header() {
        let bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x01\x2c\x08\x06\0\0\0";
        let attachment = Attachment {
            id: Snowflake(1),
            filename: "chart.png".into(),
            description: None,
            content_type: "image/png".into(),
            bytes: Bytes::from_static(bytes),
            url: "http://127.0.0.1/attachments/1/chart.png".into(),
        };
        assert_eq!(attachment.dimensions(), Some((800, 300)));
        let text = Attachment { bytes: Bytes::from_static(b"hello"), ..attachment };
        assert_eq!(text.dimensions(), None);
    }
}
