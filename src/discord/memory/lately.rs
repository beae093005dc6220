//! What was read lately, so that a question asked with every click is not asked of the disk each time.

use std::hash::Hash;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lru::LruCache;
use tokio::time::Instant;

/// How long it is believed: another process may have changed it.
const FOR: Duration = Duration::from_mins(1);
/// How much is kept.
const KEPT: NonZeroUsize = NonZeroUsize::MIN.saturating_add(9_999);

/// Answers by question, for a while.
pub(super) struct Lately<K, V> {
    kept: Mutex<Kept<K, V>>,
}

struct Kept<K, V> {
    answers: LruCache<K, (Instant, V)>,
    /// Counts changes: what was read before one is not kept after it.
    changes: u64,
}

impl<K: Hash + Eq, V> Default for Lately<K, V> {
    fn default() -> Self {
        let answers = LruCache::new(KEPT);
        Self { kept: Mutex::new(Kept { answers, changes: 0 }) }
    }
}

impl<K: Hash + Eq, V: Clone> Lately<K, V> {
    /// The answer, from memory or by reading it. An error is not remembered.
    pub(super) async fn get<E>(&self, key: K, read: impl Future<Output = Result<V, E>>) -> Result<V, E> {
        let before = {
            let mut kept = self.lock();
            if let Some((at, answer)) = kept.answers.get(&key)
                && at.elapsed() < FOR
            {
                return Ok(answer.clone());
            }
            kept.changes
        };
        let answer = read.await?;
        let mut kept = self.lock();
        if kept.changes == before {
            kept.answers.put(key, (Instant::now(), answer.clone()));
        }
        Ok(answer)
    }

    /// Forgets an answer that has been changed.
    pub(super) fn forget(&self, key: &K) {
        let mut kept = self.lock();
        kept.changes += 1;
        kept.answers.pop(key);
    }

    fn lock(&self) -> MutexGuard<'_, Kept<K, V>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
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
    async fn an_answer_is_believed_for_a_minute_and_until_it_is_changed() {
        let lately = Lately::default();
        assert_eq!(lately.get("a", read(1)).await, Ok(1));
        assert_eq!(lately.get("a", read(2)).await, Ok(1));
        assert_eq!(lately.get("b", read(3)).await, Ok(3));
        lately.forget(&"a");
        assert_eq!(lately.get("a", read(4)).await, Ok(4));
        tokio::time::advance(Duration::from_secs(59)).await;
        assert_eq!(lately.get("a", read(5)).await, Ok(4));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(lately.get("a", read(6)).await, Ok(6));
        assert_eq!(lately.get("c", async { Err("a full disk") }).await, Err("a full disk"));
        assert_eq!(lately.get("c", async { Ok::<_, &str>(7) }).await, Ok(7));
    }

    #[tokio::test]
    async fn what_was_read_before_a_change_is_not_kept_after_it() {
        let lately = Lately::default();
        let old = async {
            lately.forget(&"a");
            Ok::<_, Infallible>(1)
        };
        assert_eq!(lately.get("a", old).await, Ok(1));
        assert_eq!(lately.get("a", read(2)).await, Ok(2));
    }
}
