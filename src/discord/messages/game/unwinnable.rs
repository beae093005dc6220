//! The confirmation of a bid or choice of trumps after which the contract cannot be won.

use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::messages::buttons::{ask, danger, primary, rows};
use crate::discord::messages::{Appearance, Message};
use crate::table::{Command, ContractChoice, TableId, Unconfirmed};
use crate::text::{self, args};

/// Creates the prompt that names the reason why the contract cannot be won, and asks whether to continue.
///
/// The first button goes back. A second press on the place of the button that led here is therefore harmless.
pub(crate) fn unwinnable(table: TableId, unconfirmed: &Unconfirmed, appearance: Appearance) -> Message {
    let Unconfirmed { action, at, .. } = *unconfirmed;
    let back = match action {
        ContractChoice::Bid { contract, discard } => {
            let draft = BidDraft { page: 0, contract: Some(contract), cards: discard.unwrap_or_default() };
            CustomId::Draft { table, at, draft }
        }
        ContractChoice::Trump(_) => ask(table, Command::Look),
    };
    let anyway = ask(table, Command::ActAnyway { action, at });
    let buttons = [
        primary(&back, &appearance.text("button-back")),
        danger(&anyway, &choice(action, "button-bid-anyway", "button-trump-anyway", appearance)),
    ];
    Message::text(unwinnable_question(unconfirmed, appearance)).with_rows(rows(&buttons))
}

/// Returns the text of the prompt.
pub(crate) fn unwinnable_question(unconfirmed: &Unconfirmed, appearance: Appearance) -> String {
    let why = text::unwinnable(appearance, &unconfirmed.why);
    let question = choice(unconfirmed.action, "unwinnable-bid", "unwinnable-trump", appearance);
    appearance.with("unwinnable-warning", args![why, question])
}

/// Returns the text with the key `bid` or `trump`, in which the chosen contract or trump suit is named.
fn choice(action: ContractChoice, bid: &str, trump: &str, appearance: Appearance) -> String {
    match action {
        ContractChoice::Bid { contract, .. } => {
            appearance.with(bid, args![contract = appearance.contract(contract)])
        }
        ContractChoice::Trump(suit) => {
            appearance.with(trump, args![suit = text::trump(appearance.undrawn(), suit)])
        }
    }
}
