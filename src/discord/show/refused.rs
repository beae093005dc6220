//! Why something was not done, and what would work.

use crate::table::{Command, IllegalHere, JournalError, Refused, TableId};
use crate::text;

use super::buttons::{ask, button, danger, rows, success};
use super::{Look, Message};

/// The sentence for a refusal.
pub fn refused(refused: &Refused, look: impl Into<Look>) -> String {
    let look = look.into();
    match refused {
        Refused::TooFew(seated) => look.with("lobby-needs-three", &[("seated", (*seated).into())]),
        Refused::Full { seats } => look.with("lobby-full", &[("seats", (*seats).into())]),
        Refused::LeavingCosts { cost } => look.leaving(*cost),
        Refused::Illegal(illegal) => {
            let IllegalHere { reason, players } = illegal.as_ref();
            text::refusal(look, reason, &|seat| look.player(&players[seat]))
        }
        other => look.say(key(other)),
    }
}

/// The same as a message, with the button that helps where there is one.
pub fn refusal(why: &Refused, table: Option<TableId>, look: impl Into<Look>) -> Message {
    let look = look.into();
    let message = Message::text(refused(why, look));
    let Some(table) = table else { return message };
    let buttons = match why {
        Refused::LeavingCosts { cost } => vec![
            danger(&ask(table, Command::Leave { agreed: Some(*cost) }), &look.say("button-confirm-leave")),
            button(&ask(table, Command::Look), &look.say("button-cancel")),
        ],
        Refused::NotSeated => vec![success(&ask(table, Command::Join), &look.say("button-join"))],
        _ => Vec::new(),
    };
    message.with_rows(rows(&buttons))
}

/// The key of a refusal that takes no arguments.
const fn key(refused: &Refused) -> &'static str {
    match refused {
        Refused::NoTable => "lobby-no-table",
        Refused::TableExists(_) => "show-table-exists",
        Refused::AlreadySeated => "lobby-already-seated",
        Refused::NotSeated => "lobby-not-seated",
        Refused::SittingOut => "hand-not-dealt",
        Refused::DealRunning => "show-deal-running",
        Refused::NoDeal => "notice-no-deal",
        Refused::AlreadyStarted => "lobby-already-started",
        Refused::NotStarted => "show-not-started",
        Refused::NoRobot => "lobby-no-robot",
        Refused::SeatIsYours => "clock-not-held",
        Refused::AlreadyAgreed => "show-already-agreed",
        Refused::Ended => "notice-table-ended",
        Refused::NotKept(JournalError::Corrupt { .. }) => "notice-unreadable",
        Refused::NotKept(_) => "notice-storage",
        Refused::Stopping => "notice-shutting-down",
        Refused::Gone
        | Refused::TooFew(_)
        | Refused::Full { .. }
        | Refused::LeavingCosts { .. }
        | Refused::Illegal(_) => "show-gone",
    }
}

impl Look {
    fn leaving(self, cost: i32) -> String {
        let question = if cost == 0 {
            self.say("leave-confirm-free")
        } else {
            self.with("leave-confirm", &[("points", cost.into())])
        };
        format!("{question}\n{}", self.say("leave-stay-robot"))
    }
}
