//! An interaction as it was received, and its reply.

use crate::board::Board;
use crate::event::Origin;
use crate::ids::{InteractionId, MessageId, PictureId, TableId, Time, Token, UserId};
use crate::progress::Surroundings;
use crate::reply::Reply;
use crate::step::{Action, Address, ResponseKind, Sent};
use crate::timings::Timings;

/// An interaction as it was received, and its reply.
#[derive(Debug)]
pub(crate) struct Received<B: Board> {
    pub(crate) token: Token,
    pub(crate) user: UserId,
    /// Time at which the interaction was received.
    pub(crate) at: Time,
    pub(crate) origin: Origin,
    /// The picture of the ephemeral message whose component was used, as far as it is known.
    pub(crate) attached: Option<PictureId>,
    /// `true` if the ephemeral message whose component was used has been deleted, so that no reply can
    /// replace its content.
    pub(crate) is_component_deleted: bool,
    /// `true` if the interaction normally needs no reply.
    pub(crate) is_quiet: bool,
    /// The reply, and the time at which it was known.
    pub(crate) reply: Option<(Time, Reply<B>)>,
}

impl<B: Board> Received<B> {
    /// Returns the id of the interaction.
    pub(crate) const fn id(&self) -> InteractionId {
        self.token.interaction()
    }

    /// Returns the time at which the interaction is deferred if it has no reply.
    pub(crate) fn deferral(&self, timings: &Timings) -> Time {
        self.at + timings.deferral
    }

    /// Returns the time until which Discord accepts a first response.
    pub(crate) fn deadline(&self, timings: &Timings) -> Time {
        self.at + timings.response_deadline
    }

    /// Returns the time until which the token is used.
    pub(crate) fn token_until(&self, timings: &Timings) -> Time {
        self.at + timings.token_lifetime
    }

    /// Returns a message that is edited with the token of the interaction.
    pub(crate) fn sent(&self, message: MessageId, address: Address, timings: &Timings) -> Sent {
        Sent::with_token(message, self.token.clone(), self.token_until(timings), address)
    }

    /// Returns the table whose hand the reply shows, if any.
    pub(crate) fn table(&self) -> Option<TableId> {
        match &self.reply {
            Some((_, Reply::Hand { board, .. })) => Some(board.table()),
            _ => None,
        }
    }

    /// Returns the ephemeral message whose content the reply replaces, if any.
    pub(crate) fn replaced_message(&self) -> Option<MessageId> {
        let (_, reply) = self.reply.as_ref()?;
        match self.origin {
            Origin::Ephemeral(message) if reply.is_in_place() && !self.is_component_deleted => Some(message),
            _ => None,
        }
    }

    /// Returns the kind of the first response that contains the reply.
    pub(crate) fn response_kind(&self) -> Option<ResponseKind> {
        let (_, reply) = self.reply.as_ref()?;
        Some(match reply {
            Reply::Public { .. } => ResponseKind::Public,
            Reply::Nothing if self.origin == Origin::Command => ResponseKind::Thinking,
            Reply::Nothing => ResponseKind::Acknowledge,
            _ if self.replaced_message().is_some() => ResponseKind::Update,
            _ => ResponseKind::Ephemeral,
        })
    }

    /// Returns the request that sends the reply after the first response. Returns `None` if there is nothing
    /// to send.
    ///
    /// `edits_original` is `true` if the reply replaces the message that belongs to the first response.
    pub(crate) fn delivery(&self, edits_original: bool) -> Option<Action> {
        let ((_, reply), token) = (self.reply.as_ref()?, self.token.clone());
        match reply {
            // The text "thinking" must not remain.
            Reply::Nothing if edits_original => Some(Action::DeleteOriginal(token)),
            Reply::Nothing => None,
            _ if edits_original => Some(Action::EditOriginal(token)),
            Reply::Public { .. } => Some(Action::FollowUp { token, is_ephemeral: false }),
            _ => Some(Action::FollowUp { token, is_ephemeral: true }),
        }
    }

    /// Returns `true` if the reply is known and does not wait for another message.
    pub(crate) fn is_ready(&self, around: &Surroundings<'_, B>) -> bool {
        match &self.reply {
            Some((since, Reply::Hand { board, is_below_table: true, .. })) => {
                *since + around.timings.table_message_wait <= around.now || (around.is_posted)(board)
            }
            Some(_) => true,
            None => false,
        }
    }

    /// Returns the time at which the reply does not wait for another message any more.
    pub(crate) fn ready_at(&self, timings: &Timings) -> Option<Time> {
        self.reply.as_ref().map(|(since, _)| *since + timings.table_message_wait)
    }

    /// Returns `true` if a deferral shows no text to the user.
    pub(crate) const fn is_deferred_silently(&self) -> bool {
        match self.origin {
            Origin::Ephemeral(_) => true,
            Origin::Public(_) => self.is_quiet,
            Origin::Command => false,
        }
    }

    /// Returns `true` if everyone in the channel sees the reply.
    pub(crate) const fn is_public(&self) -> bool {
        matches!(self.reply, Some((_, Reply::Public { .. })))
    }
}
