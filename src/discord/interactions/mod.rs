//! Handling of interactions: rate limits, command arguments, user context, responses and errors.

pub(crate) mod admission;
pub(crate) mod arguments;
pub(crate) mod autocomplete;
pub(crate) mod choice;
pub(crate) mod context;
pub(crate) mod debounce;
pub(crate) mod error_handler;
pub(crate) mod incoming;
pub(crate) mod rate_limit;
pub(crate) mod reply;
pub(crate) mod responder;
pub(crate) mod telemetry;
