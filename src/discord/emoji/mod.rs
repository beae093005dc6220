//! The application's own emoji: cards and suits as small pictures, uploaded once and again when a
//! picture has changed. They are an ornament: whatever goes wrong, the bot goes on without them.
//!
//! Which emoji there are is asked of Discord at every start and kept in memory alone: Discord is the
//! one that knows, the answer is one request, and a copy in the store could only be wrong.

mod drawn;
mod name;
mod upload;

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::memory::Memory;
use super::trouble::Trouble;
use crate::text::{EmblemOf, Emblems, Look};
use crate::watch::Meter;
pub use drawn::DrawnCards;
use name::Name;

/// Draws cards and suits for a place within a line or on a button.
pub trait CardPictures: Send + Sync {
    /// A PNG of 128 × 128 pixels and at most 256 KiB, as Discord takes it for an emoji; `None` where
    /// there is none. Of the look only language and deck matter. The same picture has to have the same
    /// bytes at every start: it is told by them from a changed one.
    fn draw(&self, look: Look, of: EmblemOf) -> Option<Vec<u8>>;
}

/// Draws nothing: cards stay signs and letters.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoCardPictures;

impl CardPictures for NoCardPictures {
    fn draw(&self, _: Look, _: EmblemOf) -> Option<Vec<u8>> {
        None
    }
}

/// How long emoji that Discord keeps refusing are left alone.
const AGAIN_AFTER: Duration = Duration::from_mins(10);

/// The way to Discord, and who counts what goes there.
type Way<'a> = (&'a serenity::Http, &'a Meter);

/// A picture that should be an emoji.
struct Wanted {
    look: Look,
    of: EmblemOf,
    name: Name,
    png: Vec<u8>,
}

/// Uploads what is missing, takes down what is outdated, and hands the emoji to whoever says cards.
/// Meant to run beside everything else: nothing waits for it.
pub(super) async fn keep(
    http: Arc<serenity::Http>,
    pictures: Arc<dyn CardPictures>,
    memory: Arc<Memory>,
    stopping: CancellationToken,
    meter: Meter,
) {
    let drawn = tokio::task::spawn_blocking(move || draw_all(&*pictures));
    let Ok(wanted) = drawn.await else {
        tracing::warn!("the cards' emoji can't be drawn; cards stay signs");
        return;
    };
    if wanted.is_empty() {
        return;
    }
    tokio::select! {
        () = keep_uploaded((&http, &meter), &wanted, &memory) => {}
        () = stopping.cancelled() => {}
    }
}

/// Uploads, and again when Discord has refused what was there: at once the first time, because
/// somebody may have deleted one, and then no more often than every [`AGAIN_AFTER`].
async fn keep_uploaded(way: Way<'_>, wanted: &[Wanted], memory: &Memory) {
    let (mut lent, mut rest) = (None, Duration::ZERO);
    loop {
        let begun = Instant::now();
        match upload::bring_up_to_date(way, wanted).await {
            Ok(emblems) => lent = Some(hand_over(emblems, lent, memory)),
            Err(trouble @ Trouble::Later(_)) => {
                tracing::warn!(%trouble, "the cards' emoji can't be uploaded for now; cards are signs meanwhile");
                tokio::time::sleep(AGAIN_AFTER).await;
                continue;
            }
            Err(trouble) => {
                tracing::warn!(%trouble, "the cards' emoji can't be uploaded; cards stay signs");
                return;
            }
        }
        memory.emblems_withdrawn().await;
        tracing::warn!("Discord refused an emoji; cards are signs until all are there again");
        tokio::time::sleep_until(begun + rest).await;
        rest = AGAIN_AFTER;
    }
}

fn hand_over(emblems: Emblems, lent: Option<&'static Emblems>, memory: &Memory) -> &'static Emblems {
    // Rarely more than once a run and some kilobytes: worth being lent everywhere without counting.
    let emblems = match lent.filter(|lent| **lent == emblems) {
        Some(lent) => lent,
        None => Box::leak(Box::new(emblems)),
    };
    memory.set_emblems(emblems);
    tracing::info!("cards have their emoji");
    emblems
}

/// Every deck that can be drawn whole. A deck of which some cards are missing would look broken.
/// What looks the same in both languages has the same name in both.
fn draw_all(pictures: &dyn CardPictures) -> Vec<Wanted> {
    let whole = |look: Look| -> Option<Vec<Wanted>> {
        let wanted = |of: EmblemOf| {
            let png = pictures.draw(look, of)?;
            Some(Wanted { look, of, name: Name::of(look.faces, of, &png), png })
        };
        EmblemOf::all().map(wanted).collect()
    };
    Look::ALL.into_iter().filter_map(whole).flatten().collect()
}
