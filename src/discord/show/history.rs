//! What was played on a server: a line a deal, newest first.

use serenity::builder::{
    CreateActionRow, CreateEmbed, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::custom_id::{CustomId, Played};
use crate::rules::Seat;
use crate::store::{DealId, DealRow, Filter, Ranking, SeatRow, Void};
use crate::table::UserId;
use crate::text;

use super::board::bold;
use super::buttons::{button, cut, rows};
use super::message::DESCRIPTION;
use super::{Look, Message, name};

/// The longest label and description of a menu's option.
const OPTION: usize = 100;
/// How much of the reason of a void deal stands in its line.
const REASON: usize = 80;

/// A page of the history.
#[derive(Debug, Clone, Copy)]
pub struct History<'a> {
    /// Which deals.
    pub filter: Filter,
    /// The name of the season, where only its deals are listed.
    pub season: Option<&'a str>,
    /// Whose points stand out.
    pub eyes: UserId,
    /// The deals, newest first; at most 25, so that they fit into a menu.
    pub deals: &'a [DealRow],
    /// From before which one; `None` for the newest.
    pub before: Option<DealId>,
    /// Whether there are older ones.
    pub more: bool,
}

/// The page, with a menu that opens each deal.
pub fn history(page: &History<'_>, look: impl Into<Look>) -> Message {
    Message::fitting(look.into(), |look| history_in(page, look))
}

fn history_in(page: &History<'_>, look: Look) -> Message {
    let mut head = vec![format!("### {}", look.say("history-title"))];
    head.extend(look.filtered(page));
    if page.deals.is_empty() {
        head.push(look.say(if page.before.is_some() { "history-no-older" } else { "history-empty" }));
    }
    let mut message = Message::text(head.join("\n"));
    if !page.deals.is_empty() {
        let lines: Vec<String> = page.deals.iter().map(|deal| look.deal_line(deal, page.eyes)).collect();
        message.embeds.push(CreateEmbed::new().description(cut(&lines.join("\n"), DESCRIPTION)));
        message.rows.push(CreateActionRow::SelectMenu(look.deals_menu(page.deals)));
    }
    message.rows.extend(look.turning_history(page));
    message
}

/// A deal as a choice of a menu has it: `#12 · ulti · Anna +8`.
pub fn deal_in_a_word(deal: &DealRow, look: impl Into<Look>) -> String {
    // Neither labels nor choices have small pictures or formatting in them.
    let look = look.into().undrawn();
    let mut parts = vec![format!("#{}", deal.id), look.played(deal)];
    if let Some(declarer) = deal.declarer {
        let SeatRow { name, points, .. } = &deal.seats[declarer];
        parts.push(format!("{} {}", look.known_plain(name.as_deref()), text::signed(*points)));
    }
    cut(&parts.join(" · "), OPTION)
}

impl Look {
    /// Which deals are listed, where it is not all of them.
    fn filtered(self, page: &History<'_>) -> Option<String> {
        let Filter { person, contract, .. } = page.filter;
        let parts = [
            person.map(|UserId(user)| format!("<@{user}>")),
            contract.map(|contract| self.contract(contract.without_suit())),
            page.season.map(|season| text::month(self.lang, season).unwrap_or_else(|| name(season))),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| self.with("history-only", &[("what", parts.join(" · ").into())]))
    }

    /// What was played, or that nobody had bid.
    pub(super) fn played(self, deal: &DealRow) -> String {
        deal.contract.map_or_else(|| self.say("history-no-bid"), |contract| self.contract(contract))
    }

    fn deal_line(self, deal: &DealRow, eyes: UserId) -> String {
        let mut parts = vec![
            format!("{} <t:{}:d>", bold(&format!("#{}", deal.id)), deal.played.seconds()),
            bold(&self.played(deal)),
        ];
        parts.extend(deal.declarer.map(|seat| self.seat_of_line(deal, seat, eyes)));
        let others = Seat::ALL.into_iter().filter(|seat| Some(*seat) != deal.declarer);
        parts.extend(others.map(|seat| self.seat_of_line(deal, seat, eyes)));
        parts.extend(self.marks(deal));
        parts.join(" · ")
    }

    /// Someone with their points, and how the declarer did.
    fn seat_of_line(self, deal: &DealRow, seat: Seat, eyes: UserId) -> String {
        let SeatRow { user, name: raw, points } = &deal.seats[seat];
        let key = match points {
            _ if deal.declarer != Some(seat) => "history-seat",
            ..0 => "history-lost",
            0 => "history-even",
            1.. => "history-won",
        };
        let args = [("name", self.known(raw.as_deref()).into()), ("points", text::signed(*points).into())];
        let said = self.with(key, &args);
        if *user == Some(eyes) { bold(&said) } else { said }
    }

    /// That it is void, or not ranked and why.
    pub(super) fn marks(self, deal: &DealRow) -> Option<String> {
        match &deal.void {
            Some(void) => Some(self.voided(void)),
            None => self.unranked(deal),
        }
    }

    fn voided(self, Void { by, reason, .. }: &Void) -> String {
        let reason = if reason.trim().is_empty() {
            self.say("history-no-reason")
        } else {
            super::name::said(reason, REASON)
        };
        match by {
            Some(UserId(user)) => {
                let who = format!("<@{user}>");
                self.with("history-void", &[("who", who.into()), ("reason", reason.into())])
            }
            None => self.with("history-void-by-nobody", &[("reason", reason.into())]),
        }
    }

    fn unranked(self, deal: &DealRow) -> Option<String> {
        Some(self.say(match deal.ranking {
            Ranking::Ranked => return None,
            Ranking::Deserted(seat) => {
                let name = self.known(deal.seats[seat].name.as_deref());
                return Some(self.with("history-deserted", &[("name", name.into())]));
            }
            Ranking::NotThreePeople => "history-unranked-robot",
            Ranking::StoodIn => "history-unranked-stood-in",
            Ranking::Left => "history-unranked-left",
            Ranking::Capped => "history-unranked-capped",
            Ranking::Older => "history-unranked-older",
            Ranking::Imported => "history-unranked-imported",
        }))
    }

    pub(super) fn deals_menu(self, deals: &[DealRow]) -> CreateSelectMenu {
        let option = |deal: &DealRow| {
            let id = CustomId::Played(Played::Open(deal.id));
            CreateSelectMenuOption::new(deal_in_a_word(deal, self), id.to_string())
        };
        let options = deals.iter().map(option).collect();
        let menu = CustomId::Played(Played::Menu).to_string();
        CreateSelectMenu::new(menu, CreateSelectMenuKind::String { options })
            .placeholder(cut(&self.say("history-choose"), OPTION))
    }

    fn turning_history(self, page: &History<'_>) -> Vec<CreateActionRow> {
        let to = |before| CustomId::Played(Played::History { filter: page.filter, before });
        let mut buttons = Vec::new();
        if page.before.is_some() {
            buttons.push(button(&to(None), &self.say("history-newest")));
        }
        if let Some(last) = page.deals.last().filter(|_| page.more) {
            buttons.push(button(&to(Some(last.id)), &self.say("history-older")));
        }
        rows(&buttons)
    }
}
