//! Components of stored messages.
//!
//! See "Component Reference" in Discord's documentation.

use std::collections::HashSet;

use serde_json::{Value, json};

/// Returns the components of a request as Discord stores them.
///
/// Null fields are removed. Components without an id get the lowest unused numbers, starting at 1. Select
/// menus get the default number of values.
pub(crate) fn stored(components: &Value) -> Value {
    let mut components = json!(components.as_array().cloned().unwrap_or_default());
    let mut taken = HashSet::new();
    visit(&mut components, &mut |component| {
        if let Some(fields) = component.as_object_mut() {
            fields.retain(|key, value| !value.is_null() && (key != "id" || value != 0));
        }
        taken.extend(component["id"].as_u64());
    });
    let mut last = 0;
    visit(&mut components, &mut |component| {
        if component.get("id").is_none() {
            last += 1;
            while taken.contains(&last) {
                last += 1;
            }
            component["id"] = json!(last);
        }
        if matches!(component["type"].as_u64(), Some(3 | 5..=8)) {
            for key in ["min_values", "max_values"] {
                component[key] = json!(component[key].as_u64().unwrap_or(1));
            }
        }
    });
    components
}

/// Calls `change` for each component, depth first.
fn visit(components: &mut Value, change: &mut impl FnMut(&mut Value)) {
    for component in components.as_array_mut().into_iter().flatten().filter(|component| component.is_object())
    {
        change(component);
        if let Some(children) = component.get_mut("components") {
            visit(children, change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_components_have_ids_and_defaults() {
        let sent = json!([
            {"type": 1, "components": [
                {"type": 2, "style": 1, "custom_id": "a", "label": "A", "emoji": null},
                {"type": 2, "style": 1, "custom_id": "b", "label": "B", "id": 2},
            ]},
            {"type": 1, "id": 0, "components": [{"type": 3, "custom_id": "c", "options": [], "min_values": 0}]},
        ]);
        let expected = json!([
            {"type": 1, "components": [
                {"type": 2, "style": 1, "custom_id": "a", "label": "A", "id": 3},
                {"type": 2, "style": 1, "custom_id": "b", "label": "B", "id": 2},
            ], "id": 1},
            {"type": 1, "components": [
                {"type": 3, "custom_id": "c", "options": [], "min_values": 0, "id": 5, "max_values": 1},
            ], "id": 4},
        ]);
        assert_eq!(stored(&sent), expected);
        assert_eq!(stored(&Value::Null), json!([]));
    }
}
