//! Announcements that a deal was declared void or restored.

use crate::store::DealRow;
use crate::table::UserId;

use crate::discord::messages::{Appearance, Message, deal_in_a_word, sanitize};

/// Creates the announcement that a deal was declared void or counts again. For a void deal, the message
/// includes the reason.
///
/// `by` is the server manager who made the decision.
pub fn voided(deal: &DealRow, by: UserId, appearance: Appearance) -> Message {
    let mut args = vec![
        ("who", format!("<@{}>", by.0).into()),
        // The label is not escaped, because menus do not support Markdown. Messages do.
        ("deal", sanitize::said(&deal_in_a_word(deal, appearance), usize::MAX).into()),
    ];
    let Some(void) = &deal.void else { return Message::text(appearance.with("void-undone", &args)) };
    args.push(("reason", sanitize::said(&void.reason, usize::MAX).into()));
    Message::text(appearance.with("void-done", &args))
}
