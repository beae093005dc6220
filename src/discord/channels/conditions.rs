//! The conditions under which a channel sends messages: load, access and the use of tokens.

use channel_messages::{Access, Load, TokenUse};
use tokio::time::Instant;

use crate::discord::rest::channel_breaker::ChannelState;
use crate::discord::rest::invalid_requests::Degradation;
use crate::discord::services::Services;

/// The conditions that a channel was told last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Conditions {
    pub(super) load: Load,
    pub(super) access: Access,
    pub(super) tokens: TokenUse,
}

impl Default for Conditions {
    /// Returns the conditions of a new [`channel_messages::ChannelMessages`].
    fn default() -> Self {
        Self { load: Load::Normal, access: Access::Open, tokens: TokenUse::CreateAndRenew }
    }
}

impl Conditions {
    /// Returns `true` if messages are restricted by something that may end at any time.
    pub(super) fn are_restricted(self) -> bool {
        self.load != Load::Normal || self.tokens == TokenUse::Create
    }
}

/// Returns the current load.
pub(super) fn load(services: &Services) -> Load {
    match services.budget.stage() {
        Degradation::Calm => Load::Normal,
        Degradation::Thrifty => Load::High,
        Degradation::Sparing => Load::Highest,
        Degradation::Silent => Load::Silent,
    }
}

/// Returns the use of tokens. `is_enabled` is `false` if the configuration forbids it.
///
/// Renewing a token takes a request, which is only worthwhile if edits with the token do not count towards
/// the global rate limit.
pub(super) fn tokens(services: &Services, is_enabled: bool) -> TokenUse {
    if !is_enabled {
        TokenUse::Never
    } else if services.sender.rest().limiter().counts_interactions() {
        TokenUse::Create
    } else {
        TokenUse::CreateAndRenew
    }
}

/// Returns the access to a channel, and the time at which it has to be checked again.
pub(super) const fn access(state: ChannelState) -> (Access, Option<Instant>) {
    match state {
        ChannelState::Accepting => (Access::Open, None),
        ChannelState::PausedUntil(until) => (Access::Refused, Some(until)),
        ChannelState::Blocked => (Access::Refused, None),
        ChannelState::Away => (Access::Away, None),
    }
}
