//! The confirmation of a bid, a choice of trumps or a card after which the contract cannot be won.

use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::messages::buttons::{ask, danger, primary, rows};
use crate::discord::messages::{Appearance, Message};
use crate::table::{Command, ContractAction, TableId, Unconfirmed};
use crate::text::{self, args};

/// Creates the prompt that names the reason why the contract cannot be won, and asks whether to continue.
///
/// The first button goes back. A second press on the place of the button that led here is therefore harmless.
pub(crate) fn unwinnable(table: TableId, unconfirmed: &Unconfirmed, appearance: Appearance) -> Message {
    let Unconfirmed { action, at, .. } = *unconfirmed;
    let back = match action {
        ContractAction::Bid { contract, discard } => {
            let draft = BidDraft { page: 0, contract: Some(contract), cards: discard.unwrap_or_default() };
            CustomId::Draft { table, at, draft }
        }
        ContractAction::Trump(_) | ContractAction::Play(_) => ask(table, Command::Look),
    };
    let anyway = ask(table, Command::ActAnyway { action, at });
    let buttons =
        [primary(&back, &appearance.text("button-back")), danger(&anyway, &anyway_label(action, appearance))];
    Message::text(unwinnable_question(unconfirmed, appearance)).with_rows(rows(&buttons))
}

/// Returns the text of the prompt.
pub(crate) fn unwinnable_question(unconfirmed: &Unconfirmed, appearance: Appearance) -> String {
    let (why, question) = match unconfirmed.action {
        ContractAction::Bid { contract, .. } => (
            text::unwinnable(appearance, &unconfirmed.why),
            appearance.with("unwinnable-bid", args![contract = appearance.contract(contract)]),
        ),
        ContractAction::Trump(suit) => (
            text::unwinnable(appearance, &unconfirmed.why),
            appearance.with("unwinnable-trump", args![suit = text::trump(appearance.undrawn(), suit)]),
        ),
        ContractAction::Play(card) => {
            let card = text::card(appearance.undrawn(), card);
            (appearance.with("unwinnable-seven", args![card]), appearance.text("unwinnable-play"))
        }
    };
    appearance.with("unwinnable-warning", args![why, question])
}

/// Returns the label of the button that performs the action all the same.
fn anyway_label(action: ContractAction, appearance: Appearance) -> String {
    match action {
        ContractAction::Bid { contract, .. } => {
            appearance.with("button-bid-anyway", args![contract = appearance.contract(contract)])
        }
        ContractAction::Trump(suit) => {
            appearance.with("button-trump-anyway", args![suit = text::trump(appearance.undrawn(), suit)])
        }
        ContractAction::Play(card) => {
            appearance.with("button-play-anyway", args![card = text::card(appearance.undrawn(), card)])
        }
    }
}
