//! `ulti robot`: a robot for other programs, a line of JSON in and a line of JSON out.

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;

use crate::ai::{Level, Stop, robot};
use crate::rules::{Answer, Book, NotSeen, RulesNote, Seat, Seen, View};

/// A robot for other programs: a line of JSON in, a line of JSON out.
///
/// A line on standard input says everything that one seat may know of a deal; the line on standard
/// output is what the robot does there. Each line stands by itself: the answer depends on that line,
/// the level and the seed, not on the lines before it. A line that can't be answered gets
/// {"error": "what is wrong, and what would work"}, and the next line is read. Empty lines are
/// skipped; the end of the input ends the robot, with exit code 1 where any line got no answer.
#[derive(Debug, clap::Args)]
#[command(after_help = "`--help` documents the lines, with an example.", after_long_help = FORMAT)]
pub struct RobotCommand {
    /// Who answers: random, easy, normal, strong, or blind (strong without its inferences).
    #[arg(long, default_value_t = Level::USUAL)]
    level: Level,
    /// What the robot's whims follow from.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// A test feeds the example to the program.
const FORMAT: &str = r#"The line in, format ulti-seat/1, cards and contracts as in a record:
  format     "ulti-seat/1"
  rules      a preset's name, or {"preset": "rablo", "four_tens": true}
  seat       whose knowledge it is: 0, 1 or 2
  dealer     who dealt; forehand is the next seat
  window     what lay in the window before the deal; may be left out where it was empty
  hand       the own cards as they are now (twelve with the talon taken up): suit A L H B, then
             rank 7 8 9 X U O K A
  talon      the two cards laid down, if this seat laid them down last; may be left out where its
             last bid among the actions says them
  actions    everything done so far, each action as in a record and in order, but of others' bids
             not what they laid down:
             {"seat": 0, "bid": "hearts 40-100+ulti", "discard": ["B8", "L7"]}  (own)
             {"seat": 1, "bid": "betli"}  (another's)
             {"seat": 1, "take": true}  {"seat": 2, "pass": true}
             {"seat": 1, "trump": "L"}  (or "none"; only where the contract leaves a choice)
             {"seat": 2, "kontra": ["ulti"]}  (raises too)  {"seat": 0, "no_kontra": true}
             {"seat": 1, "play": "LA"}  {"seat": 1, "open": true}  {"seat": 1, "claim": true}
  announced  the suits of the marriages that each seat made known as it played to the first
             trick, such as [[], ["L"], []]; may be left out where there are none, the own ones
             always
  open       others' hands that lie open, as they are now, such as [null, ["A7", "A8"], null];
             may be left out where there are none
  legal      what the seat may do, in the words of its answers; it follows from the rest and may
             be left out: take, pass, no_kontra, fold, open, claim (true), bid (contracts),
             discard (true: two cards go with the bid), trump, kontra (games), play (cards)
Trumps, doublings, tricks and whose turn it is follow from the actions. Other fields are ignored.

The line out is one of
  {"take": true}  {"pass": true}  {"bid": "ulti", "discard": ["A8", "A9"]}  {"bid": "ulti"}
  {"trump": "L"}  {"trump": "none"}  {"kontra": ["ulti"]}  {"no_kontra": true}  {"play": "LA"}
  {"fold": true}  {"open": true}  {"claim": true}  {"error": "…"}
After {"kontra": …} before a card, and after {"open": true}, it is the same seat's turn again: ask
once more, with that action added.

Example, a line in (here over several):
  {"format": "ulti-seat/1", "rules": "4m", "seat": 2, "dealer": 2,
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
        let mut shelf = Shelf::default();
        let mut input = std::io::stdin().lock();
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line).context("can't read standard input")? > 0 {
            let text = String::from_utf8_lossy(&line);
            if !text.trim().is_empty() {
                let answer = match self.answer(&mut shelf, text.trim()) {
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

    fn answer(&self, shelf: &mut Shelf, text: &str) -> Result<Answer, NoAnswer> {
        let view = shelf.view(&Seen::from_json(text)?)?;
        let (Some(seat), Some(turn)) = (view.seat, view.turn()) else {
            return Err(NotSeen::Over.into());
        };
        if seat != turn {
            return Err(NoAnswer::NotItsTurn { seat, turn });
        }
        let action = robot(self.level, self.seed).act(&view, &Stop::new());
        action.map(Answer).ok_or(NoAnswer::NotItsTurn { seat, turn })
    }
}

/// Why a line gets no answer.
#[derive(Debug, thiserror::Error)]
enum NoAnswer {
    #[error("{0}; `ulti robot --help` shows a line that works")]
    Unreadable(NotSeen),
    #[error(transparent)]
    Impossible(NotSeen),
    #[error("it is seat {turn}'s turn, and seat {seat} has nothing to decide: ask for seat {turn}")]
    NotItsTurn { seat: Seat, turn: Seat },
}

impl From<NotSeen> for NoAnswer {
    fn from(reason: NotSeen) -> Self {
        match reason {
            NotSeen::Unreadable(_) => Self::Unreadable(reason),
            _ => Self::Impossible(reason),
        }
    }
}

/// The book of the rules that were last asked for: making one takes longer than playing a card.
#[derive(Default)]
struct Shelf(Option<(RulesNote, Arc<Book>)>);

impl Shelf {
    fn view(&mut self, seen: &Seen) -> Result<View, NotSeen> {
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
