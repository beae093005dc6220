//! Validation of the choices of command options, in registrations and in autocomplete responses.

use std::collections::HashSet;

use serde_json::Value;

use super::locale::localizations;
use super::{FieldError, Form, Object};

/// Validates the `data` object of an autocomplete response.
pub(crate) fn check_choices(data: &Value) -> Vec<FieldError> {
    let form = Form::default();
    if let Some(object) = form.object("data", data, "choices") {
        if data.get("choices").is_none() {
            object.missing("choices");
        }
        check_choice_list(&object);
    }
    form.errors()
}

/// Checks the optional list of choices in the field `choices`.
pub(super) fn check_choice_list(holder: &Object<'_>) {
    let mut names = HashSet::new();
    let list = holder.list("choices", (0, 25));
    for choice in holder.objects("choices", list, "name name_localizations value") {
        if let Some(name) = choice.required_text("name", (1, 100))
            && !names.insert(name)
        {
            let message = "Option choice names must be unique";
            choice.field_error("name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", message);
        }
        localizations(&choice, "name_localizations", 100);
        if !choice.get("value").is_some_and(Value::is_number) {
            choice.required_text("value", (1, 100));
        }
    }
}
