//! `ulti simulate`: robots play deals in a row.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::tally::Tally;
use crate::ai::{Level, Robot, Stop, robot};
use crate::rules::{Book, BySeat, Deal, Event, Record, RuleSet, Seat, Start};
use crate::table::shuffle::{self, Seed};

/// Let robots play deals in a row, and say how they fared.
///
/// The deal goes round, the window is carried from deal to deal. The same options give the same
/// deals, action by action, and the same file of records, byte by byte.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Simulate {
    /// The rules: a preset's name, house rules such as `rablo four_tens=true`, or a file that ends
    /// in .toml.
    #[arg(long, default_value = RuleSet::USUAL)]
    rules: String,
    /// How many deals.
    #[arg(long, default_value_t = 100)]
    deals: u64,
    /// What every shuffle and every robot's whims follow from.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Who sits at seats 0, 1 and 2: random, easy, normal or strong.
    #[arg(long, value_delimiter = ',', default_value = "easy,easy,easy")]
    robots: Vec<Level>,
    /// Write each deal's record to this file, one a line.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  ulti simulate --deals 1000 --seed 7
  ulti simulate --deals 1000 --seed 7 --robots easy,random,random
  ulti simulate --deals 100 --rules 'rablo four_tens=true durchmars=7'
  ulti simulate --deals 20 --records deals.jsonl && ulti replay deals.jsonl";

/// No deal comes near; a deal that does not end is a fault in the program.
const MOST_ACTIONS: usize = 2_000;

impl Simulate {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Ok(levels) = <[Level; 3]>::try_from(self.robots.clone()) else {
            bail!("--robots names three, such as easy,random,random; here it names {}", self.robots.len());
        };
        let book = Arc::new(Book::new(super::rules::named(&self.rules)?));
        let mut records = self.open_records()?;
        let mut tally = Tally::new(levels);
        let progress = progress(self.deals);
        for number in 1..=self.deals {
            let source = Source::new(self.seed, number);
            let played =
                play(&book, levels, &source, tally.window).with_context(|| format!("deal {number}"))?;
            tally.count(&played.deal, &played.events)?;
            if let Some(file) = &mut records {
                writeln!(file, "{}", played.record(&book, levels)?)?;
            }
            progress.inc(1);
        }
        if let Some(file) = &mut records {
            file.flush()?;
        }
        progress.finish_and_clear();
        tally.write(out)?;
        Ok(())
    }

    fn open_records(&self) -> anyhow::Result<Option<BufWriter<File>>> {
        let open = |path: &PathBuf| {
            let file = File::create(path).with_context(|| format!("can't write {}", path.display()))?;
            Ok(BufWriter::new(file))
        };
        self.records.as_ref().map(open).transpose()
    }
}

/// On standard error, and hidden where that is no terminal.
fn progress(deals: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} deals, {per_sec}, {eta} left");
    let bar = ProgressBar::new(deals);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// All that is random in one deal: it depends on the simulation's seed and the deal's number, not on
/// the deals before it.
struct Source {
    number: u64,
    shuffle: Seed,
    robots: BySeat<u64>,
}

impl Source {
    fn new(seed: u64, number: u64) -> Self {
        let mut stream = ChaCha20Rng::seed_from_u64(seed);
        stream.set_stream(number);
        let mut bytes = [0; 32];
        stream.fill_bytes(&mut bytes);
        let robots = BySeat::from_fn(|_| stream.next_u64());
        Self { number, shuffle: Seed::from_bytes(bytes), robots }
    }

    /// Forehand goes round, seat 0 first.
    const fn dealer(&self) -> Seat {
        match self.number % 3 {
            1 => Seat::Two,
            2 => Seat::Zero,
            _ => Seat::One,
        }
    }
}

/// A finished deal with what led to it.
struct Played<'a> {
    source: &'a Source,
    deal: Deal,
    events: Vec<Event>,
}

impl Played<'_> {
    fn record(&self, book: &Arc<Book>, levels: [Level; 3]) -> anyhow::Result<String> {
        let names = [0, 1, 2].map(|seat: usize| format!("{} {seat}", levels[seat]));
        let mut record = Record::of(book, self.deal.start(), &self.events, names)?;
        record.shuffle = Some(shuffle::note(&self.source.shuffle, self.source.number));
        Ok(record.to_json()?)
    }
}

fn play<'a>(
    book: &Arc<Book>,
    levels: [Level; 3],
    source: &'a Source,
    window: i32,
) -> anyhow::Result<Played<'a>> {
    let dealer = source.dealer();
    let start = Start { dealer, hands: shuffle::deal(&source.shuffle, dealer), window };
    let mut deal = Deal::new(Arc::clone(book), start)?;
    let mut robots: BySeat<Box<dyn Robot>> =
        BySeat::from_fn(|seat| robot(levels[seat.index()], source.robots[seat]));
    let mut events = Vec::new();
    let mut actions = 0;
    while let Some(seat) = deal.turn() {
        let Some(action) = robots[seat].act(&deal.view(Some(seat)), &Stop::new()) else {
            bail!("the robot at seat {seat} does not answer");
        };
        let happened = deal
            .judge(seat, action)
            .with_context(|| format!("the robot at seat {seat} answered {action:?}"))?;
        for event in &happened {
            deal.apply(event);
        }
        events.extend(happened);
        actions += 1;
        ensure!(actions <= MOST_ACTIONS, "the deal does not end");
    }
    Ok(Played { source, deal, events })
}
