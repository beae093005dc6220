//! The state of the channel that hands depend on.

use crate::board::Board;
use crate::context::Context;
use crate::follow_ups::FollowUps;
use crate::ids::UserId;
use crate::interactions::Interactions;
use crate::last_messages::LastMessages;
use crate::public_messages::PublicMessages;
use crate::users::Users;

/// The state of the channel that hands depend on.
pub(crate) struct HandContext<'a, B: Board> {
    pub(crate) channel: &'a Context<'a, B>,
    pub(crate) interactions: &'a Interactions<B>,
    pub(crate) public: &'a PublicMessages<B>,
    pub(crate) users: &'a Users<B::Style>,
    pub(crate) last_known: &'a LastMessages,
    pub(crate) follow_ups: &'a FollowUps,
}

impl<B: Board> HandContext<'_, B> {
    /// Returns `true` if no hand is edited or sent to a user, because a reply is about to show it.
    pub(crate) fn awaits_response(&self, user: UserId) -> bool {
        self.interactions.awaits_response(user, self.channel.now, self.channel.timings)
    }
}
