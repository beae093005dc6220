//! The public table message: contract, declarer, player to act and cards on the table.

use serenity::builder::CreateActionRow;

use crate::table::{DealView, TableView};
use crate::text::{self, args};
use ulti_rules::Stage;

use super::deal_lines::DealLines;
use crate::discord::messages::{Appearance, Message, lobby, result};

/// Creates the table message of the current or the last deal.
pub fn table(scene: &TableView, look: Appearance) -> Message {
    Message::fitting(look, |look| table_in(scene, look))
}

fn table_in(scene: &TableView, look: Appearance) -> Message {
    let Some(deal) = scene.deal.as_deref() else { return lobby(scene, look) };
    let lines = DealLines { look, scene, deal, view: &deal.view };
    if deal.is_over() {
        return Message::text(lines.lines_over().join("\n"));
    }
    Message::text(lines.lines().join("\n")).with_rows(vec![lines.public_buttons()])
}

/// Creates the reply to `/table` for one user: the table message, or the result if the deal is over.
///
/// The reply is self-contained, because the user might not see the other messages of the table.
pub fn table_alone(scene: &TableView, look: Appearance) -> Message {
    match scene.deal.as_deref().filter(|deal| deal.is_over()) {
        Some(deal) => result(scene, deal, look),
        None => table(scene, look),
    }
}

/// Creates the message that shows the last trick.
pub fn last_trick(scene: &TableView, look: Appearance) -> Message {
    let trick = scene.deal.as_deref().and_then(|deal| {
        let lines = DealLines { look, scene, deal, view: &deal.view };
        Some([lines.last_trick()?, lines.tricks().unwrap_or_default()].join("\n"))
    });
    Message::text(trick.unwrap_or_else(|| look.say("play-no-last-trick")))
}

impl DealLines<'_> {
    /// Returns the lines of the table message during a deal, most important first.
    fn lines(self) -> Vec<String> {
        let mut lines = vec![self.title()];
        lines.extend(self.declarer());
        lines.extend(self.best_bid());
        lines.extend(self.turn());
        lines.extend(self.trick());
        lines.extend(self.last_trick());
        lines.extend(self.tricks());
        lines.extend(self.marriages());
        lines.extend(self.open_hands());
        if matches!(self.view.stage, Stage::Auction { .. }) {
            lines.extend(self.calls());
            lines.extend(self.draws());
        }
        lines.extend(self.held());
        lines.extend(self.look.standings(&self.scene.standings, self.scene.window));
        lines.extend(self.robots());
        lines.push(self.footer());
        lines
    }

    /// Returns the lines of the table message after the deal. The result message shows everything else.
    fn lines_over(self) -> Vec<String> {
        let mut lines = vec![self.title()];
        lines.extend(self.declarer());
        lines.extend(self.last_trick());
        lines.extend(self.tricks());
        lines.push(self.look.say("show-deal-over"));
        lines.push(self.footer());
        lines
    }

    fn title(self) -> String {
        let contract = self.contract();
        if contract.is_empty() {
            format!("### {}", self.number())
        } else {
            format!("### {} · {contract}", self.number())
        }
    }

    /// Returns the line with the cards drawn to choose the first dealer, or `None` after the first deal.
    fn draws(self) -> Option<String> {
        if self.deal.number != 1 || self.scene.draws.is_empty() {
            return None;
        }
        let draw = |(player, card): &(_, _)| {
            let name = self.scene.chair(*player).map(|chair| self.look.player(&chair.player))?;
            let card = self.look.card(*card).into();
            Some(self.look.with("play-card", &[("name", name.into()), ("card", card)]))
        };
        let draws: Vec<String> = self.scene.draws.iter().filter_map(draw).collect();
        let dealer = self.look.player(&self.deal.dealer);
        Some(self.look.with("lobby-draw", args![draws = draws.join(" · "), dealer]))
    }

    /// Returns the line in small print with the robots and their levels, or `None` if there are no robots.
    fn robots(self) -> Option<String> {
        let robots = self.deal.seats.values().filter(|player| player.is_robot());
        let robots: Vec<String> = robots.map(|robot| self.look.player_with_level(robot)).collect();
        (!robots.is_empty()).then(|| format!("-# {}", robots.join(" · ")))
    }

    /// Returns the line in small print with the dealer and the commitment to the shuffle.
    fn footer(self) -> String {
        let DealView { dealer, .. } = self.deal;
        let sits_out = self.deal.seat_of(dealer.id).is_none();
        let key = if sits_out { "table-sits-out" } else { "table-dealer" };
        let dealer = self.look.with(key, args![name = self.look.player(dealer)]);
        format!("-# {dealer} · {}", self.look.commitment(self.deal))
    }

    fn public_buttons(self) -> CreateActionRow {
        let Self { look, scene, .. } = self;
        let mut buttons =
            vec![look.show_hand(scene), look.last_trick(scene), look.help(scene), look.more(scene)];
        if !self.held().is_empty() {
            buttons.push(self.look.take_back(self.scene));
        }
        CreateActionRow::Buttons(buttons)
    }
}

impl Appearance {
    /// Returns the commitment to the shuffle.
    fn commitment(self, deal: &DealView) -> String {
        // Never shortened: several shuffles could share a prefix, and the bot could choose among them.
        self.with("shuffle-commitment", args![commitment = deal.commitment.to_string()])
    }

    /// Returns the line with the points that each seat won or lost in the deal, or `None` if the deal is not
    /// over.
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
