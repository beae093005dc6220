//! Pictures drawn on demand and cached.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use lru::LruCache;
use sha2::{Digest as _, Sha256};

use super::{Picture, Pictures, Subject};
use crate::text::Appearance;

/// Maximum number of cached pictures. One picture takes about 60 KB, so the cache takes a few megabytes.
const MAX_PICTURES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(63);

/// A renderer that draws pictures with the built-in card designs and caches them.
///
/// The cache key is the hash of a picture's SVG layout. A picture is therefore reused if the same table is
/// shown again, for example by `/table`. It is also reused if only the text of its message has changed.
/// Drawings of single cards are cached separately (`cards/cache.rs`), because all pictures share the same 32
/// cards.
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
        let cached = self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(&hash).cloned();
        if let Some(bytes) = cached {
            return Some(Picture { name, bytes, alt });
        }
        // The cache is not locked while drawing. Two threads may draw the same picture, but none waits for
        // another.
        match drawing.png() {
            Ok(bytes) => {
                self.cache.lock().unwrap_or_else(PoisonError::into_inner).put(hash, bytes.clone());
                Some(Picture { name, bytes, alt })
            }
            Err(error) => {
                tracing::error!(%error, kind, "failed to draw picture");
                None
            }
        }
    }
}
