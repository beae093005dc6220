//! Errors of the REST API.
//!
//! See "Opcodes and Status Codes" in Discord's documentation.

use serde_json::{Value, json};

use crate::validation::{FieldError, nest};

#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: u16,
    pub(crate) code: u32,
    pub(crate) message: String,
    pub(crate) errors: Vec<FieldError>,
}

macro_rules! api_errors {
    ($($(#[$doc:meta])* $name:ident = $status:literal $code:literal $message:literal;)*) => {
        $($(#[$doc])* pub(super) fn $name() -> ApiError {
            ApiError::new($status, $code, $message)
        })*
    };
}

api_errors! {
    unauthorized = 401 0 "401: Unauthorized";
    no_route = 404 0 "404: Not Found";
    wrong_method = 405 0 "405: Method Not Allowed";
    unknown_application = 404 10002 "Unknown Application";
    unknown_channel = 404 10003 "Unknown Channel";
    unknown_guild = 404 10004 "Unknown Guild";
    unknown_member = 404 10007 "Unknown Member";
    unknown_message = 404 10008 "Unknown Message";
    unknown_user = 404 10013 "Unknown User";
    unknown_emoji = 404 10014 "Unknown Emoji";
    unknown_webhook = 404 10015 "Unknown Webhook";
    unknown_interaction = 404 10062 "Unknown interaction";
    unknown_command = 404 10063 "Unknown application command";
    direct_channel = 403 50003 "Cannot execute action on a DM channel";
    too_large = 413 40005 "Request entity too large";
    already_acknowledged = 400 40060 "Interaction has already been acknowledged.";
    missing_access = 403 50001 "Missing Access";
    not_your_message = 403 50005 "Cannot edit a message authored by another user";
    empty_message = 400 50006 "Cannot send an empty message";
    missing_permissions = 403 50013 "Missing Permissions";
    archived = 400 50083 "Thread is archived";
    too_few_or_many_messages = 400 50016 "Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete";
    message_too_old = 400 50034 "A message provided was too old to bulk delete";
    invalid_version = 400 50041 "Invalid API version provided";
    expired_token = 401 50027 "Invalid Webhook Token";
    not_json = 400 50109 "The request body contains invalid JSON.";
}

impl ApiError {
    fn new(status: u16, code: u32, message: &str) -> Self {
        Self { status, code, message: message.to_owned(), errors: Vec::new() }
    }

    pub(super) fn form(errors: Vec<FieldError>) -> Self {
        Self { errors, ..Self::new(400, 50035, "Invalid Form Body") }
    }

    /// Creates an "Invalid Form Body" error for a single field.
    pub(super) fn field(path: &str, code: &'static str, message: impl Into<String>) -> Self {
        Self::form(vec![FieldError { path: path.to_owned(), code, message: message.into() }])
    }

    pub(super) fn body(&self) -> Value {
        let mut body = json!({"message": self.message, "code": self.code});
        if !self.errors.is_empty() {
            body["errors"] = nest(&self.errors);
        }
        body
    }

    /// Returns the error message, followed by all invalid fields, on a single line.
    pub(super) fn reason(&self) -> String {
        let fields =
            self.errors.iter().map(|error| format!("; {}: {} ({})", error.path, error.message, error.code));
        std::iter::once(self.message.clone()).chain(fields).collect()
    }
}
