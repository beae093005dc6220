//! Validates requests and responses against Discord's OpenAPI specification.
//!
//! Discord publishes the specification of its HTTP API as a JSON document. This crate matches a request to a
//! route of the document and validates the bodies of the request and its response against the route's JSON
//! schemas. It is intended for tests only.
//!
//! ```
//! use discord_openapi::Specification;
//! use serde_json::json;
//!
//! let specification = Specification::new(json!({
//!     "paths": {"/channels/{channel_id}/messages": {"post": {"requestBody": {"content": {
//!         "application/json": {"schema": {"properties": {"content": {"type": "string"}}}}
//!     }}}}}
//! }));
//! let errors = specification.validate("POST", "/channels/1/messages", &json!({"content": 7}));
//! assert_eq!(errors, ["POST /channels/1/messages: /content 7 is not of type \"string\""]);
//! ```

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Value, json};

/// Discord's API specification.
///
/// The published document is stricter than Discord in two places, so two rules are relaxed for requests. A
/// snowflake may also be a number, and `default_member_permissions` may also be a string.
#[derive(Debug)]
pub struct Specification {
    /// The document as published. It applies to responses.
    document: Value,
    /// The document with relaxed rules. It applies to requests.
    relaxed: Value,
    /// Cached schema validators, keyed by the schema's JSON pointer.
    ///
    /// Compiling a validator takes far longer than using it.
    validators: Mutex<HashMap<String, Option<Arc<Validator>>>>,
}

impl Specification {
    /// Reads the specification from a file. Returns `None` if the file cannot be read or is not valid JSON.
    pub fn read(path: &Path) -> Option<Self> {
        Some(Self::new(serde_json::from_slice(&std::fs::read(path).ok()?).ok()?))
    }

    /// Creates a specification from a parsed OpenAPI document.
    pub fn new(document: Value) -> Self {
        let mut relaxed = document.clone();
        relax(&mut relaxed);
        Self { document, relaxed, validators: Mutex::default() }
    }

    /// Returns the route that matches a path.
    ///
    /// For example, `/channels/1/messages` matches the route `/channels/{channel_id}/messages`. If several
    /// routes match, returns the one with the fewest parameters.
    pub fn route(&self, path: &str) -> Option<String> {
        let parts: Vec<&str> = path.split('/').collect();
        let matches = |route: &&String| {
            let expected: Vec<&str> = route.split('/').collect();
            expected.len() == parts.len()
                && expected.iter().zip(&parts).all(|(e, p)| e.starts_with('{') || e == p)
        };
        let routes = self.document["paths"].as_object()?.keys().filter(matches);
        routes.min_by_key(|route| route.matches('{').count()).cloned()
    }

    /// Returns the validator for a route's JSON body, or `None` if the route does not accept a JSON body.
    ///
    /// `method` must be in lower case.
    pub fn body(&self, route: &str, method: &str) -> Option<Arc<Validator>> {
        self.validator(&["paths", route, method, "requestBody", "content", "application/json", "schema"])
    }

    /// Returns the validator for the JSON body of a response, or `None` if the response has no JSON body.
    ///
    /// `method` must be in lower case. If the specification does not list the status, the entry for its class
    /// (such as `4XX`) is used.
    pub fn response(&self, route: &str, method: &str, status: u16) -> Option<Arc<Validator>> {
        let class = format!("{}XX", status / 100);
        let responses = &self.document["paths"][route][method]["responses"];
        let status =
            Some(status.to_string()).filter(|status| responses.get(status).is_some()).unwrap_or(class);
        let content = ["content", "application/json", "schema"];
        match responses[&status]["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
            Some(name) => self.validator(&[&["components", "responses", name], content.as_slice()].concat()),
            None => self
                .validator(&[&["paths", route, method, "responses", &status], content.as_slice()].concat()),
        }
    }

    /// Returns the validator for the component schema `name`, such as `MessageResponse`.
    pub fn schema(&self, name: &str) -> Option<Arc<Validator>> {
        self.validator(&["components", "schemas", name])
    }

    /// Returns the validator for the schema at a path in the document, or `None` if there is no schema.
    fn validator(&self, path: &[&str]) -> Option<Arc<Validator>> {
        let escaped: Vec<String> =
            path.iter().map(|part| part.replace('~', "~0").replace('/', "~1")).collect();
        let pointer = format!("/{}", escaped.join("/"));
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let compile = || self.compile(&pointer).map(Arc::new);
        validators.entry(pointer.clone()).or_insert_with(compile).clone()
    }

    fn compile(&self, pointer: &str) -> Option<Validator> {
        let document = if pointer.contains("/requestBody/") { &self.relaxed } else { &self.document };
        document.pointer(pointer)?;
        let pointer = pointer.replace('{', "%7B").replace('}', "%7D");
        jsonschema::validator_for(&json!({
            "$ref": format!("#{pointer}"),
            "paths": document["paths"], "components": document["components"],
        }))
        .ok()
    }

