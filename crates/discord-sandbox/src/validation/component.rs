//! Validation of action rows with buttons and select menus.
//!
//! Layout components are rejected as unsupported. See "Component Reference" in Discord's documentation.

use std::collections::HashSet;

use serde_json::Value;

use super::{FieldError, Form, Object, at};
use crate::state::snowflake::Snowflake;

const ROW: &str = "type id components";
const BUTTON: &str = "type id style label emoji custom_id sku_id url disabled";
const MENU: &str = "\
    type id custom_id options channel_types placeholder default_values min_values max_values disabled \
    required";
const INPUT: &str = "type id custom_id style label min_length max_length required value placeholder disabled";

/// Validates the action rows of a message.
pub(super) fn check_rows(message: &Object<'_>) {
    let mut seen = HashSet::new();
    let rows = message.list("components", (0, 5));
    for row in message.objects("components", rows, ROW) {
        let Some(items) = items(&row) else { continue };
        let menus = items.iter().filter(|item| matches!(item["type"].as_u64(), Some(3 | 5..=8))).count();
        if items.is_empty() || items.len() > 5 {
            row.field_error("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
        } else if menus > 0 && items.len() > 1 {
            let text = "The specified component exceeds the maximum width";
            row.field_error("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text);
        }
        check_items(&row, items, &mut seen, check_component);
    }
}

/// Validates a modal, including its text inputs.
pub(crate) fn check_modal(form: &Form, data: &Value) {
    let Some(modal) = form.object("data", data, "custom_id title components") else { return };
    modal.required_text("custom_id", (1, 100));
    modal.required_text("title", (1, 45));
    let mut seen = HashSet::new();
    let rows = modal.list("components", (1, 5));
    for row in modal.objects("components", rows, ROW) {
        check_items(&row, items(&row).unwrap_or_default(), &mut seen, check_text_input);
    }
}

/// Returns the components of an action row. If `row` is not an action row, records an error and returns
/// `None`.
fn items<'a>(row: &Object<'a>) -> Option<&'a [Value]> {
    if row.kind() != Some(1) {
        row.field_error("type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).");
        return None;
    }
    Some(row.get("components").and_then(Value::as_array).map_or(&[], Vec::as_slice))
}

/// Validates each component of an action row with `check`.
///
/// Records an error for each custom id that occurs twice in the row or is already contained in `seen`.
fn check_items<'a>(
    row: &Object<'a>,
    items: &'a [Value],
    seen: &mut HashSet<&'a str>,
    check: fn(&Object<'_>, &str, &Value),
) {
    for (n, item) in items.iter().enumerate() {
        let key = format!("components.{n}");
        check(row, &key, item);
        if item["custom_id"].as_str().is_some_and(|id| !seen.insert(id)) {
            let text = "Component custom id cannot be duplicated";
            row.field_error(format!("{key}.custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", text);
        }
    }
}

fn check_component(row: &Object<'_>, key: &str, item: &Value) {
    match item["type"].as_u64() {
        Some(2) => row.open(key, item, BUTTON).iter().for_each(check_button),
        Some(3 | 5..=8) => row.open(key, item, MENU).iter().for_each(check_menu),
        _ => {
            let text = "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).";
            row.field_error(format!("{key}.type"), "UNION_TYPE_CHOICES", text);
        }
    }
}

fn check_button(button: &Object<'_>) {
    let style = button.number("style", (1, 6));
    if style.is_none() {
        button.missing("style");
    }
    let label = button.text("label", (0, 80)).is_some_and(|label| !label.is_empty());
    check_emoji(button);
    button.flag("disabled");
    let forbid = |key: &str, text: &str| {
        if button.has(key) {
            button.field_error(key, "BUTTON_COMPONENT_INVALID_FIELD", text);
        }
    };
    match style {
        Some(5) => {
            button.required_text("url", (1, 512));
            forbid("custom_id", "A link button has no custom id");
        }
        Some(6) => drop(button.required_text("sku_id", (1, 20))),
        _ => {
            button.required_text("custom_id", (1, 100));
            forbid("url", "Only a link button has a url");
        }
    }
    if style != Some(6) && !label && !button.has("emoji") {
        let text = "A button must have a label or an emoji";
        button.error("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", text);
    }
}

fn check_emoji(component: &Object<'_>) {
    if let Some(emoji) = component.object("emoji", "id name animated")
        && !emoji.has("id")
        && !emoji.has("name")
    {
        emoji.error("COMPONENT_INVALID_EMOJI", "Invalid emoji");
    }
}

/// Returns an error for each unknown custom emoji in a message's components.
///
/// `known` returns `true` if an emoji with the given id exists.
pub(crate) fn unknown_emoji_errors(message: &Value, known: impl Fn(Snowflake) -> bool) -> Vec<FieldError> {
    let form = Form::default();
    let list = |json: &Value, key: &str| json[key].as_array().cloned().unwrap_or_default();
    let look = |path: &str, part: &Value| {
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

fn check_menu(menu: &Object<'_>) {
    menu.required_text("custom_id", (1, 100));
    menu.text("placeholder", (0, 150));
    menu.flag("disabled");
    let min = menu.number("min_values", (0, 25)).unwrap_or(1);
    let max = menu.number("max_values", (1, 25)).unwrap_or(1);
    if min > max {
        let text = "The minimum number of values is greater than the maximum";
        menu.field_error("min_values", "SELECT_COMPONENT_MIN_OVER_MAX", text);
    }
    if menu.kind() == Some(3) {
        check_menu_options(menu, (min, max));
    }
}

fn check_menu_options(menu: &Object<'_>, (min, max): (u64, u64)) {
    let list = menu.list("options", (1, 25));
    let count = list.len() as u64;
    if min > count || (max > count && menu.has("max_values")) {
        let text = format!("There are only {count} options");
        menu.field_error("max_values", "SELECT_COMPONENT_MAX_VALUES_OVER_OPTIONS", text);
    }
    let mut seen = HashSet::new();
    let mut defaults = 0;
    for option in menu.objects("options", list, "label value description emoji default") {
        option.required_text("label", (1, 100));
        option.text("description", (0, 100));
        check_emoji(&option);
        defaults += u64::from(option.flag("default"));
        if option.required_text("value", (1, 100)).is_some_and(|value| !seen.insert(value)) {
            let text = "The specified option value is already used";
            option.field_error("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text);
        }
    }
    if defaults > max {
        let text = "More options are selected by default than may be chosen";
        menu.field_error("options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", text);
    }
}

fn check_text_input(row: &Object<'_>, key: &str, item: &Value) {
    if item["type"].as_u64() != Some(4) {
        let text = "Value of field \"type\" must be one of (4,).";
        return row.field_error(format!("{key}.type"), "UNION_TYPE_CHOICES", text);
    }
    let Some(input) = row.open(key, item, INPUT) else { return };
    input.required_text("custom_id", (1, 100));
    input.required_text("label", (1, 45));
    input.text("placeholder", (0, 100));
    input.text("value", (0, 4000));
    input.number("style", (1, 2));
    let min = input.number("min_length", (0, 4000)).unwrap_or(0);
    let max = input.number("max_length", (1, 4000)).unwrap_or(4000);
    if min > max {
        input.field_error("min_length", "NUMBER_TYPE_RANGE", "The minimum is above the maximum");
    }
}
