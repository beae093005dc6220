//! Hints: the action that the strong robot would take, or the reason why there is no hint.

use crate::table::{PlayerId, TableReply, TableStage, UserId};
use crate::text::{self, args};
use ulti_rules::{Action, CardSet, Contract, RankOrder, Stage, Trump, View};

use crate::discord::messages::buttons::rows;
use crate::discord::messages::{Appearance, Message};

/// Creates the hint message for the action that the robot chose.
///
/// Both the action and the message depend only on the player's own view.
pub fn hint(view: &View, action: Action, appearance: Appearance) -> Message {
    Message::fitting(appearance, |appearance| hint_in(view, action, appearance))
}

/// Returns the hint for the player's picture: one line of text without markup and emoji.
pub fn hint_in_picture(view: &View, action: Action, appearance: Appearance) -> String {
    let hint = hint_in(view, action, appearance.text_only()).content;
    hint.lines().next().unwrap_or_default().replace("**", "")
}

fn hint_in(view: &View, action: Action, appearance: Appearance) -> Message {
    let only = view.legal.cards.len() == 1 && view.legal.kontra.is_empty();
    let advice = match action {
        Action::Play(card) => {
            let key = if only { "hint-only-card" } else { "hint-play" };
            appearance.with(key, args![card = appearance.card(card)])
        }
        Action::Bid { contract, discard } => bid_advice(view, contract, discard, appearance),
        Action::Trump(trump) => {
            let suit = trump.map_or_else(
                || text::trump(appearance, trump),
                |suit| text::suit_with_sign(appearance, suit),
            );
            appearance.with("hint-trump", args![suit])
        }
        Action::Kontra(games) => {
            appearance.with("hint-kontra", args![games = text::games(appearance.lang, games)])
        }
        Action::Pass if matches!(view.stage, Stage::Auction { best: Some((seat, _)), .. } if Some(seat) == view.seat) => {
            appearance.text("hint-play-own")
        }
        Action::NoKontra if view.board().is_some_and(|board| board.raising) => {
            appearance.text("hint-no-rekontra")
        }
        other => appearance.text(key(other)),
    };
    match action {
        Action::Play(_) if only => Message::text(advice),
        _ => Message::text(format!("{advice}\n{}", appearance.text("hint-fair"))),
    }
}

/// Returns the hint to bid a contract, with the trump suits to name if some of the possible ones lose it.
fn bid_advice(view: &View, contract: Contract, discard: Option<CardSet>, appearance: Appearance) -> String {
    let bid = ("contract", appearance.contract(contract).into());
    let advice = match discard {
        Some(cards) => {
            let cards = appearance.cards(cards, None, RankOrder::WithTrumps);
            appearance.with("hint-bid-discard", &[bid, ("cards", cards.into())])
        }
        None => appearance.with("hint-bid", &[bid]),
    };
    let trumps = trumps_to_name(view, contract, discard.unwrap_or_default());
    match trumps.map(|trumps| text::either_trump(appearance, &trumps)) {
        Some(trumps) => format!("{advice} {}", appearance.with("hint-name-trumps", args![trumps])),
        None => advice,
    }
}

/// Returns the trump suits with which a recommended contract can be won. Returns `None` if all possible trump
/// suits will do, or none.
fn trumps_to_name(view: &View, contract: Contract, discard: CardSet) -> Option<Vec<Trump>> {
    let possible = view.book.find(&contract)?.trump.possible();
    let winnable = contract.winnable_trumps(view.own_hand() - discard, discard, &possible);
    (!winnable.is_empty() && winnable.len() < possible.len()).then_some(winnable)
}

/// Returns the localisation key for an action whose text takes no arguments.
const fn key(action: Action) -> &'static str {
    match action {
        Action::Take => "hint-take",
        Action::Pass => "hint-pass",
        Action::NoKontra => "hint-no-kontra",
        Action::Fold => "hint-fold",
        Action::Open => "hint-open",
        Action::Claim => "hint-claim",
        // Robots never leave, and the other actions have arguments.
        Action::Leave | Action::Play(_) | Action::Bid { .. } | Action::Trump(_) | Action::Kontra(_) => {
            "hint-none"
        }
    }
}

/// Returns the message that says why a user cannot get a hint, or `None` if the user can get one. The message
/// has a button to take a free seat if there is one.
pub fn no_hint(answer: &TableReply, user: UserId, appearance: Appearance) -> Option<Message> {
    let table_view = &answer.table_view;
    let stage = match table_view.stage {
        TableStage::Lobby => Some("show-not-started"),
        TableStage::Between => Some("notice-no-deal"),
        TableStage::Ended(_) => Some("notice-table-ended"),
        TableStage::Dealing if !table_view.gives_hints() => Some("hint-ranked"),
        TableStage::Dealing => None,
    };
    let held = || table_view.chair(PlayerId::User(user)).is_some_and(|chair| chair.stood_in);
    let key = match (stage, answer.seat, answer.player_view.as_deref()) {
        _ if !table_view.is_seated(user) && !matches!(table_view.stage, TableStage::Ended(_)) => {
            let button = table_view.may_sit_down(user).then(|| appearance.sit_down(table_view));
            let message = Message::text(appearance.not_seated(table_view));
            return Some(message.with_rows(rows(button.as_slice())));
        }
        (Some(key), _, _) => key,
        (_, None, _) | (_, _, None) => "hand-not-dealt",
        _ if held() => "clock-robot-holds-you",
        (_, Some(_), Some(view)) if view.legal.is_turn() => return None,
        (_, Some(_), Some(view)) => return Some(Message::text(appearance.others_turn(answer, view))),
    };
    Some(Message::text(appearance.text(key)))
}

impl Appearance {
    fn others_turn(self, answer: &TableReply, view: &View) -> String {
        let deal = answer.table_view.deal.as_deref();
        match deal.zip(view.turn()).filter(|_| !matches!(view.stage, Stage::Over { .. })) {
            Some((deal, turn)) => {
                let name = self.player(&deal.seats[turn]);
                self.with("notice-not-your-turn", args![name])
            }
            None => self.text("notice-no-deal"),
        }
    }
}
