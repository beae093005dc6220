//! A request, read whole: path, query, JSON, files.

use axum::body::Bytes;
use axum::extract::{FromRequest, Multipart, Request as HttpRequest};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use serde_json::{Map, Value};

use super::super::attachment::Upload;
use super::super::traffic::FileNote;
use super::refusal::{self, Refusal};

/// Nobody sends more than this; a single file may have ten MiB.
const LARGEST_BODY: usize = 64 * 1024 * 1024;
const LARGEST_FILE: usize = 10 * 1024 * 1024;

#[derive(Debug)]
pub(in crate::playground) struct Request {
    pub(in crate::playground) method: String,
    /// After `/api/v10`, without the query.
    pub(in crate::playground) path: String,
    pub(in crate::playground) query: Vec<(String, String)>,
    pub(in crate::playground) authorization: Option<String>,
    /// `Null` if there is none.
    pub(in crate::playground) body: Value,
    pub(in crate::playground) uploads: Vec<Upload>,
    /// Why the body could not be read.
    pub(in crate::playground) broken: Option<Refusal>,
}

impl Request {
    pub(super) async fn read(http: HttpRequest) -> Self {
        let (mut request, multipart) = Self::head(&http);
        let read = if multipart { request.read_parts(http).await } else { request.read_json(http).await };
        request.broken = read.err();
        request
    }

    /// What comes before the body, and whether the body is in parts.
    fn head(http: &HttpRequest) -> (Self, bool) {
        let header = |name| http.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let path = http.uri().path();
        let request = Self {
            method: http.method().to_string(),
            path: path.strip_prefix("/api/v10").unwrap_or(path).to_owned(),
            query: pairs(http.uri().query().unwrap_or_default()),
            authorization: header(AUTHORIZATION),
            body: Value::Null,
            uploads: Vec::new(),
            broken: None,
        };
        let multipart = header(CONTENT_TYPE).is_some_and(|kind| kind.starts_with("multipart/form-data"));
        (request, multipart)
    }

    async fn read_json(&mut self, http: HttpRequest) -> Result<(), Refusal> {
        let bytes =
            axum::body::to_bytes(http.into_body(), LARGEST_BODY).await.map_err(|_| refusal::too_large())?;
        if !bytes.is_empty() {
            self.body = serde_json::from_slice(&bytes).map_err(|_| refusal::not_json())?;
        }
        Ok(())
    }

    async fn read_parts(&mut self, http: HttpRequest) -> Result<(), Refusal> {
        let mut parts = Multipart::from_request(http, &()).await.map_err(|_| refusal::not_json())?;
        self.body = Value::Object(Map::new());
        while let Some(part) = parts.next_field().await.map_err(|_| refusal::not_json())? {
            let name = part.name().unwrap_or_default().to_owned();
            let filename = part.file_name().map(str::to_owned);
            let content_type = part.content_type().unwrap_or("application/octet-stream").to_owned();
            let bytes = part.bytes().await.map_err(|_| refusal::too_large())?;
            match (name.as_str(), filename) {
                ("payload_json", _) => {
                    self.body = serde_json::from_slice(&bytes).map_err(|_| refusal::not_json())?;
                }
                (name, Some(filename)) => self.upload(name, filename, content_type, bytes)?,
                (name, None) => {
                    return Err(Refusal::field(name, "UNKNOWN_FIELD", format!("No such part: {name}")));
                }
            }
        }
        Ok(())
    }

    fn upload(
        &mut self,
        part: &str,
        name: String,
        content_type: String,
        bytes: Bytes,
    ) -> Result<(), Refusal> {
        let number = part.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']'));
        let Some(index) = number.and_then(|number| number.parse().ok()) else {
            return Err(Refusal::field(
                part,
                "UNKNOWN_FIELD",
                format!("Files are named files[n], not {part}"),
            ));
        };
        if bytes.len() > LARGEST_FILE {
            return Err(refusal::too_large());
        }
        self.uploads.push(Upload { index, name, content_type, bytes });
        Ok(())
    }

    /// The path with its query, as it is recorded.
    pub(super) fn target(&self) -> String {
        let query: Vec<String> = self.query.iter().map(|(key, value)| format!("{key}={value}")).collect();
        if query.is_empty() { self.path.clone() } else { format!("{}?{}", self.path, query.join("&")) }
    }

    pub(super) fn notes(&self) -> Vec<FileNote> {
        let note = |upload: &Upload| FileNote { name: upload.name.clone(), size: upload.bytes.len() };
        self.uploads.iter().map(note).collect()
    }

    pub(super) fn indexes(&self) -> Vec<u64> {
        self.uploads.iter().map(|upload| upload.index).collect()
    }

    /// A parameter of the query.
    pub(super) fn asked(&self, key: &str) -> Option<&str> {
        self.query.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Refuses parameters that the route does not have.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), Refusal> {
        match self.query.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            Some((key, _)) => Err(Refusal::field(key, "UNKNOWN_FIELD", format!("No such parameter: {key}"))),
            None => Ok(()),
        }
    }

    /// The body's fields; the body must be an object.
    pub(super) fn fields(&self) -> Result<&Map<String, Value>, Refusal> {
        self.body.as_object().ok_or_else(refusal::not_json)
    }
}

fn pairs(query: &str) -> Vec<(String, String)> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(k, v)| (k.to_owned(), v.to_owned()))
        .collect()
}
