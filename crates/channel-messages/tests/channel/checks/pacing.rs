//! Checks of the times at which requests are sent, and of the load at which they are sent.

use std::collections::BTreeMap;
use std::time::Duration;

use channel_messages::{Action, Load, MessageId, Nonce, Sent, Time};

use super::execution::Execution;
use super::history::History;
use crate::discord::{Audience, Discord};

/// Minimum time between two edits of a public message.
const EDIT_INTERVAL: Duration = Duration::from_secs(1);
/// Minimum time between two requests for public messages at the highest load.
const SLOW_INTERVAL: Duration = Duration::from_secs(15);

/// Times of the last requests.
#[derive(Debug, Default)]
pub(super) struct Pacing {
    /// Time of the last edit of each public message that Discord has executed.
    edited: BTreeMap<MessageId, Time>,
    /// Time of the last request of this process that posts or edits a public message.
    requested: Option<Time>,
}

impl Pacing {
    /// Records that another process has started, which knows no earlier requests.
    pub(super) const fn restarted(&mut self) {
        self.requested = None;
    }

    /// Records an edit.
    pub(super) fn executed(&mut self, execution: &Execution<'_>, history: &History) {
        if let (Action::Edit(sent), Ok(_)) = (execution.action, execution.result) {
            self.edited.insert(sent.id, history.now);
        }
    }

    /// Checks the time and the load at which a request is sent. `load` is `None` if the process shuts down.
    pub(super) fn sent(&mut self, action: &Action, load: Option<Load>, discord: &Discord, history: &History) {
        self.check_load(action, load, discord, history.now);
        if let Action::Edit(Sent { id, .. }) = action
            && discord.messages[id].audience == Audience::Everyone
            && let Some(before) = self.edited.get(id)
        {
            let is_exempt = load.is_none() || history.has_restarted;
            let is_paced = history.now >= *before + EDIT_INTERVAL || is_exempt;
            assert!(is_paced, "{id:?} was edited at {before:?} and {:?}", history.now);
        }
    }

    /// Checks that a request is sent at the given load.
    fn check_load(&mut self, action: &Action, load: Option<Load>, discord: &Discord, now: Time) {
        let is_public = match action {
            Action::Post(nonce) => {
                let is_allowed = matches!(nonce, Nonce::Public { .. }) || load == Some(Load::Normal);
                assert!(is_allowed, "a notice is posted at {load:?}");
                matches!(nonce, Nonce::Public { .. })
            }
            Action::Edit(Sent { id, .. }) => discord.messages[id].audience == Audience::Everyone,
            Action::AddPicture(_) => {
                assert!(load.is_none_or(|load| load < Load::Highest), "a picture is added at {load:?}");
                return;
            }
            Action::Delete(_) => {
                assert!(load.is_none_or(|load| load < Load::Highest), "a message is deleted at {load:?}");
                return;
            }
            _ => return,
        };
        let most = if is_public { Load::Highest } else { Load::High };
        assert!(load.is_none_or(|load| load <= most), "{action:?} is sent at {load:?}");
        if let (true, Some(before)) = (is_public && load == Some(Load::Highest), self.requested) {
            let is_paced = now >= before + SLOW_INTERVAL;
            assert!(is_paced, "public requests at {before:?} and {now:?} under load");
        }
        if is_public {
            self.requested = Some(now);
        }
    }
}
