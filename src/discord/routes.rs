//! What serenity remembers of the limits of routes: the answer to an interaction is a route of its own, and
//! none is ever forgotten.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use poise::serenity_prelude as serenity;
use serenity::Http;
use serenity::http::{Ratelimit, RatelimitingBucket};
use tokio::sync::Mutex;

/// How often the routes of the past are forgotten.
const PRUNE_EVERY: Duration = Duration::from_mins(1);

/// By route.
type Limits = HashMap<RatelimitingBucket, Arc<Mutex<Ratelimit>>>;

/// Forgets now and then, as long as it runs, the routes whose limits don't hold any more.
pub(super) async fn prune<const N: usize>(clients: [Arc<Http>; N]) {
    loop {
        tokio::time::sleep(PRUNE_EVERY).await;
        for limiter in clients.iter().filter_map(|http| http.ratelimiter.as_ref()) {
            forget_past(&mut *limiter.routes().write().await);
        }
    }
}

/// A limit that holds has an end that is still to come. One that is held elsewhere is in use.
fn forget_past(limits: &mut Limits) {
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

    /// A limit as it is after Discord has said when it ends.
    async fn told(ends_after: &str) -> Ratelimit {
        let route = Route::ChannelMessages { channel_id: ChannelId::new(1) };
        let request = Request::new(route, LightMethod::Post);
        let response = axum::http::Response::builder().header("x-ratelimit-reset-after", ends_after);
        let mut limit = Ratelimit::default();
        let told = reqwest::Response::from(response.body("").unwrap());
        limit.post_hook(&told, &request, &|_| {}, false).await.unwrap();
        limit
    }

    #[tokio::test]
    async fn a_hundred_thousand_answers_leave_nothing_behind() {
        let mut limits = Limits::new();
        for interaction in 1..=100_000 {
            limits.insert(answered(interaction), Arc::default());
        }
        let in_use = Arc::clone(&limits[&answered(7)]);
        let channel = |id| Route::ChannelMessages { channel_id: ChannelId::new(id) }.ratelimiting_bucket();
        limits.insert(channel(1), Arc::new(Mutex::new(told("60").await)));
        limits.insert(channel(2), Arc::new(Mutex::new(told("0").await)));
        forget_past(&mut limits);
        assert_eq!(limits.len(), 2, "what is in use, and what holds");
        assert!(limits.contains_key(&answered(7)) && limits.contains_key(&channel(1)));
        assert!(limits.capacity() < 1_000);
        drop(in_use);
        forget_past(&mut limits);
        assert_eq!(limits.len(), 1);
    }
}
