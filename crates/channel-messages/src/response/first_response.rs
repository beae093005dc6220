//! The first response to an interaction.

use crate::board::{Board, PlannedMessage, PublicKey};
use crate::event::Origin;
use crate::ids::TableId;
use crate::progress::Surroundings;
use crate::received::Received;
use crate::step::{Failure, ResponseKind, StepResult};
use crate::steps::{InteractionStep, Steps};

/// The state of the attempts to send the first response to an interaction.
#[derive(Debug, Default)]
pub(crate) struct FirstResponse {
    /// `true` if the response must not create a public message any more.
    pub(crate) cannot_create: bool,
    /// `true` if a response may have created a public message although its result was lost. The message that
    /// belongs to the response must not be edited then.
    pub(crate) may_be_public: bool,
    /// The response that may have been executed, because its result is not known.
    pub(crate) uncertain: Option<InteractionStep>,
}

/// A first response that is due.
pub(crate) enum DueResponse<M> {
    /// Create a message of a table.
    Create(TableId, PlannedMessage<M>),
    /// Renew the token of a public message.
    Renew(TableId, PublicKey),
    /// Defer the reply.
    Defer,
    /// Send the reply.
    Reply(ResponseKind),
}

impl FirstResponse {
    /// Returns the response that is due, if any. `is_free` is `false` if the reply would edit a message that
    /// another request is changing.
    pub(crate) fn due<B: Board>(
        &self,
        (received, caused): (&Received<B>, Option<TableId>),
        is_free: bool,
        around: &Surroundings<'_, B>,
        steps: &Steps<B::Message>,
    ) -> Option<DueResponse<B::Message>> {
        if let Some((table, planned)) = self.creates((received, caused), around, steps) {
            return Some(DueResponse::Create(table, planned));
        }
        // A response that may have been executed is only repeated: otherwise it would not be known which one
        // was.
        match self.uncertain {
            Some(InteractionStep::Defer) => Some(DueResponse::Defer),
            Some(InteractionStep::Renew(table, key)) => Some(DueResponse::Renew(table, key)),
            None if around.now >= received.at + around.timings.deferral => Some(DueResponse::Defer),
            // A search for a public message would not tell the reply from the table's message.
            None if self.may_be_public && received.is_public() => Some(DueResponse::Defer),
            _ if received.is_ready(around) && is_free => self.with_reply(received, around),
            _ => None,
        }
    }

    /// Returns the message of a table that the response may create, if any.
    fn creates<B: Board>(
        &self,
        (received, caused): (&Received<B>, Option<TableId>),
        around: &Surroundings<'_, B>,
        steps: &Steps<B::Message>,
    ) -> Option<(TableId, PlannedMessage<B::Message>)> {
        let is_late = received.at + around.timings.response_offer <= around.now;
        if steps.is_public_busy() || self.cannot_create || self.uncertain.is_some() || is_late {
            return None;
        }
        let table = caused?;
        (around.creatable)(table).map(|planned| (table, planned))
    }

    /// Returns the response once the reply is ready: the reply, or a renewal before it.
    fn with_reply<B: Board>(
        &self,
        received: &Received<B>,
        around: &Surroundings<'_, B>,
    ) -> Option<DueResponse<B::Message>> {
        let renewed = match received.origin {
            Origin::Public(message) if self.uncertain.is_none() => (around.renewable)(message),
            _ => None,
        };
        match (renewed, received.response_kind()?) {
            (Some((table, key)), _) => Some(DueResponse::Renew(table, key)),
            // The text "thinking" is deleted afterwards.
            (None, ResponseKind::Thinking) => Some(DueResponse::Defer),
            (None, kind) => Some(DueResponse::Reply(kind)),
        }
    }

    /// Returns the public message whose token was renewed, if a result confirms that. The result of an
    /// earlier attempt may have been lost.
    pub(crate) fn renewal(&self, step: InteractionStep, result: StepResult) -> Option<(TableId, PublicKey)> {
        let executed = match (step, result) {
            (InteractionStep::Renew(..), Ok(_)) => Some(step),
            (InteractionStep::Renew(..), Err(Failure::Acknowledged)) | (InteractionStep::Identify, Ok(_))
                if !self.may_be_public =>
            {
                self.uncertain
            }
            _ => None,
        };
        match executed? {
            InteractionStep::Renew(table, key) => Some((table, key)),
            _ => None,
        }
    }

    /// Records that a response or its repetition was executed.
    pub(crate) const fn executed(&mut self, step: InteractionStep) {
        self.may_be_public = false;
        if matches!(step, InteractionStep::Renew(..) | InteractionStep::Defer) {
            self.uncertain = None;
        }
    }
}
