//! Rate limit buckets of the REST routes.
//!
//! Discord does not publish the limits. The values are those that bots have observed in response headers.

use std::time::Duration;

use super::request::Request;
use crate::rate_limits::limiter::Quota;
use crate::rate_limits::record::RateLimitScope;
use crate::state::snowflake::Snowflake;

/// Age above which edits of a message have an additional limit.
const OLD_MESSAGE: Duration = Duration::from_hours(1);
/// Additional limit for edits of old messages, per channel: number of edits and seconds.
const OLD_EDITS: Limit = (3, 20);
/// Limit for messages by webhooks, per channel: number of messages and seconds.
const CHANNEL_FOLLOW_UPS: Limit = (30, 60);

/// Number of requests and length of the window in seconds.
type Limit = (u32, u64);

/// Returns the name of a request's bucket.
///
/// The name consists of the HTTP method and the path without ids.
pub(super) fn name(request: &Request) -> String {
    let method = request.method.to_lowercase();
    let parts: Vec<&str> = request.path.split('/').filter(|part| !part.is_empty()).collect();
    if let ["webhooks", _, _, rest @ ..] = parts.as_slice() {
        // Edits of `@original` and of other messages share a bucket.
        return format!("{method}-webhook{}", if rest.is_empty() { "" } else { "-message" });
    }
    let plain = |part: &&str| !part.chars().any(|c| c.is_ascii_digit()) && part.len() < 20;
    let parts: Vec<&str> = parts.into_iter().filter(plain).collect();
    format!("{method}-{}", parts.join("-").replace('@', ""))
}

/// Returns the buckets that a request counts towards, the route's own first.
///
/// Interaction callbacks have no bucket, because each interaction accepts only one callback.
pub(super) fn quotas(request: &Request) -> Vec<Quota> {
    let parts: Vec<&str> = request.path.split('/').skip(1).collect();
    if parts.first() == Some(&"interactions") {
        return Vec::new();
    }
    let resource = match parts.as_slice() {
        ["webhooks", id, token, ..] => format!("{id}/{token}"),
        ["channels" | "guilds", id, ..] | ["applications", _, "guilds", id, ..] => (*id).to_owned(),
        _ => String::new(),
    };
    let own = quota(RateLimitScope::Bucket, &name(request), resource, route_limit(&request.method, &parts));
    let others = channel_follow_ups(request, &parts).into_iter().chain(old_edits(request, &parts));
    std::iter::once(own).chain(others).collect()
}

fn route_limit(method: &str, parts: &[&str]) -> Limit {
    match (method, parts) {
        (_, ["webhooks", ..]) => (5, 2),
        (_, ["channels", _, rest @ ..]) => channel_limit(method, rest),
        (_, ["applications", _, "emojis", ..]) => (50, 10),
        ("GET", ["applications", ..]) | ("POST", ["users", "@me", "channels"]) => (10, 10),
        (_, ["applications", ..]) => (5, 20),
        _ => (50, 10),
    }
}

fn channel_limit(method: &str, rest: &[&str]) -> Limit {
    match (method, rest) {
        ("DELETE", ["messages", _]) => (5, 1),
        (_, ["messages", "bulk-delete"]) => (1, 1),
        (_, ["messages" | "typing", ..]) => (5, 5),
        _ => (50, 10),
    }
}

/// Returns the limit for the messages of all webhooks in a channel.
///
/// It is the bot's own limit (scope `user`): simulated channels have no webhooks of other applications.
fn channel_follow_ups(request: &Request, parts: &[&str]) -> Option<Quota> {
    let ("POST", ["webhooks", _, token]) = (request.method.as_str(), parts) else { return None };
    let channel = request.world().interaction_by_token(token)?.channel;
    Some(quota(RateLimitScope::Bucket, "webhook-channel", channel.to_string(), CHANNEL_FOLLOW_UPS))
}

/// Returns the limit for edits of messages older than one hour.
///
/// It does not apply to edits that are authorized by an interaction token.
fn old_edits(request: &Request, parts: &[&str]) -> Option<Quota> {
    let ("PATCH", ["channels", channel, "messages", id]) = (request.method.as_str(), parts) else {
        return None;
    };
    let created_at = id.parse::<Snowflake>().ok()?.created_at();
    let age = Duration::from_millis(request.shared.clock.unix_ms().saturating_sub(created_at));
    (age > OLD_MESSAGE)
        .then(|| quota(RateLimitScope::OldMessages, "old-edits", (*channel).to_owned(), OLD_EDITS))
}

fn quota(scope: RateLimitScope, bucket: &str, resource: String, (limit, seconds): Limit) -> Quota {
    Quota { scope, bucket: bucket.to_owned(), resource, limit, period: Duration::from_secs(seconds) }
}
