//! The background task that keeps the application emoji uploaded.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::pictures::CardPictures;
use super::sync;
use super::wanted::{WantedEmoji, draw_all};
use crate::discord::gateway::status::Gateway;
use crate::discord::preferences::Preferences;
use crate::discord::rest::client::RestClient;
use crate::text::InlineEmojis;

/// Delay before a failed emoji upload is retried. Also the minimum interval between repeated uploads after
/// Discord rejects emoji.
const RETRY_DELAY: Duration = Duration::from_mins(10);

/// Uploads missing emoji, deletes outdated ones and stores the current ones in `preferences`.
///
/// `counted` counts the drawing of the emoji.
///
/// Runs in the background until `cancel` is triggered or the upload fails permanently.
pub(crate) async fn keep(
    rest: Arc<RestClient>,
    (pictures, counted): (Arc<dyn CardPictures>, TaskTrackerToken),
    preferences: Arc<Preferences>,
    gateway: Gateway,
    cancel: CancellationToken,
) {
    let drawn = tokio::task::spawn_blocking(move || draw_all(&*pictures));
    let drawn = drawn.await;
    drop(counted);
    let Ok(wanted) = drawn else {
        tracing::warn!("failed to render emoji; showing cards as text");
        return;
    };
    if wanted.is_empty() {
        return;
    }
    tokio::select! {
        () = keep_uploaded(&rest, &wanted, &preferences, &gateway) => {}
        () = cancel.cancelled() => {}
    }
}

/// Uploads the emoji, and uploads them again whenever Discord rejects one of them in a message.
///
/// The first rejection triggers an immediate upload, because an emoji may have been deleted manually. After
/// that, uploads are at least [`RETRY_DELAY`] apart.
async fn keep_uploaded(
    rest: &RestClient,
    wanted: &[WantedEmoji],
    preferences: &Preferences,
    gateway: &Gateway,
) {
    // Of processes that lease their shards, the one with the first shard uploads.
    let is_leased = gateway.ownership().lease_left().is_some();
    let uploads = || !is_leased || gateway.owned().first().is_some_and(|shard| shard.index() == 0);
    let (mut current, mut delay) = (None, Duration::ZERO);
    loop {
        let started = Instant::now();
        match sync::bring_up_to_date(rest, wanted, uploads).await {
            Ok(emoji) => current = Some(publish(emoji, current, preferences)),
            Err(error) if error.is_temporary() => {
                tracing::warn!(%error, "failed to upload emoji; retrying");
                tokio::time::sleep(RETRY_DELAY).await;
                continue;
            }
            Err(error) => {
                tracing::warn!(%error, "failed to upload emoji; showing cards as text");
                return;
            }
        }
        preferences.emoji_withdrawn().await;
        tracing::warn!("Discord rejected an emoji; uploading missing emoji again");
        tokio::time::sleep_until(started + delay).await;
        delay = RETRY_DELAY;
    }
}

/// Makes messages use the uploaded emoji.
///
/// Reuses `current` if it has the same content, because every new copy stays in memory until the bot stops.
fn publish(
    emoji: InlineEmojis,
    current: Option<&'static InlineEmojis>,
    preferences: &Preferences,
) -> &'static InlineEmojis {
    // Leaked so that messages can borrow the emoji without reference counting. It is a few kilobytes,
    // and rarely happens more than once per run.
    let emoji = match current.filter(|current| **current == emoji) {
        Some(current) => current,
        None => Box::leak(Box::new(emoji)),
    };
    preferences.set_emoji(emoji);
    tracing::info!("emoji uploaded");
    emoji
}
