//! Checks that a hand is shown only to its owner.

use channel_messages::Action;

use super::targets::audience;
use crate::discord::{Audience, Discord, Payload};
use crate::tables::What;

/// Checks that the users who see the content of a request may see it.
pub(super) fn check(action: &Action, payload: &Payload, discord: &Discord) {
    let Some(audience) = audience(action, discord) else { return };
    let what = &payload.message.what;
    match what {
        What::Hand(_, user, ..) => {
            assert_eq!(audience, Audience::Only(*user), "a hand is shown to others: {what:?}");
        }
        What::Public(..) | What::Notice(..) => {
            assert_eq!(audience, Audience::Everyone, "{what:?} is private");
        }
        What::Replaced | What::Thinking | What::SeenByAll(_) => {
            assert_ne!(audience, Audience::Everyone, "{what:?} is public");
        }
        What::Reply(_) => {}
    }
}
