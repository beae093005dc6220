//! The history of finished deals on a server: one line per deal, newest first.

use serenity::builder::{CreateActionRow, CreateEmbed};

use crate::discord::custom_id::{CustomId, HistoryId};
use crate::store::{DealId, DealRow, Filter, Ranking, SeatRow, Void};
use crate::table::UserId;
use crate::text::{self, args};
use ulti_rules::Seat;

use crate::discord::messages::buttons::{OPTION, button, cut, menu, option, rows};
use crate::discord::messages::game::deal_lines::bold;
use crate::discord::messages::message::DESCRIPTION;
use crate::discord::messages::{Appearance, Message, name, sanitize};

/// Maximum length of the reason shown for a void deal, in characters.
const REASON: usize = 80;

/// A page of a server's deal history.
#[derive(Debug, Clone, Copy)]
pub struct HistoryPage<'a> {
    /// Conditions that the listed deals must meet.
    pub filter: Filter,
    /// The name of the season if the list is limited to one season.
    pub season: Option<&'a str>,
    /// The user whose name and points are shown in bold. If the list is limited to one player's deals, this
    /// is that player. Otherwise, it is the user viewing the page.
    pub viewer: UserId,
    /// The listed deals, newest first. There are at most 25, because a menu cannot have more options.
    pub deals: &'a [DealRow],
    /// Only deals older than this one are listed. `None` starts with the newest deal.
    pub before: Option<DealId>,
    /// `true` if older deals exist beyond this page.
    pub more: bool,
}

/// Creates the message that shows a page of the deal history, with a menu for opening a deal.
pub fn history(page: &HistoryPage<'_>, appearance: Appearance) -> Message {
    Message::fitting(appearance, |appearance| history_in(page, appearance))
}

fn history_in(page: &HistoryPage<'_>, appearance: Appearance) -> Message {
    let mut head = vec![format!("### {}", appearance.text("history-title"))];
    head.extend(appearance.filtered(page));
    if page.deals.is_empty() {
        head.push(appearance.text(if page.before.is_some() { "history-no-older" } else { "history-empty" }));
    }
    let mut message = Message::text(head.join("\n"));
    if !page.deals.is_empty() {
        let lines: Vec<String> =
            page.deals.iter().map(|deal| appearance.deal_line(deal, page.viewer)).collect();
        message.embeds.push(CreateEmbed::new().description(cut(&lines.join("\n"), DESCRIPTION)));
        message.rows.push(appearance.deals_menu(page.deals));
    }
    message.rows.extend(appearance.history_buttons(page));
    message
}

/// Returns the label for a deal in menus and autocomplete, such as `#12 · ulti · Anna +8`.
pub fn deal_in_a_word(deal: &DealRow, appearance: Appearance) -> String {
    // Labels cannot contain emoji or Markdown.
    let appearance = appearance.undrawn();
    let mut parts = vec![format!("#{}", deal.id), appearance.played(deal)];
    if let Some(declarer) = deal.declarer {
        let SeatRow { name, points, .. } = &deal.seats[declarer];
        parts.push(format!("{} {}", appearance.known_plain(name.as_deref()), text::signed(*points)));
    }
    cut(&parts.join(" · "), OPTION)
}

impl Appearance {
    /// Formats the filter as one line. Returns `None` if all deals are listed.
    fn filtered(self, page: &HistoryPage<'_>) -> Option<String> {
        let Filter { person, contract, .. } = page.filter;
        let parts = [
            person.map(|UserId(user)| format!("<@{user}>")),
            contract.map(|contract| self.contract(contract.without_suit())),
            page.season.map(|season| text::month(self.lang, season).unwrap_or_else(|| name(season))),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| self.with("history-only", args![what = parts.join(" · ")]))
    }

    /// Returns the name of the deal's contract, or a placeholder if nobody bid.
    pub(crate) fn played(self, deal: &DealRow) -> String {
        deal.contract.map_or_else(|| self.text("history-no-bid"), |contract| self.contract(contract))
    }

