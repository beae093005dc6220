//! The public table message: contract, declarer, player to act and cards on the table.

use std::collections::BTreeSet;

use serenity::builder::{CreateActionRow, CreateButton};

use crate::table::{DealView, PlayerId, TableView, UserId};
use crate::text::{self, args};
use ulti_rules::Stage;

use super::deal_lines::DealLines;
use crate::discord::custom_id::CustomId;
use crate::discord::messages::buttons::{button, rows};
use crate::discord::messages::{Appearance, Message, lobby};

/// Creates the table message for the current deal, or for the last deal if none is running.
pub fn table(table_view: &TableView, appearance: Appearance) -> Message {
    table_with(table_view, &[], appearance)
}

/// Creates the table message like [`table`]. Names the players without a hand and the button that shows it.
pub fn table_with(table_view: &TableView, without_hand: &[UserId], appearance: Appearance) -> Message {
    Message::fitting(appearance, |appearance| table_in(table_view, without_hand, appearance))
}

fn table_in(table_view: &TableView, without_hand: &[UserId], appearance: Appearance) -> Message {
    let Some(deal) = table_view.deal.as_deref() else { return lobby(table_view, appearance) };
    let lines = DealLines { appearance, table_view, deal, view: &deal.view };
    if deal.is_over() {
        let shuffle = CreateActionRow::Buttons(vec![lines.shuffle_button()]);
        return Message::text(lines.lines_over().join("\n")).with_rows(vec![shuffle]);
    }
    if table_view.is_discarded() {
        return lines.discarded();
    }
    let message = Message::text(lines.lines(without_hand).join("\n")).with_room_for(0);
    message.beside_picture(&lines.lines_beside_picture(without_hand)).with_rows(lines.public_buttons())
}

/// Creates the message that shows the last trick of a deal, with its contract, kontras, announced marriages
/// and auction.
pub fn last_trick(table_view: &TableView, appearance: Appearance) -> Message {
    let Some(deal) = table_view.deal.as_deref() else {
        return Message::text(appearance.text("play-no-last-trick"));
    };
    let lines = DealLines { appearance, table_view, deal, view: &deal.view };
    let trick = if deal.view.hides_last_trick() {
        appearance.text("play-last-trick-hidden")
    } else {
        lines.last_trick().unwrap_or_else(|| appearance.text("play-no-last-trick"))
    };
    let above = [lines.title()].into_iter().chain(lines.declarer()).chain([trick]);
    let below = lines.tricks().into_iter().chain(lines.marriages()).chain(lines.calls());
    Message::lines(&above.chain(below).collect::<Vec<_>>())
}

