//! The interactions that have not been answered completely.

use std::collections::HashMap;

use channel_messages::{Answer, InteractionId, ResponseKind};
use tokio::sync::oneshot;

use super::inbox::FirstAnswer;
use crate::discord::rest::error::{ApiError, ErrorKind};

/// The interactions that have not been answered completely, with the channels that report their results.
#[derive(Default)]
pub(super) struct PendingInteractions(HashMap<InteractionId, Pending>);

/// An interaction that has not been answered completely.
struct Pending {
    responded: Option<oneshot::Sender<FirstAnswer>>,
    answered: oneshot::Sender<Result<Answer, ApiError>>,
    has_reply: bool,
    /// The last error of a step for this interaction.
    error: Option<ApiError>,
}

impl PendingInteractions {
    /// Adds an interaction. Returns `false` if it is being answered already. The handler that has added it
    /// then sends the reply.
    pub(super) fn add(
        &mut self,
        interaction: InteractionId,
        responded: oneshot::Sender<FirstAnswer>,
        answered: oneshot::Sender<Result<Answer, ApiError>>,
    ) -> bool {
        if self.0.contains_key(&interaction) {
            let left = ApiError::new(ErrorKind::Acknowledged, "left to another handler");
            let _ = answered.send(Err(left)); // the handler may have been stopped
            return false;
        }
        let pending = Pending { responded: Some(responded), answered, has_reply: false, error: None };
        self.0.insert(interaction, pending);
        true
    }

    /// Records that the reply to an interaction is known.
    pub(super) fn replied(&mut self, interaction: InteractionId) {
        if let Some(pending) = self.0.get_mut(&interaction) {
            pending.has_reply = true;
        }
    }

    /// Records that Discord has accepted the first response to an interaction.
    pub(super) fn responded(&mut self, interaction: InteractionId, kind: ResponseKind) {
        let Some(pending) = self.0.get_mut(&interaction) else { return };
        let is_empty = matches!(kind, ResponseKind::Thinking | ResponseKind::Acknowledge);
        let answer =
            if is_empty && !pending.has_reply { FirstAnswer::Deferred } else { FirstAnswer::Answered };
        if let Some(responded) = pending.responded.take() {
            let _ = responded.send(answer); // the handler may have been stopped
        }
    }

    /// Records that a step for an interaction has failed.
    pub(super) fn failed(&mut self, interaction: InteractionId, error: &ApiError) {
        if let Some(pending) = self.0.get_mut(&interaction) {
            pending.error = Some(error.clone());
        }
    }

    /// Removes an interaction that was answered, and reports the result.
    pub(super) fn answered(&mut self, interaction: InteractionId, answer: Answer) {
        let Some(pending) = self.0.remove(&interaction) else { return };
        let failed = || pending.error.unwrap_or_else(|| ApiError::new(ErrorKind::Gone, "too late"));
        let result = if answer == Answer::Failed { Err(failed()) } else { Ok(answer) };
        let _ = pending.answered.send(result); // the handler may have been stopped
    }

    /// Returns `true` if there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
