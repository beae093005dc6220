//! The message about an evening of several deals: its standings and the history of its window (the common
//! pot).

use crate::discord::custom_id::{CustomId, SeasonsId};
use crate::store::{DealRow, Evening, Share};
use crate::text::{self, args};
use ulti_rules::Seat;

use super::season::moment;
use crate::discord::messages::buttons::{OPTIONS, button, rows};
use crate::discord::messages::{Appearance, Message};

/// Maximum number of changes to the window (the common pot) to list. Older changes are omitted.
const MOVES: usize = 12;

/// Creates the message for an evening (a session of deals), with the standings and a menu of the deals.
pub fn evening(evening: &Evening, appearance: Appearance) -> Message {
    let text = EveningText { appearance, evening };
    let mut lines = text.heading();
    if !evening.is_imported() {
        lines.extend(evening.standings.iter().map(|share| text.standing(share)));
        lines.extend(text.window());
    }
    let void = evening.deals.iter().filter(|deal| deal.void.is_some()).count();
    if void > 0 {
        lines.push(format!("-# {}", appearance.with("evening-void", args![count = void])));
    }
    let to = |table| CustomId::Seasons(SeasonsId::Evening(table));
    let older = evening.older.map(|table| button(&to(table), &appearance.text("season-button-older")));
    let newer = evening.newer.map(|table| button(&to(table), &appearance.text("evening-button-newer")));
    let buttons: Vec<_> = older.into_iter().chain(newer).collect();
    let mut message = Message::lines(&lines).with_rows(rows(&buttons));
    // The menu lists only the newest deals of a long evening.
    let listed = evening.deals.len().saturating_sub(OPTIONS);
    if let Some(deals) = evening.deals.get(listed..).filter(|deals| !deals.is_empty()) {
        message.rows.insert(0, appearance.deals_menu(deals));
    }
    message
}

/// Formats an evening (a session of deals at one table) as lines of text.
#[derive(Clone, Copy)]
struct EveningText<'a> {
    appearance: Appearance,
    evening: &'a Evening,
}

impl EveningText<'_> {
    fn heading(self) -> Vec<String> {
        let table = &self.evening.table;
        if self.evening.is_imported() {
            let args = [("table", table.table.to_string().into()), ("when", moment(table.opened).into())];
            let title = self.appearance.with("evening-imported", &args);
            return vec![format!("### {title}"), self.appearance.text("evening-imported-about")];
        }
        let args = [
            ("table", table.table.to_string().into()),
            ("channel", format!("<#{}>", table.channel).into()),
            ("when", moment(table.opened).into()),
        ];
        let state = match table.ended {
            Some(ended) => self.appearance.with("evening-closed", args![when = moment(ended)]),
            None => self.appearance.text("evening-goes-on"),
        };
        let count = self.appearance.with("evening-count", args![deals = self.evening.deals.len()]);
        vec![format!("### {}", self.appearance.with("evening-title", &args)), format!("{count}. {state}")]
    }

    fn standing(self, share: &Share) -> String {
        self.appearance
            .with("evening-standing", args![name = self.who(share), points = text::signed(share.points)])
    }

    fn who(self, share: &Share) -> String {
        self.appearance.known(share.name.as_deref())
    }

    /// Returns the lines that describe the window (the common pot): the points paid in and out in each deal,
    /// and the final distribution.
    fn window(self) -> Vec<String> {
        let appearance = self.appearance;
        let mut lines = vec![format!("**{}**", appearance.text("evening-window-title"))];
        let moves: Vec<&DealRow> = self.evening.deals.iter().filter(|deal| deal.window != 0).collect();
        if moves.is_empty() {
            lines.push(appearance.text("evening-window-none"));
            return lines;
        }
        let omitted = moves.len().saturating_sub(MOVES);
        if omitted > 0 {
            lines.push(appearance.with("evening-window-more", args![count = omitted]));
        }
        lines.extend(moves.into_iter().skip(omitted).map(|deal| self.moved(deal)));
        let shared: i64 = self.evening.shares.iter().map(|share| share.points).sum();
        lines.push(if self.evening.shares.is_empty() {
            appearance.with("evening-window-holds", args![points = self.evening.window()])
        } else {
            let share = |share: &Share| format!("{} {}", self.who(share), text::signed(share.points));
            let shares: Vec<String> = self.evening.shares.iter().map(share).collect();
            appearance.with("evening-window-rest", args![points = shared, shares = shares.join(" · ")])
        });
        lines
    }

    fn moved(self, deal: &DealRow) -> String {
        let mut args =
            vec![("deal", deal.id.to_string().into()), ("points", deal.window.unsigned_abs().into())];
        let (Some(declarer), Some(contract)) = (deal.declarer, deal.contract) else {
            return self.appearance.with("evening-window-row-in-left", &args);
        };
        args.push(("name", self.seat(deal, declarer).into()));
        args.push(("contract", text::contract(self.appearance, &contract).into()));
        let key = if deal.window < 0 { "evening-window-row-out" } else { "evening-window-row-in" };
        self.appearance.with(key, &args)
    }

    fn seat(self, deal: &DealRow, seat: Seat) -> String {
        self.appearance.known(deal.seats[seat].name.as_deref())
    }
}
