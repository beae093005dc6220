//! Validation of action rows with buttons and select menus.
//!
//! Layout components are rejected as unsupported. See "Component Reference" in Discord's documentation.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{FieldError, Form, at};
use crate::state::snowflake::Snowflake;

const BUTTON: &str = "type id style label emoji custom_id sku_id url disabled";
const MENU: &str = "\
    type id custom_id options channel_types placeholder default_values min_values max_values disabled \
    required";
const INPUT: &str = "type id custom_id style label min_length max_length required value placeholder disabled";

/// Validates the action rows of a message.
pub(super) fn check_rows(form: &mut Form, components: &[Value]) {
    let mut seen = HashSet::new();
    for (n, row) in components.iter().enumerate() {
        let path = at("components", n);
        let Some(items) = row_items(form, &path, row) else { continue };
        let menus = items.iter().filter(|item| matches!(item["type"].as_u64(), Some(3 | 5..=8))).count();
        if items.is_empty() || items.len() > 5 {
            let message = "Must be between 1 and 5 in length.";
            form.error(&at(&path, "components"), "BASE_TYPE_BAD_LENGTH", message);
        } else if menus > 0 && items.len() > 1 {
            let message = "The specified component exceeds the maximum width";
            form.error(&at(&path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
        }
        for (m, item) in items.iter().enumerate() {
            let path = at(&path, format!("components.{m}"));
            check_component(form, &path, item);
            check_unique_custom_id(form, &path, item, &mut seen);
        }
    }
}

/// Validates a modal, including its text inputs.
pub(crate) fn check_modal(form: &mut Form, data: &Value) {
    let Some(object) = form.object("data", data, "custom_id title components") else { return };
    form.required_text(object, "data", "custom_id", (1, 100));
    form.required_text(object, "data", "title", (1, 45));
    let mut seen = HashSet::new();
    for (n, row) in form.list(object, "data", "components", (1, 5)).iter().enumerate() {
        let path = at("data.components", n);
        let Some(items) = row_items(form, &path, row) else { continue };
        for (m, item) in items.iter().enumerate() {
            let path = at(&path, format!("components.{m}"));
            check_text_input(form, &path, item);
            check_unique_custom_id(form, &path, item, &mut seen);
        }
    }
}

fn row_items<'a>(form: &mut Form, path: &str, row: &'a Value) -> Option<&'a [Value]> {
    let object = form.object(path, row, "type id components")?;
    if row["type"].as_u64() != Some(1) {
        form.error(&at(path, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).");
        return None;
    }
    Some(object.get("components").and_then(Value::as_array).map_or(&[], Vec::as_slice))
}

fn check_component(form: &mut Form, path: &str, item: &Value) {
    match item["type"].as_u64() {
        Some(2) => check_button(form, path, item),
        Some(3 | 5..=8) => check_menu(form, path, item),
        _ => {
            let message = "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).";
            form.error(&at(path, "type"), "UNION_TYPE_CHOICES", message);
        }
    }
}

fn check_unique_custom_id(form: &mut Form, path: &str, item: &Value, seen: &mut HashSet<String>) {
    if let Some(id) = item["custom_id"].as_str()
        && !seen.insert(id.to_owned())
    {
        let message = "Component custom id cannot be duplicated";
        form.error(&at(path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message);
    }
}

fn check_button(form: &mut Form, path: &str, item: &Value) {
    let Some(object) = form.object(path, item, BUTTON) else { return };
    let style = form.number(object, path, "style", (1, 6));
    if style.is_none() {
        form.missing(&at(path, "style"));
    }
    let present = |key: &str| object.get(key).is_some_and(|value| !value.is_null());
    let label = form.text(object, path, "label", (0, 80)).is_some_and(|label| !label.is_empty());
    check_emoji(form, path, object);
    form.flag(object, path, "disabled");
    match style {
        Some(5) => {
            form.required_text(object, path, "url", (1, 512));
            if present("custom_id") {
                forbidden_field(form, &at(path, "custom_id"), "A link button has no custom id");
            }
        }
        Some(6) => {
            form.required_text(object, path, "sku_id", (1, 20));
        }
        _ => {
            form.required_text(object, path, "custom_id", (1, 100));
            if present("url") {
                forbidden_field(form, &at(path, "url"), "Only a link button has a url");
            }
        }
    }
    if style != Some(6) && !label && !present("emoji") {
        form.error(
            path,
            "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
            "A button must have a label or an emoji",
        );
    }
}

fn forbidden_field(form: &mut Form, path: &str, message: &str) {
    form.error(path, "BUTTON_COMPONENT_INVALID_FIELD", message);
}

fn check_emoji(form: &mut Form, path: &str, object: &Map<String, Value>) {
    let Some(emoji) = object.get("emoji").filter(|emoji| !emoji.is_null()) else { return };
    let path = at(path, "emoji");
    if let Some(emoji) = form.object(&path, emoji, "id name animated")
        && ["id", "name"].iter().all(|key| emoji.get(*key).is_none_or(Value::is_null))
    {
        form.error(&path, "COMPONENT_INVALID_EMOJI", "Invalid emoji");
    }
}

/// Returns an error for each unknown custom emoji in a message's components.
///
/// `known` returns `true` if an emoji with the given id exists.
pub(crate) fn unknown_emoji_errors(message: &Value, known: impl Fn(Snowflake) -> bool) -> Vec<FieldError> {
    let mut form = Form::default();
    let list = |json: &Value, key: &str| json[key].as_array().cloned().unwrap_or_default();
    let mut look = |path: &str, part: &Value| {
        let id = &part["emoji"]["id"];
        if !id.is_null() && !Snowflake::of(id).is_some_and(&known) {
            form.error(&at(path, "emoji.id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
        }
    };
    for (n, row) in list(message, "components").iter().enumerate() {
        for (m, item) in list(row, "components").iter().enumerate() {
            let path = format!("components.{n}.components.{m}");
            look(&path, item);
            for (o, option) in list(item, "options").iter().enumerate() {
                look(&at(&path, format!("options.{o}")), option);
            }
        }
    }
    form.errors()
}

fn check_menu(form: &mut Form, path: &str, item: &Value) {
    let Some(object) = form.object(path, item, MENU) else { return };
    form.required_text(object, path, "custom_id", (1, 100));
    form.text(object, path, "placeholder", (0, 150));
    form.flag(object, path, "disabled");
    let min = form.number(object, path, "min_values", (0, 25)).unwrap_or(1);
    let max = form.number(object, path, "max_values", (1, 25)).unwrap_or(1);
    if min > max {
        let message = "The minimum number of values is greater than the maximum";
        form.error(&at(path, "min_values"), "SELECT_COMPONENT_MIN_OVER_MAX", message);
    }
    if item["type"].as_u64() == Some(3) {
        check_menu_options(form, path, object, (min, max));
    }
}

fn check_menu_options(form: &mut Form, path: &str, menu: &Map<String, Value>, (min, max): (u64, u64)) {
    let list = form.list(menu, path, "options", (1, 25));
    let count = list.len() as u64;
    if min > count || (max > count && menu.get("max_values").is_some_and(|max| !max.is_null())) {
        let message = format!("There are only {count} options");
        form.error(&at(path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_OVER_OPTIONS", message);
    }
    let mut seen = HashSet::new();
    let mut defaults = 0;
    for (n, option) in list.iter().enumerate() {
        let path = at(path, format!("options.{n}"));
        let Some(object) = form.object(&path, option, "label value description emoji default") else {
            continue;
        };
        form.required_text(object, &path, "label", (1, 100));
        form.text(object, &path, "description", (0, 100));
        check_emoji(form, &path, object);
        defaults += u64::from(form.flag(object, &path, "default"));
        if let Some(value) = form.required_text(object, &path, "value", (1, 100))
            && !seen.insert(value.to_owned())
        {
            let message = "The specified option value is already used";
            form.error(&at(&path, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
    }
    if defaults > max {
        let message = "More options are selected by default than may be chosen";
        form.error(&at(path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", message);
    }
}

fn check_text_input(form: &mut Form, path: &str, item: &Value) {
    if item["type"].as_u64() != Some(4) {
        form.error(&at(path, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (4,).");
        return;
    }
    let Some(object) = form.object(path, item, INPUT) else { return };
    form.required_text(object, path, "custom_id", (1, 100));
    form.required_text(object, path, "label", (1, 45));
    form.text(object, path, "placeholder", (0, 100));
    form.text(object, path, "value", (0, 4000));
    form.number(object, path, "style", (1, 2));
    let min = form.number(object, path, "min_length", (0, 4000)).unwrap_or(0);
    let max = form.number(object, path, "max_length", (1, 4000)).unwrap_or(4000);
    if min > max {
        form.error(&at(path, "min_length"), "NUMBER_TYPE_RANGE", "The minimum is above the maximum");
    }
}
