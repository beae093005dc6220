//! No, as Discord says it (Discord's page "Opcodes and Status Codes").

use serde_json::{Value, json};

use super::super::limits::{FieldError, nest};

#[derive(Clone, Debug)]
pub(in crate::playground) struct Refusal {
    pub(in crate::playground) status: u16,
    pub(in crate::playground) code: u32,
    pub(in crate::playground) message: String,
    pub(in crate::playground) errors: Vec<FieldError>,
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $status:literal $code:literal $message:literal;)*) => {
        $($(#[$doc])* pub(super) fn $name() -> Refusal {
            Refusal::new($status, $code, $message)
        })*
    };
}

refusals! {
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
    too_large = 413 40005 "Request entity too large";
    already_acknowledged = 400 40060 "Interaction has already been acknowledged.";
    missing_access = 403 50001 "Missing Access";
    not_your_message = 403 50005 "Cannot edit a message authored by another user";
    empty_message = 400 50006 "Cannot send an empty message";
    missing_permissions = 403 50013 "Missing Permissions";
    archived = 400 50083 "Thread is archived";
    expired_token = 401 50027 "Invalid Webhook Token";
    not_json = 400 50109 "The request body contains invalid JSON.";
}

impl Refusal {
    fn new(status: u16, code: u32, message: &str) -> Self {
        Self { status, code, message: message.to_owned(), errors: Vec::new() }
    }

    pub(super) fn form(errors: Vec<FieldError>) -> Self {
        Self { errors, ..Self::new(400, 50035, "Invalid Form Body") }
    }

    /// One field is wrong.
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

    /// The reason in one line, with each field.
    pub(super) fn reason(&self) -> String {
        let fields =
            self.errors.iter().map(|error| format!("; {}: {} ({})", error.path, error.message, error.code));
        std::iter::once(self.message.clone()).chain(fields).collect()
    }
}

/// `Ok` if nothing is wrong.
pub(super) fn formed(errors: Vec<FieldError>) -> Result<(), Refusal> {
    if errors.is_empty() { Ok(()) } else { Err(Refusal::form(errors)) }
}
