//! Checks recorded requests against Discord's own API specification.
#![allow(unreachable_pub)] // shared by test programs

#[path = "specification.rs"]
mod specification;

use std::collections::HashMap;

use jsonschema::Validator;
use serde_json::Value;
use ulti::playground::{Exchange, Sender, Way};

use specification::{Specification, errors};

/// What the specification says against the bot's requests, a sentence each.
pub fn violations(spec: &Value, exchanges: &[Exchange]) -> Vec<String> {
    let spec = Specification::new(spec.clone());
    let mut validators = HashMap::new();
    let requests = exchanges.iter().filter(|e| e.way == Way::Rest && e.from == Sender::Bot);
    requests.flat_map(|request| check(&spec, &mut validators, request)).collect()
}

fn check(
    spec: &Specification,
    validators: &mut HashMap<(String, String), Option<Validator>>,
    request: &Exchange,
) -> Vec<String> {
    let method = request.method.clone().unwrap_or_default().to_lowercase();
    let target = request.path.clone().unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default();
    let named = |what: &str| format!("{} {path}: {what}", method.to_uppercase());
    let Some(template) = spec.template(path) else { return vec![named("no such route")] };
    if !spec.has(&template, &method) {
        return vec![named("no such method")];
    }
    let key = (template.clone(), method.clone());
    match validators.entry(key).or_insert_with(|| spec.body(&template, &method)) {
        Some(validator) => errors(validator, &request.body).iter().map(|error| named(error)).collect(),
        None if request.body.is_null() => Vec::new(),
        None => vec![named("takes no body")],
    }
}
