//! The confirmation before a player takes the talon when only expensive bids are left.

use crate::discord::messages::buttons::{ask, danger, primary, rows};
use crate::discord::messages::{Appearance, Message};
use crate::table::{Command, ExpensiveTalon, TableId};
use crate::text::args;

/// Creates the prompt that states what the player has to bid, and asks whether to take the talon.
///
/// The second button goes back, because the button that led here is the second of its row. A second press on
/// its place is therefore harmless.
pub(crate) fn expensive_talon(table: TableId, asked: &ExpensiveTalon, appearance: Appearance) -> Message {
    let anyway = ask(table, Command::TakeAnyway { at: asked.at });
    let buttons = [
        danger(&anyway, &appearance.text("button-take-anyway")),
        primary(&ask(table, Command::Look), &appearance.text("button-back")),
    ];
    Message::text(expensive_talon_question(asked, appearance)).with_rows(rows(&buttons))
}

/// Returns the text of the prompt.
pub(crate) fn expensive_talon_question(asked: &ExpensiveTalon, appearance: Appearance) -> String {
    let key = if asked.raises_own { "take-expensive-own" } else { "take-expensive" };
    let next = appearance.contract(asked.commitment.weakest);
    format!("{} {}", appearance.with(key, args![next]), appearance.cheapest_bid(&asked.commitment))
}
