//! The replay of a finished deal: auction, tricks and settlement, step by step, with all hands.

use serenity::builder::{CreateActionRow, CreateButton, CreateEmbed};

use crate::discord::custom_id::{CustomId, HistoryId, ReplayStep};
use crate::store::{DealId, DealRow};
use crate::text::{self, Arg, args};
use ulti_rules::{BySeat, CardSet, Event, RankOrder, ReplayFrame, Seat, Stage, TrickPoints};

use crate::discord::messages::buttons::{button, cut};
use crate::discord::messages::game::deal_lines::bold;
use crate::discord::messages::message::DESCRIPTION;
use crate::discord::messages::{Appearance, Message};

/// A finished deal prepared for a step-by-step replay.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayPosition {
    /// The stored deal, including when it was played and whether it was ranked.
    pub deal: DealRow,
    /// Player names by seat.
    pub names: BySeat<String>,
    /// The steps of the replay.
    pub frames: Vec<ReplayFrame>,
}

impl ReplayPosition {
    /// Returns the index of the last step.
    pub fn last(&self) -> u8 {
        u8::try_from(self.frames.len().saturating_sub(1)).unwrap_or(u8::MAX)
    }

    /// Returns the index of the step that a replay button leads to. If there is no such step, returns the
    /// index of the last step.
    pub fn step(&self, turn: ReplayStep) -> u8 {
        match turn {
            ReplayStep::First => 0,
            ReplayStep::Back(step) | ReplayStep::On(step) => step.min(self.last()),
            ReplayStep::Last => self.last(),
        }
    }
}

/// Creates the message that shows one step of a replay, with buttons that lead to other steps.
///
/// Steps are numbered from 0.
pub fn replay(replayed: &ReplayPosition, step: u8, appearance: Appearance) -> Message {
    Message::fitting(appearance, |appearance| replay_in(replayed, step, appearance))
}

/// Returns the title of a replay step, which says whether the step shows the dealt cards, a trick or the
/// settlement.
pub fn step_name(frame: &ReplayFrame, appearance: Appearance) -> String {
    match (frame.trick(), frame.settlement()) {
        (Some((number, ..)), _) => appearance.with("play-trick", args![number]),
        (None, Some(_)) => appearance.text("replay-end"),
        (None, None) => appearance.text("replay-dealt"),
    }
}

fn replay_in(replayed: &ReplayPosition, step: u8, appearance: Appearance) -> Message {
    let Some(frame) = replayed.frames.get(usize::from(step)) else {
        return Message::text(appearance.text("analysis-unavailable"));
    };
    let text = ReplayText { appearance, replayed, frame };
    let mut lines = vec![text.title(step), text.what()];
    lines.extend(appearance.marks(&replayed.deal));
    lines.extend(text.happened());
    lines.extend(text.settlement());
    let mut message = Message::lines(&lines);
    message.unless_pictured.push(text.cards());
    message.rows = text.rows(step);
    message
}

/// Formats one step of a replay as text.
#[derive(Clone, Copy)]
struct ReplayText<'a> {
    appearance: Appearance,
    replayed: &'a ReplayPosition,
    frame: &'a ReplayFrame,
}