    fn deal_line(self, deal: &DealRow, viewer: UserId) -> String {
        let mut parts = vec![
            format!("{} <t:{}:d>", bold(&format!("#{}", deal.id)), deal.played.seconds()),
            bold(&self.played(deal)),
        ];
        parts.extend(deal.declarer.map(|seat| self.seat_of_line(deal, seat, viewer)));
        let others = Seat::ALL.into_iter().filter(|seat| Some(*seat) != deal.declarer);
        parts.extend(others.map(|seat| self.seat_of_line(deal, seat, viewer)));
        parts.extend(self.marks(deal));
        parts.join(" · ")
    }

    /// Formats a player's name and points. For the declarer, the text also says whether they won or lost.
    fn seat_of_line(self, deal: &DealRow, seat: Seat, viewer: UserId) -> String {
        let SeatRow { user, name: raw, points } = &deal.seats[seat];
        let key = match points {
            _ if deal.declarer != Some(seat) => "history-seat",
            ..0 => "history-lost",
            0 => "history-even",
            1.. => "history-won",
        };
        let entry = self.with(key, args![name = self.known(raw.as_deref()), points = text::signed(*points)]);
        if *user == Some(viewer) { bold(&entry) } else { entry }
    }

    /// Returns the reason why a deal is void or unranked, or `None` if it is neither.
    pub(crate) fn marks(self, deal: &DealRow) -> Option<String> {
        match &deal.void {
            Some(void) => Some(self.voided(void)),
            None => self.unranked(deal),
        }
    }

    /// Returns the reason why a deal is void, cut to `longest` characters.
    pub(crate) fn void_reason(self, void: &Void, longest: usize) -> String {
        if void.reason.trim().is_empty() {
            return self.text("history-no-reason");
        }
        sanitize::said(&void.reason, longest)
    }

    fn voided(self, void: &Void) -> String {
        let reason = self.void_reason(void, REASON);
        match void.by {
            Some(UserId(user)) => {
                let who = format!("<@{user}>");
                self.with("history-void", args![who, reason])
            }
            None => self.with("history-void-by-nobody", args![reason]),
        }
    }

    fn unranked(self, deal: &DealRow) -> Option<String> {
        Some(self.text(match deal.ranking {
            Ranking::Ranked => return None,
            Ranking::Deserted(seat) => {
                let name = self.known(deal.seats[seat].name.as_deref());
                return Some(self.with("history-deserted", args![name]));
            }
            Ranking::NotThreePeople => "history-unranked-robot",
            Ranking::StoodIn => "history-unranked-stood-in",
            Ranking::Left => "history-unranked-left",
            Ranking::NotPlayed => "history-unranked-not-played",
            Ranking::Capped => "history-unranked-capped",
            Ranking::Older => "history-unranked-older",
            Ranking::Imported => "history-unranked-imported",
        }))
    }

    /// Creates a menu with one option per deal. Choosing an option opens the deal.
    pub(crate) fn deals_menu(self, deals: &[DealRow]) -> CreateActionRow {
        let option =
            |deal: &DealRow| option(&CustomId::Played(HistoryId::Open(deal.id)), &deal_in_a_word(deal, self));
        let options = deals.iter().map(option).collect();
        menu(&CustomId::Played(HistoryId::Menu), options, &self.text("history-choose"))
    }

    fn history_buttons(self, page: &HistoryPage<'_>) -> Vec<CreateActionRow> {
        let to = |before| CustomId::Played(HistoryId::History { filter: page.filter, before });
        let mut buttons = Vec::new();
        if page.before.is_some() {
            buttons.push(button(&to(None), &self.text("history-newest")));
        }
        if let Some(last) = page.deals.last().filter(|_| page.more) {
            buttons.push(button(&to(Some(last.id)), &self.text("history-older")));
        }
        rows(&buttons)
    }
}
