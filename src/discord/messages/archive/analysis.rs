//! The analysis of a finished deal: which games could have been made, and the mistakes of each player.

use crate::text::{self, GivenAway, args};
use ulti_ai::analysis::{Analysis, AnalysisError, Mistake, Verdict};
use ulti_rules::{Card, Seat};

use crate::discord::messages::game::deal_lines::bold;
use crate::discord::messages::{Appearance, Message, name};

/// Maximum number of mistakes to list. Less serious mistakes are omitted.
const MAX_MISTAKES: usize = 8;

/// Creates the message that shows the analysis of a deal. `players` contains the player names in seat order.
pub fn analysis(number: u32, players: &[String], analysis: &Analysis, appearance: Appearance) -> Message {
    Message::fitting(appearance, |appearance| analysis_in(number, players, analysis, appearance))
}

fn analysis_in(number: u32, players: &[String], analysis: &Analysis, appearance: Appearance) -> Message {
    let text = AnalysisText { appearance, players, analysis };
    let title = appearance.with("analysis-title", args![number]);
    let mut lines = vec![format!("### {title}"), text.played()];
    lines.extend(analysis.verdicts.iter().map(|verdict| text.verdict(verdict)));
    lines.extend(text.line());
    lines.extend(text.mistakes());
    if !analysis.complete {
        lines.push(appearance.text("analysis-incomplete"));
    }
    lines.push(appearance.text("analysis-fair"));
    Message::lines(&lines)
}

/// Returns the text that explains why a deal cannot be analysed.
pub fn not_analysed(why: AnalysisError, appearance: Appearance) -> String {
    appearance.text(match why {
        AnalysisError::Running => "analysis-running",
        AnalysisError::Folded => "analysis-folded",
        AnalysisError::Left => "analysis-left",
        AnalysisError::NoCard => "analysis-no-card",
    })
}

/// Formats the analysis of a deal as lines of text.
#[derive(Clone, Copy)]
struct AnalysisText<'a> {
    appearance: Appearance,
    players: &'a [String],
    analysis: &'a Analysis,
}

impl AnalysisText<'_> {
    fn name(self, seat: Seat) -> String {
        name(self.players.get(seat.index()).map_or("", String::as_str))
    }

    fn played(self) -> String {
        let Analysis { declarer, contract, trump, .. } = self.analysis;
        let contract = text::contract_with_trump(self.appearance, contract, *trump);
        self.appearance.with("analysis-played", args![name = self.name(*declarer), contract])
    }

    fn verdict(self, verdict: &Verdict) -> String {
        let Verdict { game, made, makeable, best, needs } = *verdict;
        text::verdict(self.appearance, game, made, makeable, best, needs)
    }

    /// Formats the first trick under perfect play as one line, or returns `None` if perfect play could not be
    /// computed. The full sequence of cards would be too long to show.
    fn line(self) -> Option<String> {
        let appearance = self.appearance;
        let game = self.analysis.about.filter(|_| !self.analysis.line.is_empty())?;
        let card =
            |(seat, card): &(Seat, Card)| format!("{} {}", self.name(*seat), bold(&appearance.card(*card)));
        let cards: Vec<String> = self.analysis.line.iter().take(3).map(card).collect();
        let game = text::game(appearance.lang, game).into();
        Some(appearance.with("analysis-line-begins", &[("game", game), ("cards", cards.join(" · ").into())]))
    }

    /// Returns the lines that list the worst mistakes, grouped by player.
    fn mistakes(self) -> Vec<String> {
        let appearance = self.appearance;
        let mut worst: Vec<&Mistake> = self.analysis.slips.iter().collect();
        if worst.is_empty() {
            let flawless =
                if self.analysis.complete { "analysis-flawless" } else { "analysis-flawless-so-far" };
            return vec![appearance.text(flawless)];
        }
        worst.sort_by_key(|mistake| std::cmp::Reverse((mistake.games.len(), mistake.points)));
        let left_out = worst.len().saturating_sub(MAX_MISTAKES);
        worst.truncate(MAX_MISTAKES);
        worst.sort_by_key(|mistake| mistake.trick);
        let mut lines = vec![appearance.text("analysis-slips")];
        for seat in self.analysis.declarer.round() {
            let own: Vec<String> = worst
                .iter()
                .filter(|mistake| mistake.seat == seat)
                .map(|mistake| self.mistake(mistake))
                .collect();
            if !own.is_empty() {
                lines.push(bold(&self.name(seat)));
                lines.extend(own);
            }
        }
        if left_out > 0 {
            lines.push(appearance.with("analysis-more", args![count = left_out]));
        }
        lines
    }

    fn mistake(self, mistake: &Mistake) -> String {
        let Mistake { seat, trick, card, better, games, points } = mistake;
        let (trick, card, better, points) = (*trick, *card, *better, *points);
        let declarers = *seat == self.analysis.declarer;
        let given = GivenAway { trick, card, better, games, points, declarers };
        format!("- {}", text::given(self.appearance, given))
    }
}
