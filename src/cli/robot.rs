//! The `ulti robot` command, a robot that other programs control with lines of JSON.

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;

use ulti_ai::{Cancellation, Level, robot};
use ulti_rules::{AnswerLine, Book, RulesSpec, Seat, SeatDocument, SeatDocumentError, View};

/// Run a robot that other programs control with lines of JSON
///
/// Each input line contains everything that one seat may know about a deal. Each output line contains the
/// robot's action. The action depends only on the input line, the level and the seed, not on earlier lines.
/// For an invalid line, the output is {"error": "…"} with advice, and the next line is read. Empty lines
/// are skipped. The program ends at the end of its input. The exit code is 1 if any line was invalid.
#[derive(Debug, clap::Args)]
#[command(after_help = "`--help` documents the lines, with an example.", after_long_help = FORMAT)]
pub struct RobotCommand {
    /// Robot level: random, easy, normal, strong, or blind (strong without inference).
    #[arg(long, default_value_t = Level::USUAL)]
    level: Level,
    /// Seed for the robot's random decisions.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// Help text that documents the input format. A test runs the program with the example in this text.
const FORMAT: &str = r#"Input line, format ulti-seat/1, with cards and contracts as in a record:
  format     "ulti-seat/1"
  rules      name of a preset, or {"preset": "rablo", "four_tens": true}
  seat       seat that knows what the line contains: 0, 1 or 2
  dealer     seat of the dealer; forehand is the next seat
  window     points in the window before the deal; optional if the window was empty
  hand       own cards at present (twelve after taking the talon): suit A L H B, then rank
             7 8 9 X U O K A
  talon      the two discarded cards, if this seat was the last to discard; optional if the seat's
             last bid among the actions contains them
  actions    all actions so far in order, as in a record, but bids of other seats without their
             discards:
             {"seat": 0, "bid": "hearts 40-100+ulti", "discard": ["B8", "L7"]}  (own bid)
             {"seat": 1, "bid": "betli"}  (bid of another seat)
             {"seat": 1, "take": true}  {"seat": 2, "pass": true}
             {"seat": 1, "trump": "L"}  (or "none"; only if the contract leaves a choice)
             {"seat": 2, "kontra": ["ulti"]}  (also for raises)  {"seat": 0, "no_kontra": true}
             {"seat": 1, "play": "LA"}  {"seat": 1, "open": true}  {"seat": 1, "claim": true}
  announced  suits of the marriages that each seat announced in the first trick, such as
             [[], ["L"], []]; optional if there are none; own marriages are always optional
  open       open hands of other seats at present, such as [null, ["A7", "A8"], null]; optional if
             there are none
  legal      legal actions of the seat, with the names used in answers: take, pass, no_kontra,
             fold, open, claim (true), bid (contracts), discard (true: a bid needs two cards),
             trump, kontra (games), play (cards); optional, because it follows from the rest
Trumps, doublings, tricks and the seat to act follow from the actions. Other fields are ignored.

The output line is one of
  {"take": true}  {"pass": true}  {"bid": "ulti", "discard": ["A8", "A9"]}  {"bid": "ulti"}
  {"trump": "L"}  {"trump": "none"}  {"kontra": ["ulti"]}  {"no_kontra": true}  {"play": "LA"}
  {"fold": true}  {"open": true}  {"claim": true}  {"error": "…"}
After {"kontra": …} before a card, and after {"open": true}, the same seat acts again: send another
line with that action added.

Example, one line in (here over several):
  {"format": "ulti-seat/1", "rules": {"preset": "4m", "revision": 3}, "seat": 2, "dealer": 2,
   "hand": ["A7", "A9", "AX", "L9", "LK", "H8", "HU", "HA", "B8", "B9"],
   "actions": [{"seat": 0, "bid": "parti"}, {"seat": 1, "take": true}, {"seat": 1, "bid": "ulti"},
    {"seat": 2, "pass": true}, {"seat": 0, "pass": true}, {"seat": 1, "pass": true},
    {"seat": 1, "trump": "L"}, {"seat": 1, "play": "LA"}],
   "announced": [[], ["B"], []], "legal": {"kontra": ["parti", "ulti"], "play": ["L9", "LK"]}}
and a line out:
  {"play":"L9"}

`ulti replay --seen-by 1 deals.jsonl` writes such lines from records."#;

impl RobotCommand {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let mut code = ExitCode::SUCCESS;
        let mut cache = BookCache::default();
        let mut input = std::io::stdin().lock();
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line).context("failed to read standard input")? > 0 {
            let text = String::from_utf8_lossy(&line);
            if !text.trim().is_empty() {
                let answer = match self.answer(&mut cache, text.trim()) {
                    Ok(answer) => serde_json::to_string(&answer)?,
                    Err(reason) => {
                        code = ExitCode::FAILURE;
                        serde_json::json!({"error": reason.to_string()}).to_string()
                    }
                };
                writeln!(out, "{answer}")?;
                out.flush()?;
            }
            line.clear();
        }
        Ok(code)
    }

    fn answer(&self, cache: &mut BookCache, text: &str) -> Result<AnswerLine, NoAnswer> {
        let view = cache.view(&SeatDocument::from_json(text)?)?;
        let (Some(seat), Some(turn)) = (view.seat, view.turn()) else {
            return Err(SeatDocumentError::Over.into());
        };
        if seat != turn {
            return Err(NoAnswer::NotItsTurn { seat, turn });
        }
        let action = robot(self.level, self.seed).act(&view, &Cancellation::new());
        action.map(AnswerLine).ok_or(NoAnswer::NotItsTurn { seat, turn })
    }
}

/// Error returned if the robot cannot choose an action for an input line.
#[derive(Debug, thiserror::Error)]
enum NoAnswer {
    #[error("{0}; `ulti robot --help` shows a line that works")]
    Unreadable(SeatDocumentError),
    #[error(transparent)]
    Impossible(SeatDocumentError),
    #[error("it is seat {turn}'s turn, and seat {seat} has nothing to decide: ask for seat {turn}")]
    NotItsTurn { seat: Seat, turn: Seat },
}

impl From<SeatDocumentError> for NoAnswer {
    fn from(reason: SeatDocumentError) -> Self {
        match reason {
            SeatDocumentError::Json(_) => Self::Unreadable(reason),
            _ => Self::Impossible(reason),
        }
    }
}

/// A cache that holds the list of legal contracts ([`Book`]) for the rules of the previous input line.
///
/// Creating the list takes longer than choosing a card.
#[derive(Default)]
struct BookCache(Option<(RulesSpec, Arc<Book>)>);

impl BookCache {
    fn view(&mut self, seen: &SeatDocument) -> Result<View, SeatDocumentError> {
        match &self.0 {
            Some((rules, book)) if *rules == seen.rules => seen.view_with(book),
            _ => {
                let book = Arc::new(Book::new(seen.rules.rules()?));
                self.0 = Some((seen.rules.clone(), Arc::clone(&book)));
                seen.view_with(&book)
            }
        }
    }
}
