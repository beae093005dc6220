//! All buckets, with sets of those whose first request may be sent.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use tokio::time::Instant;

use crate::bucket::{Availability, Bucket};
use crate::grant::BucketKey;
use crate::limit_key::LimitKey;
use crate::waiting::{Place, Request};

/// Number of buckets up to which idle ones are not removed.
const MAX_IDLE_BUCKETS: usize = 1_000;

/// All buckets, with sets of those whose first request may be sent as far as the bucket is concerned.
#[derive(Debug, Default)]
pub(crate) struct Queues {
    buckets: HashMap<BucketKey, Bucket>,
    /// The set that lists each bucket. Buckets without a waiting request are not listed.
    listings: HashMap<BucketKey, Listing>,
    /// First requests of interaction endpoints that may be sent now.
    interactions: BTreeSet<(Place, BucketKey)>,
    /// Other first requests that may be sent now.
    others: BTreeSet<(Place, BucketKey)>,
    /// Buckets whose first request may be sent later.
    delayed: BTreeSet<(Instant, BucketKey)>,
    /// Names of the buckets that Discord assigned to routes. Until it assigns one, a route is a bucket of its
    /// own.
    names: HashMap<&'static str, Arc<str>>,
    /// Number of waiting requests.
    waiting: usize,
    /// Number of buckets that were retained when idle ones were last removed.
    retained: usize,
}

/// The set that lists a bucket.
#[derive(Debug, Clone, Copy)]
enum Listing {
    Interaction(Place),
    Other(Place),
    Delayed(Instant),
}

impl Queues {
    /// Returns the number of waiting requests.
    pub(crate) const fn waiting(&self) -> usize {
        self.waiting
    }

    /// Adds a waiting request.
    pub(crate) fn add(&mut self, place: Place, request: Request, now: Instant) {
        let bucket = self.bucket_key(&request.key);
        self.buckets.entry(bucket.clone()).or_default().waiting.insert(place, request);
        self.waiting += 1;
        self.list(bucket, now);
    }

    /// Removes a request that no longer waits.
    pub(crate) fn withdraw(&mut self, key: &LimitKey, place: Place, now: Instant) {
        let bucket = self.bucket_key(key);
        self.take(&bucket, place);
        self.list(bucket, now);
    }

    /// Returns the first request that may be sent, with its bucket. If `interactions_first` is `true`,
    /// requests of interaction endpoints precede all others.
    pub(crate) fn first(&self, interactions_first: bool) -> Option<(Place, BucketKey)> {
        match (self.interactions.first(), self.others.first()) {
            (Some(interaction), Some(other)) if !interactions_first => Some(interaction.min(other)),
            (Some(first), _) | (None, Some(first)) => Some(first),
            (None, None) => None,
        }
        .cloned()
    }

    /// Returns the waiting request at a place.
    pub(crate) fn request(&mut self, bucket: &BucketKey, place: Place) -> Option<&mut Request> {
        self.buckets.get_mut(bucket)?.waiting.get_mut(&place)
    }

    /// Removes a request without sending it.
    pub(crate) fn remove(&mut self, bucket: BucketKey, place: Place, now: Instant) {
        self.take(&bucket, place);
        self.list(bucket, now);
    }

    /// Removes a request that is granted a permit.
    pub(crate) fn reserve(&mut self, bucket: BucketKey, place: Place, now: Instant) -> Option<Request> {
        let request = self.take(&bucket, place)?;
        self.buckets.get_mut(&bucket)?.reserve(request.key.route);
        self.list(bucket, now);
        Some(request)
    }

    fn take(&mut self, bucket: &BucketKey, place: Place) -> Option<Request> {
        let request = self.buckets.get_mut(bucket)?.waiting.remove(&place)?;
        self.waiting -= 1;
        Some(request)
    }

    /// Returns the next time at which the first request of a bucket may be sent.
    pub(crate) fn next_reset(&self) -> Option<Instant> {
        self.delayed.first().map(|(at, _)| *at)
    }

    /// Moves buckets whose first request may be sent by now to the lists of those that may be sent.
    pub(crate) fn list_expired(&mut self, now: Instant) {
        while let Some((_, bucket)) = self.delayed.first().filter(|(at, _)| *at <= now) {
            let bucket = bucket.clone();
            self.list(bucket, now);
        }
    }

    /// Records that a request was answered, or that its permit was given back.
    pub(crate) fn release(&mut self, key: &LimitKey, now: Instant) {
        let bucket = self.bucket_key(key);
        if let Some(released) = self.buckets.get_mut(&bucket) {
            released.release(key.route);
            self.list(bucket, now);
        }
    }

    /// Changes the bucket of a route.
    pub(crate) fn change(&mut self, key: &LimitKey, now: Instant, change: impl FnOnce(&mut Bucket)) {
        let bucket = self.bucket_key(key);
        change(self.buckets.entry(bucket.clone()).or_default());
        self.list(bucket, now);
        self.remove_idle(now);
    }