impl DealLines<'_> {
    /// Returns the lines of the table message during a deal, most important first.
    fn lines(self, without_hand: &[UserId]) -> Vec<String> {
        let mut lines = vec![self.title()];
        lines.extend(self.declarer());
        lines.extend(self.best_bid());
        lines.extend(self.turn());
        lines.extend(self.without_hand(without_hand));
        lines.extend(self.trick());
        lines.extend(self.last_trick());
        lines.extend(self.tricks());
        lines.extend(self.missing_marriage());
        lines.extend(self.marriages());
        lines.extend(self.open_hands());
        if matches!(self.view.stage, Stage::Auction { .. }) {
            lines.extend(self.calls());
            lines.extend(self.rules());
            lines.extend(self.draws());
        }
        lines.extend(self.held());
        lines.extend(self.agreed_to_end());
        lines.extend(self.appearance.seat_changes(self.table_view));
        lines.extend(self.time_left());
        lines.extend(self.appearance.standings(&self.table_view.standings, self.table_view.window));
        lines.extend(self.robots());
        lines.push(self.footer());
        lines
    }

    /// Returns the lines of the table message during a deal that the picture of the table does not show.
    fn lines_beside_picture(self, without_hand: &[UserId]) -> Vec<String> {
        let mut lines: Vec<String> = self.turn().into_iter().collect();
        lines.extend(self.without_hand(without_hand));
        // The picture shows the last trick until the next lead.
        let is_led = self.view.board().is_some_and(|board| !board.current.is_empty());
        lines.extend(self.last_trick().filter(|_| is_led));
        lines.extend(self.missing_marriage());
        // People may not notice in the picture that a hand was laid open.
        lines.extend(self.open_hands());
        if matches!(self.view.stage, Stage::Auction { .. }) {
            lines.extend(self.rules());
            lines.extend(self.draws());
        }
        lines.extend(self.held());
        lines.extend(self.agreed_to_end());
        lines.extend(self.appearance.seat_changes(self.table_view));
        lines.extend(self.time_left());
        lines.push(self.footer());
        lines
    }

    /// Returns the lines of the table message for a finished deal. A separate message shows the detailed
    /// result.
    fn lines_over(self) -> Vec<String> {
        let mut lines = vec![self.title()];
        lines.extend(self.declarer());
        lines.extend(self.last_trick());
        lines.extend(self.tricks());
        lines.push(self.appearance.text("show-deal-over"));
        lines.push(self.footer());
        lines
    }

    /// Creates the message for a deal during which the table was closed.
    pub(super) fn discarded(self) -> Message {
        Message::text([self.title(), self.appearance.text("show-deal-discarded")].join("\n"))
    }

    fn title(self) -> String {
        let contract = self.contract();
        if contract.is_empty() {
            format!("### {}", self.number())
        } else {
            format!("### {} · {contract}", self.number())
        }
    }

    /// Returns the lines with the rules of the table, which may have changed in the lobby. Empty after the
    /// first deal.
    fn rules(self) -> Vec<String> {
        if self.deal.number != 1 {
            return Vec::new();
        }
        let about = format!("-# {}", self.appearance.about(self.table_view));
        let house = self.appearance.house(self.table_view.book.rules());
        [Some(about), house, self.appearance.pause(self.table_view)].into_iter().flatten().collect()
    }

    /// Formats one line with the cards that were drawn to choose the first dealer. Returns `None` after the
    /// first deal.
    fn draws(self) -> Option<String> {
        if self.deal.number != 1 || self.table_view.draws.is_empty() {
            return None;
        }
        let draw = |(player, card): &(_, _)| {
            let name = self.table_view.chair(*player).map(|chair| self.appearance.player(&chair.player))?;
            let card = self.appearance.card(*card).into();
            Some(self.appearance.with("play-card", &[("name", name.into()), ("card", card)]))
        };
        let draws: Vec<String> = self.table_view.draws.iter().filter_map(draw).collect();
        let dealer = self.appearance.player(&self.deal.dealer);
        let drawn: BTreeSet<PlayerId> = self.table_view.draws.iter().map(|(player, _)| *player).collect();
        let redrawn = drawn.len() < draws.len();
        Some(self.appearance.with("lobby-draw", args![draws = draws.join(" · "), dealer, redrawn]))
    }

    /// Names the players without a hand and the button that shows it. Returns `None` if there are none.
    fn without_hand(self, players: &[UserId]) -> Option<String> {
        let player = |user: &UserId| self.table_view.chair(PlayerId::User(*user)).map(|chair| &chair.player);
        let names: Vec<String> =
            players.iter().filter_map(player).map(|player| self.appearance.player(player)).collect();
        let names = text::list(self.appearance.lang, &names);
        (!names.is_empty()).then(|| self.appearance.with("table-without-hand", args![names]))
    }

    /// Formats the robots and their levels as a line in small print. Returns `None` if there are no robots.
    fn robots(self) -> Option<String> {
        let robots = self.deal.seats.values().filter(|player| player.is_robot());
        let robots: Vec<String> = robots.map(|robot| self.appearance.player_with_level(robot)).collect();
        (!robots.is_empty()).then(|| format!("-# {}", robots.join(" · ")))
    }

    /// Formats the dealer as one line of small text.
    fn footer(self) -> String {
        let DealView { dealer, .. } = self.deal;
        let sits_out = self.deal.seat_of(dealer.id).is_none();
        let key = if sits_out { "table-sits-out" } else { "table-dealer" };
        format!("-# {}", self.appearance.with(key, args![name = self.appearance.player(dealer)]))
    }

    fn public_buttons(self) -> Vec<CreateActionRow> {
        let Self { appearance, table_view, .. } = self;
        let mut buttons = vec![
            appearance.show_hand(table_view.table),
            appearance.last_trick(table_view),
            appearance.help(table_view),
            appearance.more(table_view),
            self.shuffle_button(),
        ];
        if !self.held().is_empty() {
            buttons.insert(1, self.appearance.take_back(self.table_view));
        }
        buttons.extend(appearance.freed_seat(table_view));
        rows(&buttons)
    }

    /// Creates the button that shows the proof of the shuffle.
    ///
    /// Its custom id contains the commitment in full: several shuffles could share a prefix, and the bot
    /// could choose among them.
    pub(crate) fn shuffle_button(self) -> CreateButton {
        let id = CustomId::Shuffle { table: self.table_view.table, commitment: self.deal.commitment };
        button(&id, &self.appearance.text("button-shuffle"))
    }
}

impl Appearance {
    /// Formats the points that each seat won or lost in the deal as one line. Returns `None` unless the deal
    /// is over.
    pub(crate) fn payments(self, lines: DealLines<'_>) -> Option<String> {
        let Stage::Over { settlement, .. } = &lines.view.stage else { return None };
        let payments: Vec<String> = settlement
            .payments
            .iter()
            .map(|(seat, points)| text::payment(self, &lines.name(seat), *points))
            .collect();
        Some(self.with("result-payments", args![payments = payments.join(" · ")]))
    }
}
