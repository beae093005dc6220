//! The first response to an interaction.

use crate::board::{Board, Content, PlannedMessage, PublicKey};
use crate::event::Origin;
use crate::ids::TableId;
use crate::progress::{Creation, Stage, Surroundings};
use crate::received::Received;
use crate::step::{Accepted, Failure, ResponseKind, StepResult};
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
pub(crate) struct DueResponse<M> {
    pub(crate) step: InteractionStep,
    pub(crate) kind: ResponseKind,
    /// The content of the public message that the response creates, if it creates one for a table.
    pub(crate) public_content: Option<Content<M>>,
}

impl<M> DueResponse<M> {
    const fn new(step: InteractionStep, kind: ResponseKind) -> Self {
        Self { step, kind, public_content: None }
    }

    const fn renewal(table: TableId, key: PublicKey) -> Self {
        Self::new(InteractionStep::Renew(table, key), ResponseKind::Acknowledge)
    }

    const fn deferral<B: Board>(received: &Received<B>) -> Self {
        let is_silent = received.is_deferred_silently();
        let kind = if is_silent { ResponseKind::Acknowledge } else { ResponseKind::Thinking };
        Self::new(InteractionStep::Defer, kind)
    }
}

/// The meaning of a result, in view of earlier attempts whose results were lost.
pub(crate) enum Outcome {
    /// A response has created a public message of a table.
    CreatedPublic,
    /// It is not known which of two responses has been executed.
    Ambiguous,
    /// The step was executed, and no earlier attempt.
    Executed(Accepted),
    /// An earlier attempt was executed.
    ExecutedEarlier(InteractionStep, Accepted),
    /// The step has failed.
    Failed(Failure),
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
            let step = InteractionStep::Create(table, planned.key);
            return Some(DueResponse {
                step,
                kind: ResponseKind::Public,
                public_content: Some(planned.content),
            });
        }
        // A response that may have been executed is only repeated: otherwise it would not be known which one
        // was.
        match self.uncertain {
            Some(InteractionStep::Defer) => Some(DueResponse::deferral(received)),
            Some(InteractionStep::Renew(table, key)) => Some(DueResponse::renewal(table, key)),
            None if around.now >= received.deferral(around.timings) => Some(DueResponse::deferral(received)),
            // A search for a public message would not tell the reply from the table's message.
            None if self.may_be_public && received.is_public() => Some(DueResponse::deferral(received)),
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
        Some(match (renewed, received.response_kind()?) {
            (Some((table, key)), _) => DueResponse::renewal(table, key),
            // The text "thinking" is deleted afterwards.
            (None, ResponseKind::Thinking) => DueResponse::deferral(received),
            (None, kind) => DueResponse::new(InteractionStep::Respond, kind),
        })
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

    /// Records what is known of a public message that the response was sent to create. Returns the next
    /// stage.
    pub(crate) fn created(&mut self, creation: Creation) -> Stage {
        match creation {
            Creation::Unresolved => {
                self.may_be_public = true;
                Stage::Unresolved
            }
            // The reply must not become the content of a public message.
            Creation::NotResolved | Creation::Known(Ok(_)) => Stage::FollowUp,
            Creation::Known(Err(failure)) => {
                self.cannot_create = true;
                // The table has been dropped, so the message is not looked for.
                self.may_be_public |= failure == Failure::Unknown;
                Stage::Unanswered
            }
        }
    }

    /// Records the result of a search for a public message that a response may have created, at a time when
    /// another response may have been executed instead. Returns the next stage.
    ///
    /// # Errors
    /// Returns the failure if the search is repeated or, after the last attempt, the reply is given up.
    pub(crate) fn searched(&mut self, result: StepResult, may_repeat: bool) -> Result<Stage, Failure> {
        match result {
            Err(Failure::Gone | Failure::MessageGone) => {
                self.may_be_public = false;
                Ok(Stage::Identifying)
            }
            Err(failure) if failure.is_temporary() && may_repeat => Err(failure),
            // A follow-up would show the reply twice if it was the reply that was executed.
            Err(failure) if self.uncertain == Some(InteractionStep::Respond) => Err(failure),
            // The reply must not become the content of a public message.
            _ => Ok(Stage::FollowUp),
        }
    }

    /// Interprets the result of any step of the interaction, in view of first responses whose results were
    /// lost.
    pub(crate) fn interpret(&mut self, step: InteractionStep, result: StepResult) -> Outcome {
        match (self.uncertain, result) {
            // The response that was sent to create a public message was executed later than its search.
            (None, Err(Failure::Acknowledged)) if self.may_be_public => Outcome::CreatedPublic,
            (Some(_), Err(Failure::Acknowledged)) if self.may_be_public => Outcome::Ambiguous,
            // The attempt whose result was lost has been executed.
            (Some(executed), Err(Failure::Acknowledged)) => {
                Outcome::ExecutedEarlier(executed, Accepted::default())
            }
            (Some(executed), Ok(accepted)) if step == InteractionStep::Identify => {
                Outcome::ExecutedEarlier(executed, accepted)
            }
            (_, Ok(accepted)) => {
                // Discord executes only one first response, so an earlier attempt was not executed.
                self.uncertain = None;
                Outcome::Executed(accepted)
            }
            (_, Err(failure)) => Outcome::Failed(failure),
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
