//! Discord's own API specification, where it is at hand.
#![allow(dead_code, unreachable_pub, clippy::expect_used)] // shared by test programs

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Value, json};

/// The specification, loosened in two places in which it is stricter than Discord: snowflakes may be numbers,
/// permissions strings.
pub struct Specification(Value);

impl Specification {
    /// The one that lies beside the project, if one does.
    pub fn at_hand() -> Option<Self> {
        let near = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/discord/openapi.json");
        let text = std::fs::read_to_string(near).ok()?;
        Some(Self::new(serde_json::from_str(&text).expect("the specification is JSON")))
    }

    pub fn new(mut spec: Value) -> Self {
        loosen(&mut spec);
        Self(spec)
    }

    /// `/channels/1/messages` is `/channels/{channel_id}/messages`. Of several the one with most fixed parts.
    pub fn template(&self, path: &str) -> Option<String> {
        let parts: Vec<&str> = path.split('/').collect();
        let fits = |template: &&String| {
            let wanted: Vec<&str> = template.split('/').collect();
            wanted.len() == parts.len()
                && wanted.iter().zip(&parts).all(|(w, p)| w.starts_with('{') || w == p)
        };
        let templates = self.0["paths"].as_object()?.keys().filter(fits);
        templates.min_by_key(|template| template.matches('{').count()).cloned()
    }

    pub fn has(&self, template: &str, method: &str) -> bool {
        !self.0["paths"][template][method].is_null()
    }

    /// What holds a route's body against the specification; `None` where the route takes none.
    pub fn body(&self, template: &str, method: &str) -> Option<Validator> {
        let spec = &self.0;
        let content = &spec["paths"][template][method]["requestBody"]["content"];
        content.get("application/json")?;
        let pointer = template.replace('~', "~0").replace('/', "~1").replace('{', "%7B").replace('}', "%7D");
        let root = json!({
            "$ref": format!("#/paths/{pointer}/{method}/requestBody/content/application~1json/schema"),
            "paths": spec["paths"], "components": spec["components"],
        });
        Some(jsonschema::validator_for(&root).expect("the specification is a schema"))
    }
}

/// What is wrong with a body, a sentence each.
pub fn errors(validator: &Validator, body: &Value) -> Vec<String> {
    validator.iter_errors(body).flat_map(|error| leaves(&error)).collect()
}

fn loosen(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if map.get("format") == Some(&json!("snowflake")) {
                map.insert("type".to_owned(), json!(["string", "integer"]));
            }
            for (key, inner) in map.iter_mut() {
                if key == "default_member_permissions" && inner.get("type").is_some() {
                    *inner = json!({"type": ["integer", "string", "null"]});
                } else {
                    loosen(inner);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(loosen),
        _ => {}
    }
}

/// An error of a choice, as the errors of the choice that came nearest.
fn leaves(error: &ValidationError<'_>) -> Vec<String> {
    let (ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }) =
        error.kind()
    else {
        return vec![format!("{} {error}", error.instance_path())];
    };
    let branches = context.iter().map(|branch| branch.iter().flat_map(leaves).collect::<Vec<_>>());
    let depth = |lines: &Vec<String>| {
        lines.iter().map(|l| l.split(' ').next().unwrap_or("").matches('/').count()).max()
    };
    branches.min_by_key(|lines| (lines.len(), std::cmp::Reverse(depth(lines)))).unwrap_or_default()
}