    /// Validates the response to a request and returns a description of each violation.
    ///
    /// `path` may include a query string. A response without a body is `Null`.
    pub fn validate_response(&self, method: &str, path: &str, status: u16, body: &Value) -> Vec<String> {
        let path = path.split('?').next().unwrap_or_default();
        let sentence = |what: &str| format!("{} {path}: {status}: {what}", method.to_uppercase());
        let Some(route) = self.route(path) else { return vec![sentence("no such route")] };
        match self.response(&route, &method.to_lowercase(), status) {
            Some(validator) => errors(&validator, body).iter().map(|error| sentence(error)).collect(),
            None if body.is_null() => Vec::new(),
            None => vec![sentence("has no body")],
        }
    }

    /// Validates a request and returns a description of each violation.
    ///
    /// `path` may include a query string.
    pub fn validate(&self, method: &str, path: &str, body: &Value) -> Vec<String> {
        let path = path.split('?').next().unwrap_or_default();
        let sentence = |what: &str| format!("{} {path}: {what}", method.to_uppercase());
        let method = method.to_lowercase();
        let Some(route) = self.route(path) else { return vec![sentence("no such route")] };
        if self.document["paths"][&route][&method].is_null() {
            return vec![sentence("no such method")];
        }
        match self.body(&route, &method) {
            Some(validator) => errors(&validator, body).iter().map(|error| sentence(error)).collect(),
            None if body.is_null() => Vec::new(),
            None => vec![sentence("accepts no body")],
        }
    }
}

/// Validates a JSON value and returns a description of each violation.
pub fn errors(validator: &Validator, body: &Value) -> Vec<String> {
    validator.iter_errors(body).flat_map(|error| leaves(&error)).collect()
}

fn relax(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if map.get("format") == Some(&json!("snowflake")) {
                map.insert("type".to_owned(), json!(["string", "integer"]));
            }
            for (key, inner) in map.iter_mut() {
                if key == "default_member_permissions" && inner.get("type").is_some() {
                    *inner = json!({"type": ["integer", "string", "null"]});
                } else {
                    relax(inner);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(relax),
        _ => {}
    }
}

/// Converts a validation error to a list of messages.
///
/// For an `anyOf` or `oneOf` error, returns the messages for the alternative that comes closest to matching.
fn leaves(error: &ValidationError<'_>) -> Vec<String> {
    let (ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }) =
        error.kind()
    else {
        return vec![format!("{} {error}", error.instance_path())];
    };
    let alternatives = context.iter().map(|branch| branch.iter().flat_map(leaves).collect::<Vec<_>>());
    let depth = |lines: &Vec<String>| {
        lines.iter().map(|l| l.split(' ').next().unwrap_or("").matches('/').count()).max()
    };
    alternatives.min_by_key(|lines| (lines.len(), std::cmp::Reverse(depth(lines)))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specification() -> Specification {
        Specification::new(json!({"paths": {
            "/users/{user_id}": {"get": {}},
            "/users/@me": {"patch": {"requestBody": {"content": {"application/json": {"schema": {
                "properties": {"id": {"format": "snowflake", "type": "string"}}
            }}}}}},
        }}))
    }

    #[test]
    fn literal_route_takes_precedence_over_parameterized_route() {
        assert_eq!(specification().route("/users/@me").as_deref(), Some("/users/@me"));
        assert_eq!(specification().route("/users/7").as_deref(), Some("/users/{user_id}"));
        assert_eq!(specification().route("/users"), None);
    }

    #[test]
    fn openapi_check_accepts_numeric_discord_ids() {
        assert_eq!(specification().validate("PATCH", "/users/@me?a=b", &json!({"id": 7})), [""; 0]);
        assert_eq!(specification().validate("PATCH", "/users/@me", &json!({"id": true})).len(), 1);
    }

    #[test]
    fn response_is_validated_against_schema_of_its_status() {
        let schema = |kind: &str| json!({"content": {"application/json": {"schema": {"type": kind}}}});
        let specification = Specification::new(json!({
            "paths": {"/users/{user_id}": {"get": {"responses": {
                "200": schema("object"), "204": {}, "4XX": {"$ref": "#/components/responses/Failed"},
            }}}},
            "components": {"responses": {"Failed": schema("string")}, "schemas": {"Name": {"type": "string"}}},
        }));
        let errors =
            |status, body| specification.validate_response("GET", "/users/7?a=b", status, &body).len();
        assert_eq!((errors(200, json!({})), errors(200, json!(1)), errors(200, Value::Null)), (0, 1, 1));
        assert_eq!((errors(204, Value::Null), errors(204, json!({}))), (0, 1));
        assert_eq!((errors(404, json!("a")), errors(404, json!({}))), (0, 1));
        assert!(specification.schema("Name").unwrap().is_valid(&json!("Anna")));
        assert!(specification.schema("Nothing").is_none());
    }

    #[test]
    fn request_to_unknown_route_fails_openapi_check() {
        let errors = |method, path, body| specification().validate(method, path, &body);
        assert_eq!(errors("GET", "/nothing", Value::Null), ["GET /nothing: no such route"]);
        assert_eq!(errors("POST", "/users/7", Value::Null), ["POST /users/7: no such method"]);
        assert_eq!(errors("GET", "/users/7", json!(1)), ["GET /users/7: accepts no body"]);
        assert_eq!(errors("GET", "/users/7", Value::Null), [""; 0]);
    }
}
