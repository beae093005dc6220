//! `ulti simulate`: robots play deals in a row.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};

use super::source::Source;
use super::tally::Tally;
use super::{progress, robots};
use crate::ai::{Level, robot};
use crate::rules::{Book, BySeat, Deal, Event, Record, RuleSet};
use crate::table::shuffle;

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
    /// Who sits at seats 0, 1 and 2: random, easy, normal, strong, or blind
    /// (strong without its inferences).
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

impl Simulate {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Ok(levels) = <[Level; 3]>::try_from(self.robots.clone()) else {
            bail!("--robots names three, such as easy,random,random; here it names {}", self.robots.len());
        };
        let book = Arc::new(Book::new(super::rules::named(&self.rules)?));
        let mut records = self.open_records()?;
        let mut tally = Tally::new(levels);
        let progress = progress::bar(self.deals);
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
    let mut deal = Deal::new(Arc::clone(book), source.start(window))?;
    let mut seated = BySeat::from_fn(|seat| robot(levels[seat.index()], source.robots[seat]));
    let events = robots::play(&mut deal, &mut seated, |_| true)?;
    Ok(Played { source, deal, events })
}
