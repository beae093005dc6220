//! A cache with a time-to-live, for values that are read on every interaction.

use std::hash::Hash;
use std::num::NonZeroUsize;
use std::time::Duration;

use lru::LruCache;
use parking_lot::Mutex;
use tokio::time::Instant;

/// Time-to-live of a cache entry. Entries expire because another process may change the database.
const TIME_TO_LIVE: Duration = Duration::from_mins(1);
/// Maximum number of cache entries.
const CAPACITY: NonZeroUsize = NonZeroUsize::MIN.saturating_add(9_999);

/// An LRU cache whose entries expire after a fixed time.
pub(super) struct TtlCache<K, V> {
    kept: Mutex<Kept<K, V>>,
}

struct Kept<K, V> {
    answers: LruCache<K, (Instant, V)>,
    /// Number of invalidations so far.
    ///
    /// If it changes while a value is being read, that value may be outdated and is not cached.
    changes: u64,
}

impl<K: Hash + Eq, V> Default for TtlCache<K, V> {
    fn default() -> Self {
        let answers = LruCache::new(CAPACITY);
        Self { kept: Mutex::new(Kept { answers, changes: 0 }) }
    }
}

impl<K: Hash + Eq, V: Clone> TtlCache<K, V> {
    /// Returns the cached value for a key. On a cache miss, awaits `read` and caches the result.
    ///
    /// Errors are not cached.
    pub(super) async fn get<E>(&self, key: K, read: impl Future<Output = Result<V, E>>) -> Result<V, E> {
        let before = {
            let mut kept = self.kept.lock();
            if let Some((at, answer)) = kept.answers.get(&key)
                && at.elapsed() < TIME_TO_LIVE
            {
                return Ok(answer.clone());
            }
            kept.changes
        };
        let answer = read.await?;
        let mut kept = self.kept.lock();
        if kept.changes == before {
            kept.answers.put(key, (Instant::now(), answer.clone()));
        }
        Ok(answer)
    }

    /// Returns the cached value for a key, even if the entry has expired.
    pub(super) fn last_known(&self, key: &K) -> Option<V> {
        self.kept.lock().answers.peek(key).map(|(_, answer)| answer.clone())
    }

    /// Removes the cached value for a key because the value has changed.
    pub(super) fn forget(&self, key: &K) {
        let mut kept = self.kept.lock();
        kept.changes += 1;
        kept.answers.pop(key);
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::future::{Ready, ready};

    use super::*;

    fn read(value: u8) -> Ready<Result<u8, Infallible>> {
        ready(Ok(value))
    }

    #[tokio::test(start_paused = true)]
    async fn cached_setting_expires_after_one_minute() {
        let cache = TtlCache::default();
        assert_eq!(cache.get("a", read(1)).await, Ok(1));
        assert_eq!(cache.get("a", read(2)).await, Ok(1));
        assert_eq!(cache.get("b", read(3)).await, Ok(3));
        cache.forget(&"a");
        assert_eq!(cache.get("a", read(4)).await, Ok(4));
        tokio::time::advance(Duration::from_secs(59)).await;
        assert_eq!(cache.get("a", read(5)).await, Ok(4));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!((cache.last_known(&"a"), cache.last_known(&"c")), (Some(4), None));
        assert_eq!(cache.get("a", read(6)).await, Ok(6));
        assert_eq!(cache.get("c", async { Err("a full disk") }).await, Err("a full disk"));
        assert_eq!(cache.get("c", async { Ok::<_, &str>(7) }).await, Ok(7));
    }

    #[tokio::test]
    async fn setting_is_not_cached_if_changed_while_being_read() {
        let cache = TtlCache::default();
        let old = async {
            cache.forget(&"a");
            Ok::<_, Infallible>(1)
        };
        assert_eq!(cache.get("a", old).await, Ok(1));
        assert_eq!(cache.get("a", read(2)).await, Ok(2));
    }
}
