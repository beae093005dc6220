//! Requests to Discord's REST API: the client and its rate limits, error classes, circuit breakers, failing
//! uploads and the budget of invalid requests.

pub(crate) mod channel_breaker;
pub(crate) mod client;
pub(crate) mod error;
pub(crate) mod invalid_requests;
pub(crate) mod limits;
pub(crate) mod request;
pub(crate) mod token_use;
pub(crate) mod upload_health;
