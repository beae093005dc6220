//! Checks recorded requests against Discord's own API specification.
#![allow(unreachable_pub, clippy::expect_used)] // shared by test programs

use std::collections::HashMap;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Value, json};
use ulti::playground::{Exchange, Sender, Way};

/// What the specification says against the bot's requests, a sentence each.
///
/// The specification is strict where Discord is not in two places, which are loosened: snowflakes may be numbers,
/// permissions strings.
pub fn violations(spec: &Value, exchanges: &[Exchange]) -> Vec<String> {
    let mut spec = spec.clone();
    loosen(&mut spec);
    let mut validators = HashMap::new();
    let requests = exchanges.iter().filter(|e| e.way == Way::Rest && e.from == Sender::Bot);
    requests.flat_map(|request| check(&spec, &mut validators, request)).collect()
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

fn check(
    spec: &Value,
    validators: &mut HashMap<(String, String), Option<Validator>>,
    request: &Exchange,
) -> Vec<String> {
    let method = request.method.clone().unwrap_or_default().to_lowercase();
    let target = request.path.clone().unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default();
    let named = |what: &str| format!("{} {path}: {what}", method.to_uppercase());
    let Some(template) = template(spec, path) else { return vec![named("no such route")] };
    if spec["paths"][&template][&method].is_null() {
        return vec![named("no such method")];
    }
    let key = (template.clone(), method.clone());
    let validator = validators.entry(key).or_insert_with(|| validator(spec, &template, &method));
    match validator {
        Some(validator) => {
            let errors = validator.iter_errors(&request.body).flat_map(|error| leaves(&error));
            errors.map(|error| named(&error)).collect()
        }
        None if request.body.is_null() => Vec::new(),
        None => vec![named("takes no body")],
    }
}

/// `/channels/1/messages` is `/channels/{channel_id}/messages`. Of several the one with most fixed parts.
fn template(spec: &Value, path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('/').collect();
    let fits = |template: &&String| {
        let wanted: Vec<&str> = template.split('/').collect();
        wanted.len() == parts.len() && wanted.iter().zip(&parts).all(|(w, p)| w.starts_with('{') || w == p)
    };
    spec["paths"]
        .as_object()?
        .keys()
        .filter(fits)
        .min_by_key(|template| template.matches('{').count())
        .cloned()
}

fn validator(spec: &Value, template: &str, method: &str) -> Option<Validator> {
    let content = &spec["paths"][template][method]["requestBody"]["content"];
    content.get("application/json")?;
    let pointer = template.replace('~', "~0").replace('/', "~1").replace('{', "%7B").replace('}', "%7D");
    let root = json!({
        "$ref": format!("#/paths/{pointer}/{method}/requestBody/content/application~1json/schema"),
        "paths": spec["paths"], "components": spec["components"],
    });
    Some(jsonschema::validator_for(&root).expect("the specification is a schema"))
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
