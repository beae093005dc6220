//! Parsed HTTP requests: path, query, JSON body and uploaded files.

use std::sync::{Arc, MutexGuard};

use axum::body::Bytes;
use axum::extract::{FromRequest, Multipart, Request as HttpRequest};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use super::error::{self, ApiError};
use crate::shared::Shared;
use crate::state::attachment::Upload;
use crate::state::snowflake::Snowflake;
use crate::state::world::World;
use crate::traffic::FileInfo;
use crate::validation::{FieldError, UNKNOWN_FIELD};

/// Maximum size of a request body in bytes.
const MAX_BODY: usize = 64 * 1024 * 1024;
const MAX_FILE: usize = 10 * 1024 * 1024;

/// A REST request to a sandbox.
#[derive(Debug)]
pub(crate) struct Request {
    pub(super) shared: Arc<Shared>,
    pub(crate) method: String,
    /// Request path without the `/api/v10` prefix and the query string.
    pub(crate) path: String,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) authorization: Option<String>,
    /// JSON body of the request, or `Null` if there is none.
    pub(crate) body: Value,
    pub(crate) uploads: Vec<Upload>,
    /// Error that occurred while reading the request body, if any.
    pub(crate) body_error: Option<ApiError>,
}

impl Request {
    pub(super) async fn read(shared: Arc<Shared>, http: HttpRequest) -> Self {
        let (mut request, multipart) = Self::head(shared, &http);
        let read = if multipart { request.read_parts(http).await } else { request.read_json(http).await };
        request.body_error = read.err();
        request
    }

    /// Creates a request from the method, URL and headers of an HTTP request, without its body.
    ///
    /// The returned `bool` is `true` if the body is multipart.
    fn head(shared: Arc<Shared>, http: &HttpRequest) -> (Self, bool) {
        let header = |name| http.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        // discord.js sends `@original` as `%40original`.
        let path = decoded(http.uri().path());
        let request = Self {
            shared,
            method: http.method().to_string(),
            path: path.strip_prefix("/api/v10").unwrap_or(&path).to_owned(),
            query: query_pairs(http.uri().query().unwrap_or_default()),
            authorization: header(AUTHORIZATION),
            body: Value::Null,
            uploads: Vec::new(),
            body_error: None,
        };
        let multipart = header(CONTENT_TYPE).is_some_and(|kind| kind.starts_with("multipart/form-data"));
        (request, multipart)
    }

    async fn read_json(&mut self, http: HttpRequest) -> Result<(), ApiError> {
        let bytes = axum::body::to_bytes(http.into_body(), MAX_BODY).await.map_err(|_| error::too_large())?;
        if !bytes.is_empty() {
            self.body = serde_json::from_slice(&bytes).map_err(|_| error::not_json())?;
        }
        Ok(())
    }

    async fn read_parts(&mut self, http: HttpRequest) -> Result<(), ApiError> {
        let mut parts = Multipart::from_request(http, &()).await.map_err(|_| error::not_json())?;
        self.body = Value::Object(Map::new());
        while let Some(part) = parts.next_field().await.map_err(|_| error::not_json())? {
            let name = part.name().unwrap_or_default().to_owned();
            let filename = part.file_name().map(str::to_owned);
            let content_type = part.content_type().unwrap_or("application/octet-stream").to_owned();
            let bytes = part.bytes().await.map_err(|_| error::too_large())?;
            match (name.as_str(), filename) {
                ("payload_json", _) => {
                    self.body = serde_json::from_slice(&bytes).map_err(|_| error::not_json())?;
                }
                (name, Some(filename)) => self.upload(name, filename, content_type, bytes)?,
                (name, None) => {
                    self.report_unknown(name);
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
    ) -> Result<(), ApiError> {
        let number = part.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']'));
        let Some(index) = number.and_then(|number| number.parse().ok()) else {
            let message = format!("Files are named files[n], not {part}");
            return Err(ApiError::field(part, "UNKNOWN_FIELD", message));
        };
        if bytes.len() > MAX_FILE {
            return Err(error::too_large());
        }
        self.uploads.push(Upload { index, name, content_type, bytes });
        Ok(())
    }

    /// Locks the state of the simulated Discord and returns the guard.
    pub(super) fn world(&self) -> MutexGuard<'_, World> {
        self.shared.world()
    }

    /// Returns the request path with the query string.
    pub(super) fn target(&self) -> String {
        let query: Vec<String> = self.query.iter().map(|(key, value)| format!("{key}={value}")).collect();
        if query.is_empty() { self.path.clone() } else { format!("{}?{}", self.path, query.join("&")) }
    }

    pub(super) fn file_infos(&self) -> Vec<FileInfo> {
        let note = |upload: &Upload| FileInfo { name: upload.name.clone(), size: upload.bytes.len() };
        self.uploads.iter().map(note).collect()
    }

    pub(super) fn upload_indexes(&self) -> Vec<u64> {
        self.uploads.iter().map(|upload| upload.index).collect()
    }

    /// Returns the value of the query parameter `key`, or `None` if it is missing.
    pub(super) fn query_value(&self, key: &str) -> Option<&str> {
        self.query.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Reports each query parameter that is not in `known`. Discord ignores unknown parameters.
    ///
    /// The caller must not hold the lock of [`world`](Self::world).
    pub(super) fn allow_query(&self, known: &[&str]) {
        let unknown = self.query.iter().filter(|(key, _)| !known.contains(&key.as_str()));
        for (key, _) in unknown {
            self.report_unknown(key);
        }
    }

    /// Returns an "Invalid Form Body" error if `errors` contains other errors than unknown fields.
    ///
    /// Discord ignores unknown fields, so they are only reported. The caller must not hold the lock of
    /// [`world`](Self::world).
    pub(super) fn require_valid(&self, errors: Vec<FieldError>) -> Result<(), ApiError> {
        let (unknown, errors): (Vec<_>, Vec<_>) =
            errors.into_iter().partition(|error| error.code == UNKNOWN_FIELD);
        for error in &unknown {
            self.report_unknown(&error.path);
        }
        if errors.is_empty() { Ok(()) } else { Err(ApiError::form(errors)) }
    }

    fn report_unknown(&self, field: &str) {
        if self.shared.options.report_unknown_fields {
            let about = format!("{} {}", self.method, self.target());
            self.shared.report(about, None, format!("unknown field is ignored: {field}"));
        }
    }

    /// Returns the fields of the JSON body, or an error if the body is not an object.
    pub(super) fn fields(&self) -> Result<&Map<String, Value>, ApiError> {
        self.body.as_object().ok_or_else(error::not_json)
    }
}

/// Parses the id in the path parameter `name`.
pub(super) fn path_id(part: &str, name: &str) -> Result<Snowflake, ApiError> {
    let not_snowflake = |_| {
        let message = format!("Value \"{part}\" is not snowflake.");
        ApiError::field(name, "NUMBER_TYPE_COERCE", message)
    };
    part.parse().map_err(not_snowflake)
}

/// Decodes percent-encoded characters.
fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

fn query_pairs(query: &str) -> Vec<(String, String)> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(key, value)| (decoded(key), decoded(value)))
        .collect()
}
