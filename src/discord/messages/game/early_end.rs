//! The confirmation of an action that ends a deal early: folding, conceding, or a claim.

use crate::discord::messages::buttons::{ask, button, danger, rows};
use crate::discord::messages::{Appearance, Message};
use crate::table::{Command, EarlyEnd, EarlyEndQuestion, PointRange, TableId};
use crate::text::{self, args};

/// Creates the prompt that states the result of ending the deal, and asks whether to do so.
pub(crate) fn early_end(table: TableId, question: &EarlyEndQuestion, appearance: Appearance) -> Message {
    let confirm = danger(&ask(table, Command::EndEarly(question.end)), &appearance.text(label(question)));
    let back = |key| button(&ask(table, Command::Look), &appearance.text(key));
    let buttons =
        if has_effect(question) { vec![confirm, back("button-cancel")] } else { vec![back("button-back")] };
    Message::text(early_end_question(question, appearance)).with_rows(rows(&buttons))
}

/// Returns the text of the prompt.
pub(crate) fn early_end_question(question: &EarlyEndQuestion, appearance: Appearance) -> String {
    let result = appearance.result_of_end(question.end.result);
    let text = match (question.end.action, question.end.result) {
        (EarlyEnd::Fold, _) if question.concedes => appearance.with("concede-confirm", args![result]),
        (EarlyEnd::Fold, points) => {
            let pays = points.is_some_and(|points| points.least < 0);
            appearance.with("fold-confirm", args![result, pays])
        }
        (EarlyEnd::Claim, Some(_)) => appearance.with("claim-confirm", args![result]),
        (EarlyEnd::Claim, None) if question.is_open => appearance.text("claim-uncertain-open"),
        (EarlyEnd::Claim, None) => appearance.text("claim-uncertain"),
    };
    if question.has_changed { format!("{}\n{text}", appearance.text("early-end-changed")) } else { text }
}

/// Returns `false` if the action would change nothing, because the hand lies open and the claim is not
/// proven.
const fn has_effect(question: &EarlyEndQuestion) -> bool {
    !question.is_open || question.end.result.is_some()
}

const fn label(question: &EarlyEndQuestion) -> &'static str {
    match (question.end.action, question.end.result) {
        (EarlyEnd::Fold, _) if question.concedes => "button-confirm-concede",
        (EarlyEnd::Fold, _) => "button-confirm-fold",
        (EarlyEnd::Claim, Some(_)) => "button-confirm-claim",
        (EarlyEnd::Claim, None) => "button-open",
    }
}

impl Appearance {
    /// Formats the points that the player receives or pays.
    fn result_of_end(self, result: Option<PointRange>) -> String {
        let PointRange { least, most } = result.unwrap_or(PointRange { least: 0, most: 0 });
        if least != most {
            return self
                .with("early-end-range", args![least = text::signed(least), most = text::signed(most)]);
        }
        let sign = match least {
            ..0 => "pays",
            0 => "nothing",
            1.. => "gets",
        };
        self.with("early-end-result", args![sign, points = least.abs()])
    }
}
