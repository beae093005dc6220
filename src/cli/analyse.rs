//! `ulti analyse`: recorded deals looked at again with all cards in sight.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::input::Input;
use super::rules::language;
use super::settlement::Names;
use crate::ai::Stop;
use crate::ai::analysis::{Analysis, NotPlayed, Slip, Verdict, analyse};
use crate::rules::{Card, Record, ReplayError, Seat};
use crate::text::{self, Given, Lang, Look, Text};

/// Say what could be made of recorded deals, and which cards gave it away.
///
/// A file holds one record a line, or one record as a whole document. Every deal is looked at again
/// with all cards in sight: whether each game of the contract could be made against the best defence,
/// how that goes, and which cards gave a game or points away. Silent games and kontra are left out.
/// The exit code is 1 where any record is refused.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Analyse {
    /// Files of records; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object a record.
    #[arg(long)]
    json: bool,
    /// The language: hu or en.
    #[arg(long, default_value = "en", value_name = "LANGUAGE", value_parser = language)]
    lang: Lang,
}

const EXAMPLES: &str = "\
Examples:
  ulti analyse evening.jsonl
  ulti analyse --json evening.jsonl | jq '.slips[] | select(.games != [])'
  tail -1 evening.jsonl | ulti analyse --lang hu -";

/// A record with what came of looking at it.
struct Looked {
    record: Record,
    analysis: Result<Analysis, NotPlayed>,
}

impl Analyse {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let mut refused = false;
        for path in &self.files {
            let input = Input::read(path)?;
            for (line, text) in input.documents() {
                let looked = look_at(text);
                refused |= looked.is_err();
                let place = (input.name.as_str(), line);
                if self.json {
                    writeln!(out, "{}", object(place, &looked))?;
                } else {
                    writeln!(out, "{}:{line}: {}", input.name, self.told(&looked))?;
                }
            }
        }
        Ok(if refused { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn told(&self, looked: &Result<Looked, ReplayError>) -> String {
        match looked {
            Ok(Looked { record, analysis: Ok(analysis) }) => {
                Telling { look: self.lang.into(), players: Names::new(&record.players) }
                    .lines(analysis)
                    .join("\n  ")
            }
            Ok(Looked { analysis: Err(why), .. }) => Text::new(self.lang).say(key(*why)),
            Err(reason) => format!("refused: {reason}"),
        }
    }
}

fn look_at(text: &str) -> Result<Looked, ReplayError> {
    let record = Record::from_json(text)?;
    let analysis = analyse(&record.replay()?.view(None), &Stop::new());
    Ok(Looked { record, analysis })
}

/// The key of the sentence for a deal that there is nothing to say about.
const fn key(why: NotPlayed) -> &'static str {
    match why {
        NotPlayed::Running => "analysis-running",
        NotPlayed::Folded => "analysis-folded",
        NotPlayed::Left => "analysis-left",
        NotPlayed::NoCard => "analysis-no-card",
    }
}

/// An analysis being told of.
struct Telling {
    look: Look,
    players: Names,
}

impl Telling {
    fn say(&self, key: &str) -> String {
        plain(&Text::new(self.look.lang).say(key))
    }

    fn name(&self, seat: Seat) -> &str {
        self.players.of(seat)
    }

    fn lines(&self, analysis: &Analysis) -> Vec<String> {
        let contract = text::contract_with_trump(self.look, &analysis.contract, analysis.trump);
        let args = [("name", self.name(analysis.declarer).into()), ("contract", contract.into())];
        let mut lines = vec![plain(&Text::new(self.look.lang).with("analysis-played", &args))];
        lines.extend(analysis.verdicts.iter().map(|verdict| self.verdict(verdict)));
        lines.extend(self.line(analysis));
        lines.extend(self.slips(analysis));
        if !analysis.complete {
            lines.push(self.say("analysis-incomplete"));
        }
        lines
    }

    fn verdict(&self, verdict: &Verdict) -> String {
        let Verdict { game, made, makeable, best, needs } = *verdict;
        text::verdict(self.look, game, made, makeable, best.zip(needs))
    }

    /// The whole line, trick by trick.
    fn line(&self, analysis: &Analysis) -> Option<String> {
        let game = analysis.about.filter(|_| !analysis.line.is_empty())?;
        let card = |(seat, card): &(Seat, Card)| {
            format!("{} {}", self.name(*seat), text::card_short(self.look, *card))
        };
        let trick = |(number, cards): (usize, &[(Seat, Card)])| {
            format!("\n    {number:2}. {}", cards.iter().map(card).collect::<Vec<_>>().join(", "))
        };
        let tricks: String = (1..).zip(analysis.line.chunks(3)).map(trick).collect();
        let args = [("game", text::game(self.look.lang, game).into()), ("cards", tricks.into())];
        Some(Text::new(self.look.lang).with("analysis-line", &args))
    }

    fn slips(&self, analysis: &Analysis) -> Vec<String> {
        if analysis.slips.is_empty() {
            let key = if analysis.complete { "analysis-flawless" } else { "analysis-flawless-so-far" };
            return vec![self.say(key)];
        }
        let slip = |slip: &Slip| {
            let Slip { seat, trick, card, better, games, points } = slip;
            let (trick, card, better, points) = (*trick, *card, *better, *points);
            let declarers = *seat == analysis.declarer;
            let given = text::given(self.look, Given { trick, card, better, games, points, declarers });
            format!("  {}: {}", self.name(*seat), plain(&given))
        };
        [self.say("analysis-slips")].into_iter().chain(analysis.slips.iter().map(slip)).collect()
    }
}

/// Without the signs that Discord reads.
fn plain(text: &str) -> String {
    text.replace("**", "").trim_start_matches("-# ").to_owned()
}

fn object((file, line): (&str, usize), looked: &Result<Looked, ReplayError>) -> Value {
    match looked {
        Ok(Looked { analysis: Ok(analysis), .. }) => json!({
            "file": file, "line": line, "analysed": true,
            "declarer": analysis.declarer, "contract": analysis.contract, "trump": analysis.trump,
            "games": analysis.verdicts.iter().map(game).collect::<Vec<_>>(),
            "best_line": analysis.line, "best_line_for": analysis.about,
            "slips": analysis.slips.iter().map(slip).collect::<Vec<_>>(),
            "complete": analysis.complete,
        }),
        Ok(Looked { analysis: Err(why), .. }) => {
            json!({ "file": file, "line": line, "analysed": false, "reason": why.to_string() })
        }
        Err(reason) => {
            json!({ "file": file, "line": line, "analysed": false, "refused": reason.to_string() })
        }
    }
}

fn game(verdict: &Verdict) -> Value {
    let Verdict { game, made, makeable, best, needs } = verdict;
    json!({ "game": game, "made": made, "makeable": makeable, "best_points": best, "needs_points": needs })
}

fn slip(slip: &Slip) -> Value {
    let Slip { seat, trick, card, better, games, points } = slip;
    json!({ "seat": seat, "trick": trick, "card": card, "better": better, "games": games, "points": points })
}
