//! Checks that no edit sends what the message shows already.

use channel_messages::{Action, Sent};

use super::history::History;
use crate::discord::{Discord, Payload};

/// Checks that an edit changes its message. After a failure, content that may be displayed is sent again.
pub(super) fn check(action: &Action, payload: &Payload, discord: &Discord, history: &History) {
    let Action::Edit(Sent { id, .. }) = action else { return };
    if history.has_failed || history.has_restarted {
        return;
    }
    let shown = &discord.messages[id];
    let is_repeated = shown.message == payload.message && shown.picture == payload.picture;
    assert!(!is_repeated || shown.is_deleted, "edit of {id:?} changes nothing: {payload:?}");
}
