//! Removes expired rate limits from serenity's memory.
//!
//! serenity stores a rate limit for every route and never removes one. Every interaction response has its own
//! route.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use poise::serenity_prelude as serenity;
use serenity::Http;
use serenity::http::{Ratelimit, RatelimitingBucket};
use tokio::sync::Mutex;

/// Interval between removals of expired rate limits.
const PRUNE_INTERVAL: Duration = Duration::from_mins(1);

/// Rate limits by route.
type Limits = HashMap<RatelimitingBucket, Arc<Mutex<Ratelimit>>>;

/// Periodically removes expired rate limits from the given clients. Never returns.
pub(crate) async fn prune<const N: usize>(clients: [Arc<Http>; N]) {
    loop {
        tokio::time::sleep(PRUNE_INTERVAL).await;
        for limiter in clients.iter().filter_map(|http| http.ratelimiter.as_ref()) {
            remove_expired(&mut *limiter.routes().write().await);
        }
    }
}

/// Removes expired rate limits that are not in use.
fn remove_expired(limits: &mut Limits) {
    let now = SystemTime::now();
    let holds = |limit: &Ratelimit| limit.reset().is_some_and(|end| end > now);
    limits.retain(|_, limit| {
        Arc::strong_count(limit) > 1 || limit.try_lock().map_or(true, |limit| holds(&limit))
    });
    limits.shrink_to(2 * limits.len());
}

#[cfg(test)]
mod tests {
    use super::serenity::http::{LightMethod, Request, Route};
    use super::serenity::{ChannelId, InteractionId};
    use super::*;

    fn answered(interaction: u64) -> RatelimitingBucket {
        let route = Route::InteractionResponse { interaction_id: InteractionId::new(interaction), token: "" };
        route.ratelimiting_bucket()
    }

    /// Creates a rate limit from a response whose header says that the limit resets after `ends_after`
    /// seconds.
    async fn limit_with_reset(ends_after: &str) -> Ratelimit {
        let route = Route::ChannelMessages { channel_id: ChannelId::new(1) };
        let request = Request::new(route, LightMethod::Post);
        let response = axum::http::Response::builder().header("x-ratelimit-reset-after", ends_after);
        let mut limit = Ratelimit::default();
        let response = reqwest::Response::from(response.body("").unwrap());
        limit.post_hook(&response, &request, &|_| {}, false).await.unwrap();
        limit
    }

    #[tokio::test]
    async fn expired_rate_limits_are_removed() {
        let mut limits = Limits::new();
        for interaction in 1..=100_000 {
            limits.insert(answered(interaction), Arc::default());
        }
        let in_use = Arc::clone(&limits[&answered(7)]);
        let channel = |id| Route::ChannelMessages { channel_id: ChannelId::new(id) }.ratelimiting_bucket();
        limits.insert(channel(1), Arc::new(Mutex::new(limit_with_reset("60").await)));
        limits.insert(channel(2), Arc::new(Mutex::new(limit_with_reset("0").await)));
        remove_expired(&mut limits);
        assert_eq!(limits.len(), 2, "routes in use or in force were removed");
        assert!(limits.contains_key(&answered(7)) && limits.contains_key(&channel(1)));
        assert!(limits.capacity() < 1_000);
        drop(in_use);
        remove_expired(&mut limits);
        assert_eq!(limits.len(), 1);
    }
}
