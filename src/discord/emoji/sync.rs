//! Synchronises the application emoji on Discord with the emoji that the bot needs.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serde_json::Value;
use serenity::{CreateAttachment, EmojiId};

use super::name::{EmojiName, spoken_name};
use super::wanted::WantedEmoji;
use crate::discord::rest::client::RestClient;
use crate::discord::rest::error::{ApiError, ErrorKind};
use crate::discord::rest::limits::BACKGROUND;
use crate::discord::rest::request::ApiRequest;
use crate::text::{InlineEmoji, InlineEmojis};

/// The emoji of an application, as Discord lists them.
#[derive(Debug, serde::Deserialize)]
struct EmojiList {
    items: Vec<Emoji>,
}

/// An emoji of the application. serenity's type also contains the user who uploaded it, and cannot be read if
/// that user has a flag above the 31st bit.
#[derive(Debug, serde::Deserialize)]
struct Emoji {
    id: EmojiId,
    name: String,
}

#[allow(clippy::needless_pass_by_value)] // for map_err
fn unreadable(error: serde_json::Error) -> ApiError {
    ApiError::new(ErrorKind::Wrong, error.to_string())
}

/// Maximum number of emoji per application.
const MAX_EMOJI: usize = 2000;
/// Maximum number of retries after a temporary failure.
const MAX_RETRIES: u32 = 6;

/// Uploads missing emoji, deletes outdated ones and returns the current ones.
///
/// Every attempt starts by requesting the list of existing emoji. It is therefore safe to retry after a lost
/// response or a restart.
///
/// If several processes use the token, only one of them uploads. The others wait until the emoji exist.
/// `uploads` returns `true` if this process uploads.
pub(super) async fn bring_up_to_date(
    rest: &RestClient,
    wanted: &[WantedEmoji],
    uploads: impl Fn() -> bool,
) -> Result<InlineEmojis, ApiError> {
    let mut retries = 0;
    loop {
        match attempt(rest, wanted, &uploads).await {
            Err(error) if error.is_temporary() && retries < MAX_RETRIES => {
                tracing::debug!(%error, retries, "failed to upload emoji; retrying");
                // The rate limiter waits after a 429 response. This delay is for all other failures.
                tokio::time::sleep(Duration::from_millis(500 << retries)).await;
                retries += 1;
            }
            done => return done,
        }
    }
}

/// Makes one attempt to upload the missing emoji and delete the outdated ones. Returns the current emoji.
async fn attempt(
    rest: &RestClient,
    wanted: &[WantedEmoji],
    uploads: &impl Fn() -> bool,
) -> Result<InlineEmojis, ApiError> {
    let there = list(rest).await?;
    let names: HashSet<&str> = wanted.iter().map(|wanted| wanted.name.as_str()).collect();
    let (outdated, there): (Vec<Emoji>, Vec<Emoji>) = there
        .into_iter()
        .partition(|emoji| EmojiName::is_ours(&emoji.name) && !names.contains(emoji.name.as_str()));
    let mut known: HashMap<&str, u64> =
        there.iter().map(|emoji| (emoji.name.as_str(), emoji.id.get())).collect();
    let missing = names.iter().filter(|name| !known.contains_key(*name)).count();
    if missing > 0 && !uploads() {
        return Err(not_uploaded());
    }
    // Older messages still show outdated emoji, so they are deleted last unless the limit is exceeded.
    let crowded = there.len() + outdated.len() + missing > MAX_EMOJI;
    if crowded && uploads() {
        delete(rest, &outdated).await?;
    }
    for wanted in wanted {
        if !known.contains_key(wanted.name.as_str()) {
            if !uploads() {
                return Err(not_uploaded()); // the shard was handed over in the meantime
            }
            known.insert(wanted.name.as_str(), create(rest, wanted).await?);
        }
    }
    if !crowded
        && uploads()
        && let Err(error) = delete(rest, &outdated).await
    {
        // All wanted emoji exist. Outdated ones can stay until the next start.
        tracing::warn!(%error, "failed to delete outdated emoji");
    }
    let inline = |wanted: &WantedEmoji| {
        let (name, id) = (wanted.name.to_string(), *known.get(wanted.name.as_str())?);
        let inline = format!("<:{}:{id}>", spoken_name(wanted.appearance, wanted.of));
        Some((wanted.appearance, wanted.of, InlineEmoji { id, name, inline }))
    };
    Ok(wanted.iter().filter_map(inline).collect())
}

/// Returns all emoji of the application.
async fn list(rest: &RestClient) -> Result<Vec<Emoji>, ApiError> {
    let list = rest.send(&ApiRequest::emojis(rest.application()?), BACKGROUND).await?;
    Ok(serde_json::from_value::<EmojiList>(list).map_err(unreadable)?.items)
}

fn not_uploaded() -> ApiError {
    ApiError::new(ErrorKind::Later, "the process that serves shard 0 has not uploaded them yet".to_owned())
}

async fn create(rest: &RestClient, wanted: &WantedEmoji) -> Result<u64, ApiError> {
    let image = CreateAttachment::bytes(wanted.png.as_slice(), "emoji.png").to_base64();
    let body = serde_json::json!({ "name": wanted.name.as_str(), "image": image });
    let request = ApiRequest::create_emoji(rest.application()?, &body)?;
    match send(rest, &request).await {
        Ok(created) => Ok(serde_json::from_value::<Emoji>(created).map_err(unreadable)?.id.get()),
        // Another process that served shard 0 until now may have uploaded it.
        Err(error) if error.status == Some(400) => {
            let there = list(rest).await?.into_iter().find(|emoji| emoji.name == wanted.name.as_str());
            there.map(|emoji| emoji.id.get()).ok_or(error)
        }
        Err(error) => Err(error),
    }
}

/// Sends a request, and repeats it while Discord rejects it because of a rate limit. The rate limiter delays
/// the repetitions.
async fn send(rest: &RestClient, request: &ApiRequest) -> Result<Value, ApiError> {
    for _ in 0..MAX_RETRIES {
        match rest.send(request, BACKGROUND).await {
            Err(error) if error.status == Some(429) => {
                tracing::debug!(%error, "request for emoji exceeded a rate limit; retrying");
            }
            done => return done,
        }
    }
    rest.send(request, BACKGROUND).await
}

/// Deletes outdated emoji that this program uploaded.
async fn delete(rest: &RestClient, outdated: &[Emoji]) -> Result<(), ApiError> {
    for emoji in outdated {
        let request = ApiRequest::delete_emoji(rest.application()?, emoji.id);
        match send(rest, &request).await {
            Err(error) if error.kind != ErrorKind::Gone => return Err(error),
            Ok(_) | Err(_) => {}
        }
    }
    Ok(())
}
