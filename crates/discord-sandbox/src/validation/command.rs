//! Validation of command registrations.
//!
//! See "Application Commands" in Discord's documentation.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::choices::check_choice_list;
use super::locale::localizations;
use super::{FieldError, Form, Object, at, length};

const COMMAND: &str = "\
    id type name name_localizations description description_localizations options \
    default_member_permissions dm_permission default_permission nsfw integration_types contexts handler";
const OPTION: &str = "\
    type name name_localizations description description_localizations required choices options \
    channel_types min_value max_value min_length max_length autocomplete";
/// Maximum combined length of all names, descriptions and values in a command, in characters.
const MAX_TOTAL: usize = 8000;
/// Maximum number of slash commands that an application may register.
const COMMANDS: usize = 100;

/// Validates a list of commands that replaces all registered commands.
pub(crate) fn check_all(commands: &[Value]) -> Vec<FieldError> {
    let form = Form::default();
    let mut names = HashMap::new();
    for (n, command) in commands.iter().enumerate() {
        let path = n.to_string();
        check_command(&form, &path, command);
        let kind = command["type"].as_u64().unwrap_or(1);
        for (key, name) in every_name(command) {
            // A name is the same command's in every locale, so only other commands clash.
            let owner = *names.entry((kind, key, name)).or_insert(n);
            if owner != n {
                let message = "Application command names must be unique";
                form.error(&at(&path, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
                break;
            }
        }
    }
    if commands.len() > COMMANDS {
        form.error("", "BASE_TYPE_MAX_LENGTH", format!("Must be {COMMANDS} or fewer in length."));
    }
    form.errors()
}

/// Returns the names under which clients show a command, each with its locale. The default name has no
/// locale.
fn every_name(command: &Value) -> impl Iterator<Item = (&str, &str)> {
    let localized = command["name_localizations"].as_object().into_iter().flatten();
    let localized = localized.filter_map(|(locale, name)| Some((locale.as_str(), name.as_str()?)));
    localized.chain([("", command["name"].as_str().unwrap_or_default())])
}

/// Validates a single command.
pub(crate) fn check(command: &Value) -> Vec<FieldError> {
    let form = Form::default();
    check_command(&form, "", command);
    form.errors()
}

fn check_command(form: &Form, path: &str, command: &Value) {
    let Some(object) = form.object(path, command, COMMAND) else { return };
    let kind = object.kind().unwrap_or(1);
    if !(1..=3).contains(&kind) {
        object.field_error("type", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3}.");
    }
    let slash = kind == 1;
    check_name(&object, slash);
    if slash {
        check_description(&object);
        check_options(&object, 0);
    } else {
        check_menu_entry(&object);
    }
    check_places(&object, "integration_types", 1);
    check_places(&object, "contexts", 2);
    let total = total_length(command);
    if total > MAX_TOTAL {
        let message = format!("Command exceeds maximum size ({MAX_TOTAL}): {total}");
        object.error("APPLICATION_COMMAND_TOO_LARGE", message);
    }
}

fn check_name(object: &Object<'_>, slash: bool) {
    let name = object.required_text("name", (1, 32)).map(|name| ("name".to_owned(), name));
    let localized = localizations(object, "name_localizations", 32);
    let localized =
        localized.into_iter().map(|(locale, name)| (format!("name_localizations.{locale}"), name));
    for (key, name) in name.into_iter().chain(localized).filter(|_| slash) {
        check_name_characters(object, &key, name);
    }
}

/// Checks that an entry of a context menu has neither a description nor options.
fn check_menu_entry(object: &Object<'_>) {
    if object.text("description", (0, 100)).is_some_and(|text| !text.is_empty()) {
        let message = "Context menu commands cannot have description";
        object.field_error("description", "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED", message);
    }
    if !object.list("options", (0, 25)).is_empty() {
        let message = "Context menu commands cannot have options";
        object.field_error("options", "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", message);
    }
}

/// Checks a list of installation or interaction contexts: distinct numbers from 0 to `max`, at least one.
fn check_places(object: &Object<'_>, key: &str, max: u64) {
    if !object.has(key) {
        return;
    }
    let list = object.list(key, (1, 25));
    let mut seen = HashSet::new();
    for (n, value) in list.iter().enumerate() {
        let path = format!("{key}.{n}");
        match value.as_u64().filter(|number| *number <= max) {
            None => object.field_error(path, "BASE_TYPE_CHOICES", format!("Must be 0 to {max}.")),
            Some(number) if !seen.insert(number) => {
                object.field_error(path, "SET_TYPE_ALREADY_CONTAINS_VALUE", "Value already exists.");
            }
            Some(_) => {}
        }
    }
}

fn check_description(object: &Object<'_>) {
    object.required_text("description", (1, 100));
    localizations(object, "description_localizations", 100);
}

/// Checks that a name contains only letters, digits, `-`, `_` and `'`, and no upper-case letters.
///
/// Discord's pattern is `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`. The length is not checked here.
fn check_name_characters(object: &Object<'_>, key: &str, name: &str) {
    let fits = |c: char| (c.is_alphanumeric() || "-_'".contains(c)) && c.to_lowercase().eq([c]);
    if !name.chars().all(fits) {
        object.field_error(key, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    }
}

fn check_options(holder: &Object<'_>, depth: usize) {
    let list = holder.list("options", (0, 25));
    let mut names = HashMap::new();
    let mut optional_before = false;
    let nested = |option: &Value| matches!(option["type"].as_u64(), Some(1 | 2));
    let mixed = list.iter().any(nested) && !list.iter().all(nested);
    for (n, option) in holder.objects("options", list, OPTION).enumerate() {
        check_name(&option, true);
        check_description(&option);
        let taken = every_name(&list[n]).any(|name| *names.entry(name).or_insert(n) != n);
        if taken {
            let message = "Option names must be unique";
            option.field_error("name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message);
        }
        match option.kind() {
            Some(1 | 2) if mixed => {
                let message =
                    "Sub-command and sub-command group option types are mutually exclusive to all others";
                option.field_error("type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
            }
            Some(2) if depth == 0 => check_options(&option, 1),
            Some(1) if depth < 2 => check_options(&option, 2),
            Some(3..=11) => {
                check_value_option(&option);
                let required = option.flag("required");
                if required && optional_before {
                    let message = "Required options must be placed before non-required options";
                    option.error("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
                }
                optional_before |= !required;
            }
            _ => option.field_error("type", "BASE_TYPE_CHOICES", "Not an option type that may stand here"),
        }
    }
}

fn check_value_option(option: &Object<'_>) {
    check_choice_list(option);
    let kind = option.kind().unwrap_or(0);
    let has_choices = option.get("choices").and_then(Value::as_array).is_some_and(|list| !list.is_empty());
    if option.flag("autocomplete") && (has_choices || !matches!(kind, 3 | 4 | 10)) {
        let message = "Autocomplete is for strings and numbers without choices";
        option.field_error("autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", message);
    }
    let numeric = (option.has("min_value") || option.has("max_value")) && !matches!(kind, 4 | 10);
    let textual = (option.has("min_length") || option.has("max_length")) && kind != 3;
    if numeric || textual {
        option.error("APPLICATION_COMMAND_OPTIONS_LIMIT_INVALID", "These limits are not of this type");
    }
}

/// Returns the combined length of all names, descriptions and values in a command, in characters.
///
/// For each name and description, only the longest localization is counted.
fn total_length(holder: &Value) -> usize {
    let longest = |key: &str| {
        let translations = holder[format!("{key}_localizations")].as_object();
        let translated = translations.into_iter().flat_map(Map::values).filter_map(Value::as_str).map(length);
        translated.chain(holder[key].as_str().map(length)).max().unwrap_or(0)
    };
    let value = holder["value"].as_str().map_or(0, length);
    let inner: usize = ["options", "choices"]
        .iter()
        .flat_map(|key| holder[*key].as_array().into_iter().flatten())
        .map(total_length)
        .sum();
    longest("name") + longest("description") + value + inner
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::validation::choices::check_choices;
    use crate::validation::tests::codes;

    fn wrong(command: &Value) -> Vec<String> {
        codes(&check(command))
    }

    fn with(options: &Value) -> Value {
        json!({"name": "play", "description": "Play a card", "options": options})
    }

    fn option(name: &str, required: bool) -> Value {
        json!({"type": 3, "name": name, "description": "d", "required": required})
    }

    #[test]
    fn sandbox_accepts_valid_slash_command() {
        let command = json!({
            "name": "poll", "description": "Poll", "name_localizations": {"hu": "szavazás"}, "nsfw": false,
            "description_localizations": {"hu": "Szavazás"},
            "options": [{"type": 2, "name": "set", "description": "d", "options": [
                {"type": 1, "name": "új", "description": "d", "options": [option("a", true), option("b", false)]}]}],
        });
        assert_eq!(wrong(&command), [""; 0]);
    }

    #[test]
    fn invalid_command_names_are_rejected() {
        for name in ["Play", "play card", "", &"x".repeat(33)] {
            assert_eq!(wrong(&json!({"name": name, "description": "d"})).len(), 1, "{name:?}");
        }
        assert_eq!(
            wrong(&json!({"name": "a", "description": "d", "name_localizations": {"hu": "Lap", "xx": "a"}})),
            [
                "name_localizations.xx ENUM_TYPE_COERCE",
                "name_localizations.hu APPLICATION_COMMAND_INVALID_NAME"
            ]
        );
    }

    #[test]
    fn command_with_missing_or_too_long_description_is_rejected() {
        assert_eq!(wrong(&json!({"name": "a"})), ["description BASE_TYPE_REQUIRED"]);
        assert_eq!(
            wrong(&json!({"name": "a", "description": "d".repeat(101)})),
            ["description BASE_TYPE_BAD_LENGTH"]
        );
        assert_eq!(
            wrong(
                &json!({"name": "a", "description": "d", "description_localizations": {"hu": "d".repeat(101)}})
            ),
            ["description_localizations.hu BASE_TYPE_BAD_LENGTH"]
        );
    }

    #[test]
    fn command_with_invalid_options_is_rejected() {
        assert_eq!(
            wrong(&with(&json!([option("a", false), option("b", true)]))),
            ["options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"]
        );
        let many: Vec<_> = (0..26).map(|n| option(&format!("o{n}"), false)).collect();
        assert_eq!(wrong(&with(&json!(many))), ["options BASE_TYPE_BAD_LENGTH"]);
        let sub = json!({"type": 1, "name": "s", "description": "d"});
        assert_eq!(
            wrong(&with(&json!([sub, option("a", false)]))),
            ["options.0.type APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"]
        );
    }

    #[test]
    fn option_with_too_many_choices_is_rejected() {
        let choices = |count: usize| -> Vec<Value> {
            (0..count).map(|n| json!({"name": format!("c{n}"), "value": n})).collect()
        };
        let mut option = option("a", false);
        option["choices"] = json!(choices(26));
        assert_eq!(wrong(&with(&json!([option]))), ["options.0.choices BASE_TYPE_BAD_LENGTH"]);
        assert_eq!(
            codes(&check_choices(&json!({"choices": choices(26)}))),
            ["data.choices BASE_TYPE_BAD_LENGTH"]
        );
        let long = json!({"choices": [{"name": "n".repeat(101), "value": "v".repeat(101)}]});
        assert_eq!(
            codes(&check_choices(&long)),
            ["data.choices.0.name BASE_TYPE_BAD_LENGTH", "data.choices.0.value BASE_TYPE_BAD_LENGTH"]
        );
    }

    #[test]
    fn command_longer_than_8000_characters_is_rejected() {
        let option = |n: usize| {
            let choices: Vec<_> =
                (0..25).map(|c| json!({"name": format!("{c:0>100}"), "value": c})).collect();
            json!({"type": 4, "name": format!("o{n}"), "description": "d", "choices": choices})
        };
        assert_eq!(wrong(&with(&json!([option(0), option(1), option(2)]))), [""; 0]);
        assert_eq!(
            wrong(&with(&json!([option(0), option(1), option(2), option(3)]))),
            [" APPLICATION_COMMAND_TOO_LARGE"]
        );
    }

    #[test]
    fn localized_names_of_two_commands_may_not_be_equal() {
        let named = |name: &str, hungarian: &str| json!({"name": name, "description": "d", "name_localizations": {"hu": hungarian}});
        assert_eq!(codes(&check_all(&[named("a", "b"), named("b", "a")])), [""; 0]);
        assert_eq!(
            codes(&check_all(&[named("a", "c"), named("b", "c")])),
            ["1.name APPLICATION_COMMANDS_DUPLICATE_NAME"]
        );
        let mut options = [option("a", false), option("b", false)];
        for option in &mut options {
            option["name_localizations"] = json!({"hu": "c"});
        }
        assert_eq!(
            wrong(&with(&json!(options))),
            ["options.1.name APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"]
        );
    }

    #[test]
    fn context_menu_entries_have_names_alone() {
        let entry = json!({
            "type": 3, "name": "Ulti: Replay", "name_localizations": {"hu": "Vissza játszás"},
            "contexts": [0], "integration_types": [0], "options": [], "description_localizations": {},
        });
        assert_eq!(wrong(&entry), [""; 0]);
        let entry = json!({"type": 2, "name": "Stats", "description": "d", "options": [option("a", true)]});
        assert_eq!(
            wrong(&entry),
            [
                "description APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
                "options APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED"
            ]
        );
        assert_eq!(wrong(&json!({"type": 5, "name": "Stats"})), ["type BASE_TYPE_CHOICES"]);
    }

    #[test]
    fn invalid_contexts_are_rejected() {
        let with = |key: &str, value: Value| {
            let mut command = json!({"name": "a", "description": "d"});
            command[key] = value;
            wrong(&command)
        };
        assert_eq!(with("contexts", json!([0, 1, 2])), [""; 0]);
        assert_eq!(with("integration_types", json!([1, 0])), [""; 0]);
        assert_eq!(with("contexts", json!([])), ["contexts BASE_TYPE_BAD_LENGTH"]);
        assert_eq!(with("contexts", json!([3])), ["contexts.0 BASE_TYPE_CHOICES"]);
        assert_eq!(with("integration_types", json!([2])), ["integration_types.0 BASE_TYPE_CHOICES"]);
        assert_eq!(with("contexts", json!([1, 1])), ["contexts.1 SET_TYPE_ALREADY_CONTAINS_VALUE"]);
    }

    #[test]
    fn duplicate_command_names_are_rejected() {
        let duplicates = [json!({"name": "a", "description": "d"}), json!({"name": "a", "description": "d"})];
        assert_eq!(codes(&check_all(&duplicates)), ["1.name APPLICATION_COMMANDS_DUPLICATE_NAME"]);
    }
}
