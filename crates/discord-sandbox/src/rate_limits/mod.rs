//! Simulated rate limits of the REST API.
//!
//! See "Rate Limits" in Discord's documentation.

pub(crate) mod config;
pub(crate) mod limiter;
pub(crate) mod record;
