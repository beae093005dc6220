//! Why something was not done, and what would work.

use std::time::Duration;

use crate::discord::turnstile::Why;
use crate::table::{ChannelId, Command, IllegalHere, JournalError, Of, Refused, TableId, TooMany};
use crate::text::{self, Lang, Text};

use super::buttons::{ask, button, danger, rows, success};
use super::{Look, Message};

/// The sentence for a refusal.
pub fn refused(refused: &Refused, look: impl Into<Look>) -> String {
    let look = look.into();
    match refused {
        Refused::TooFew(seated) => look.with("lobby-needs-three", &[("seated", (*seated).into())]),
        Refused::Full { seats } => look.with("lobby-full", &[("seats", (*seats).into())]),
        Refused::LeavingCosts { cost } => look.leaving(*cost),
        Refused::TooMany(many) => look.too_many(many),
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
        | Refused::TooMany(_)
        | Refused::Illegal(_) => "show-gone",
    }
}

/// What somebody hears who asked for too much at once: when it works again.
pub(in crate::discord) fn too_much(why: Why, wait: Duration, lang: Lang) -> String {
    let key = match why {
        Why::Person => "door-too-fast",
        Why::Server => "door-too-many",
        Why::Work => "door-too-much-work",
    };
    // A part of a second counts as a whole one, so that what is said holds.
    let seconds = i64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(i64::MAX).max(1);
    Text::new(lang).with(key, &[("seconds", seconds.into())])
}

impl Look {
    fn too_many(self, TooMany { of, most, channels }: &TooMany) -> String {
        let channels: Vec<String> =
            channels.iter().map(|ChannelId(channel)| format!("<#{channel}>")).collect();
        let key = match of {
            Of::Person => "lobby-too-many-of-person",
            Of::Server => "lobby-too-many-on-server",
        };
        self.with(key, &[("most", (*most).into()), ("channels", channels.join(", ").into())])
    }

    fn leaving(self, cost: i32) -> String {
        let question = if cost == 0 {
            self.say("leave-confirm-free")
        } else {
            self.with("leave-confirm", &[("points", cost.into())])
        };
        format!("{question}\n{} {}", self.say("leave-ranked"), self.say("leave-stay-robot"))
    }
}
