//! A finished deal step by step, with all hands: the auction, each trick, the reckoning.

use serenity::builder::{CreateActionRow, CreateButton, CreateEmbed};

use crate::discord::custom_id::{CustomId, Played, Turn};
use crate::rules::{BySeat, CardSet, End, Event, Frame, RankOrder, Seat, Settlement, Stage, Taken};
use crate::store::{DealId, DealRow};
use crate::text::{self, Arg};

use super::board::bold;
use super::buttons::{button, cut};
use super::message::{CONTENT, DESCRIPTION};
use super::{Look, Message};

/// A finished deal to step through.
#[derive(Debug, Clone, PartialEq)]
pub struct Replayed {
    /// Which, with when it was played and what it counts for.
    pub deal: DealRow,
    /// Who sat where.
    pub names: BySeat<String>,
    /// Its steps.
    pub frames: Vec<Frame>,
}

impl Replayed {
    /// The number of its last step, from 0.
    pub fn last(&self) -> u8 {
        u8::try_from(self.frames.len().saturating_sub(1)).unwrap_or(u8::MAX)
    }

    /// Which step a button leads to; what leads beyond the last is the last.
    pub fn step(&self, turn: Turn) -> u8 {
        match turn {
            Turn::First => 0,
            Turn::Back(step) | Turn::On(step) => step.min(self.last()),
            Turn::Last => self.last(),
        }
    }
}

/// A step of the deal, from 0, with buttons to the others.
pub fn replay(replayed: &Replayed, step: u8, look: impl Into<Look>) -> Message {
    Message::fitting(look.into(), |look| replay_in(replayed, step, look))
}

/// What a step is called: the deal as dealt, a trick, the reckoning.
pub fn step_name(frame: &Frame, look: impl Into<Look>) -> String {
    let look = look.into();
    match (frame.trick(), frame.settlement()) {
        (Some((number, ..)), _) => look.with("play-trick", &[("number", number.into())]),
        (None, Some(_)) => look.say("replay-end"),
        (None, None) => look.say("replay-dealt"),
    }
}

fn replay_in(replayed: &Replayed, step: u8, look: Look) -> Message {
    let Some(frame) = replayed.frames.get(usize::from(step)) else {
        return Message::text(look.say("analysis-unavailable"));
    };
    let telling = Telling { look, replayed, frame };
    let mut lines = vec![telling.title(step), telling.what()];
    lines.extend(look.marks(&replayed.deal));
    lines.extend(telling.happened());
    lines.extend(frame.settlement().into_iter().flat_map(|settlement| telling.reckoning(settlement)));
    let mut message = Message::text(cut(&lines.join("\n"), CONTENT));
    message.embeds.push(telling.cards());
    message.rows = telling.rows(step);
    message
}

#[derive(Clone, Copy)]
struct Telling<'a> {
    look: Look,
    replayed: &'a Replayed,
    frame: &'a Frame,
}

