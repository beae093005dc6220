//! Discord's REST API under `/api/v10`, limited to the routes that typical bots use. Other routes return 404
//! and are reported as violations.

mod broken_responses;
mod buckets;
mod bulk_delete;
mod callbacks;
mod channels;
mod commands;
mod emojis;
pub(crate) mod endpoint;
mod error;
mod guilds;
mod limits;
mod reply;
mod request;
mod response;
mod routes;
mod webhooks;
