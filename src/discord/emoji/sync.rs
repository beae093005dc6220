//! Synchronises the application emoji on Discord with the emoji that the bot needs.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{CreateAttachment, Emoji};

use super::name::EmojiName;
use super::wanted::WantedEmoji;
use crate::discord::rest::error::{ApiError, ErrorKind, counted};
use crate::text::{InlineEmoji, InlineEmojis};
use crate::watch::Metrics;

/// An HTTP client for Discord and the metrics that count its requests.
pub(super) type EmojiClient<'a> = (&'a serenity::Http, &'a Metrics);

/// Maximum number of emoji per application.
const MAX_EMOJI: usize = 2000;
/// Maximum number of retries after a temporary failure.
const MAX_RETRIES: u32 = 6;

/// Uploads missing emoji, deletes outdated ones and returns the current ones.
///
/// Every attempt starts by requesting the list of existing emoji. It is therefore safe to retry after a lost
/// response or a restart.
pub(super) async fn bring_up_to_date(
    client: EmojiClient<'_>,
    wanted: &[WantedEmoji],
) -> Result<InlineEmojis, ApiError> {
    let mut retries = 0;
    loop {
        match attempt(client, wanted).await {
            Err(error) if error.is_temporary() && retries < MAX_RETRIES => {
                tracing::debug!(%error, retries, "failed to upload emoji; retrying");
                // serenity itself waits after a 429 response. This delay is for all other failures.
                tokio::time::sleep(Duration::from_millis(500 << retries)).await;
                retries += 1;
            }
            done => return done,
        }
    }
}

/// Makes one attempt to upload the missing emoji and delete the outdated ones. Returns the current emoji.
async fn attempt(client: EmojiClient<'_>, wanted: &[WantedEmoji]) -> Result<InlineEmojis, ApiError> {
    let (http, metrics) = client;
    let there = counted(metrics, http.get_application_emojis().await)?;
    let names: HashSet<&str> = wanted.iter().map(|wanted| wanted.name.as_str()).collect();
    let (outdated, there): (Vec<Emoji>, Vec<Emoji>) = there
        .into_iter()
        .partition(|emoji| EmojiName::is_ours(&emoji.name) && !names.contains(emoji.name.as_str()));
    let mut known: HashMap<&str, u64> =
        there.iter().map(|emoji| (emoji.name.as_str(), emoji.id.get())).collect();
    let missing = names.iter().filter(|name| !known.contains_key(*name)).count();
    // Older messages still show outdated emoji, so they are deleted last unless the limit is exceeded.
    let crowded = there.len() + outdated.len() + missing > MAX_EMOJI;
    if crowded {
        delete(client, &outdated).await?;
    }
    for wanted in wanted {
        if !known.contains_key(wanted.name.as_str()) {
            known.insert(wanted.name.as_str(), create(client, wanted).await?);
        }
    }
    if !crowded && let Err(error) = delete(client, &outdated).await {
        // All wanted emoji exist. Outdated ones can stay until the next start.
        tracing::warn!(%error, "failed to delete outdated emoji");
    }
    let inline = |wanted: &WantedEmoji| {
        let (name, id) = (wanted.name.to_string(), *known.get(wanted.name.as_str())?);
        Some((wanted.appearance, wanted.of, InlineEmoji { id, inline: format!("<:{name}:{id}>"), name }))
    };
    Ok(wanted.iter().filter_map(inline).collect())
}

async fn create((http, metrics): EmojiClient<'_>, wanted: &WantedEmoji) -> Result<u64, ApiError> {
    let image = CreateAttachment::bytes(wanted.png.as_slice(), "emoji.png").to_base64();
    let body = serde_json::json!({ "name": wanted.name.as_str(), "image": image });
    Ok(counted(metrics, http.create_application_emoji(&body).await)?.id.get())
}

/// Deletes outdated emoji that this program uploaded.
async fn delete((http, metrics): EmojiClient<'_>, outdated: &[Emoji]) -> Result<(), ApiError> {
    for emoji in outdated {
        match counted(metrics, http.delete_application_emoji(emoji.id).await).map_err(ApiError::from) {
            Err(error) if error.kind != ErrorKind::Gone => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}
