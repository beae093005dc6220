//! Response times and acknowledged cards.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use discord_sandbox::{RateLimitScope, RateLimited, Snowflake, Violation};
use ulti::store::Store;
use ulti::table::{ChannelId, Journal, PlayerId, TableEvent};
use ulti_rules::Event;

/// Discord's deadline for the response to an interaction.
const DEADLINE: Duration = Duration::from_secs(3);

/// A card whose play was acknowledged to a person.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Played {
    pub(crate) channel: Snowflake,
    pub(crate) user: Snowflake,
    pub(crate) deal: u32,
    pub(crate) card: String,
}

/// Collected measurements.
#[derive(Debug, Default)]
struct Measurements {
    began: Option<Instant>,
    /// Response times and number of missing responses, by kind of action.
    times: BTreeMap<&'static str, (Vec<Duration>, usize)>,
    played: BTreeSet<Played>,
    refused: usize,
    /// Times until public messages showed an action.
    shown: Vec<Duration>,
    /// Number of actions that were not shown before the next action.
    not_shown: usize,
}

/// Collects the measurements of all simulated people.
#[derive(Debug, Default)]
pub(crate) struct Report(Mutex<Measurements>);

impl Report {
    fn lock(&self) -> MutexGuard<'_, Measurements> {
        self.0.lock().unwrap()
    }

    /// Discards earlier response times and starts the measurement.
    pub(crate) fn begin(&self) {
        let mut measurements = self.lock();
        measurements.times.clear();
        measurements.shown.clear();
        measurements.not_shown = 0;
        measurements.began = Some(Instant::now());
    }

    /// Records how long the public messages took to show an action, or that they did not show it before the
    /// next one.
    pub(crate) fn shown(&self, after: Option<Duration>) {
        let mut measurements = self.lock();
        match after {
            Some(after) => measurements.shown.push(after),
            None => measurements.not_shown += 1,
        }
    }

    /// Returns a quantile of the times until public messages showed an action, or `None` if it is later than
    /// the next action.
    pub(crate) fn shown_after(&self, quantile: f64) -> Option<Duration> {
        let measurements = self.lock();
        let mut shown = measurements.shown.clone();
        shown.sort_unstable();
        let all = shown.len() + measurements.not_shown;
        shown.get((all as f64 * quantile) as usize).copied()
    }

    /// Returns a line with quantiles of the times until public messages showed an action.
    ///
    /// Actions that were not shown before the next one count as the longest times.
    pub(crate) fn freshness(&self) -> String {
        let at = |quantile| {
            let time: Option<Duration> = self.shown_after(quantile);
            time.map_or_else(|| "later than the next action".to_owned(), |time| format!("{time:.2?}"))
        };
        let measurements = self.lock();
        let (all, not_shown) = (measurements.shown.len() + measurements.not_shown, measurements.not_shown);
        drop(measurements);
        format!(
            "newest state visible after {} at the median, {} at the 99th percentile; {not_shown} of {all} not before \
             the next action",
            at(0.5),
            at(0.99)
        )
    }

    /// Returns a line with the number of interactions that were answered within Discord's deadline.
    pub(crate) fn answers(&self) -> String {
        let measurements = self.lock();
        let times = || measurements.times.values();
        let late = times().flat_map(|(times, _)| times).filter(|time| **time > DEADLINE).count();
        let answered: usize = times().map(|(times, _)| times.len()).sum();
        let missing: usize = times().map(|(_, missing)| missing).sum();
        format!(
            "answered within {DEADLINE:?}: {} of {} interactions; {late} later, {missing} not at all",
            answered - late,
            answered + missing
        )
    }

    /// Records the response time of an action, or a missing response.
    pub(crate) fn took(&self, kind: &'static str, took: Duration, answered: bool) {
        let mut measurements = self.lock();
        let (times, lost) = measurements.times.entry(kind).or_default();
        if answered { times.push(took) } else { *lost += 1 }
    }

    /// Records a played card.
    ///
    /// The response is either the new hand, which acknowledges the card, or a rejection.
    pub(crate) fn played(&self, played: Played, response: &str) {
        let mut measurements = self.lock();
        if response.contains("A lapjaid") && !response.contains("Közben történt valami") {
            measurements.played.insert(played);
        } else {
            measurements.refused += 1;
        }
    }

    /// Returns the number of actions that received a response.
    pub(crate) fn acted(&self) -> usize {
        self.lock().times.values().map(|(times, _)| times.len()).sum()
    }

    /// Returns a quantile of the response times in seconds, for `quantile` between 0 and 1.
    pub(crate) fn at(&self, kind: &str, quantile: f64) -> f64 {
        let mut times = self.lock().times.get(kind).map(|(times, _)| times.clone()).unwrap_or_default();
        times.sort_unstable();
        let place = (times.len() as f64 * quantile) as usize;
        times.get(place.min(times.len().saturating_sub(1))).map_or(f64::NAN, Duration::as_secs_f64)
    }

    /// Returns a table of the response times by kind of action.
    pub(crate) fn print(&self, whose: &str) -> String {
        let kinds: Vec<&'static str> = self.lock().times.keys().copied().collect();
        let mut text = format!(
            "| {whose} | answers | per second | p50 ms | p99 ms | maximum ms | later than 3 s | missing |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n"
        );
        let seconds = self.lock().began.map_or(f64::NAN, |began| began.elapsed().as_secs_f64());
        for kind in kinds {
            let (count, late, lost) = {
                let measurements = self.lock();
                let (times, lost) = &measurements.times[kind];
                (times.len(), times.iter().filter(|time| **time > DEADLINE).count(), *lost)
            };
            let ms = |quantile| self.at(kind, quantile) * 1000.0;
            let rate = count as f64 / seconds;
            let _ = writeln!(
                text,
                "| {kind} | {count} | {rate:.1} | {:.1} | {:.1} | {:.1} | {late} | {lost} |",
                ms(0.5),
                ms(0.99),
                ms(1.0)
            );
        }
        text
    }

    /// Searches the journal for every acknowledged card and prints how many are lost or duplicated.
    pub(crate) async fn check(&self, folder: &Path) {
        let store = Store::open(&folder.join("ulti.db")).await.unwrap();
        let acknowledged = self.lock().played.clone();
        let mut counts: BTreeMap<Played, usize> = BTreeMap::new();
        for live in store.live().await.unwrap() {
            let events = store.load(live.table).await.unwrap().events;
            for played in cards(live.channel, &events) {
                *counts.entry(played).or_default() += 1;
            }
        }
        let lost = acknowledged.iter().filter(|played| !counts.contains_key(played)).count();
        let duplicated = counts.values().filter(|count| **count > 1).count();
        println!(
            "{} cards acknowledged, {} rejected, {} in the journal, {lost} lost, {duplicated} duplicated",
            acknowledged.len(),
            self.lock().refused,
            counts.len(),
        );
        store.close().await;
    }
}

