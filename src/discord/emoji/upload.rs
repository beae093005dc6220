//! From what there is at Discord to what there should be.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{CreateAttachment, Emoji};

use super::super::trouble::{Trouble, counted};
use super::{Name, Wanted, Way};
use crate::text::{Emblem, Emblems};

/// How many emoji an application may have.
const MOST: usize = 2000;
/// How often an ailing Discord is asked again before the bot does without.
const TRIES: u32 = 6;

/// Brings the application's emoji up to date and says what they are. Each round begins with asking
/// what is there, so it makes no difference whether an answer was lost, or a whole process.
pub(super) async fn bring_up_to_date(way: Way<'_>, wanted: &[Wanted]) -> Result<Emblems, Trouble> {
    let mut tries = 0;
    loop {
        match round(way, wanted).await {
            Err(Trouble::Later(why)) if tries < TRIES => {
                tracing::debug!(why, tries, "the cards' emoji have to wait");
                // serenity waits as long as a 429 asks for; this is for all else.
                tokio::time::sleep(Duration::from_millis(500 << tries)).await;
                tries += 1;
            }
            done => return done,
        }
    }
}

async fn round(way: Way<'_>, wanted: &[Wanted]) -> Result<Emblems, Trouble> {
    let (http, meter) = way;
    let there = counted(meter, http.get_application_emojis().await)?;
    let names: HashSet<&str> = wanted.iter().map(|wanted| wanted.name.as_str()).collect();
    let (outdated, there): (Vec<Emoji>, Vec<Emoji>) = there
        .into_iter()
        .partition(|emoji| Name::is_ours(&emoji.name) && !names.contains(emoji.name.as_str()));
    let mut known: HashMap<&str, u64> =
        there.iter().map(|emoji| (emoji.name.as_str(), emoji.id.get())).collect();
    let missing = names.iter().filter(|name| !known.contains_key(*name)).count();
    // Messages show the old ones as long as they are there: they go last, unless there is no room.
    let crowded = there.len() + outdated.len() + missing > MOST;
    if crowded {
        take_down(way, &outdated).await?;
    }
    for wanted in wanted {
        if !known.contains_key(wanted.name.as_str()) {
            known.insert(wanted.name.as_str(), create(way, wanted).await?);
        }
    }
    if !crowded && let Err(trouble) = take_down(way, &outdated).await {
        // All that should be there is: what should not be may stay until the next start.
        tracing::warn!(%trouble, "an outdated emoji can't be taken down");
    }
    let emblem = |wanted: &Wanted| {
        let (name, id) = (wanted.name.to_string(), *known.get(wanted.name.as_str())?);
        Some((wanted.look, wanted.of, Emblem { id, inline: format!("<:{name}:{id}>"), name }))
    };
    Ok(wanted.iter().filter_map(emblem).collect())
}

async fn create((http, meter): Way<'_>, wanted: &Wanted) -> Result<u64, Trouble> {
    let image = CreateAttachment::bytes(wanted.png.as_slice(), "emoji.png").to_base64();
    let body = serde_json::json!({ "name": wanted.name.as_str(), "image": image });
    Ok(counted(meter, http.create_application_emoji(&body).await)?.id.get())
}

/// Takes down what this program once uploaded and has another picture for by now.
async fn take_down((http, meter): Way<'_>, outdated: &[Emoji]) -> Result<(), Trouble> {
    for emoji in outdated {
        match counted(meter, http.delete_application_emoji(emoji.id).await).map_err(Trouble::from) {
            Ok(()) | Err(Trouble::Gone(_)) => {}
            Err(trouble) => return Err(trouble),
        }
    }
    Ok(())
}
