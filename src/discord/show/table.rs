//! The public message of a deal: at a glance who plays what against whom, whose turn it is, and
//! what lies on the table.

use serenity::builder::CreateActionRow;

use crate::rules::Stage;
use crate::table::{DealScene, Scene};
use crate::text;

use super::board::Telling;
use super::{Look, Message, lobby, result};

/// The table message of the deal that is played, or of the last one.
pub fn table(scene: &Scene, look: impl Into<Look>) -> Message {
    Message::fitting(look.into(), |look| table_in(scene, look))
}

/// The same for one person alone, who sees no other message: once the deal is over, all that came of it.
pub fn table_alone(scene: &Scene, look: impl Into<Look>) -> Message {
    match scene.deal.as_deref().filter(|deal| deal.is_over()) {
        Some(deal) => result(scene, deal, look),
        None => table(scene, look),
    }
}

fn table_in(scene: &Scene, look: Look) -> Message {
    let Some(deal) = scene.deal.as_deref() else { return lobby(scene, look) };
    let telling = Telling { look, scene, deal, view: &deal.view };
    if deal.is_over() {
        return Message::text(telling.lines_over().join("\n"));
    }
    Message::text(telling.lines().join("\n")).with_rows(vec![telling.public_buttons()])
}

/// The last trick, for whoever asks.
pub fn last_trick(scene: &Scene, look: impl Into<Look>) -> Message {
    let look = look.into();
    let told = scene.deal.as_deref().and_then(|deal| {
        let telling = Telling { look, scene, deal, view: &deal.view };
        Some([telling.last_trick()?, telling.tricks().unwrap_or_default()].join("\n"))
    });
    Message::text(told.unwrap_or_else(|| look.say("play-no-last-trick")))
}

impl Telling<'_> {
    /// Everything that the public is told while a deal is played, the most urgent first.
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

    /// What stays of it when the deal is over; the rest is in the result.
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

    /// The draw for the first deal, told once.
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
        let args = [("draws", draws.join(" · ").into()), ("dealer", dealer.into())];
        Some(self.look.with("lobby-draw", &args))
    }

    /// The robots with how well they play, in small print; nothing where there are none.
    fn robots(self) -> Option<String> {
        let robots = self.deal.seats.values().filter(|player| player.is_robot());
        let robots: Vec<String> = robots.map(|robot| self.look.player_with_level(robot)).collect();
        (!robots.is_empty()).then(|| format!("-# {}", robots.join(" · ")))
    }

    /// Who dealt, and the seal of the shuffle, in small print.
    fn footer(self) -> String {
        let DealScene { dealer, .. } = self.deal;
        let sits_out = self.deal.seat_of(dealer.id).is_none();
        let key = if sits_out { "table-sits-out" } else { "table-dealer" };
        let dealer = self.look.with(key, &[("name", self.look.player(dealer).into())]);
        format!("-# {dealer} · {}", self.look.seal(self.deal))
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

impl Look {
    /// The seal of the shuffle, cut short: enough to compare with the whole one in the result.
    fn seal(self, deal: &DealScene) -> String {
        // Whole: a part of it would leave room to choose between shuffles that share that part.
        self.with("shuffle-commitment", &[("commitment", deal.commitment.to_string().into())])
    }

    /// What each seat gained in this deal.
    pub(super) fn payments(self, telling: Telling<'_>) -> Option<String> {
        let Stage::Over { settlement, .. } = &telling.view.stage else { return None };
        let payments: Vec<String> = settlement
            .payments
            .iter()
            .map(|(seat, points)| text::payment(self, &telling.name(seat), *points))
            .collect();
        Some(self.with("result-payments", &[("payments", payments.join(" · ").into())]))
    }
}
