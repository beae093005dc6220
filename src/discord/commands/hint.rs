//! The `/hint` command and the hint button.

use super::answer::answer;
use crate::discord::custom_id::bid_draft::BidDraft;
use crate::discord::interactions::context::{UserContext, noted};
use crate::discord::interactions::responder::{Origin, Reply};
use crate::discord::messages::{self, Message};
use crate::discord::state::{Error, Slash};
use crate::table::TableReply;
use ulti_rules::{Action, Seat, View};

/// Shows which action a strong robot would choose for the user, in an ephemeral message.
#[poise::command(slash_command, guild_only)]
pub(super) async fn hint(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| match person.look_here().await {
        Ok(now) => told(person, &now, Origin::Typed).await,
        Err(refused) => person.refused_here(&refused).await,
    })
    .await
}

/// Replies with a hint for the user's turn. If the table has moved on in the meantime, replies with the
/// user's hand instead.
///
/// If the user pressed the button on their hand, the hint appears above the hand, and the next hint replaces
/// it.
pub(in crate::discord) async fn told(person: &UserContext<'_>, now: &TableReply, origin: Origin) -> Reply {
    if let Some(why) = messages::no_hint(now, person.caller.user, person.look) {
        return Reply::aside(why);
    }
    let Some(view) = &now.view else { return Reply::aside(person.say("hint-none")) };
    let Some(action) = person.data.registry.hint(view.as_ref().clone()).await else {
        return Reply::aside(person.say("hint-none"));
    };
    match person.look_at(now.scene.table).await {
        Ok(later) if later.view.as_ref().is_some_and(|later| later.version == view.version) => {
            let hint = messages::hint(view, action, person.look);
            match (origin, &later.view, later.seat) {
                (Origin::Own, Some(view), Some(seat)) => above(person, &later, view, seat, action, &hint),
                _ => Reply::Aside(hint.into()),
            }
        }
        Ok(later) => Reply::Show(person.sheet(&later, Some(&person.say("notice-stale")))),
        Err(say) => say,
    }
}

/// Creates a reply that shows the hint above the hand. If the hint recommends a bid, the bid is preselected.
fn above(
    person: &UserContext<'_>,
    now: &TableReply,
    view: &View,
    seat: Seat,
    action: Action,
    hint: &Message,
) -> Reply {
    let draft = match action {
        Action::Bid { contract, discard } => {
            let cards = discard.unwrap_or_default();
            Some(BidDraft { contract: Some(contract), cards, ..BidDraft::default() })
        }
        _ => None,
    };
    let hand = messages::hand(&now.scene, view, seat, person.look, draft.as_ref());
    Reply::Show(person.in_place_of_hand(now, noted(hand, Some(&hint.content))))
}
