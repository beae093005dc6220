//! The conditions that determine which messages are sent.

use crate::event::{Access, Load, TokenUse};

/// The conditions that determine which messages are sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Conditions {
    pub(crate) access: Access,
    pub(crate) load: Load,
    pub(crate) tokens: TokenUse,
    /// `true` if the process shuts down.
    pub(crate) is_shutting_down: bool,
}

impl Conditions {
    /// Creates the conditions of a channel that accepts messages, at normal load.
    pub(crate) const fn new() -> Self {
        let (access, load, tokens) = (Access::Open, Load::Normal, TokenUse::CreateAndRenew);
        Self { access, load, tokens, is_shutting_down: false }
    }

    /// Returns `true` if public messages are posted and edited.
    pub(crate) fn sends_public(self) -> bool {
        self.access == Access::Open && self.load < Load::Silent
    }

    /// Returns `true` if the first response to an interaction may create a public message.
    pub(crate) fn creates_with_responses(self) -> bool {
        self.sends_public() && self.tokens != TokenUse::Never
    }

    /// Returns `true` if the first response to an interaction may renew the token of a public message.
    pub(crate) fn renews_tokens(self) -> bool {
        self.tokens == TokenUse::CreateAndRenew
    }

    /// Returns `true` if notices are posted.
    pub(crate) fn posts_notices(self) -> bool {
        self.access == Access::Open && self.load == Load::Normal && !self.is_shutting_down
    }

    /// Returns `true` if reminders are deleted after the turn.
    pub(crate) fn deletes_reminders(self) -> bool {
        self.sends_public() && self.load < Load::Highest && !self.is_shutting_down
    }

    /// Returns `true` if messages are moved to the end of the channel. A repost takes two requests, an edit
    /// one.
    pub(crate) fn reposts(self) -> bool {
        self.load == Load::Normal && !self.is_shutting_down
    }

    /// Returns `true` if hands are edited.
    pub(crate) fn edits_hands(self) -> bool {
        self.access != Access::Away && self.load < Load::Highest
    }

    /// Returns `true` if hands are sent in new messages. Otherwise, the earlier ones are edited.
    pub(crate) fn sends_new_hands(self) -> bool {
        self.deletes_hands()
    }

    /// Returns `true` if older hands are deleted.
    pub(crate) fn deletes_hands(self) -> bool {
        self.edits_hands() && self.load == Load::Normal && !self.is_shutting_down
    }

    /// Returns `true` if pictures that were not drawn in time are added later, and expiring hands get a note.
    pub(crate) fn adds_pictures(self) -> bool {
        self.load < Load::Highest && !self.is_shutting_down
    }

    /// Returns `true` if the requests for public messages are sent at long intervals.
    pub(crate) fn is_slow(self) -> bool {
        self.load >= Load::Highest && !self.is_shutting_down
    }
}