    /// Records the name of the bucket that Discord assigned to a route. Routes with the same name share a
    /// limit.
    ///
    /// Discord may assign another name later. Requests of the route that wait or have not been answered then
    /// move to the new bucket.
    pub(crate) fn rename(&mut self, route: &'static str, name: &str, now: Instant) {
        if self.names.get(route).is_some_and(|known| **known == *name) {
            return;
        }
        let new: Arc<str> = name.into();
        let old = self.names.insert(route, Arc::clone(&new)).unwrap_or_else(|| route.into());
        let renamed: Vec<BucketKey> = self.buckets.keys().filter(|(name, _)| *name == old).cloned().collect();
        for from in renamed {
            let to = (Arc::clone(&new), from.1);
            let mut target = self.buckets.remove(&to).unwrap_or_default();
            if let Some(bucket) = self.buckets.get_mut(&from) {
                bucket.move_to(&mut target, route);
            }
            self.buckets.insert(to.clone(), target);
            self.list(to, now);
            self.list(from, now);
        }
    }

    /// Returns the key of a request's bucket.
    fn bucket_key(&mut self, key: &LimitKey) -> BucketKey {
        let name = self.names.entry(key.route).or_insert_with(|| key.route.into());
        (Arc::clone(name), key.major)
    }

    /// Lists a bucket by the time at which its first request may be sent. Has to be called after each change
    /// of the bucket.
    fn list(&mut self, key: BucketKey, now: Instant) {
        match self.listings.remove(&key) {
            Some(Listing::Interaction(place)) => drop(self.interactions.remove(&(place, key.clone()))),
            Some(Listing::Other(place)) => drop(self.others.remove(&(place, key.clone()))),
            Some(Listing::Delayed(at)) => drop(self.delayed.remove(&(at, key.clone()))),
            None => {}
        }
        let Entry::Occupied(mut bucket) = self.buckets.entry(key.clone()) else { return };
        let Some((place, request)) = bucket.get().waiting.first_key_value() else {
            if bucket.get().is_unknown() {
                bucket.remove();
            }
            return;
        };
        let (place, is_interaction) = (*place, request.key.is_interaction());
        let has_limit = request.key.has_bucket_limit();
        let availability = if has_limit { bucket.get_mut().availability(now) } else { Availability::Now };
        let listing = match availability {
            Availability::Now if is_interaction => Listing::Interaction(place),
            Availability::Now => Listing::Other(place),
            Availability::At(at) => Listing::Delayed(at),
            Availability::AfterResponse => return,
        };
        match listing {
            Listing::Interaction(place) => self.interactions.insert((place, key.clone())),
            Listing::Other(place) => self.others.insert((place, key.clone())),
            Listing::Delayed(at) => self.delayed.insert((at, key.clone())),
        };
        self.listings.insert(key, listing);
    }

    /// Removes idle buckets if the number of buckets has doubled. If a limit is needed again, a response
    /// reports it.
    fn remove_idle(&mut self, now: Instant) {
        if self.buckets.len() > MAX_IDLE_BUCKETS.max(2 * self.retained) {
            self.buckets.retain(|_, bucket| !bucket.is_idle(now));
            self.retained = self.buckets.len();
        }
    }

    /// Panics unless the sets and counts match the state of the buckets. Has to be called after
    /// [`list_expired`](Self::list_expired).
    #[cfg(test)]
    pub(crate) fn assert_consistent(&mut self, now: Instant) {
        let (mut interactions, mut others, mut delayed) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for (key, bucket) in &mut self.buckets {
            let Some((place, request)) = bucket.waiting.first_key_value() else { continue };
            let (place, is_interaction) = (*place, request.key.is_interaction());
            let has_limit = request.key.has_bucket_limit();
            let availability = if has_limit { bucket.availability(now) } else { Availability::Now };
            match availability {
                Availability::Now if is_interaction => drop(interactions.insert((place, key.clone()))),
                Availability::Now => drop(others.insert((place, key.clone()))),
                Availability::At(at) => drop(delayed.insert((at, key.clone()))),
                Availability::AfterResponse => {}
            }
        }
        assert_eq!((&self.interactions, &self.others, &self.delayed), (&interactions, &others, &delayed));
        assert_eq!(self.listings.len(), interactions.len() + others.len() + delayed.len());
        let waiting: usize = self.buckets.values().map(|bucket| bucket.waiting.len()).sum();
        assert_eq!(self.waiting, waiting);
        let is_named = |(name, _): &BucketKey| self.names.values().any(|known| known == name);
        assert!(self.buckets.iter().all(|(key, bucket)| is_named(key) || bucket.waiting.is_empty()));
    }

    /// Returns the number of buckets in memory.
    #[cfg(test)]
    pub(crate) fn buckets(&self) -> usize {
        self.buckets.len()
    }
}
