//! The `ulti analyse` command, which analyses recorded deals with all cards known.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::robot_deals::settlement_text::SeatNames;
use super::rules::language;
use super::{exit_code, record_input};
use crate::text::{self, Appearance, GivenAway, Lang, Text};
use ulti_ai::Cancellation;
use ulti_ai::analysis::{Analysis, AnalysisError, Mistake, Verdict, analyse};
use ulti_rules::{Card, Record, ReplayError, Seat};

/// Find mistakes in recorded deals, with all cards known
///
/// Each file contains one record per line or a single JSON record. For each deal, the analysis shows the best
/// line of play and the cards that gave away a game or points. It also shows which games of the contract the
/// declarer could have made against the best defence. Silent games and kontra are not analysed. The exit code
/// is 1 if any record is rejected.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Analyse {
    /// Files with records in the ulti-record/1 format, or - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object per record.
    #[arg(long)]
    json: bool,
    /// Output language: hu or en.
    #[arg(long, default_value = "en", value_name = "LANGUAGE", value_parser = language)]
    lang: Lang,
}

const EXAMPLES: &str = "\
Examples:
  ulti analyse evening.jsonl
  ulti analyse --json evening.jsonl | jq '.slips[] | select(.games != [])'
  tail -1 evening.jsonl | ulti analyse --lang hu -";

/// A recorded deal and the result of its analysis.
struct AnalysedRecord {
    record: Record,
    analysis: Result<Analysis, AnalysisError>,
}

impl Analyse {
    pub(super) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let mut refused = false;
        record_input::for_each(&self.files, |file, line, text| {
            let analysed = analyse_record(text);
            refused |= analysed.is_err();
            if self.json {
                writeln!(out, "{}", object((file, line), &analysed))?;
            } else {
                writeln!(out, "{file}:{line}: {}", self.text(&analysed))?;
            }
            Ok(())
        })?;
        Ok(exit_code(!refused))
    }

    fn text(&self, analysed: &Result<AnalysedRecord, ReplayError>) -> String {
        match analysed {
            Ok(AnalysedRecord { record, analysis: Ok(analysis) }) => {
                AnalysisReport { appearance: self.lang.into(), players: SeatNames::new(&record.players) }
                    .lines(analysis)
                    .join("\n  ")
            }
            Ok(AnalysedRecord { analysis: Err(why), .. }) => Text::new(self.lang).text(key(*why)),
            Err(reason) => format!("refused: {reason}"),
        }
    }
}

fn analyse_record(text: &str) -> Result<AnalysedRecord, ReplayError> {
    let record = Record::from_json(text)?;
    let analysis = analyse(&record.replay()?.view(None), &Cancellation::new());
    Ok(AnalysedRecord { record, analysis })
}

/// Returns the locale key of the message that explains why a deal cannot be analysed.
const fn key(why: AnalysisError) -> &'static str {
    match why {
        AnalysisError::Running => "analysis-running",
        AnalysisError::Folded => "analysis-folded",
        AnalysisError::Left => "analysis-left",
        AnalysisError::NoCard => "analysis-no-card",
    }
}

/// A plain-text formatter for the analysis of a deal.
struct AnalysisReport {
    appearance: Appearance,
    players: SeatNames,
}

impl AnalysisReport {
    fn text(&self, key: &str) -> String {
        plain(&Text::new(self.appearance.lang).text(key))
    }

    fn name(&self, seat: Seat) -> &str {
        self.players.of(seat)
    }

    fn lines(&self, analysis: &Analysis) -> Vec<String> {
        let contract = text::contract_with_trump(self.appearance, &analysis.contract, analysis.trump);
        let args = [("name", self.name(analysis.declarer).into()), ("contract", contract.into())];
        let mut lines = vec![plain(&Text::new(self.appearance.lang).with("analysis-played", &args))];
        lines.extend(analysis.verdicts.iter().map(|verdict| self.verdict(verdict)));
        lines.extend(self.line(analysis));
        lines.extend(self.slips(analysis));
        if !analysis.complete {
            lines.push(self.text("analysis-incomplete"));
        }
        lines
    }

    fn verdict(&self, verdict: &Verdict) -> String {
        let Verdict { game, made, makeable, best, needs } = *verdict;
        text::verdict(self.appearance, game, made, makeable, best, needs)
    }

    /// Formats the best line of play, with one trick per line. Returns `None` if the analysis contains no
    /// line of play.
    fn line(&self, analysis: &Analysis) -> Option<String> {
        let game = analysis.about.filter(|_| !analysis.line.is_empty())?;
        let card = |(seat, card): &(Seat, Card)| {
            format!("{} {}", self.name(*seat), text::card_short(self.appearance, *card))
        };
        let trick = |(number, cards): (usize, &[(Seat, Card)])| {
            format!("\n    {number:2}. {}", cards.iter().map(card).collect::<Vec<_>>().join(", "))
        };
        let tricks: String = (1..).zip(analysis.line.chunks(3)).map(trick).collect();
        let args = [("game", text::game(self.appearance.lang, game).into()), ("cards", tricks.into())];
        Some(Text::new(self.appearance.lang).with("analysis-line", &args))
    }

    fn slips(&self, analysis: &Analysis) -> Vec<String> {
        if analysis.slips.is_empty() {
            let key = if analysis.complete { "analysis-flawless" } else { "analysis-flawless-so-far" };
            return vec![self.text(key)];
        }
        let slip = |slip: &Mistake| {
            let Mistake { seat, trick, card, better, games, points } = slip;
            let (trick, card, better, points) = (*trick, *card, *better, *points);
            let declarers = *seat == analysis.declarer;
            let given =
                text::given(self.appearance, GivenAway { trick, card, better, games, points, declarers });
            format!("  {}: {}", self.name(*seat), plain(&given))
        };
        [self.text("analysis-slips")].into_iter().chain(analysis.slips.iter().map(slip)).collect()
    }
}

/// Removes the Markdown for bold text and subtext.
fn plain(text: &str) -> String {
    text.replace("**", "").trim_start_matches("-# ").to_owned()
}

fn object((file, line): (&str, usize), analysed: &Result<AnalysedRecord, ReplayError>) -> Value {
    match analysed {
        Ok(AnalysedRecord { analysis: Ok(analysis), .. }) => json!({
            "file": file, "line": line, "analysed": true,
            "declarer": analysis.declarer, "contract": analysis.contract, "trump": analysis.trump,
            "games": analysis.verdicts.iter().map(game).collect::<Vec<_>>(),
            "best_line": analysis.line, "best_line_for": analysis.about,
            "slips": analysis.slips.iter().map(slip).collect::<Vec<_>>(),
            "complete": analysis.complete,
        }),
        Ok(AnalysedRecord { analysis: Err(why), .. }) => {
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

fn slip(slip: &Mistake) -> Value {
    let Mistake { seat, trick, card, better, games, points } = slip;
    json!({ "seat": seat, "trick": trick, "card": card, "better": better, "games": games, "points": points })
}
