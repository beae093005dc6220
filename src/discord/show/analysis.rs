//! A finished deal looked at again: what could be made, how, and who gave what away.

use crate::ai::analysis::{Analysis, NotPlayed, Slip, Verdict};
use crate::rules::{Card, Seat};
use crate::text::{self, Given};

use super::board::bold;
use super::buttons::cut;
use super::message::CONTENT;
use super::{Look, Message, name};

/// How many cards are told of; the worst of them.
const TOLD: usize = 8;

/// What came of looking at the deal with this number again; `players` are the names at the seats.
pub fn analysis(number: u32, players: &[String], analysis: &Analysis, look: impl Into<Look>) -> Message {
    Message::fitting(look.into(), |look| analysis_in(number, players, analysis, look))
}

fn analysis_in(number: u32, players: &[String], analysis: &Analysis, look: Look) -> Message {
    let telling = Telling { look, players, analysis };
    let title = look.with("analysis-title", &[("number", number.into())]);
    let mut lines = vec![format!("### {title}"), telling.played()];
    lines.extend(analysis.verdicts.iter().map(|verdict| telling.verdict(verdict)));
    lines.extend(telling.line());
    lines.extend(telling.slips());
    if !analysis.complete {
        lines.push(look.say("analysis-incomplete"));
    }
    lines.push(look.say("analysis-fair"));
    Message::text(cut(&lines.join("\n"), CONTENT))
}

/// The sentence for a deal that there is nothing to say about.
pub fn not_analysed(why: NotPlayed, look: impl Into<Look>) -> String {
    look.into().say(match why {
        NotPlayed::Running => "analysis-running",
        NotPlayed::Folded => "analysis-folded",
        NotPlayed::Left => "analysis-left",
        NotPlayed::NoCard => "analysis-no-card",
    })
}

#[derive(Clone, Copy)]
struct Telling<'a> {
    look: Look,
    players: &'a [String],
    analysis: &'a Analysis,
}

impl Telling<'_> {
    fn name(self, seat: Seat) -> String {
        name(self.players.get(seat.index()).map_or("", String::as_str))
    }

    fn played(self) -> String {
        let Analysis { declarer, contract, trump, .. } = self.analysis;
        let contract = text::contract_with_trump(self.look, contract, *trump);
        let args = [("name", self.name(*declarer).into()), ("contract", contract.into())];
        self.look.with("analysis-played", &args)
    }

    fn verdict(self, verdict: &Verdict) -> String {
        let Verdict { game, made, makeable, best, needs } = *verdict;
        text::verdict(self.look, game, made, makeable, best.zip(needs))
    }

    /// How everyone's best begins: the first trick says most, and the rest fills a page.
    fn line(self) -> Option<String> {
        let look = self.look;
        let game = self.analysis.about.filter(|_| !self.analysis.line.is_empty())?;
        let card = |(seat, card): &(Seat, Card)| format!("{} {}", self.name(*seat), bold(&look.card(*card)));
        let cards: Vec<String> = self.analysis.line.iter().take(3).map(card).collect();
        let game = text::game(look.lang, game).into();
        Some(look.with("analysis-line-begins", &[("game", game), ("cards", cards.join(" · ").into())]))
    }

    /// The cards that gave most away, player by player.
    fn slips(self) -> Vec<String> {
        let look = self.look;
        let mut worst: Vec<&Slip> = self.analysis.slips.iter().collect();
        if worst.is_empty() {
            let flawless =
                if self.analysis.complete { "analysis-flawless" } else { "analysis-flawless-so-far" };
            return vec![look.say(flawless)];
        }
        worst.sort_by_key(|slip| std::cmp::Reverse((slip.games.len(), slip.points)));
        let left_out = worst.len().saturating_sub(TOLD);
        worst.truncate(TOLD);
        worst.sort_by_key(|slip| slip.trick);
        let mut lines = vec![look.say("analysis-slips")];
        for seat in self.analysis.declarer.round() {
            let own: Vec<String> =
                worst.iter().filter(|slip| slip.seat == seat).map(|slip| self.slip(slip)).collect();
            if !own.is_empty() {
                lines.push(bold(&self.name(seat)));
                lines.extend(own);
            }
        }
        if left_out > 0 {
            lines.push(look.with("analysis-more", &[("count", left_out.into())]));
        }
        lines
    }

    fn slip(self, slip: &Slip) -> String {
        let Slip { seat, trick, card, better, games, points } = slip;
        let (trick, card, better, points) = (*trick, *card, *better, *points);
        let declarers = *seat == self.analysis.declarer;
        let given = Given { trick, card, better, games, points, declarers };
        format!("- {}", text::given(self.look, given))
    }
}
