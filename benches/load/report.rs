//! How long the answers took, and what was acknowledged.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use ulti::playground::{Complaint, Id};
use ulti::rules::Event;
use ulti::store::Store;
use ulti::table::{ChannelId, Journal, PlayerId, TableEvent};

/// What Discord allows before it says that the application did not respond.
const IN_TIME: Duration = Duration::from_secs(3);

/// A card that somebody was told is played.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Played {
    pub(crate) channel: Id,
    pub(crate) user: Id,
    pub(crate) deal: u32,
    pub(crate) card: String,
}

#[derive(Debug, Default)]
struct Kept {
    began: Option<Instant>,
    /// By what was done: how long the answers took, and how many never came.
    times: BTreeMap<&'static str, (Vec<Duration>, usize)>,
    played: BTreeSet<Played>,
    refused: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Report(Mutex<Kept>);

impl Report {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap()
    }

    /// Forgets what came before the measurement.
    pub(crate) fn begin(&self) {
        let mut kept = self.kept();
        kept.times.clear();
        kept.began = Some(Instant::now());
    }

    pub(crate) fn took(&self, kind: &'static str, took: Duration, answered: bool) {
        let mut kept = self.kept();
        let (times, lost) = kept.times.entry(kind).or_default();
        if answered { times.push(took) } else { *lost += 1 }
    }

    /// A play that was answered: by the hand with one card less, or by a refusal or an old hand's notice.
    pub(crate) fn played(&self, played: Played, said: &str) {
        let mut kept = self.kept();
        if said.contains("A lapjaid") && !said.contains("Közben történt valami") {
            kept.played.insert(played);
        } else {
            kept.refused += 1;
        }
    }

    pub(crate) fn acted(&self) -> usize {
        self.kept().times.values().map(|(times, _)| times.len()).sum()
    }

    /// In seconds.
    pub(crate) fn at(&self, kind: &str, part: f64) -> f64 {
        let mut times = self.kept().times.get(kind).map(|(times, _)| times.clone()).unwrap_or_default();
        times.sort_unstable();
        let place = (times.len() as f64 * part) as usize;
        times.get(place.min(times.len().saturating_sub(1))).map_or(f64::NAN, Duration::as_secs_f64)
    }

    pub(crate) fn print(&self, whose: &str) -> String {
        let kinds: Vec<&'static str> = self.kept().times.keys().copied().collect();
        let mut text = format!(
            "| {whose} | answers | a second | p50 ms | p99 ms | most ms | later than 3 s | none |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n"
        );
        let seconds = self.kept().began.map_or(f64::NAN, |began| began.elapsed().as_secs_f64());
        for kind in kinds {
            let (count, late, lost) = {
                let kept = self.kept();
                let (times, lost) = &kept.times[kind];
                (times.len(), times.iter().filter(|time| **time > IN_TIME).count(), *lost)
            };
            let ms = |part| self.at(kind, part) * 1000.0;
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

    /// Looks for every acknowledged card in the journal: it has to be there, and once.
    pub(crate) async fn check(&self, folder: &Path) {
        let store = Store::open(&folder.join("ulti.db")).await.unwrap();
        let acknowledged = self.kept().played.clone();
        let mut counts: BTreeMap<Played, usize> = BTreeMap::new();
        for live in store.live().await.unwrap() {
            let events = store.load(live.table).await.unwrap().events;
            for played in cards(live.channel, &events) {
                *counts.entry(played).or_default() += 1;
            }
        }
        let lost = acknowledged.iter().filter(|played| !counts.contains_key(played)).count();
        let doubled = counts.values().filter(|count| **count > 1).count();
        println!(
            "{} cards acknowledged, {} refused; {} in the journal, {lost} lost, {doubled} doubled",
            acknowledged.len(),
            self.kept().refused,
            counts.len(),
        );
        store.close().await;
    }
}

/// What the stand-in complained of, by cause, the most frequent first.
pub(crate) fn complaints(all: &[Complaint]) -> String {
    let mut causes: BTreeMap<String, usize> = BTreeMap::new();
    for complaint in all {
        *causes.entry(cause(complaint)).or_default() += 1;
    }
    let mut causes: Vec<(String, usize)> = causes.into_iter().collect();
    causes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut text = format!("the stand-in complained {} times\n", all.len());
    for (cause, count) in causes {
        let _ = writeln!(text, "  {count} | {cause}");
    }
    text
}

/// A complaint without what tells it from others of its kind: tokens, which are long, and all figures.
fn cause(complaint: &Complaint) -> String {
    const LONGEST_WORD: usize = 30;
    let about = complaint.about.split('/').map(|part| if part.len() > LONGEST_WORD { "…" } else { part });
    let code = complaint.code.map(|code| format!("{code} ")).unwrap_or_default();
    let about = without_figures(&about.collect::<Vec<_>>().join("/"));
    format!("{about}: {code}{}", without_figures(&complaint.reason))
}

/// The text with an ellipsis for each number.
fn without_figures(text: &str) -> String {
    let mut plain = String::new();
    for sign in text.chars() {
        let sign = if sign.is_ascii_digit() { '…' } else { sign };
        if sign != '…' || !plain.ends_with('…') {
            plain.push(sign);
        }
    }
    plain
}

/// Who played which cards at a table.
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
