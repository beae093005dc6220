//! A hint: what the strong robot would do with what this player sees, or why there is none.

use crate::rules::{Action, RankOrder, Stage, View};
use crate::table::{Answer, PlayerId, SceneStage, UserId};
use crate::text;

use super::{Look, Message};

/// The robot's answer in words. Nothing goes into it but the player's own view and that answer,
/// which was made of the same view.
pub fn hint(view: &View, action: Action, look: impl Into<Look>) -> Message {
    Message::fitting(look.into(), |look| hint_in(view, action, look))
}

fn hint_in(view: &View, action: Action, look: Look) -> Message {
    let only = view.legal.cards.len() == 1 && view.legal.kontra.is_empty();
    let told = match action {
        Action::Play(card) => {
            let key = if only { "hint-only-card" } else { "hint-play" };
            look.with(key, &[("card", look.card(card).into())])
        }
        Action::Bid { contract, discard } => {
            let bid = ("contract", look.contract(contract).into());
            match discard {
                Some(cards) => {
                    let cards = look.cards(cards, None, RankOrder::WithTrumps);
                    look.with("hint-bid-discard", &[bid, ("cards", cards.into())])
                }
                None => look.with("hint-bid", &[bid]),
            }
        }
        Action::Trump(trump) => {
            let suit =
                trump.map_or_else(|| text::trump(look, trump), |suit| text::suit_with_sign(look, suit));
            look.with("hint-trump", &[("suit", suit.into())])
        }
        Action::Kontra(games) => look.with("hint-kontra", &[("games", text::games(look.lang, games).into())]),
        other => look.say(key(other)),
    };
    Message::text(format!("{told}\n{}", look.say("hint-fair")))
}

/// The key of an action that takes nothing.
const fn key(action: Action) -> &'static str {
    match action {
        Action::Take => "hint-take",
        Action::Pass => "hint-pass",
        Action::NoKontra => "hint-no-kontra",
        Action::Fold => "hint-fold",
        Action::Open => "hint-open",
        Action::Claim => "hint-claim",
        // No robot leaves.
        Action::Leave | Action::Play(_) | Action::Bid { .. } | Action::Trump(_) | Action::Kontra(_) => {
            "hint-none"
        }
    }
}

/// Why this person gets no hint now; `None` where they do.
pub fn no_hint(answer: &Answer, user: UserId, look: impl Into<Look>) -> Option<String> {
    let (look, scene) = (look.into(), &answer.scene);
    let stage = match scene.stage {
        SceneStage::Lobby => Some("show-not-started"),
        SceneStage::Between => Some("notice-no-deal"),
        SceneStage::Ended(_) => Some("notice-table-ended"),
        SceneStage::Dealing if !scene.gives_hints() => Some("hint-ranked"),
        SceneStage::Dealing => None,
    };
    let held = || scene.chair(PlayerId::User(user)).is_some_and(|chair| chair.stood_in);
    let key = match (stage, answer.seat, answer.view.as_deref()) {
        (Some(key), _, _) => key,
        (_, None, _) | (_, _, None) if scene.is_seated(user) => "hand-not-dealt",
        (_, None, _) | (_, _, None) => "lobby-not-seated",
        _ if held() => "clock-robot-holds-you",
        (_, Some(_), Some(view)) if view.legal.is_turn() => return None,
        (_, Some(_), Some(view)) => return Some(look.others_turn(answer, view)),
    };
    Some(look.say(key))
}

impl Look {
    fn others_turn(self, answer: &Answer, view: &View) -> String {
        let deal = answer.scene.deal.as_deref();
        match deal.zip(view.turn()).filter(|_| !matches!(view.stage, Stage::Over { .. })) {
            Some((deal, turn)) => {
                let name = self.player(&deal.seats[turn]);
                self.with("notice-not-your-turn", &[("name", name.into())])
            }
            None => self.say("notice-no-deal"),
        }
    }
}