impl Telling<'_> {
    fn name(self, seat: Seat) -> String {
        self.look.known(Some(&self.replayed.names[seat]))
    }

    fn with(self, key: &str, seat: Seat, args: &[(&'static str, Arg<'_>)]) -> String {
        let mut all = vec![("name", self.name(seat).into())];
        all.extend_from_slice(args);
        self.look.with(key, &all)
    }

    fn title(self, step: u8) -> String {
        let args = [
            ("deal", self.replayed.deal.id.to_string().into()),
            ("what", step_name(self.frame, self.look).into()),
            ("step", (i64::from(step) + 1).into()),
            ("steps", (i64::from(self.replayed.last()) + 1).into()),
        ];
        format!("### {}", self.look.with("replay-title", &args))
    }

    /// When it was played, what, and by whom alone.
    fn what(self) -> String {
        let deal = &self.replayed.deal;
        let when = format!("<t:{}:f>", deal.played.seconds());
        let trump = self.frame.view.board().map(|board| board.trump);
        let contract = match (deal.contract, trump) {
            (Some(contract), Some(trump)) => text::contract_with_trump(self.look, &contract, trump),
            _ => self.look.played(deal),
        };
        let mut parts = vec![when, bold(&contract)];
        parts.extend(deal.declarer.map(|seat| self.with("play-declarer", seat, &[])));
        parts.join(" · ")
    }

    /// What happened in this step, a line each; the cards of a trick are one line.
    fn happened(self) -> Vec<String> {
        let mut lines: Vec<String> = self.frame.events.iter().filter_map(|event| self.event(event)).collect();
        lines.extend(self.plays());
        lines.extend(
            self.frame.points().filter(|_| self.frame.trick().is_some()).map(|taken| self.points(taken)),
        );
        lines
    }

    fn event(self, event: &Event) -> Option<String> {
        Some(match *event {
            Event::Bid { seat, contract, discard } => self.bid(seat, contract, discard),
            Event::Passed { seat } => self.with("auction-call-pass", seat, &[]),
            Event::TrumpNamed { seat, trump } => {
                let trump = trump.map_or_else(
                    || self.look.say("trump-none"),
                    |suit| text::suit_with_sign(self.look, suit),
                );
                self.with("replay-trump", seat, &[("trump", trump.into())])
            }
            Event::Kontra { seat, games } => {
                let games = text::games(self.look.lang, games);
                let back = self.replayed.deal.declarer == Some(seat);
                let key = if back { "replay-rekontra" } else { "replay-kontra" };
                self.with(key, seat, &[("games", games.into())])
            }
            Event::Opened { seat } => self.with("picture-open", seat, &[]),
            Event::Announced { seat, suits } if !suits.is_empty() => {
                let trump = self.frame.view.board().and_then(|board| board.trump);
                let told: Vec<String> = suits.iter().map(|suit| self.look.marriage(suit, trump)).collect();
                let told = text::list(self.look.lang, &told);
                self.with("play-announced", seat, &[("marriages", told.into())])
            }
            _ => return None,
        })
    }

    fn bid(self, seat: Seat, contract: crate::rules::Contract, discard: Option<CardSet>) -> String {
        let contract = ("contract", self.look.contract(contract).into());
        match discard {
            Some(cards) => {
                let cards = self.look.cards(cards, None, RankOrder::WithTrumps);
                self.with("replay-bid", seat, &[contract, ("cards", cards.into())])
            }
            None => self.with("auction-call-bid", seat, &[contract]),
        }
    }

    /// The trick, or the cards that were played before the deal ended.
    fn plays(self) -> Option<String> {
        let plays = self.frame.plays();
        let play = |(seat, card): &(Seat, _)| {
            self.with("play-card", *seat, &[("card", bold(&self.look.card(*card)).into())])
        };
        let (leader, _) = plays.first()?;
        let cards = plays.iter().map(play).collect::<Vec<_>>().join(" · ");
        let taken = self.frame.trick().map(|(_, _, winner)| bold(&self.with("replay-taken", winner, &[])));
        let told: Vec<String> = [cards].into_iter().chain(taken).collect();
        Some(format!("{} {}", self.with("picture-led-by", *leader, &[]), told.join(" · ")))
    }

    fn points(self, Taken { declarer, defence }: Taken) -> String {
        let args = [("declarer", declarer.into()), ("defence", defence.into())];
        self.look.with("replay-points", &args)
    }

    fn reckoning(self, settlement: &Settlement) -> Vec<String> {
        let mut lines = Vec::new();
        if let Stage::Over { end, .. } = self.frame.view.stage {
            lines.extend(match end {
                End::Played => None,
                End::Claimed => Some(self.look.say("result-claimed")),
                End::Folded => self.replayed.deal.declarer.map(|seat| self.with("result-folded", seat, &[])),
                End::Left(seat) => Some(self.with("result-left", seat, &[])),
            });
        }
        let declarer = self.replayed.deal.declarer.unwrap_or(Seat::Zero);
        lines.extend(text::results(self.look, settlement, declarer, &|seat| self.name(seat)));
        lines
    }

    /// All hands, and the talon once it lies for good.
    fn cards(self) -> CreateEmbed {
        let trump = self.frame.view.board().and_then(|board| board.trump);
        let order = match self.frame.view.board() {
            Some(_) => RankOrder::of(trump),
            None => RankOrder::WithTrumps,
        };
        let hand = |(seat, cards): (Seat, &CardSet)| {
            if cards.is_empty() {
                return self.with("replay-no-cards", seat, &[]);
            }
            let cards = self.look.cards(*cards, trump, order);
            self.with("result-dealt", seat, &[("cards", cards.into())])
        };
        let mut lines: Vec<String> = Vec::new();
        if self.frame.settlement().is_some() {
            lines.push(bold(&self.look.say("result-hands")));
        }
        lines.extend(self.frame.hands.iter().map(hand));
        if let Some(talon) = self.frame.view.talon.filter(|cards| !cards.is_empty()) {
            let cards = self.look.cards(talon, trump, order);
            lines.push(self.look.with("replay-talon", &[("cards", cards.into())]));
        }
        CreateEmbed::new().description(cut(&lines.join("\n"), DESCRIPTION))
    }

    fn rows(self, step: u8) -> Vec<CreateActionRow> {
        let (look, deal, last) = (self.look, self.replayed.deal.id, self.replayed.last());
        let turn = |turn, key: &str| button(&CustomId::Played(Played::Turn(deal, turn)), &look.say(key));
        let mut steps: Vec<CreateButton> = vec![
            turn(Turn::First, "replay-first").disabled(step == 0),
            turn(Turn::Back(step.saturating_sub(1)), "replay-back").disabled(step == 0),
            turn(Turn::On(step.saturating_add(1).min(last)), "replay-on").disabled(step == last),
            turn(Turn::Last, "replay-last").disabled(step == last),
        ];
        if self.replayed.frames.iter().any(|frame| !frame.plays().is_empty()) {
            steps.push(button(&CustomId::Played(Played::Analyse(deal)), &look.say("button-analyse")));
        }
        vec![CreateActionRow::Buttons(steps), CreateActionRow::Buttons(look.taking_away(deal))]
    }
}

impl Look {
    /// The buttons that give a deal as a file, and check its shuffle.
    fn taking_away(self, deal: DealId) -> Vec<CreateButton> {
        let to = |played, key: &str| button(&CustomId::Played(played), &self.say(key));
        vec![
            to(Played::Export(deal), "replay-export"),
            to(Played::ExportEvening(deal), "replay-export-evening"),
            to(Played::Verify(deal), "replay-verify"),
        ]
    }
}
