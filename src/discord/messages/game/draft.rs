//! Drafts of bids: their choices in the hand message and in its picture.

use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::messages::buttons::OPTIONS;
use crate::render::BidMarks;
use ulti_rules::{Action, CardSet, Contract, RankOrder, TrumpRule, View};

/// Returns the draft of a bid, at the page of the menu that contains the contract.
pub(crate) fn drafted_bid(view: &View, contract: Contract, cards: CardSet) -> BidDraft {
    let place = view.offered_bids().iter().position(|bid| bid.entry.contract == contract);
    let page = u8::try_from(place.unwrap_or(0) / OPTIONS).unwrap_or(0);
    BidDraft { page, contract: Some(contract), cards }
}

/// Returns the choices of a draft as the picture of the hand shows them.
pub(crate) fn bid_marks(view: &View, draft: &BidDraft) -> BidMarks {
    let draft = valid_draft(view, *draft);
    BidMarks { chosen: draft.cards, order: order(view, draft.contract) }
}

/// Removes from the draft any choices that are no longer legal.
pub(super) fn valid_draft(view: &View, mut draft: BidDraft) -> BidDraft {
    let legal = &view.legal;
    draft.contract = draft.contract.filter(|contract| legal.bids.contains(contract));
    if !legal.discard || !view.own_hand().is_superset(draft.cards) || draft.cards.len() > 2 {
        draft.cards = CardSet::EMPTY;
    }
    let last = legal.bids.len().saturating_sub(1) / OPTIONS;
    draft.page = draft.page.min(u8::try_from(last).unwrap_or(u8::MAX));
    draft
}

/// Returns the rank order by which the hand is sorted while the player prepares a bid. It depends on whether
/// the contract is always played without trumps.
pub(super) fn order(view: &View, contract: Option<Contract>) -> RankOrder {
    let rule = contract.and_then(|contract| view.book.find(&contract)).map(|entry| entry.trump);
    if rule == Some(TrumpRule::Fixed(None)) { RankOrder::WithoutTrumps } else { RankOrder::WithTrumps }
}

/// Returns the draft of a bid, or `None` if the action is something else.
pub(crate) fn draft_of(action: Action) -> Option<BidDraft> {
    let Action::Bid { contract, discard } = action else { return None };
    Some(BidDraft { contract: Some(contract), cards: discard.unwrap_or_default(), ..BidDraft::default() })
}
