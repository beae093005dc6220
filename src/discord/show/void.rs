//! What everybody hears when a deal is declared void, or counts again.

use crate::store::DealRow;
use crate::table::UserId;

use super::{Look, Message, deal_in_a_word, name};

/// That this deal counts no more, and why; or that it counts again. `by` is who said so.
pub fn voided(deal: &DealRow, by: UserId, look: impl Into<Look>) -> Message {
    let look = look.into();
    let mut args = vec![
        ("who", format!("<@{}>", by.0).into()),
        // A menu's label knows no formatting, and a message does.
        ("deal", name::said(&deal_in_a_word(deal, look), usize::MAX).into()),
    ];
    let Some(void) = &deal.void else { return Message::text(look.with("void-undone", &args)) };
    args.push(("reason", name::said(&void.reason, usize::MAX).into()));
    Message::text(look.with("void-done", &args))
}
