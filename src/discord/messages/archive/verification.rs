//! Messages about the verification of a shuffle: the result of each check, and a command to repeat the check
//! manually.

use crate::store::DealRow;
use crate::table::shuffle::{Commitment, Proof, ShuffleError};
use crate::text::args;
use ulti_rules::Seat;

use crate::discord::messages::{Appearance, Message, name};

/// Creates the message that shows the result of each check of a deal's shuffle. If `proof` is `None`, the
/// message says that there is nothing to check.
///
/// `posted` is the commitment that the journal recorded before the deal, or `None` if it recorded no
/// commitment.
pub fn verified(
    deal: &DealRow,
    proof: Option<&Proof>,
    posted: Option<Commitment>,
    appearance: Appearance,
) -> Message {
    let mut lines = vec![appearance.verify_title(deal)];
    match proof {
        Some(proof) => lines.extend(appearance.steps(deal, proof, posted)),
        None => lines.push(appearance.text("verify-no-seed")),
    }
    Message::text(lines.join("\n"))
}

/// Creates the message about the shuffle of a deal that is not over yet: what the commitment proves, and the
/// way to check it later.
pub fn fair_shuffle(number: u32, commitment: &Commitment, appearance: Appearance) -> Message {
    let lines = [
        format!("### {}", appearance.text("button-shuffle")),
        appearance.text("shuffle-explain"),
        appearance.with("shuffle-commitment", args![number, commitment = commitment.to_string()]),
        appearance.text("shuffle-later"),
    ];
    Message::text(lines.join("\n"))
}

/// Creates the message for a deal whose shuffle data cannot be parsed.
pub fn unverifiable(deal: &DealRow, why: &ShuffleError, appearance: Appearance) -> Message {
    let key = match why {
        ShuffleError::Commitment(_) => "verify-no-commitment",
        _ => "verify-broken-seed",
    };
    Message::text(format!("{}\n{}", appearance.verify_title(deal), appearance.text(key)))
}

impl Appearance {
    fn verify_title(self, deal: &DealRow) -> String {
        format!("### {}", self.with("verify-title", args![deal = deal.id.to_string()]))
    }

    /// Returns the outcome of the check, followed by its steps.
    fn steps(self, deal: &DealRow, proof: &Proof, posted: Option<Commitment>) -> Vec<String> {
        let number = proof.number.to_string();
        let ok = |holds: bool| self.text(if holds { "verify-holds" } else { "verify-fails" });
        let wrong: Vec<String> = proof.wrong_hands().map(|seat| name_at(deal, seat)).collect();
        let consistent = proof.seal_holds() && wrong.is_empty();
        let outcome = self.text(match posted {
            Some(posted) if consistent && posted == proof.computed => "verify-fair",
            None if consistent => "verify-consistent",
            _ => "verify-unfair",
        });
        let seed = self.with("verify-seed", args![seed = proof.seed.to_string(), number = &number]);
        let computed = args![commitment = proof.computed.to_string(), ok = ok(proof.seal_holds())];
        let posted = match posted {
            Some(posted) => self.with(
                "verify-posted",
                args![commitment = posted.to_string(), ok = ok(posted == proof.computed)],
            ),
            None => self.text("verify-not-posted"),
        };
        let cards = if wrong.is_empty() { "verify-cards" } else { "verify-other-cards" };
        let compared = [("ok", ok(wrong.is_empty()).into()), ("names", wrong.join(", ").into())];
        let by_hand = format!("printf %s%016x {} {number} | xxd -r -p | sha256sum", proof.seed);
        vec![
            outcome,
            seed,
            self.with("verify-computed", computed),
            posted,
            self.with(cards, &compared),
            self.with("verify-yourself", args![command = by_hand]),
        ]
    }
}

fn name_at(deal: &DealRow, seat: Seat) -> String {
    name(deal.seats[seat].name.as_deref().unwrap_or_default())
}
