//! Looks through everything that an evening left behind.

use std::ops::AddAssign;
use std::path::Path;

use ulti::playground::Playground;
use ulti::rules::Event;
use ulti::table::TableEvent;

use crate::party::Party;
use crate::secrecy::{self, Journal};
use crate::{paper, secrets};

/// How much was looked through.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Sum {
    pub(crate) deals: usize,
    pub(crate) messages: usize,
    pub(crate) cards: usize,
    pub(crate) papers: usize,
    pub(crate) lines: usize,
    pub(crate) did: Did,
}

/// What happened in the deals, as the journal has it.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Did {
    bids: usize,
    kontras: usize,
    cards: usize,
    opened: usize,
    claimed: usize,
    folded: usize,
    left: usize,
    /// Turns that a robot played for somebody whose time had run out.
    pub(crate) missed: usize,
    /// Seats that a robot took over, and those that their owners took back.
    pub(crate) stood_in: usize,
    pub(crate) took_back: usize,
}

impl Did {
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

impl AddAssign for Did {
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

impl AddAssign for Sum {
    fn add_assign(&mut self, more: Self) {
        self.deals += more.deals;
        self.messages += more.messages;
        self.cards += more.cards;
        self.papers += more.papers;
        self.lines += more.lines;
        self.did += more.did;
    }
}

/// Ends the evening; nothing of it may have told a closed card.
pub(crate) async fn look_through(party: Party) -> Sum {
    let Party { playground, mut bot, truth, finished, .. } = party;
    let watched = [bot.look("/metrics").await, bot.look("/healthz").await, bot.look("/readyz").await];
    truth.close().await;
    bot.stop().await;
    let file = bot.database();
    let journals = secrecy::journals(&file).await;
    let traffic = playground.traffic();
    let leaks = secrecy::leaks(&traffic, &journals);
    assert!(leaks.is_empty(), "{} leaks, the first: {}", leaks.len(), leaks[0]);

    let events: Vec<&TableEvent> =
        journals.iter().flat_map(|journal| &journal.events).map(|(_, event)| event).collect();
    let log = bot.logged();
    secrets::none_in(&log, &playground, events.iter().copied());
    for (status, text) in watched {
        assert_eq!(status, 200, "{text}");
        secrets::none_in(&text, &playground, events.iter().copied());
    }
    let papers = papers_tell_nothing_early(&playground, &journals);
    command_line_tells_nothing_early(&file, &playground, &journals);
    let mut did = Did::default();
    for event in &events {
        did.note(event);
    }
    Sum {
        deals: finished,
        messages: traffic.iter().filter(|exchange| paper::is_read(exchange)).count(),
        cards: secrecy::cards_shown(&traffic, &journals),
        papers,
        lines: log.lines().count(),
        did,
    }
}

/// Each seed with when its deal was over.
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

/// What a text tells of deals that were not over then.
pub(crate) fn told_early(text: &str, by: u64, seeds: &[(String, Option<u64>)]) -> Vec<String> {
    let early = seeds.iter().filter(|(_, over)| over.is_none_or(|over| over > by));
    let told = early.filter(|(seed, _)| text.contains(seed.as_str())).map(|(seed, _)| format!("seed {seed}"));
    told.chain(paper::unfinished(text)).collect()
}

fn papers_tell_nothing_early(playground: &Playground, journals: &[Journal]) -> usize {
    let (papers, seeds) = (paper::papers(playground), seeds(journals));
    for paper in &papers {
        let told = told_early(&paper.text, paper.by, &seeds);
        assert!(told.is_empty(), "{}: {told:#?}", paper.name);
    }
    papers.len()
}

/// What the command line prints of the database while a deal is being played in it.
fn command_line_tells_nothing_early(file: &Path, playground: &Playground, journals: &[Journal]) {
    let (server, seeds) = (playground.guild().to_string(), seeds(journals));
    let anna = playground.person("Anna").id().to_string();
    assert!(seeds.iter().any(|(_, over)| over.is_none()), "a deal is being played");
    let records = ulti(file, &["records", &server]);
    assert!(records.lines().count() > 0, "no record was written");
    for text in [records, ulti(file, &["person", "export", &anna])] {
        let told = told_early(&text, u64::MAX, &seeds);
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
