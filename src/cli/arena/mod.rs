//! The `ulti arena` command, which measures which robot plays better, and by how much.

mod contracts;
mod crew;
mod defence;
mod finished;
mod match_up;
mod plan;
mod players;
mod report;
mod sample;
mod table;
mod thinking;
mod thought;

use std::io::Write;
use std::sync::Arc;

use anyhow::{bail, ensure};

use super::progress;
use match_up::MatchUp;
use plan::SeatingPlan;
use report::ArenaTotals;
use ulti_ai::Level;
use ulti_rules::{Book, Game, Games, RuleSet};

/// Measure which robot plays better, and by how much
///
/// Each deal begins with an empty window, and points that a deal puts into the window are lost. Only
/// payments count, so with rules that have a window, the three players together can lose points. The cards
/// depend only on --seed and the number of the deal, and equal those of `ulti simulate`. A robot's random
/// decisions depend on the deal and the seat. Equal options produce equal output, byte by byte, for every
/// value of --jobs; only the times printed with --time differ.
///
/// The unit of the statistics is the deal: the points of each level are averaged over the seatings of a
/// deal, and differences between two levels are computed deal by deal. "se" is the standard error of the
/// mean over deals. "sigmas" is the mean divided by its standard error; a value above 3 is unlikely to be
/// chance.
///
/// A contract counts as made if each of its games is made.
///
/// Levels: random, easy, normal, strong; blind is strong without inference.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{FIELDS}"))]
pub struct Arena {
    /// Rules to play by: a preset name, house rules such as `rablo four_tens=true`, or a .toml file.
    #[arg(long, default_value = RuleSet::USUAL)]
    rules: String,
    /// Number of deals to play. With --only, only matching deals are counted.
    #[arg(long, default_value_t = 100)]
    deals: u64,
    /// Seed for all shuffles and for the robots' random decisions.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Levels of the three players. Without --duplicate, each deal is played once, and the seating changes
    /// every three deals. In 18 deals, each combination of seating and dealer occurs equally often.
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', default_value = "strong,normal,easy")]
    players: Vec<Level>,
    /// Play each deal once with every seating of the players: six seatings, or three if two levels are equal.
    #[arg(long)]
    duplicate: bool,
    /// Level of the robots that bid and name trumps at every seat, so that all seatings play the same
    /// contract. All later decisions, such as folding and playing cards, are made by the robots that are
    /// being compared.
    #[arg(long, value_name = "LEVEL")]
    auction: Option<Level>,
    /// Count only deals whose contract contains one of these games, such as betli,ulti. Other deals end after
    /// the auction. Requires --auction or --defence.
    #[arg(long, value_name = "GAMES", value_delimiter = ',')]
    only: Vec<Game>,
    /// Compare pairs of defenders instead of single players. The same declarer plays each deal once against
    /// two defenders of each given level.
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', conflicts_with_all = ["players", "duplicate"])]
    defence: Vec<Level>,
    /// Level of the declarer with --defence. Robots of this level also bid at every seat, unless --auction is
    /// given.
    #[arg(long, value_name = "LEVEL", default_value = "strong", requires = "defence")]
    declarer: Level,
    /// Number of threads used to play deals.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Measure how long the robots think: mean, 99th percentile and maximum, in milliseconds.
    #[arg(long)]
    time: bool,
    /// Print a JSON object instead of tables. See --help for its fields.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  ulti arena --players strong,normal,easy --deals 500 --duplicate
  ulti arena --players normal,normal,easy --auction normal --duplicate
                  compare the play of the cards on equal contracts
  ulti arena --defence strong,blind --declarer strong --only betli,ulti --deals 2000 --jobs 2
                  measure the value of inference in defence";

const FIELDS: &str = "\
Fields of --json:
  format        ulti-arena/1
  rules, seed, auction, only
                options of this run; rules as in a record
  dealt, counted, games
                number of deals dealt, of deals that count, and of games played in total
  levels        with --players, one object per level:
                level, points (an estimate), declarer and defender (times, points per time),
                made (share of its contracts, 0 to 1)
  pairs         with --players, one object per pair of levels: level, against, and points (an
                estimate of the first level's lead in points per deal)
  defence       with --defence: declarer; points (of the declarer, per deal), made (the whole
                contract, 0 to 1), and games: one object per game with its name and made.
                Each has `against`, an estimate per level, and `pairs`: level, against, and the
                estimate of the first minus the second
  by_declarer, by_defenders
                one object per contract without its suit, and level of the declarer or levels of
                both defenders: contract, levels, played, made (0 to 1), points (of the declarer,
                per deal)
  thinking      with --time: level, kind (bid; take: take or pass; trump; kontra: a kontra or a
                raise is possible; play: a card), count; mean, p99 and max in milliseconds
An estimate contains deals, mean, se and sigmas. se is null for fewer than two deals; sigmas is
null if se is null or 0.";

impl Arena {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let how = self.match_up()?;
        let mut sums = ArenaTotals::new(&how.plan);
        let progress = progress::bar(self.deals);
        let add = |played| {
            sums.add(&played);
            progress.inc(1);
            anyhow::Ok(())
        };
        crew::work(self.jobs, self.deals, |number| how.play(number), add)?;
        progress.finish_and_clear();
        let report = sums.report(&how)?;
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        } else {
            table::write(&report, out)?;
        }
        Ok(())
    }

    fn match_up(&self) -> anyhow::Result<MatchUp> {
        let book = Arc::new(Book::new(super::rules::named(&self.rules)?));
        let plan = self.plan()?;
        let declarers = matches!(plan, SeatingPlan::Defence { .. }).then_some(self.declarer);
        let auction = self.auction.or(declarers);
        let only: Games = self.only.iter().copied().collect();
        ensure!(
            only.is_empty() || auction.is_some(),
            "--only needs one contract per deal: add --auction strong, or compare with --defence strong,blind"
        );
        let bid: Games = book.entries().iter().flat_map(|entry| entry.contract.games()).collect();
        if let Some(game) = (only - bid).iter().next() {
            let bid: Vec<&str> = bid.iter().map(Game::name).collect();
            bail!("these rules have no {game}: use --only with {}", bid.join(", "));
        }
        Ok(MatchUp { book, seed: self.seed, plan, auction, only, time: self.time })
    }

    fn plan(&self) -> anyhow::Result<SeatingPlan> {
        if !self.defence.is_empty() {
            let mut defenders: Vec<Level> = Vec::new();
            for level in &self.defence {
                ensure!(!defenders.contains(level), "--defence names {level} twice");
                defenders.push(*level);
            }
            return Ok(SeatingPlan::Defence { declarer: self.declarer, defenders });
        }
        let Ok(players) = <[Level; 3]>::try_from(self.players.clone()) else {
            bail!("--players needs three levels, such as strong,normal,easy, but got {}", self.players.len());
        };
        let seatings = plan::distinct(players);
        Ok(if self.duplicate { SeatingPlan::Duplicate(seatings) } else { SeatingPlan::Rotate(seatings) })
    }
}
