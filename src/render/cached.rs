//! Pictures drawn on demand and cached.

use std::num::NonZeroUsize;

use lru::LruCache;
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};

use super::{Picture, Pictures, Subject};
use crate::text::Appearance;

/// Maximum number of cached pictures. A picture is about 60 KB, so the cache uses a few megabytes.
const MAX_PICTURES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(63);

/// A renderer that uses the built-in card designs and caches the pictures it draws.
///
/// The cache key is a hash of the picture's SVG layout. A picture is therefore reused when a table is shown
/// again without changes, or when only the text of the message has changed. Drawings of individual cards are
/// cached separately (`cards/cache.rs`) because all pictures share the same 32 cards.
#[derive(Debug)]
pub struct CachedPictures {
    cache: Mutex<LruCache<[u8; 32], Vec<u8>>>,
}

impl Default for CachedPictures {
    fn default() -> Self {
        Self { cache: Mutex::new(LruCache::new(MAX_PICTURES)) }
    }
}

impl Pictures for CachedPictures {
    fn draw(&self, subject: &Subject, appearance: Appearance) -> Option<Picture> {
        let kind = subject.kind();
        let (drawing, alt) = subject.drawing(appearance)?;
        let hash: [u8; 32] = Sha256::digest(drawing.layout()).into();
        let name = format!("{kind}-{}.png", hex::encode(&hash[..8]));
        if let Some(bytes) = self.cache.lock().get(&hash).cloned() {
            return Some(Picture { name, bytes, alt });
        }
        // The cache is not locked while drawing. Two threads may draw the same picture, but none waits for
        // another.
        match drawing.png() {
            Ok(bytes) => {
                self.cache.lock().put(hash, bytes.clone());
                Some(Picture { name, bytes, alt })
            }
            Err(error) => {
                tracing::error!(%error, kind, "failed to render picture");
                None
            }
        }
    }
}
