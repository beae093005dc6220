//! Check of everything that a session produced: traffic, log, monitoring, files and command line.

use std::ops::AddAssign;
use std::path::Path;

use discord_sandbox::Sandbox;
use ulti::table::TableEvent;
use ulti_rules::Event;
use ulti_testkit::BotProcess;
use ulti_testkit::leaks::{self, Journal, secrets};

use super::attached_files;
use super::random_session::RandomSession;

/// Amount of data checked.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Totals {
    pub(super) deals: usize,
    /// Tables opened for the players of an evening that had ended.
    pub(super) same_again: usize,
    pub(super) messages: usize,
    pub(super) cards: usize,
    pub(super) files: usize,
    pub(super) lines: usize,
    pub(super) events_by_kind: EventCounts,
}

/// Numbers of journal events by kind.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct EventCounts {
    bids: usize,
    kontras: usize,
    cards: usize,
    opened: usize,
    claimed: usize,
    folded: usize,
    left: usize,
    /// Turns played by a robot after a time limit.
    pub(super) missed: usize,
    /// Seats that a robot took over.
    pub(super) stood_in: usize,
    pub(super) took_back: usize,
}

impl EventCounts {
    fn note(&mut self, event: &TableEvent) {
        *match event {
            TableEvent::InDeal { event } => match event {
                Event::Bid { .. } => &mut self.bids,
                Event::Kontra { .. } => &mut self.kontras,
                Event::Played { .. } => &mut self.cards,
                Event::Opened { .. } => &mut self.opened,
                Event::Claimed { .. } => &mut self.claimed,
                Event::Folded { .. } => &mut self.folded,
                Event::Left { .. } => &mut self.left,
                _ => return,
            },
            TableEvent::Missed { .. } => &mut self.missed,
            TableEvent::StoodIn { .. } => &mut self.stood_in,
            TableEvent::TookBack { .. } => &mut self.took_back,
            _ => return,
        } += 1;
    }
}

impl AddAssign for EventCounts {
    fn add_assign(&mut self, more: Self) {
        self.bids += more.bids;
        self.kontras += more.kontras;
        self.cards += more.cards;
        self.opened += more.opened;
        self.claimed += more.claimed;
        self.folded += more.folded;
        self.left += more.left;
        self.missed += more.missed;
        self.stood_in += more.stood_in;
        self.took_back += more.took_back;
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, more: Self) {
        self.deals += more.deals;
        self.same_again += more.same_again;
        self.messages += more.messages;
        self.cards += more.cards;
        self.files += more.files;
        self.lines += more.lines;
        self.events_by_kind += more.events_by_kind;
    }
}

/// A session whose bot has been stopped.
pub(super) struct StoppedSession {
    sandbox: Sandbox,
    bot: BotProcess,
    /// Status and body of the HTTP endpoints before the bot was stopped.
    endpoints: [(u16, String); 3],
    finished: usize,
    same_again: usize,
}

/// Stops the bot of a session.
pub(super) async fn stop(session: RandomSession) -> StoppedSession {
    let RandomSession { sandbox, mut bot, journal, finished, same_again, .. } = session;
    let endpoints = [bot.fetch("/metrics").await, bot.fetch("/healthz").await, bot.fetch("/readyz").await];
    journal.close().await;
    bot.stop().await;
    StoppedSession { sandbox, bot, endpoints, finished, same_again }
}

/// Asserts that a session leaked no hidden card. Blocks the current thread for a while.
pub(super) async fn check_for_leaks(session: StoppedSession) -> Totals {
    let StoppedSession { sandbox, bot, endpoints, finished, same_again } = session;
    let file = bot.database();
    let journals = leaks::journals(&file).await;
    let traffic = sandbox.traffic();
    let found = leaks::leaks(&traffic, &journals);
    assert!(found.is_empty(), "found {} leaks, first: {}", found.len(), found[0]);

    let events: Vec<&TableEvent> =
        journals.iter().flat_map(|journal| &journal.events).map(|(_, event)| event).collect();
    let log = bot.logged();
    secrets::assert_no_secrets(&log, &sandbox, events.iter().copied());
    for (status, text) in endpoints {
        assert_eq!(status, 200, "{text}");
        secrets::assert_no_secrets(&text, &sandbox, events.iter().copied());
    }
    let files = check_attached_files(&sandbox, &journals);
    check_command_line(&file, &sandbox, &journals);
    let mut events_by_kind = EventCounts::default();
    for event in &events {
        events_by_kind.note(event);
    }
    Totals {
        deals: finished,
        same_again,
        messages: traffic.iter().filter(|exchange| attached_files::is_visible(exchange)).count(),
        cards: leaks::cards_shown(&traffic, &journals),
        files,
        lines: log.lines().count(),
        events_by_kind,
    }
}

/// Returns the seed of each deal with the time of its end.
fn seeds(journals: &[Journal]) -> Vec<(String, Option<u64>)> {
    let mut seeds: Vec<(String, Option<u64>)> = Vec::new();
    for (at, event) in journals.iter().flat_map(|journal| &journal.events) {
        match event {
            TableEvent::DealBegan { seed, .. } => seeds.push((seed.to_string(), None)),
            TableEvent::InDeal { event: Event::Settled { .. } } => seeds.last_mut().unwrap().1 = Some(*at),
            _ => {}
        }
    }
    seeds
}

/// Returns seeds and unfinished hands that a text reveals, at time `by`, of deals still being played.
pub(super) fn early_disclosures(text: &str, by: u64, seeds: &[(String, Option<u64>)]) -> Vec<String> {
    let early = seeds.iter().filter(|(_, over)| over.is_none_or(|over| over > by));
    let told = early.filter(|(seed, _)| text.contains(seed.as_str())).map(|(seed, _)| format!("seed {seed}"));
    told.chain(attached_files::unfinished_deals(text)).collect()
}

fn check_attached_files(sandbox: &Sandbox, journals: &[Journal]) -> usize {
    let (files, seeds) = (attached_files::collect(sandbox), seeds(journals));
    for file in &files {
        let told = early_disclosures(&file.text, file.by, &seeds);
        assert!(told.is_empty(), "{}: {told:#?}", file.name);
    }
    files.len()
}

/// Checks the output of the command line during a deal.
fn check_command_line(file: &Path, sandbox: &Sandbox, journals: &[Journal]) {
    let (server, seeds) = (sandbox.guild().to_string(), seeds(journals));
    let anna = sandbox.user("Anna").id().to_string();
    assert!(seeds.iter().any(|(_, over)| over.is_none()), "no deal is in progress");
    let records = ulti(file, &["records", &server]);
    assert!(records.lines().count() > 0, "no record was written");
    for text in [records, ulti(file, &["person", "export", &anna])] {
        let told = early_disclosures(&text, u64::MAX, &seeds);
        assert!(told.is_empty(), "{told:#?}");
    }
}

fn ulti(file: &Path, arguments: &[&str]) -> String {
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_ulti"))
        .args(arguments)
        .current_dir(file.parent().unwrap())
        .env("ULTI_STORE__PATH", file)
        .output()
        .unwrap();
    assert!(ran.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap() + &String::from_utf8(ran.stderr).unwrap()
}
