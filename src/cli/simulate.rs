//! The `ulti simulate` command, which lets robots play a series of deals.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};

use super::progress;
use super::robot_deals::randomness::DealRandomness;
use super::robot_deals::seats;
use super::robot_deals::totals::SimulationTotals;
use crate::table::shuffle;
use ulti_ai::{Level, robot};
use ulti_rules::{Book, BySeat, Deal, Record, RuleSet};

/// Let robots play a series of deals and print their results
///
/// The dealer rotates, and the window carries over from deal to deal. Runs with the same options produce
/// identical deals and byte-for-byte identical record files.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Simulate {
    /// Rules to play by: a preset name, house rules such as `rablo four_tens=true`, or a .toml file.
    #[arg(long, default_value = RuleSet::USUAL)]
    rules: String,
    /// Number of deals to play.
    #[arg(long, default_value_t = 100)]
    deals: u64,
    /// Seed for all shuffles and for the robots' random decisions.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Robot levels at seats 0, 1 and 2: random, easy, normal, strong, or blind (strong without inference).
    #[arg(long, value_delimiter = ',', default_value = "easy,easy,easy")]
    robots: Vec<Level>,
    /// Write the record of each deal to this file, one record per line.
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
            bail!("--robots needs three levels, such as easy,random,random, but got {}", self.robots.len());
        };
        let book = Arc::new(Book::new(super::rules::named(&self.rules)?));
        let mut records = self.open_records()?;
        let mut totals = SimulationTotals::default();
        let progress = progress::bar(self.deals);
        for number in 1..=self.deals {
            let source = DealRandomness::new(self.seed, number);
            let mut deal = Deal::new(Arc::clone(&book), source.start(totals.window))?;
            let mut robots = BySeat::from_fn(|seat| robot(levels[seat.index()], source.robots[seat]));
            let events =
                seats::play(&mut deal, &mut robots, |_| true).with_context(|| format!("deal {number}"))?;
            totals.count(&deal, &events)?;
            if let Some(file) = &mut records {
                let names = [0, 1, 2].map(|seat: usize| format!("{} {seat}", levels[seat]));
                let mut record = Record::of(&book, deal.start(), &events, names)?;
                record.shuffle = Some(shuffle::note(&source.shuffle, number));
                writeln!(file, "{}", record.to_json()?)?;
            }
            progress.inc(1);
        }
        if let Some(file) = &mut records {
            file.flush()?;
        }
        progress.finish_and_clear();
        Ok(totals.write(levels, out)?)
    }

    fn open_records(&self) -> anyhow::Result<Option<BufWriter<File>>> {
        let open = |path: &PathBuf| {
            let file = File::create(path).with_context(|| format!("failed to create {}", path.display()))?;
            Ok(BufWriter::new(file))
        };
        self.records.as_ref().map(open).transpose()
    }
}
