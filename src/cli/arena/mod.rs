//! `ulti arena`: which robot plays better, and by how much.

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

use self::match_up::MatchUp;
use self::plan::Plan;
use self::report::Sums;
use super::progress;
use crate::ai::Level;
use crate::rules::{Book, Game, Games, RuleSet};

/// Measure which robot plays better, and by how much.
///
/// Each deal begins with an empty window, and what a deal puts into it is gone: only payments count
/// (with rules that have a window the three can together lose points). The cards depend on --seed and
/// the deal's number alone, and are those of `ulti simulate`. A robot's whims depend on the deal and
/// the seat. The same options give the same table, byte by byte, whatever --jobs is; only --time adds
/// figures that differ.
///
/// A deal is the unit: for each level its points are averaged over the seatings of the deal, and then
/// the difference between two levels is taken deal by deal. "se" is the standard error of such a mean
/// over deals, "sigmas" the mean in standard errors: beyond 3 it is hardly chance.
///
/// A contract is made when each of its games is.
///
/// Levels: random, easy, normal, strong; blind is strong without its inferences.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{FIELDS}"))]
pub struct Arena {
    /// The rules: a preset's name, house rules such as `rablo four_tens=true`, or a file that ends
    /// in .toml.
    #[arg(long, default_value = RuleSet::USUAL)]
    rules: String,
    /// How many deals are dealt; with --only fewer of them count.
    #[arg(long, default_value_t = 100)]
    deals: u64,
    /// What every shuffle and every robot's whims follow from.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The three players. Without --duplicate each deal is played once, and the players change seats
    /// every three deals, so that in eighteen deals all seatings have met all dealers.
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', default_value = "strong,normal,easy")]
    players: Vec<Level>,
    /// Play each deal with every seating of the players: six, or three where two are alike.
    #[arg(long)]
    duplicate: bool,
    /// This level bids and names the trumps at every seat, so that all seatings of a deal play the
    /// same contract; the players decide from the first lead on (and about folding once the trumps
    /// are known).
    #[arg(long, value_name = "LEVEL")]
    auction: Option<Level>,
    /// Count only deals whose contract has one of these games, such as betli,ulti; the others are
    /// dropped after the auction. Needs --auction or --defence.
    #[arg(long, value_name = "GAMES", value_delimiter = ',')]
    only: Vec<Game>,
    /// Compare pairs of defenders instead of players: each deal's contract is played once against
    /// two defenders of each of these levels, always by the same declarer.
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', conflicts_with_all = ["players", "duplicate"])]
    defence: Vec<Level>,
    /// Who is declarer with --defence; also holds the auction, unless --auction names another.
    #[arg(long, value_name = "LEVEL", default_value = "strong", requires = "defence")]
    declarer: Level,
    /// On how many threads deals are played.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Also say how long the robots think: mean, 99th percentile and maximum, in milliseconds.
    #[arg(long)]
    time: bool,
    /// Print one JSON object instead of tables; --help lists its fields.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  ulti arena --players strong,normal,easy --deals 500 --duplicate
  ulti arena --players normal,normal,easy --auction normal --duplicate
                  how well they play the cards, on equal contracts
  ulti arena --defence strong,blind --declarer strong --only betli,ulti --deals 2000 --jobs 2
                  what inference is worth in defence";

const FIELDS: &str = "\
Fields of --json:
  format        ulti-arena/1
  rules, seed, auction, only
                what was asked for; rules as in a record
  dealt, counted, games
                deals dealt, deals that count, and how often they were played in all
  levels        with --players, one object a level:
                level, points (an estimate), declarer and defender (times, points a time),
                made (of its contracts, 0 to 1)
  pairs         with --players, one object for each two levels: level, against, and points:
                the estimate of how many more points a deal the first has
  defence       with --defence: declarer; points (the declarer's, a deal), made (the whole
                contract, 0 to 1), and games: one object a game with its name and made.
                Each has `against`, an estimate a level, and `pairs`: level, against, and the
                estimate of the first less the second
  by_declarer, by_defenders
                one object for each contract, suits left out, and the declarer's level or both
                defenders' levels: contract, levels, played, made (0 to 1), points (the
                declarer's, a deal)
  thinking      with --time: level, kind (bid, take: or pass, trump, kontra: a card where a
                kontra is open too, or a raise, play: a card), count; mean, p99 and max in
                milliseconds
An estimate is deals, mean, se and sigmas; the last two are null where there are too few deals or
where all are alike.";

impl Arena {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let how = self.match_up()?;
        let mut sums = Sums::new(&how.plan);
        let progress = progress::bar(self.deals);
        crew::work(
            self.jobs,
            self.deals,
            |number| how.play(number),
            |played| {
                sums.add(&played);
                progress.inc(1);
                anyhow::Ok(())
            },
        )?;
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
        let declarers = matches!(plan, Plan::Defence { .. }).then_some(self.declarer);
        let auction = self.auction.or(declarers);
        let only: Games = self.only.iter().copied().collect();
        ensure!(
            only.is_empty() || auction.is_some(),
            "--only needs one contract a deal: add --auction strong, or compare with --defence strong,blind"
        );
        let bid: Games = book.entries().iter().flat_map(|entry| entry.contract.games()).collect();
        if let Some(game) = (only - bid).iter().next() {
            let bid: Vec<&str> = bid.iter().map(Game::name).collect();
            bail!("these rules have no {game}: --only takes {}", bid.join(", "));
        }
        Ok(MatchUp { book, seed: self.seed, plan, auction, only, time: self.time })
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        if !self.defence.is_empty() {
            let mut defenders: Vec<Level> = Vec::new();
            for level in &self.defence {
                ensure!(!defenders.contains(level), "--defence names {level} twice");
                defenders.push(*level);
            }
            return Ok(Plan::Defence { declarer: self.declarer, defenders });
        }
        let Ok(players) = <[Level; 3]>::try_from(self.players.clone()) else {
            bail!("--players names three, such as strong,normal,easy; here it names {}", self.players.len());
        };
        let seatings = plan::distinct(players);
        Ok(if self.duplicate { Plan::Duplicate(seatings) } else { Plan::Rotate(seatings) })
    }
}
