//! The result of a deal: games won and lost, payments, standings and all cards.

use serenity::builder::{CreateActionRow, CreateEmbed};

use crate::discord::custom_id::CustomId;
use crate::store::{LONGEST_REASON, Void};
use crate::table::{Command, DealView, TableStage, TableView, UserId};
use crate::text::{self, ExplanationText, args};
use ulti_rules::{BySeat, CardSet, DealEnd, Explanation, RankOrder, Seat, Stage, Trump, View};

use super::deal_lines::{DealLines, bold};
use crate::discord::messages::buttons::{ask, button, cut, primary};
use crate::discord::messages::message::DESCRIPTION;
use crate::discord::messages::notices::lacks_agreement_to_end;
use crate::discord::messages::{Appearance, Message, table};

/// Creates the message that shows the result of a deal.
///
/// The message has buttons for the player's own hand and tricks, a replay and the proof of the shuffle, and
/// an analysis button if a card was played. If this is the latest deal, the message also has buttons for
/// continuing the session. A void deal is marked, with the reason.
pub fn result(
    table_view: &TableView,
    deal: &DealView,
    void: Option<&Void>,
    appearance: Appearance,
) -> Message {
    Message::fitting(appearance, |appearance| result_in(table_view, deal, void, appearance))
}

fn result_in(
    table_view: &TableView,
    deal: &DealView,
    void: Option<&Void>,
    appearance: Appearance,
) -> Message {
    let lines = DealLines { appearance, table_view, deal, view: &deal.view };
    let Stage::Over { dealt, .. } = &deal.view.stage else { return table(table_view, appearance) };
    let mut message = Message::lines(&lines.settlement(void));
    message.unless_pictured.push(lines.cards(dealt));
    message.rows = lines.buttons();
    message
}

/// Creates the reply to `/table` for one user: the table message, or the result if the deal is over.
///
/// The reply is self-contained, because the user might not see the other messages of the table.
pub fn table_alone(table_view: &TableView, void: Option<&Void>, appearance: Appearance) -> Message {
    match table_view.deal.as_deref().filter(|deal| deal.is_over()) {
        Some(deal) => result(table_view, deal, void, appearance),
        None => table(table_view, appearance),
    }
}

