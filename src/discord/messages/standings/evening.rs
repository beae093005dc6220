//! The message about an evening: its standings and the history of its window (the common pot).

use crate::discord::custom_id::{CustomId, SeasonsId};
use crate::store::{DealRow, Evening, Share};
use crate::text::{self, args};
use ulti_rules::Seat;

use super::season::moment;
use crate::discord::messages::buttons::{OPTIONS, button, rows};
use crate::discord::messages::{Appearance, Message};

/// Maximum number of listed changes to the window (the common pot). Older changes are left out.
const MOVES: usize = 12;

/// Creates the message about an evening, with its standings and a menu of its deals.
pub fn evening(evening: &Evening, look: Appearance) -> Message {
    let text = EveningText { look, evening };
    let mut lines = text.heading();
    if !evening.is_imported() {
        lines.extend(evening.standings.iter().map(|share| text.standing(share)));
        lines.extend(text.window());
    }
    let void = evening.deals.iter().filter(|deal| deal.void.is_some()).count();
    if void > 0 {
        lines.push(format!("-# {}", look.with("evening-void", args![count = void])));
    }
    let to = |table| CustomId::Seasons(SeasonsId::Evening(table));
    let older = evening.older.map(|table| button(&to(table), &look.say("season-button-older")));
    let newer = evening.newer.map(|table| button(&to(table), &look.say("evening-button-newer")));
    let buttons: Vec<_> = older.into_iter().chain(newer).collect();
    let mut message = Message::lines(&lines).with_rows(rows(&buttons));
    // The menu lists only the newest deals of a long evening.
    let listed = evening.deals.len().saturating_sub(OPTIONS);
    if let Some(deals) = evening.deals.get(listed..).filter(|deals| !deals.is_empty()) {
        message.rows.insert(0, look.deals_menu(deals));
    }
    message
}

/// Writer of the text lines about an evening.
#[derive(Clone, Copy)]
struct EveningText<'a> {
    look: Appearance,
    evening: &'a Evening,
}

impl EveningText<'_> {
    fn heading(self) -> Vec<String> {
        let table = &self.evening.table;
        if self.evening.is_imported() {
            let args = [("table", table.table.to_string().into()), ("when", moment(table.opened).into())];
            let title = self.look.with("evening-imported", &args);
            return vec![format!("### {title}"), self.look.say("evening-imported-about")];
        }
        let args = [
            ("table", table.table.to_string().into()),
            ("channel", format!("<#{}>", table.channel).into()),
            ("when", moment(table.opened).into()),
        ];
        let state = match table.ended {
            Some(ended) => self.look.with("evening-closed", args![when = moment(ended)]),
            None => self.look.say("evening-goes-on"),
        };
        let count = self.look.with("evening-count", args![deals = self.evening.deals.len()]);
        vec![format!("### {}", self.look.with("evening-title", &args)), format!("{count}. {state}")]
    }

    fn standing(self, share: &Share) -> String {
        self.look.with("evening-standing", args![name = self.who(share), points = text::signed(share.points)])
    }

    fn who(self, share: &Share) -> String {
        self.look.known(share.name.as_deref())
    }

    /// Returns the lines about the window (the common pot): the points paid in and out per deal, and the
    /// final distribution.
    fn window(self) -> Vec<String> {
        let look = self.look;
        let mut lines = vec![format!("**{}**", look.say("evening-window-title"))];
        let moves: Vec<&DealRow> = self.evening.deals.iter().filter(|deal| deal.window != 0).collect();
        if moves.is_empty() {
            lines.push(look.say("evening-window-none"));
            return lines;
        }
        let omitted = moves.len().saturating_sub(MOVES);
        if omitted > 0 {
            lines.push(look.with("evening-window-more", args![count = omitted]));
        }
        lines.extend(moves.into_iter().skip(omitted).map(|deal| self.moved(deal)));
        let shared: i64 = self.evening.shares.iter().map(|share| share.points).sum();
        lines.push(if self.evening.shares.is_empty() {
            look.with("evening-window-holds", args![points = self.evening.window()])
        } else {
            let share = |share: &Share| format!("{} {}", self.who(share), text::signed(share.points));
            let shares: Vec<String> = self.evening.shares.iter().map(share).collect();
            look.with("evening-window-rest", args![points = shared, shares = shares.join(" · ")])
        });
        lines
    }

    fn moved(self, deal: &DealRow) -> String {
        let mut args =
            vec![("deal", deal.id.to_string().into()), ("points", deal.window.unsigned_abs().into())];
        let (Some(declarer), Some(contract)) = (deal.declarer, deal.contract) else {
            return self.look.with("evening-window-row-in-left", &args);
        };
        args.push(("name", self.seat(deal, declarer).into()));
        args.push(("contract", text::contract(self.look, &contract).into()));
        let key = if deal.window < 0 { "evening-window-row-out" } else { "evening-window-row-in" };
        self.look.with(key, &args)
    }

    fn seat(self, deal: &DealRow, seat: Seat) -> String {
        self.look.known(deal.seats[seat].name.as_deref())
    }
}
