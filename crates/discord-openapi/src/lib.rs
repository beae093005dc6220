//! Validates a bot's requests against Discord's OpenAPI specification.
//!
//! Discord publishes the specification of its HTTP API as a JSON document. This crate matches a request to a
//! route of the document and validates the request body against the route's JSON schema. It is intended for
//! tests only.
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

/// A request's route and HTTP method.
type Endpoint = (String, String);

/// Discord's API specification.
///
/// The published document is stricter than Discord in two places, so two rules are relaxed when it is loaded.
/// A snowflake may also be a number, and `default_member_permissions` may also be a string.
#[derive(Debug)]
pub struct Specification {
    document: Value,
    /// Cached schema validators, keyed by route and HTTP method.
    ///
    /// Compiling a validator takes far longer than using it.
    validators: Mutex<HashMap<Endpoint, Option<Arc<Validator>>>>,
}

impl Specification {
    /// Reads the specification from a file. Returns `None` if the file cannot be read or is not valid JSON.
    pub fn read(path: &Path) -> Option<Self> {
        Some(Self::new(serde_json::from_slice(&std::fs::read(path).ok()?).ok()?))
    }

    /// Creates a specification from a parsed OpenAPI document.
    pub fn new(mut document: Value) -> Self {
        relax(&mut document);
        Self { document, validators: Mutex::default() }
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
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (route.to_owned(), method.to_owned());
        validators.entry(key).or_insert_with(|| self.compile(route, method).map(Arc::new)).clone()
    }

    fn compile(&self, route: &str, method: &str) -> Option<Validator> {
        let document = &self.document;
        let content = &document["paths"][route][method]["requestBody"]["content"];
        content.get("application/json")?;
        let pointer = route.replace('~', "~0").replace('/', "~1").replace('{', "%7B").replace('}', "%7D");
        jsonschema::validator_for(&json!({
            "$ref": format!("#/paths/{pointer}/{method}/requestBody/content/application~1json/schema"),
            "paths": document["paths"], "components": document["components"],
        }))
        .ok()
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

/// Validates a request body and returns a description of each violation.
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
    fn request_to_unknown_route_fails_openapi_check() {
        let errors = |method, path, body| specification().validate(method, path, &body);
        assert_eq!(errors("GET", "/nothing", Value::Null), ["GET /nothing: no such route"]);
        assert_eq!(errors("POST", "/users/7", Value::Null), ["POST /users/7: no such method"]);
        assert_eq!(errors("GET", "/users/7", json!(1)), ["GET /users/7: accepts no body"]);
        assert_eq!(errors("GET", "/users/7", Value::Null), [""; 0]);
    }
}