impl DealLines<'_> {
    fn settlement(self, void: Option<&Void>) -> Vec<String> {
        let Stage::Over { settlement, end, .. } = &self.view.stage else { return Vec::new() };
        let appearance = self.appearance;
        let title = appearance.with("result-title", args![number = self.deal.number]);
        let mut lines = vec![format!("### {title}")];
        lines.extend(void.map(|void| appearance.void_result(void)));
        lines.extend(self.played());
        let declarer = self.view.contract().map_or(Seat::Zero, |(seat, _)| seat);
        let explained = appearance.explained(self.view, &|seat| self.name(seat));
        // The lines of the games say that the declarer folded or that a player left.
        let end = (matches!(end, DealEnd::Claimed | DealEnd::Conceded) || settlement.items.is_empty())
            .then_some(*end);
        lines.extend(end.and_then(|end| appearance.deal_end(end, declarer, &|seat| self.name(seat))));
        lines.extend(explained);
        lines.extend(appearance.changed_standings(self.deal, &settlement.payments));
        if self.goes_on() {
            lines.extend(self.agreed_to_end());
            lines.extend(appearance.seat_changes(self.table_view));
            lines.extend(self.time_left());
            lines.extend(self.next_deal());
        }
        lines
    }

    fn played(self) -> Option<String> {
        let (declarer, _) = self.view.contract()?;
        Some(
            self.appearance
                .with("result-played", args![name = self.name(declarer), contract = self.contract()]),
        )
    }

    /// Formats one line that lists the players who have agreed to end the game session, or says that all
    /// have.
    pub(crate) fn agreed_to_end(self) -> Option<String> {
        let (votes, needed) = self.table_view.votes_to_end();
        let agreed: Vec<String> = self
            .table_view
            .chairs
            .iter()
            .filter(|chair| chair.agrees_to_end && !chair.stood_in)
            .map(|chair| self.appearance.player(&chair.player))
            .collect();
        let is_last =
            self.table_view.stage == TableStage::Dealing && !lacks_agreement_to_end(self.table_view);
        if is_last && !agreed.is_empty() {
            return Some(self.appearance.text("show-last-deal"));
        }
        let dealing = self.table_view.stage == TableStage::Dealing;
        let args = args![names = text::list(self.appearance.lang, &agreed), votes, needed, dealing];
        (!agreed.is_empty()).then(|| self.appearance.with("show-agreed", args))
    }

    /// Returns `true` if this is the latest deal and the next one can follow.
    fn goes_on(self) -> bool {
        self.table_view.stage == TableStage::Between && self.is_newest()
    }

    fn is_newest(self) -> bool {
        self.table_view.deal.as_ref().is_some_and(|newest| newest.number == self.deal.number)
    }

    /// Creates the embed that shows the dealt hands and the talon. The picture of the result shows them, too.
    fn cards(self, dealt: &BySeat<CardSet>) -> CreateEmbed {
        let appearance = self.appearance;
        let trump = self.view.board().and_then(|board| board.trump);
        let order = if self.view.board().is_some() { RankOrder::of(trump) } else { RankOrder::WithTrumps };
        let hand = |(seat, cards): (Seat, &CardSet)| self.dealt(seat, *cards, trump, order);
        let mut lines = vec![bold(&appearance.text("result-hands"))];
        lines.extend(dealt.iter().map(hand));
        if let Some(talon) = self.view.talon.filter(|cards| !cards.is_empty()) {
            lines.push(appearance.with("result-talon", args![cards = appearance.cards(talon, trump, order)]));
        }
        CreateEmbed::new().description(cut(&lines.join("\n"), DESCRIPTION))
    }

    fn dealt(self, seat: Seat, cards: CardSet, trump: Trump, order: RankOrder) -> String {
        let cards = self.appearance.cards(cards, trump, order);
        self.appearance.with("result-dealt", args![name = self.name(seat), cards])
    }

    /// Creates two rows of buttons: the next steps first, then the less frequent ones.
    fn buttons(self) -> Vec<CreateActionRow> {
        let appearance = self.appearance;
        let table = self.table_view.table;
        let deal = self.deal.number;
        let goes_on = self.goes_on();
        let mut first = Vec::new();
        if goes_on {
            first.push(primary(&ask(table, Command::NextDeal), &appearance.text("button-next-deal")));
        }
        let own = CustomId::OwnDeal { table, deal };
        first.push(button(&own, &appearance.text("button-own-deal")));
        first.push(button(&CustomId::Replay { table, deal }, &appearance.text("button-replay")));
        first.extend(goes_on.then(|| appearance.more(self.table_view)));
        let mut second = Vec::new();
        if self.was_played() {
            second.push(button(&CustomId::Analyse { table, deal }, &appearance.text("button-analyse")));
        }
        second.push(self.shuffle_button());
        if goes_on {
            second.push(appearance.end_evening(self.table_view));
            second.extend(appearance.freed_seat(self.table_view));
        }
        [first, second].map(CreateActionRow::Buttons).into()
    }

    /// Returns `true` if at least one card was played.
    fn was_played(self) -> bool {
        let board = self.view.board();
        board.is_some_and(|board| !board.tricks.is_empty() || !board.current.is_empty())
    }
}

impl Appearance {
    /// Returns the lines that explain the result of a deal: one per game, and one per payment.
    pub(crate) fn explained(self, view: &View, name: &dyn Fn(Seat) -> String) -> Vec<String> {
        let explanation = Explanation::of(view);
        explanation.map(|found| ExplanationText::new(self, view, name).lines(&found)).unwrap_or_default()
    }

    /// Formats the line that marks the result of a void deal.
    fn void_result(self, void: &Void) -> String {
        let reason = self.void_reason(void, LONGEST_REASON);
        match void.by {
            Some(UserId(user)) => {
                self.with("result-void", args![who = format!("<@{user}>"), reason = reason])
            }
            None => self.with("result-void-by-nobody", args![reason]),
        }
    }

    /// Formats the points of all players after a deal as one line, with each player's change in brackets.
    fn changed_standings(self, deal: &DealView, payments: &BySeat<i32>) -> Option<String> {
        self.standings_with(&deal.standings, deal.window, &|standing| {
            let seat = deal.seat_of(standing.player.id)?;
            Some(self.with("result-change", args![points = text::signed(payments[seat])]))
        })
    }

    /// Describes how a deal ended. Returns `None` if all cards were played.
    pub(crate) fn deal_end(
        self,
        end: DealEnd,
        declarer: Seat,
        name: &dyn Fn(Seat) -> String,
    ) -> Option<String> {
        match end {
            DealEnd::Played => None,
            DealEnd::Claimed => Some(self.with("result-claimed", args![name = name(declarer)])),
            DealEnd::Folded => Some(self.with("result-folded", args![name = name(declarer)])),
            DealEnd::Conceded => Some(self.with("result-conceded", args![name = name(declarer)])),
            DealEnd::Left(seat) => Some(self.with("result-left", args![name = name(seat)])),
        }
    }
}
