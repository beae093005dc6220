//! The result of a successful REST request.

use serde_json::Value;

use crate::traffic::Audience;

/// The response to a successful REST request, with the users who can see its content.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) body: Value,
    pub(super) audience: Audience,
}

impl Reply {
    pub(super) fn ok(body: Value) -> Self {
        Self { status: 200, body, audience: Audience::Nobody }
    }

    pub(super) fn created(body: Value) -> Self {
        Self { status: 201, ..Self::ok(body) }
    }

    pub(super) fn empty() -> Self {
        Self { status: 204, ..Self::ok(Value::Null) }
    }

    /// Creates a reply with a message as its body.
    ///
    /// `audience` specifies which users can see the message.
    pub(super) fn message(body: Value, audience: Audience) -> Self {
        Self { audience, ..Self::ok(body) }
    }
}
