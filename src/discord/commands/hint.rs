//! `/hint`, and the button that does the same.

use super::super::act::{Person, noted};
use super::super::data::{Error, Slash};
use super::super::draft::Draft;
use super::super::respond::{Origin, Say};
use super::super::show::{self, Message};
use super::answer;
use crate::rules::{Action, Seat, View};
use crate::table::Answer;

/// Says what the strong robot would do in the person's place, to the person alone.
#[poise::command(slash_command, guild_only)]
pub(super) async fn hint(ctx: Slash<'_>) -> Result<(), Error> {
    answer(ctx, async |person| match person.look_here().await {
        Ok(now) => told(person, &now, Origin::Typed).await,
        Err(refused) => person.refused_here(&refused).await,
    })
    .await
}

/// The hint for the person whose table this is now; where it has moved on meanwhile, the table.
///
/// Pressed on the hand, it stands above the hand, where the next one takes its place.
pub(in super::super) async fn told(person: &Person<'_>, now: &Answer, origin: Origin) -> Say {
    if let Some(why) = show::no_hint(now, person.caller.user, person.look) {
        return Say::aside(why);
    }
    let Some(view) = &now.view else { return Say::aside(person.say("hint-none")) };
    let Some(action) = person.data.registry.hint(view.as_ref().clone()).await else {
        return Say::aside(person.say("hint-none"));
    };
    match person.look_at(now.scene.table).await {
        Ok(later) if later.view.as_ref().is_some_and(|later| later.version == view.version) => {
            let hint = show::hint(view, action, person.look);
            match (origin, &later.view, later.seat) {
                (Origin::Own, Some(view), Some(seat)) => above(person, &later, view, seat, action, &hint),
                _ => Say::Aside(hint.into()),
            }
        }
        Ok(later) => Say::Show(person.sheet(&later, Some(&person.say("notice-stale")))),
        Err(say) => say,
    }
}

/// The hand under its hint; a bid stands ready to be confirmed, or not.
fn above(person: &Person<'_>, now: &Answer, view: &View, seat: Seat, action: Action, hint: &Message) -> Say {
    let draft = match action {
        Action::Bid { contract, discard } => {
            let cards = discard.unwrap_or_default();
            Some(Draft { contract: Some(contract), cards, ..Draft::default() })
        }
        _ => None,
    };
    let hand = show::hand(&now.scene, view, seat, person.look, draft.as_ref());
    Say::Show(person.in_place_of_hand(now, noted(hand, Some(&hint.content))))
}