impl ReplayText<'_> {
    fn name(self, seat: Seat) -> String {
        self.appearance.known(Some(&self.replayed.names[seat]))
    }

    fn with(self, key: &str, seat: Seat, args: &[(&'static str, Arg<'_>)]) -> String {
        let mut all = vec![("name", self.name(seat).into())];
        all.extend_from_slice(args);
        self.appearance.with(key, &all)
    }

    fn title(self, step: u8) -> String {
        let args = args![
            deal = self.replayed.deal.id.to_string(),
            what = step_name(self.frame, self.appearance),
            step = i64::from(step) + 1,
            steps = i64::from(self.replayed.last()) + 1
        ];
        format!("### {}", self.appearance.with("replay-title", args))
    }

    /// Formats the deal's time, contract and declarer as one line.
    fn what(self) -> String {
        let deal = &self.replayed.deal;
        let when = format!("<t:{}:f>", deal.played.seconds());
        let trump = self.frame.view.board().map(|board| board.trump);
        let contract = match (deal.contract, trump) {
            (Some(contract), Some(trump)) => text::contract_with_trump(self.appearance, &contract, trump),
            _ => self.appearance.played(deal),
        };
        let mut parts = vec![when, bold(&contract)];
        parts.extend(deal.declarer.map(|seat| self.with("play-declarer", seat, &[])));
        parts.join(" · ")
    }

    /// Formats what happened in a replay step, such as bids and kontras, one event per line. The cards of a
    /// trick are listed on one line.
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
                    || self.appearance.text("trump-none"),
                    |suit| text::suit_with_sign(self.appearance, suit),
                );
                self.with("replay-trump", seat, args![trump])
            }
            Event::Kontra { seat, games } => {
                let games = text::games(self.appearance.lang, games);
                let back = self.replayed.deal.declarer == Some(seat);
                let key = if back { "replay-rekontra" } else { "replay-kontra" };
                self.with(key, seat, args![games])
            }
            Event::Opened { seat } => self.with("picture-open", seat, &[]),
            Event::Announced { seat, suits } if !suits.is_empty() => {
                let trump = self.frame.view.board().and_then(|board| board.trump);
                let suits: Vec<String> =
                    suits.iter().map(|suit| self.appearance.marriage(suit, trump)).collect();
                let suits = text::list(self.appearance.lang, &suits);
                self.with("play-announced", seat, args![marriages = suits])
            }
            _ => return None,
        })
    }

    fn bid(self, seat: Seat, contract: ulti_rules::Contract, discard: Option<CardSet>) -> String {
        let contract = ("contract", self.appearance.contract(contract).into());
        match discard {
            Some(cards) => {
                let cards = self.appearance.cards(cards, None, RankOrder::WithTrumps);
                self.with("replay-bid", seat, &[contract, ("cards", cards.into())])
            }
            None => self.with("auction-call-bid", seat, &[contract]),
        }
    }

    /// Formats the cards of the trick as one line. Returns `None` if no card was played.
    ///
    /// The trick may be incomplete if the deal ended early.
    fn plays(self) -> Option<String> {
        let plays = self.frame.plays();
        let play = |(seat, card): &(Seat, _)| {
            self.with("play-card", *seat, args![card = bold(&self.appearance.card(*card))])
        };
        let (leader, _) = plays.first()?;
        let cards = plays.iter().map(play).collect::<Vec<_>>().join(" · ");
        let taken = self.frame.trick().map(|(_, _, winner)| bold(&self.with("replay-taken", winner, &[])));
        let parts: Vec<String> = [cards].into_iter().chain(taken).collect();
        Some(format!("{} {}", self.with("picture-led-by", *leader, &[]), parts.join(" · ")))
    }

    fn points(self, TrickPoints { declarer, defence }: TrickPoints) -> String {
        self.appearance.with("replay-points", args![declarer, defence])
    }

    /// Returns the lines that explain the result. Returns no lines if the step is not the last one.
    fn settlement(self) -> Vec<String> {
        let Stage::Over { end, .. } = self.frame.view.stage else { return Vec::new() };
        let declarer = self.replayed.deal.declarer.unwrap_or(Seat::Zero);
        let name = |seat| self.name(seat);
        let mut lines: Vec<String> = self.appearance.deal_end(end, declarer, &name).into_iter().collect();
        lines.extend(self.appearance.explained(&self.frame.view, &name));
        lines
    }

    /// Creates the embed that shows all hands and the talon. An empty talon is omitted.
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
            let cards = self.appearance.cards(*cards, trump, order);
            self.with("result-dealt", seat, args![cards])
        };
        let mut lines: Vec<String> = Vec::new();
        if self.frame.settlement().is_some() {
            lines.push(bold(&self.appearance.text("result-hands")));
        }
        lines.extend(self.frame.hands.iter().map(hand));
        if let Some(talon) = self.frame.view.talon.filter(|cards| !cards.is_empty()) {
            let cards = self.appearance.cards(talon, trump, order);
            lines.push(self.appearance.with("replay-talon", args![cards]));
        }
        CreateEmbed::new().description(cut(&lines.join("\n"), DESCRIPTION))
    }

    fn rows(self, step: u8) -> Vec<CreateActionRow> {
        let (appearance, deal, last) = (self.appearance, self.replayed.deal.id, self.replayed.last());
        let turn =
            |turn, key: &str| button(&CustomId::Played(HistoryId::Turn(deal, turn)), &appearance.text(key));
        let mut steps: Vec<CreateButton> = vec![
            turn(ReplayStep::First, "replay-first").disabled(step == 0),
            turn(ReplayStep::Back(step.saturating_sub(1)), "replay-back").disabled(step == 0),
            turn(ReplayStep::On(step.saturating_add(1).min(last)), "replay-on").disabled(step == last),
            turn(ReplayStep::Last, "replay-last").disabled(step == last),
        ];
        if self.replayed.frames.iter().any(|frame| !frame.plays().is_empty()) {
            steps.push(button(
                &CustomId::Played(HistoryId::Analyse(deal)),
                &appearance.text("button-analyse"),
            ));
        }
        vec![CreateActionRow::Buttons(steps), CreateActionRow::Buttons(appearance.export_buttons(deal))]
    }
}

impl Appearance {
    /// Creates the buttons for exporting a deal and verifying its shuffle.
    fn export_buttons(self, deal: DealId) -> Vec<CreateButton> {
        let to = |played, key: &str| button(&CustomId::Played(played), &self.text(key));
        vec![
            to(HistoryId::Export(deal), "replay-export"),
            to(HistoryId::ExportEvening(deal), "replay-export-evening"),
            to(HistoryId::Verify(deal), "replay-verify"),
        ]
    }
}
