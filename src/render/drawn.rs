//! Pictures as they are drawn, and kept for as long as they may be asked for again.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use lru::LruCache;
use sha2::{Digest as _, Sha256};

use super::{ChartRow, Form, Motif, Picture, Pictures, Still};
use crate::rules::View;
use crate::table::{DealScene, Scene};
use crate::text::Look;

/// How many pictures are kept: at some 60 KB each, a few megabytes.
const KEPT: NonZeroUsize = NonZeroUsize::MIN.saturating_add(63);

/// Draws every picture with our own cards.
///
/// A picture is kept by its layout, the text of its SVG: the same table is shown to whoever asks
/// `/table`, and edited into its message again when only the clock or a name in the text has changed.
/// The cards' drawings are kept apart (`deck.rs`), since every picture shows some of the same 32.
#[derive(Debug)]
pub struct Drawn {
    kept: Mutex<LruCache<[u8; 32], Vec<u8>>>,
}

impl Default for Drawn {
    fn default() -> Self {
        Self { kept: Mutex::new(LruCache::new(KEPT)) }
    }
}

impl Drawn {
    fn picture(&self, motif: Motif<'_>, look: Look) -> Option<Picture> {
        let kind = motif.kind();
        let (drawing, alt) = motif.drawing(look)?;
        let hash: [u8; 32] = Sha256::digest(drawing.layout()).into();
        let name = format!("{kind}-{}.png", hex::encode(&hash[..8]));
        let known = self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(&hash).cloned();
        if let Some(bytes) = known {
            return Some(Picture { name, bytes, alt });
        }
        // Drawn without the lock: two may draw the same, but nobody waits for another's picture.
        match drawing.png() {
            Ok(bytes) => {
                self.kept.lock().unwrap_or_else(PoisonError::into_inner).put(hash, bytes.clone());
                Some(Picture { name, bytes, alt })
            }
            Err(error) => {
                tracing::error!(%error, kind, "a picture could not be drawn; the message goes without it");
                None
            }
        }
    }
}

impl Pictures for Drawn {
    fn table(&self, scene: &Scene, look: Look) -> Option<Picture> {
        self.picture(Motif::Table(scene), look)
    }

    fn hand(&self, view: &View, look: Look) -> Option<Picture> {
        self.picture(Motif::Hand(view), look)
    }

    fn result(&self, deal: &DealScene, look: Look) -> Option<Picture> {
        self.picture(Motif::Result(deal), look)
    }

    fn replay(&self, still: &Still, look: Look) -> Option<Picture> {
        self.picture(Motif::Replay(still), look)
    }

    fn standings(&self, scene: &Scene, look: Look) -> Option<Picture> {
        self.picture(Motif::Standings(scene), look)
    }

    fn leaderboard(&self, title: &str, rows: &[ChartRow], look: Look) -> Option<Picture> {
        self.picture(Motif::Leaderboard(title, rows), look)
    }

    fn form(&self, form: &Form, look: Look) -> Option<Picture> {
        self.picture(Motif::Form(form), look)
    }
}
