//! How much one person and one server may ask for at once, so that nobody's flood is everybody's wait.
//!
//! A bucket is one moment: when it will be full again. Whoever takes from it puts that moment off, and
//! may as long as it does not lie further ahead than the bucket is deep (the cell rate algorithm of ATM
//! networks, ITU-T I.371). So a person is a few words in memory, and nothing ticks. Only those who came
//! by last are remembered: who is forgotten had been away while thousands of others came, and begins
//! with a full bucket, as they would by then anyway.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lru::LruCache;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::table::{ServerId, UserId};
use crate::text::Lang;

/// So many at once, and so many a second from then on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// How many.
    pub at_once: u32,
    /// How many.
    pub per_second: u32,
}

/// What may be asked for; `config.example.toml` gives the reasons of the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// By one person: clicks, commands, and what is typed into them.
    pub person: Rate,
    /// By all people of one server.
    pub server: Rate,
    /// Of what takes work, by one person.
    pub work_of_person: Rate,
    /// Of what takes work, by all people of one server.
    pub work_of_server: Rate,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            person: Rate { at_once: 100, per_second: 10 },
            server: Rate { at_once: 1000, per_second: 150 },
            work_of_person: Rate { at_once: 40, per_second: 2 },
            work_of_server: Rate { at_once: 200, per_second: 10 },
        }
    }
}

/// How many people, and how many servers, are remembered: a few megabytes.
const REMEMBERED: NonZeroUsize = NonZeroUsize::MIN.saturating_add(19_999);

/// How often one person hears that it was too much; after that there is no answer at all, so that a flood
/// costs no request.
const TOLD_A_PERSON: Bucket = Bucket { depth: 3, each: Duration::from_secs(5) };
/// How often it is said on one server, whoever they are.
const TOLD_A_SERVER: Bucket = Bucket { depth: 20, each: Duration::from_millis(500) };

/// Whether an interaction is let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is.
    In,
    /// It is not, and the person hears from when on it works again.
    Wait {
        /// Why not.
        why: Why,
        /// How long.
        wait: Duration,
        /// The language that they were last spoken to in; `None` where that is not known.
        lang: Option<Lang>,
    },
    /// It is not, and there has been enough talk about it.
    Silence,
}

/// What there was too much of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// One person asked for too much.
    Person,
    /// All of a server together.
    Server,
    /// What takes work.
    Work,
}

/// A bucket's size: how many are in it when it is full, and how long one takes to come back.
#[derive(Debug, Clone, Copy)]
struct Bucket {
    depth: u32,
    each: Duration,
}

impl From<Rate> for Bucket {
    fn from(Rate { at_once, per_second }: Rate) -> Self {
        Self { depth: at_once.max(1), each: Duration::from_secs(1) / per_second.max(1) }
    }
}

impl Bucket {
    /// When it is full again after so many more are taken now, which was to be at `full`; how long it
    /// takes until so many are in it, where they are not.
    fn take(self, full: Instant, count: u32, now: Instant) -> Result<Instant, Duration> {
        // What is worth more than the whole bucket is worth the whole bucket.
        let then = full.max(now) + self.each * count.min(self.depth);
        let latest = now + self.each * self.depth;
        if then <= latest { Ok(then) } else { Err(then - latest) }
    }
}

/// When the buckets of a person or a server are full again.
#[derive(Debug, Clone, Copy)]
struct Taken {
    plain: Instant,
    work: Instant,
    told: Instant,
    /// The language that the person was last spoken to in.
    lang: Option<Lang>,
}

impl Taken {
    const fn nothing(now: Instant) -> Self {
        Self { plain: now, work: now, told: now, lang: None }
    }

    /// After one interaction more.
    fn one_more(
        self,
        (plain, worth): (Rate, Rate),
        work: u32,
        now: Instant,
    ) -> Result<Self, (bool, Duration)> {
        let plain = Bucket::from(plain).take(self.plain, 1, now).map_err(|wait| (false, wait))?;
        let work = Bucket::from(worth).take(self.work, work, now).map_err(|wait| (true, wait))?;
        Ok(Self { plain, work, ..self })
    }
}

/// Lets people in, as many as there may be.
pub(super) struct Turnstile {
    limits: Limits,
    /// Behind a std mutex: held for a look-up, never across an await.
    counts: Mutex<Counts>,
}

struct Counts {
    people: LruCache<UserId, Taken>,
    servers: LruCache<ServerId, Taken>,
}

impl Turnstile {
    pub(super) fn new(limits: Limits) -> Self {
        let counts = Counts { people: LruCache::new(REMEMBERED), servers: LruCache::new(REMEMBERED) };
        Self { limits, counts: Mutex::new(counts) }
    }

    /// Whether one more interaction of this person is let in that takes so much work. One that is not
    /// takes nothing.
    pub(super) fn admit(&self, user: UserId, server: Option<ServerId>, work: u32) -> Verdict {
        let now = Instant::now();
        let mut counts = self.lock();
        let Counts { people, servers } = &mut *counts;
        let person = people.get_or_insert_mut(user, || Taken::nothing(now));
        let mut none = Taken::nothing(now);
        let all = match server {
            Some(server) => servers.get_or_insert_mut(server, || Taken::nothing(now)),
            None => &mut none,
        };
        let Limits { person: plain, server: of_all, work_of_person, work_of_server } = self.limits;
        let own = person.one_more((plain, work_of_person), work, now);
        let everyones = all.one_more((of_all, work_of_server), work, now);
        let (why, wait) = match (own, everyones) {
            (Ok(own), Ok(everyones)) => {
                (*person, *all) = (own, everyones);
                return Verdict::In;
            }
            (Err((true, wait)), _) => (Why::Work, wait),
            (Err((false, wait)), _) => (Why::Person, wait),
            (_, Err((_, wait))) => (Why::Server, wait),
        };
        let told = TOLD_A_PERSON.take(person.told, 1, now);
        match (told, TOLD_A_SERVER.take(all.told, 1, now)) {
            (Ok(own), Ok(everyones)) => {
                (person.told, all.told) = (own, everyones);
                Verdict::Wait { why, wait, lang: person.lang }
            }
            _ => Verdict::Silence,
        }
    }

    /// Hears in which language a person is spoken to, so that nobody has to be asked when it is too much.
    pub(super) fn hear(&self, user: UserId, lang: Lang) {
        if let Some(taken) = self.lock().people.get_mut(&user) {
            taken.lang = Some(lang);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