/// Returns the number of requests that exceeded the global rate limit.
pub(crate) fn globally_limited(all: &[RateLimited]) -> usize {
    all.iter().filter(|one| one.scope == RateLimitScope::Global).count()
}

/// Returns the number of requests that exceeded each kind of rate limit.
pub(crate) fn rate_limited(all: &[RateLimited]) -> String {
    let global = globally_limited(all);
    let bucket = all.iter().filter(|one| one.scope == RateLimitScope::Bucket).count();
    format!("{global} global, {bucket} of a bucket, {} others", all.len() - global - bucket)
}

/// Returns a list of the violations of Discord's API by cause, the most frequent first.
pub(crate) fn violations(all: &[Violation]) -> String {
    let mut causes: BTreeMap<String, usize> = BTreeMap::new();
    for violation in all {
        *causes.entry(cause(violation)).or_default() += 1;
    }
    let mut causes: Vec<(String, usize)> = causes.into_iter().collect();
    causes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut text = format!("{} violations of Discord's API\n", all.len());
    for (cause, count) in causes {
        let _ = writeln!(text, "  {count} | {cause}");
    }
    text
}

/// Returns the cause of a violation: its description without long tokens and numbers.
fn cause(violation: &Violation) -> String {
    const LONGEST_WORD: usize = 30;
    let about = violation.about.split('/').map(|part| if part.len() > LONGEST_WORD { "…" } else { part });
    let code = violation.code.map(|code| format!("{code} ")).unwrap_or_default();
    let about = without_numbers(&about.collect::<Vec<_>>().join("/"));
    format!("{about}: {code}{}", without_numbers(&violation.reason))
}

/// Replaces each number in a text by an ellipsis.
fn without_numbers(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        let letter = if letter.is_ascii_digit() { '…' } else { letter };
        if letter != '…' || !plain.ends_with('…') {
            plain.push(letter);
        }
    }
    plain
}

/// Returns the cards played at a table.
fn cards(channel: ChannelId, events: &[TableEvent]) -> Vec<Played> {
    let mut found = Vec::new();
    let mut now = None;
    for event in events {
        match event {
            TableEvent::DealBegan { number, seats, .. } => now = Some((*number, *seats)),
            TableEvent::InDeal { event: Event::Played { seat, card } } => {
                let Some((deal, seats)) = &now else { continue };
                let PlayerId::User(user) = seats[*seat] else { continue };
                let (channel, user) = (channel.0.to_string(), user.0.to_string());
                found.push(Played {
                    channel: channel.parse().unwrap(),
                    user: user.parse().unwrap(),
                    deal: *deal,
                    card: card.to_string(),
                });
            }
            _ => {}
        }
    }
    found
}
