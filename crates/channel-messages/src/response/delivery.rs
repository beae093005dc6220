//! The request that sends the reply to an interaction.

use crate::board::Board;
use crate::ids::{MessageId, PictureId};
use crate::progress::Stage;
use crate::received::Received;
use crate::reply::{Reply, ReplyContent};
use crate::step::{Action, Failure};

/// The request that sends the reply to an interaction. It depends on the first response.
#[derive(Debug)]
pub(crate) struct Delivery<'a, B: Board> {
    pub(crate) received: &'a Received<B>,
    pub(crate) stage: Stage,
    /// The message "thinking", if its id is known.
    pub(crate) thinking: Option<MessageId>,
}

impl<B: Board> Delivery<'_, B> {
    /// Returns the message whose content the request replaces, if it is known.
    pub(crate) fn edited_message(&self) -> Option<MessageId> {
        match self.stage {
            Stage::Unanswered | Stage::Acknowledged => self.received.replaced_message(),
            Stage::Thinking => self.thinking,
            _ => None,
        }
    }

    /// Returns the picture of the message whose content the request replaces.
    pub(crate) fn attached(&self) -> Option<PictureId> {
        let replaces_message = self.stage != Stage::Thinking && self.edited_message().is_some();
        self.received.attached.filter(|_| replaces_message)
    }

    /// Returns the request after the first response. Returns `None` if there is nothing to send.
    pub(crate) fn action(&self) -> Option<Action> {
        let edits_original = match self.stage {
            Stage::Thinking => true,
            Stage::Acknowledged => self.received.replaced_message().is_some(),
            _ => false,
        };
        self.received.delivery(edits_original)
    }

    /// Returns `true` if the reply is sent as a follow-up.
    pub(crate) fn is_follow_up(&self) -> bool {
        let is_first = matches!(self.stage, Stage::Unanswered | Stage::Unresolved | Stage::Identifying);
        !is_first && matches!(self.action(), Some(Action::FollowUp { .. }))
    }

    /// Returns `true` if the request may be repeated after a failure.
    pub(crate) fn may_repeat(&self, failure: Failure) -> bool {
        match failure {
            Failure::NotExecuted => true,
            // A follow-up that was executed would be shown twice.
            Failure::Unknown => !self.is_follow_up(),
            _ => false,
        }
    }

    /// Returns the content. `newest` is the newest state of the table, if the reply shows a hand.
    pub(crate) fn content(&self, newest: Option<&B>) -> Option<ReplyContent<B::Message>> {
        let (_, reply) = self.received.reply.as_ref()?;
        match reply {
            Reply::Public { after_thinking, .. } if self.stage == Stage::Thinking => {
                Some(after_thinking.clone().into())
            }
            _ => reply.content(self.received.user, newest),
        }
    }
}
